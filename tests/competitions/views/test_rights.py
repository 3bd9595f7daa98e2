"""The page of a person: every right with its source, what he lacks; and naming an acting captain."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.formats import date_format

from competitions.actions.captaincy import Days, name_acting_captain
from competitions.models import ActingCaptain
from competitions.queries.rights import rights_of
from federation.actions import delegations
from federation.actions.accounts import give_role
from federation.models import Club, Licence, Role, User
from matches.rules.sides import Side
from tests.competitions.actions.test_captaincy import soon
from tests.factories import world
from tests.federation.people import enrol
from tests.federation.staff import fields, person

pytestmark = pytest.mark.django_db


def browse(user: User) -> Client:
    """A browser in which the account has logged in with all that its roles demand."""
    client = Client()
    client.post("/cuentas/entrar/", {"login": user.email, "password": world.PASSWORD})
    return client


def with_factor(user: User) -> Client:
    from tests.federation.people import code_now

    secret = enrol(user)
    client = browse(user)
    client.post("/cuentas/dos-pasos/codigo/", {"code": code_now(secret)})
    return client


def kinds(user: User) -> list[str]:
    return [right.kind for right in rights_of(user, user.person).rights]


def lacks(user: User) -> list[str]:
    return [lack.code for lack in rights_of(user, user.person).lacks]


def test_every_right_is_there_with_its_source() -> None:
    each = world.build(at=soon())
    captain, today = each.captains[Side.HOME], timezone.localdate()
    administrator = world.account("ada@example.org", person("Ada", "Gil"))
    give_role(user=administrator, role=Role.ADMINISTRATOR, by=None)
    give_role(user=captain, role=Role.COMMITTEE, by=administrator)
    give_role(user=captain, role=Role.OFFICE, by=administrator, valid_from=timezone.now() + timedelta(days=9))
    delegations.name_delegate(
        club=Club.objects.get(name="Club Los Molinos"),
        person=captain.person,
        valid_from=today,
        valid_to=today + timedelta(days=5),
        by=each.office,
    )
    name_acting_captain(
        team=each.teams[Side.AWAY],
        person=each.person(Side.AWAY, 1),
        term=each.encounter,
        by=each.captains[Side.AWAY],
    )

    assert kinds(captain) == ["committee", "office", "captain", "club_delegate"]
    assert kinds(each.judge) == ["judge"]
    assert kinds(each.vice) == ["vice_captain"]
    page = with_factor(each.office).get(f"/secretaria/personas/{captain.person_id}/").content.decode()
    for words in (
        "Comité de competición",
        f"Desde el {date_format(today, 'j b Y')}, por Ada Gil",
        "Capitán de La Seis Doble (2026-27)",
        "por la plantilla del equipo",
        "Delegado de Club Los Molinos",
        f"hasta el {date_format(today + timedelta(days=5), 'j b Y')}, por secretaria@example.org",
        "Aún no",
        "Falta activar la verificación en dos pasos",
        "Función dada: comité de competición",
        "Delegado de club desde el",
    ):
        assert words in page, words
    acting = with_factor(administrator).get(f"/secretaria/personas/{each.person(Side.AWAY, 1).pk}/")
    assert "Capitán en funciones de Los Molinos (La Seis Doble – Los Molinos)" in acting.content.decode()
    assert "Sin cuenta: nada de lo de abajo" in acting.content.decode()


def test_what_is_missing() -> None:
    each = world.build(at=soon())
    captain = each.captains[Side.HOME]
    assert (lacks(captain), lacks(each.judge), lacks(each.office)) == (
        [],
        [],
        ["no_second_factor", "no_person"],
    )
    Licence.objects.filter(person__in=[captain.person, each.judge.person]).update(state="suspended")
    assert (lacks(captain), lacks(each.judge)) == (["no_licence"], ["no_judge_licence"])
    User.objects.filter(pk=captain.pk).update(is_active=False)
    captain.refresh_from_db()
    assert lacks(captain) == ["account_closed", "no_licence"]
    assert [lack.code for lack in rights_of(None, each.person(Side.AWAY, 3)).lacks] == []


def test_the_page_costs_the_same_for_many_rights() -> None:
    each = world.build(at=soon())
    browser = with_factor(each.office)
    captain = each.captains[Side.HOME]

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(f"/secretaria/personas/{captain.person_id}/").status_code == 200
        return len(queries)

    today = timezone.localdate()

    def delegate(number: int) -> None:
        club = Club.objects.create(name=f"Club {number}", short_name=f"C{number}")
        delegations.name_delegate(
            club=club, person=captain.person, valid_from=today, valid_to=None, by=each.office
        )

    delegate(0)
    cost()
    one = cost()
    for number in range(1, 30):
        delegate(number)
    assert cost() == one


def test_each_sees_his_own_rights_and_nobody_elses() -> None:
    each = world.build(at=soon())
    for user, words in (
        (each.captains[Side.HOME], "Capitán de La Seis Doble"),
        (each.judge, "Juez árbitro de La Seis Doble – Los Molinos"),
        (each.stranger, "Nada más que cualquiera"),
    ):
        browser = browse(user)
        assert words in browser.get("/cuenta/que-puedo-hacer/").content.decode()
        assert browser.get(f"/secretaria/personas/{user.person_id}/").status_code == 404
        assert browser.get(f"/secretaria/cuentas/{user.pk}/").status_code == 404
    office = with_factor(each.office)
    assert (
        office.get(f"/secretaria/cuentas/{each.judge.pk}/")
        .headers["Location"]
        .endswith(f"/personas/{each.judge.person_id}/")
    )
    own = office.get(f"/secretaria/cuentas/{each.office.pk}/")
    assert "no es de ninguna persona" in own.content.decode()
    assert office.get("/secretaria/personas/999999/").status_code == 404
    assert Client().get("/cuenta/que-puedo-hacer/").status_code == 302


# ---------------------------------------------------------------- acting captains
def path_of(each: world.World, side: Side = Side.HOME) -> str:
    return f"/equipos/{each.teams[side].pk}/capitan-en-funciones/"


def test_the_captain_names_and_takes_back() -> None:
    each = world.build(at=soon())
    browser = browse(each.captains[Side.HOME])
    form = fields(person=each.person(Side.HOME, 2).pk, encounter=each.encounter.pk)

    assert [browser.post(path_of(each), form).status_code for _ in range(2)] == [302, 302]
    made = ActingCaptain.objects.get()
    assert (made.encounter, made.given_by) == (each.encounter, each.captains[Side.HOME])
    assert str(each.person(Side.HOME, 2)) in browser.get(path_of(each)).content.decode()
    again = browser.post(path_of(each), {**form, **fields()})
    assert again.status_code == 409
    assert "Ya hay un capitán en funciones" in again.content.decode()
    end = f"/capitanes-en-funciones/{made.pk}/retirar/"
    assert browser.get(end).status_code == 200
    assert browser.post(end, fields()).headers["Location"] == path_of(each)
    assert browser.post(end, fields()).status_code == 409


def test_the_office_names_for_some_days() -> None:
    each = world.build(at=soon())
    today = timezone.localdate().isoformat()
    form = fields(person=each.person(Side.HOME, 2).pk, encounter="", valid_from=today, valid_to=today)
    assert with_factor(each.office).post(path_of(each), form).status_code == 302
    assert ActingCaptain.objects.get().valid_to == timezone.localdate()


def test_a_form_that_cannot_be() -> None:
    each = world.build(at=soon())
    browser = browse(each.captains[Side.HOME])
    today = timezone.localdate().isoformat()
    person_id = each.person(Side.HOME, 2).pk
    for wrong in (
        {"person": person_id},
        {"person": person_id, "encounter": each.encounter.pk, "valid_from": today},
        {"person": person_id, "valid_from": today},
        {"person": each.person(Side.AWAY, 2).pk, "encounter": each.encounter.pk},
        {"person": each.person(Side.HOME, 0).pk, "encounter": each.encounter.pk},
        {"person": "x", "encounter": "'; --"},
        {"person": person_id, "encounter": 999999},
        {"person": person_id, "valid_from": "2020-01-01", "valid_to": today},
        {"person": person_id, "valid_from": today, "valid_to": "2020-01-01"},
    ):
        answer = browser.post(path_of(each), fields(**wrong))
        assert answer.status_code == 422, wrong
        assert 'class="error"' in answer.content.decode(), wrong
    assert not ActingCaptain.objects.exists()


def test_who_sees_and_who_names() -> None:
    each = world.build(at=soon())
    acting = name_acting_captain(
        team=each.teams[Side.HOME],
        person=each.person(Side.HOME, 2),
        term=Days(timezone.localdate(), timezone.localdate()),
        by=None,
    )
    form = {"person": each.person(Side.HOME, 3).pk, "encounter": each.encounter.pk}
    pages = (path_of(each), f"/capitanes-en-funciones/{acting.pk}/retirar/")
    vice = browse(each.vice)
    assert [vice.get(page).status_code for page in pages] == [200, 403]
    assert [vice.post(page, fields(**form)).status_code for page in pages] == [403, 403]
    assert "Lo nombra el capitán" in vice.get(pages[0]).content.decode()
    for user in (each.captains[Side.AWAY], each.judge, each.stranger):
        other = browse(user)
        assert [other.get(page).status_code for page in pages] == [404, 404]
        assert [other.post(page, fields(**form)).status_code for page in pages] == [404, 404]
    assert Client().post(pages[0], fields(**form)).headers["Location"].startswith("/cuentas/entrar/")
    assert ActingCaptain.objects.get() == acting
