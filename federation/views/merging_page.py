"""What the pages of duplicates show, ready for their templates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from federation import messages
from federation.forms.merging import Choice
from federation.models import Licence, Person, PersonalData, PersonPhoto, PossibleDuplicate, RosterEntry, User
from federation.queries import merging as queries
from federation.queries.in_play import participations
from federation.queries.merging import Moved
from federation.queries.people import keys_of
from federation.rules.errors import RuleError
from federation.rules.merging import FIELDS, Block, Record, differing

LABELS = {
    "given_name": _("Nombre"),
    "surname_1": _("Primer apellido"),
    "surname_2": _("Segundo apellido"),
    "birth_date": _("Nacimiento"),
    "consent_on": _("Consiente publicar su nombre desde"),
    "document": _("Documento"),
    "email": _("Correo"),
    "phone": _("Teléfono"),
    "address": _("Dirección"),
    "guardian": _("Madre, padre o tutor"),
    "photo": _("Foto"),
}
KINDS = {"passport": gettext_lazy("pasaporte")}
MOST_LINES = 6


@dataclass(frozen=True)
class Side:
    """One of the two records as the comparison shows it."""

    person: Person
    born: str
    licences: list[str]
    squads: list[str]
    account: str
    encounters: int


@dataclass(frozen=True)
class Known:
    """A value about which there is nothing to choose, and whether it comes from the record that goes."""

    label: str
    text: str
    is_new: bool


@dataclass(frozen=True)
class Comparison:
    """Two records side by side, what would be kept, and what would move."""

    kept: Side
    gone: Side
    choices: list[Choice]
    known: list[Known]
    against: list[str]
    moved: list[Moved]
    is_pending: bool


def comparison(kept: Person, gone: Person) -> Comparison:
    """Everything about two records that helps to decide. Constant queries."""
    one, other = queries.record_of(kept), queries.record_of(gone)
    open_fields = differing(one, other)
    return Comparison(
        kept=_side(kept),
        gone=_side(gone),
        choices=[
            Choice(name, str(LABELS[name]), shown(name, one, kept), shown(name, other, gone))
            for name in open_fields
        ],
        known=[
            Known(str(LABELS[name]), shown(name, source, who), source is other)
            for name in FIELDS
            if name not in open_fields
            for source, who in _holder(name, (one, kept), (other, gone))
        ],
        against=[words_of(block) for block in queries.everything_against(kept, gone)],
        moved=queries.would_move(kept, gone),
        is_pending=queries.to_look_at()
        .filter(first=min(kept.pk, gone.pk), second=max(kept.pk, gone.pk))
        .exists(),
    )


def _holder(name: str, *sides: tuple[Record, Person]) -> list[tuple[Record, Person]]:
    return [side for side in sides if name in side[0].values][:1]


def words_of(block: Block) -> str:
    """Why two records cannot be made one."""
    return messages.text(RuleError(block.code, **dict(block.data)))  # type: ignore[arg-type]


def shown(name: str, record: Record, person: Person) -> str:
    """One value in words."""
    value = record.values.get(name)
    if isinstance(value, date):
        return day(value)
    if name == "photo":
        taken = PersonPhoto.objects.filter(person=person).values_list("at", flat=True).first()
        return gettext("la del %(day)s, de %(person)s") % {"day": day(taken), "person": f"n.º {person.pk}"}
    if isinstance(value, tuple):
        parts = [str(KINDS.get(part, part)) for part in value if part]
        return " · ".join(parts) if name == "guardian" else " ".join(parts)
    return str(value or "—")


def day(value: date | None) -> str:
    """A day in words; a dash for none."""
    return date_format(value, gettext("j b Y")) if value else "—"


def _side(person: Person) -> Side:
    licences = Licence.objects.filter(person=person).select_related("season", "club").order_by("-pk")
    squads = RosterEntry.objects.filter(person=person).select_related("team__season").order_by("-pk")
    user = User.objects.filter(person=person).first()
    return Side(
        person=person,
        born=day(person.birth_date),
        licences=[_licence(row) for row in licences[:MOST_LINES]],
        squads=[f"{row.team.name} ({row.team.season.name})" for row in squads[:MOST_LINES]],
        account=(user.email if user.is_active else gettext("cerrada")) if user else "",
        encounters=len({each.encounter for each in participations(keys_of(person))}),
    )


def _licence(row: Licence) -> str:
    parts = [row.number or gettext("sin número"), row.get_kind_display(), row.season.name]
    if row.club:
        parts.append(row.club.short_name)
    return ", ".join([*parts, row.get_state_display()])


@dataclass(frozen=True)
class Pair:
    """Two records that may be one person's."""

    reason: str
    people: list[PairedPerson]
    kept: int
    gone: int


@dataclass(frozen=True)
class PairedPerson:
    """One of them: name, birth, last licence."""

    name: str
    born: str
    licence: str


def pairs(rows: Iterable[PossibleDuplicate]) -> list[Pair]:
    """A page of pairs; their people must come with their licences (`queries.merging.with_licences`)."""
    return [
        Pair(row.get_reason_display(), [_paired(row.first), _paired(row.second)], row.first_id, row.second_id)
        for row in rows
    ]


def _paired(person: Person) -> PairedPerson:
    held = list(person.licences.all())
    return PairedPerson(str(person), day(person.birth_date), _licence(held[0]) if held else "")


def sensitive(*people: Person) -> list[Person]:
    """Of these, the ones whose document or contacts the comparison shows."""
    held = set(PersonalData.objects.filter(pk__in=[who.pk for who in people]).values_list("pk", flat=True))
    return [who for who in people if who.pk in held]
