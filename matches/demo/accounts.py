"""The accounts of the demonstration: one of each role, with a known password and its second factor."""

from __future__ import annotations

from dataclasses import dataclass

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from allauth.mfa.totp.internal.auth import yield_hotp_counters_from_time as counters_now
from allauth.mfa.utils import decrypt

from competitions.rules.lifecycle import State
from federation.actions.accounts import create_account, give_role
from federation.models import Person, Role, User
from matches.queries import agenda

PASSWORD = "fichas-sobre-el-marmol"  # noqa: S105 - printed on purpose; the commands refuse outside debug
# At the tables, of everybody who has been checked in.
PIN = "6174"
DOMAIN = "example.org"


@dataclass(frozen=True)
class Plan:
    """An account that the demonstration has: whose, with which role, and what to try with it."""

    key: str
    title: str
    role: Role | None
    try_first: str

    @property
    def email(self) -> str:
        """Its address."""
        return f"{self.key}@{DOMAIN}"


PLANS = (
    Plan("administracion", "Administración", Role.ADMINISTRATOR, "Entra con el código y mira tu cuenta."),
    Plan("secretaria", "Secretaría", Role.OFFICE, "Mira los encuentros de esta noche."),
    Plan(
        "comite",
        "Comité de competición",
        Role.COMMITTEE,
        "Abre «Comité»: partidas pendientes y actas selladas.",
    ),
    Plan("direccion", "Dirección deportiva", Role.SPORTING_DIRECTOR, "Mira los encuentros de la jornada."),
    Plan("juez", "Juez árbitro, encuentro 1", None, "Hazte cargo del encuentro y pasa lista."),
    Plan("juez2", "Juez árbitro, encuentro 2", None, "Hazte cargo del encuentro 2."),
    Plan("juez3", "Juez árbitro, encuentro 3", None, "Hazte cargo del encuentro 3."),
    Plan("capitana.local", "Capitana local, encuentro 1", None, "Prepara y cierra tu alineación."),
    Plan("subcapitan.local", "Subcapitán local, encuentro 1", None, "Abre una mesa o firma por la capitana."),
    Plan("capitan.visitante", "Capitán visitante, encuentro 1", None, "Cierra la tuya y compara las dos."),
    Plan("capitan.local2", "Capitán local, encuentro 2", None, "Prepara tu alineación."),
    Plan("capitan.visitante2", "Capitán visitante, encuentro 2", None, "Prepara tu alineación."),
    Plan("capitan.local3", "Capitán local, encuentro 3", None, "Prepara tu alineación."),
    Plan("capitan.visitante3", "Capitán visitante, encuentro 3", None, "Prepara tu alineación."),
    Plan("capitan.local4", "Capitán local, encuentro 4, sin juez", None, "Dirige el encuentro con el rival."),
    Plan("capitan.visitante4", "Capitán visitante, encuentro 4, sin juez", None, "Confirma lo que él diga."),
    Plan("pareja.local", "Jugador, torneo de parejas", None, "Pon los PIN y empieza con la otra pareja."),
    Plan("pareja.visitante", "Jugador de la pareja rival", None, "Confirma el comienzo y sigue la mesa."),
    Plan("delegacion", "Delegación del club local, encuentro 1", None, "Abre «Mi club» y pide una licencia."),
    Plan("jugador", "Jugador sin más funciones", None, "Comprueba lo que no se te deja ver."),
)
EMAILS = tuple(plan.email for plan in PLANS)


@dataclass(frozen=True)
class Row:
    """What is told of one account."""

    title: str
    email: str
    secret: str
    try_first: str


def open_account(plan: Plan, person: Person, *, by: User | None) -> User:
    """Make the account of a plan, with its role and, where the role demands it, its second factor."""
    user = create_account(email=plan.email, password=PASSWORD, person=person, by=by)
    if plan.role is not None:
        give_role(user=user, role=plan.role, by=by)
        # Random even where the season is repeatable: the password is known to everybody.
        TOTP.activate(user, generate_totp_secret())
    return user


def secret_of(user: User) -> str | None:
    """The secret of an account's codes, or None when it has no second factor."""
    factor = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).first()
    return decrypt(factor.data["secret"]) if factor else None


def code_now(secret: str) -> str:
    """The code that an application would show now."""
    counters = list(counters_now())
    return str(format_hotp_value(hotp_value(secret, counters[len(counters) // 2])))


def rows() -> list[Row]:
    """The accounts that exist, in the order of the plans."""
    users = {user.email: user for user in User.objects.filter(email__in=EMAILS)}
    return [
        Row(plan.title, plan.email, secret_of(users[plan.email]) or "", _try_first(plan, users[plan.email]))
        for plan in PLANS
        if plan.email in users
    ]


def _try_first(plan: Plan, user: User) -> str:
    """What to begin with: the plan's, unless an acta waits or the evening is over."""
    ahead, past = agenda.own_agenda(user)
    closing = [each for each in ahead if each.encounter.state == State.CLOSING]
    to_play = len(ahead) > len(closing)
    if any(each.role and each.role not in each.answered for each in closing):
        return f"Firma el acta que te espera. {plan.try_first}" if to_play else "Lee el acta y fírmala."
    if to_play or not (closing or past):
        return plan.try_first
    return "Mira quién falta por firmar." if closing else "Descarga el acta sellada."


def told() -> list[str]:
    """What is told of the accounts that exist; nothing where there are none."""
    found = rows()
    if not found:
        return []
    return [
        *table(found),
        "",
        "Código de ahora: manage.py demo_code CORREO",
        f"PIN de mesa de quien ya ha jugado en la demostración: {PIN}",
    ]


def table(found: list[Row]) -> list[str]:
    """The accounts as lines of text in columns."""
    head = ("Función", "Correo", "Contraseña", "Secreto del código", "Para empezar")
    cells = [
        head,
        *((row.title, row.email, PASSWORD, row.secret or "no lo pide", row.try_first) for row in found),
    ]
    widths = [max(len(line[column]) for line in cells) for column in range(len(head))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    ]
