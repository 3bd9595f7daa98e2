"""The judge's help: one captain, one encounter, until the close."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.models import AuditEntry
from matches.actions import admissions, encounter_day
from matches.models import CaptainAdmission
from matches.rules.sides import Side
from tests.factories import tables as at_table
from tests.factories import world

pytestmark = pytest.mark.django_db


def client_of(user: object) -> Client:
    client = Client()
    client.force_login(user)
    return client


def show_qr(each: world.World, *, person: int | None = None, client_id: str = "envio-000001") -> object:
    return client_of(each.judge).post(
        reverse("matches:help_captain", args=[each.encounter.pk]),
        {"person": person or each.person(Side.HOME, 0).pk, "client_id": client_id},
    )


def path_in(response: object) -> str:
    found = re.search(r"/ayuda/[\w-]+/", response.content.decode())  # type: ignore[attr-defined]
    assert found is not None
    return found[0]


def admitted(each: world.World) -> Client:
    phone = Client()
    assert phone.post(path_in(show_qr(each))).url == reverse("matches:encounter", args=[each.encounter.pk])
    return phone


def test_the_captain_gets_into_his_encounter_without_a_password() -> None:
    each = world.build()
    phone = Client()
    path = path_in(show_qr(each))
    page = phone.get(path)
    assert each.person(Side.HOME, 0).full_name in page.content.decode()
    phone.post(path)
    shown = phone.get(reverse("matches:line_up", args=[each.encounter.pk]))
    assert (shown.status_code, "Alineación" in shown.content.decode()) == (200, True)
    admission = CaptainAdmission.objects.get()
    assert (admission.side, admission.account, admission.given_by) == (
        "home",
        each.captains[Side.HOME],
        each.judge,
    )
    verbs = list(AuditEntry.objects.filter(verb__startswith="captain").values_list("verb", "actor"))
    assert verbs == [
        ("captain.admitted", each.judge.pk),
        ("captain.admission_taken", each.captains[Side.HOME].pk),
    ]


@pytest.mark.parametrize(
    ("route", "args"),
    [
        ("federation:account", []),
        ("account_change_password", []),
        ("mfa_index", []),
        ("matches:signing", ["own"]),
        ("matches:acta", ["own"]),
        ("matches:encounter", ["other"]),
        ("matches:line_up", ["other"]),
        ("matches:help_captain", ["own"]),
    ],
)
def test_nothing_else_of_the_account_is_reached(route: str, args: list[str]) -> None:
    each = world.build()
    phone = admitted(each)
    keys = {"own": each.encounter.pk, "other": each.encounter.pk + 1}
    assert phone.get(reverse(route, args=[keys[arg] for arg in args])).status_code == 404


def test_home_leads_to_the_encounter() -> None:
    each = world.build()
    phone = admitted(each)
    for route in ("federation:home", "matches:home"):
        assert phone.get(reverse(route)).url == reverse("matches:encounter", args=[each.encounter.pk])


def test_a_drawing_is_good_once() -> None:
    each = world.build()
    path = path_in(show_qr(each))
    Client().post(path)
    for response in (Client().get(path), Client().post(path)):
        assert (response.status_code, "ya no vale" in response.content.decode()) == (404, True)


def test_a_drawing_is_good_for_ten_minutes(time_machine) -> None:
    each = world.build()
    path = path_in(show_qr(each))
    time_machine.move_to(timezone.now() + timedelta(minutes=9, seconds=55), tick=False)
    assert Client().get(path).status_code == 200
    time_machine.shift(10)
    assert Client().get(path).status_code == 404
    assert Client().post(path).status_code == 404


def test_a_second_drawing_ends_the_first_entry() -> None:
    each = world.build()
    phone = admitted(each)
    show_qr(each, client_id="envio-000002")
    response = phone.get(reverse("matches:encounter", args=[each.encounter.pk]))
    assert response.url == reverse("account_login")


def test_the_same_request_twice_makes_one_admission_and_shows_no_second_drawing() -> None:
    each = world.build()
    first, second = show_qr(each), show_qr(each)
    path_in(first)
    assert re.search(r"/ayuda/[\w-]{20,}/", second.content.decode()) is None
    assert CaptainAdmission.objects.count() == 1


def test_it_ends_at_the_close() -> None:
    each = world.playing()
    phone = admitted(each)
    at_table.play_board(each, 1, world.phone(each))
    assert phone.get(reverse("matches:encounter", args=[each.encounter.pk])).status_code == 200
    encounter_day.close(encounter_id=each.encounter.pk, by=each.director())
    assert phone.get(reverse("matches:encounter", args=[each.encounter.pk])).url == reverse("account_login")
    assert "_auth_user_id" not in phone.session


def test_it_ends_when_the_account_is_closed() -> None:
    each = world.build()
    phone = admitted(each)
    type(each.judge).objects.filter(pk=each.captains[Side.HOME].pk).update(is_active=False)
    assert phone.get(reverse("matches:encounter", args=[each.encounter.pk])).status_code == 302


@pytest.mark.parametrize("who", ["home", "office", "stranger", "nobody"])
def test_only_the_judge_helps(who: str) -> None:
    each = world.build()
    users = {"home": each.captains[Side.HOME], "stranger": each.stranger}
    client = Client() if who == "nobody" else client_of(users.get(who, each.office))
    response = client.post(
        reverse("matches:help_captain", args=[each.encounter.pk]),
        {"person": each.person(Side.HOME, 0).pk, "client_id": "envio-000001"},
    )
    # The office lacks its second factor in this session, so it is led there.
    assert response.status_code == {"home": 403, "stranger": 404, "office": 302, "nobody": 302}[who]
    assert not CaptainAdmission.objects.exists()


@pytest.mark.parametrize("person", ["", "abc", "player", "999999999"])
def test_whoever_is_no_captain_is_refused_beside_the_field(person: str) -> None:
    each = world.build()
    value = each.person(Side.HOME, 3).pk if person == "player" else person
    response = client_of(each.judge).post(
        reverse("matches:help_captain", args=[each.encounter.pk]),
        {"person": value, "client_id": "envio-000001"},
    )
    assert response.status_code == 422
    assert not CaptainAdmission.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_two_phones_take_one_drawing(run_together) -> None:
    each = world.build()
    _admission, token = admissions.admit_captain(
        encounter_id=each.encounter.pk, person_id=each.person(Side.HOME, 0).pk, by=each.director()
    )
    found = run_together(
        *(lambda name=name: admissions.take_admission(token=token, device=name) for name in ("uno", "dos"))
    )
    assert sorted(type(result).__name__ for result in found) == ["CaptainAdmission", "RuleError"]
