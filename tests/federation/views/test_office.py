"""The list of accounts, the pages that give and end rights: who sees them, what they answer, at what cost."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from federation.actions import delegations
from federation.actions.accounts import end_role
from federation.actions.registry import register_club
from federation.models import Role, RoleAssignment, User
from federation.queries.roles import current_roles
from tests.federation import staff
from tests.federation.people import enrol
from tests.federation.staff import fields, inside

pytestmark = pytest.mark.django_db

LIST = "/secretaria/cuentas/"
HOSTILE = ["'; DROP TABLE x; --", "<script>alert(1)</script>", "%", "\x00", "é" * 500, "\uffff", "🂡"]


def somebody(given: str = "Paca", surname: str = "Lorente") -> User:
    return staff.staff(f"{given}.{surname}@example.org".lower(), who=staff.person(given, surname))


def names_in(page: object) -> list[str]:
    return [str(account) for account in page.context["page"]]


# ---------------------------------------------------------------- the list
def test_the_list_is_narrowed_by_name_role_state_and_factor() -> None:
    browser = inside(staff.office())
    iban, closed = somebody("Iñaki", "Peñalver"), somebody("Ana", "Cerrada")
    User.objects.filter(pk=closed.pk).update(is_active=False)

    found = {
        "q=inaki penal": [str(iban)],
        "q=PEÑALVER": [str(iban)],
        "q=@example.org&estado=closed": [str(closed)],
        "funcion=office": ["Sara Ríos sec"],
        "dos_pasos=yes": ["Sara Ríos sec"],
        "q=nadie": [],
        "funcion=king&estado=x": ["Ana Cerrada", "Iñaki Peñalver", "Sara Ríos sec"],
    }
    for query, expected in found.items():
        assert sorted(names_in(browser.get(f"{LIST}?{query}"))) == expected, query


@pytest.mark.parametrize("text", HOSTILE)
def test_no_search_breaks_a_page(text: str) -> None:
    browser = inside(staff.office())
    for path in (LIST, "/secretaria/personas/"):
        page = browser.get(path, {"q": text, "pagina": text})
        assert page.status_code == 200
        assert b"<script>alert" not in page.content


@pytest.mark.parametrize(
    "path", [f"{LIST}?funcion=committee", "/secretaria/personas/?q=lorente", "/secretaria/"]
)
def test_pages_cost_the_same_for_one_row_and_for_thirty(path: str) -> None:
    from federation.actions.invitations import invite

    browser = inside(staff.office())

    def add(number: int) -> None:
        user = somebody("Con", f"Cuenta{number}")
        enrol(user)
        RoleAssignment.objects.create(user=user, role=Role.COMMITTEE, valid_from=timezone.now())
        who = staff.person("Sin", f"Lorente {number}")
        invite(person=who, email=f"sin{number}@example.org", role=None, by=None)

    def cost() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert browser.get(path).status_code == 200
        return len(queries)

    add(0)
    cost()
    one = cost()
    for number in range(1, 30):
        add(number)
    assert cost() == one


def test_long_lists_come_in_pages() -> None:
    browser = inside(staff.office())
    User.objects.bulk_create(User(email=f"{n:03d}@example.org", password="!") for n in range(60))
    first, second = browser.get(LIST), browser.get(f"{LIST}?pagina=2&q=")
    assert (len(names_in(first)), len(names_in(second))) == (50, 11)
    assert "?pagina=2" in first.content.decode()


# ---------------------------------------------------------------- roles
def test_a_role_is_given_and_ended_by_an_administrator() -> None:
    by, user = staff.administrator(), somebody()
    browser = inside(by)
    path, back = f"/secretaria/cuentas/{user.pk}/funciones/", f"/secretaria/personas/{user.person_id}/"
    form = fields(role="committee", valid_from=timezone.localdate().isoformat(), valid_to="")

    assert [browser.post(path, form).headers["Location"] for _ in range(2)] == [back, back]
    held = RoleAssignment.objects.get(user=user)
    assert (current_roles(user), held.given_by, held.valid_to) == ({"committee"}, by, None)
    again = browser.post(path, {**form, **fields()})
    assert again.status_code == 409
    assert "Esa cuenta ya tiene la función" in again.content.decode()
    assert "Comité de competición" in browser.get(back).content.decode()

    end = f"/secretaria/funciones/{held.pk}/quitar/"
    assert "comité de competición" in browser.get(end).content.decode()
    assert browser.post(end, fields()).headers["Location"] == back
    assert browser.post(end, fields()).status_code == 409
    assert current_roles(user) == frozenset()


@pytest.mark.parametrize(
    "wrong",
    [
        {"role": ""},
        {"role": "king"},
        {"valid_from": "ayer"},
        {"valid_from": "2020-01-01"},
        {"valid_from": "9999-12-31"},
        {"valid_to": "2020-01-01"},
        {"valid_to": "0001-01-01"},
        {"client_id": ""},
    ],
)
def test_a_role_that_cannot_be_given(wrong: dict[str, str]) -> None:
    user = somebody()
    today = timezone.localdate().isoformat()
    form = fields(role="office", valid_from=today, valid_to="") | wrong

    answer = inside(staff.administrator()).post(f"/secretaria/cuentas/{user.pk}/funciones/", form)

    assert answer.status_code == 422
    assert "error" in answer.content.decode() or 'role="alert"' in answer.content.decode()
    assert not user.role_assignments.exists()


def test_dates_of_a_role_are_whole_days() -> None:
    user, today = somebody(), timezone.localdate()
    form = fields(role="office", valid_from=today.isoformat(), valid_to=today.isoformat())
    inside(staff.administrator()).post(f"/secretaria/cuentas/{user.pk}/funciones/", form)

    held = user.role_assignments.get()
    assert timezone.localtime(held.valid_to).isoformat()[:16] == f"{today + timedelta(days=1)}T00:00"


def test_the_last_administrator_is_told_why_not() -> None:
    by = staff.administrator()
    browser = inside(by)

    own = browser.post(f"/secretaria/funciones/{by.role_assignments.get().pk}/quitar/", fields())
    account = browser.post(f"/secretaria/cuentas/{by.pk}/cerrar/", fields(reason="Me voy"))

    assert (own.status_code, account.status_code) == (422, 422)
    assert "Nadie se quita a sí mismo la administración" in own.content.decode()
    assert "Nadie cierra su propia cuenta" in account.content.decode()
    assert 'value="Me voy"' in account.content.decode()


# ---------------------------------------------------------------- accounts
def test_a_closed_account_is_out_at_once_and_old_sessions_never_come_back() -> None:
    user, browser = somebody(), inside(staff.administrator())
    old = inside(user)
    assert old.get("/cuenta/").status_code == 200

    assert browser.post(f"/secretaria/cuentas/{user.pk}/cerrar/", fields(reason="Se va")).status_code == 302
    assert old.get("/cuenta/").headers["Location"] == "/cuentas/entrar/?next=/cuenta/"
    assert inside(user).get("/cuenta/").status_code == 302

    assert browser.post(f"/secretaria/cuentas/{user.pk}/abrir/", fields(reason="Vuelve")).status_code == 302
    assert old.get("/cuenta/").status_code == 302
    assert inside(user).get("/cuenta/").status_code == 200


def test_a_role_ended_in_mid_session_meets_the_change_at_once() -> None:
    user = staff.office()
    browser = inside(user)
    assert browser.get(LIST).status_code == 200

    end_role(assignment=user.role_assignments.get(), by=staff.administrator())

    assert browser.get(LIST).status_code == 404
    assert browser.post("/secretaria/personas/1/invitar/", fields(email="x@example.org")).status_code == 404
    assert "Secretaría" not in browser.get("/cuenta/").content.decode()


def test_dangerous_acts_ask_again_who_it_is() -> None:
    user = somebody()
    browser = inside(staff.administrator())
    paths = [f"/secretaria/cuentas/{user.pk}/{act}/" for act in ("funciones", "cerrar", "abrir")]
    with time_machine.travel(timezone.now() + timedelta(minutes=10)):
        for path in paths:
            for answer in (browser.get(path), browser.post(path, fields(reason="x"))):
                assert answer.headers["Location"].startswith("/cuentas/identificarse/"), path
    user.refresh_from_db()
    assert user.is_active


# ---------------------------------------------------------------- delegates
def test_a_delegate_is_named_and_dismissed_by_the_office() -> None:
    who, browser = staff.person(), inside(staff.office())
    club = register_club(name="Club Los Molinos", short_name="Molinos", by=None)
    path = f"/secretaria/personas/{who.pk}/delegado/"
    form = fields(club=club.pk, valid_from=timezone.localdate().isoformat(), valid_to="")

    assert browser.post(path, form).headers["Location"] == f"/secretaria/personas/{who.pk}/"
    assert "Delegado de Club Los Molinos" in browser.get(f"/secretaria/personas/{who.pk}/").content.decode()
    assert browser.post(path, {**form, **fields()}).status_code == 409
    assert browser.post(path, {**form, **fields(club=999999)}).status_code == 422
    end = f"/secretaria/delegados/{who.delegations.get().pk}/retirar/"
    assert browser.post(end, fields()).status_code == 302
    assert (
        "Delegado de"
        not in browser.get(f"/secretaria/personas/{who.pk}/").content.decode().split("Historial")[0]
    )


# ---------------------------------------------------------------- who sees what
def paths() -> dict[str, str]:
    """Each page of the office with an object that exists; the value tells who may do it."""
    who, user = staff.person("Sin", "Cuenta"), somebody("Con", "Cuenta")
    club = register_club(name="Club Los Molinos", short_name="Molinos", by=None)
    delegation = delegations.name_delegate(
        club=club, person=who, valid_from=timezone.localdate(), valid_to=None, by=None
    )
    role = RoleAssignment.objects.create(user=user, role=Role.COMMITTEE, valid_from=timezone.now())
    from federation.actions.invitations import invite

    invitation = invite(person=who, email="sin@example.org", role=None, by=None)
    return {
        "/secretaria/": "office",
        LIST: "office",
        "/secretaria/personas/": "office",
        f"/secretaria/personas/{who.pk}/": "office",
        f"/secretaria/personas/{who.pk}/invitar/": "office",
        f"/secretaria/personas/{who.pk}/delegado/": "office",
        f"/secretaria/delegados/{delegation.pk}/retirar/": "office",
        f"/secretaria/invitaciones/{invitation.pk}/reenviar/": "office",
        f"/secretaria/invitaciones/{invitation.pk}/retirar/": "office",
        f"/secretaria/cuentas/{user.pk}/funciones/": "administrator",
        f"/secretaria/funciones/{role.pk}/quitar/": "administrator",
        f"/secretaria/cuentas/{user.pk}/cerrar/": "administrator",
        f"/secretaria/cuentas/{user.pk}/abrir/": "administrator",
    }


def statuses(browser: Client, pages: dict[str, str]) -> dict[str, int]:
    return {path: browser.get(path).status_code for path in pages}


def test_each_page_is_seen_by_whom_it_is_for() -> None:
    pages = paths()
    outsiders = [
        inside(staff.staff("comite@example.org", Role.COMMITTEE)),
        inside(staff.staff("director@example.org", Role.SPORTING_DIRECTOR)),
        inside(somebody("Otra", "Persona")),
    ]
    for browser in outsiders:
        assert set(statuses(browser, pages).values()) == {404}
        assert {browser.post(path, fields()).status_code for path in pages} <= {404, 405}
    office = statuses(inside(staff.office()), pages)
    assert office == {path: 200 if for_whom == "office" else 403 for path, for_whom in pages.items()}
    assert set(statuses(inside(staff.administrator()), pages).values()) == {200}


def test_unknown_objects_are_not_there() -> None:
    browser = inside(staff.administrator())
    for path in paths():
        if path.count("/") > 3:
            parts = path.split("/")
            assert (
                browser.get("/".join("999999" if part.isdigit() else part for part in parts)).status_code
                == 404
            )


def test_the_office_has_its_tab_and_others_do_not() -> None:
    assert "/secretaria/" in inside(staff.office()).get("/cuenta/").content.decode()
    assert "/admin/" not in inside(staff.office("otra@example.org")).get("/secretaria/").content.decode()
    assert "/admin/" in inside(staff.administrator()).get("/secretaria/").content.decode()
    assert "/secretaria/" not in inside(somebody()).get("/cuenta/").content.decode()
