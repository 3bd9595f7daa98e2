"""The office's pages of licences: the list, one licence and its acts, its series, the season's renewal."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation import clock
from federation.actions import licences as actions
from federation.models import ClubState, DataAccess, Licence, LicenceSeries, Person
from federation.rules.licences import LicenceAct
from tests.federation import registry_world, staff
from tests.federation.registry_world import Registry
from tests.federation.staff import fields, inside

pytestmark = pytest.mark.django_db

LIST, SERIES, RENEW = (
    "/secretaria/licencias/",
    "/secretaria/licencias/series/",
    "/secretaria/licencias/renovar/",
)


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


@pytest.fixture
def office() -> Client:
    return inside(staff.office("oficina@example.org"))


def rows(page: object) -> list[str]:
    return [f"{row.name} {row.number}".strip() for row in page.context["rows"]]


def steps(page: object) -> list[tuple[str, str, str]]:
    return [(step.text, step.reason, step.author) for step in page.context["steps"]]


# ---------------------------------------------------------------- the list
def test_the_list_is_narrowed_by_what_licences_say(each: Registry, office: Client) -> None:
    today = clock.today()
    now = each.after if each.after.starts_on <= today <= each.after.ends_on else each.before
    ana, bea, cai, dan = (each.person(given, "Gil") for given in ("Ana", "Bea", "Cai", "Dan"))
    each.licence(ana, "1234", now)
    each.licence(bea, "5678", now, club=each.other, category="Veterano")
    each.licence(cai, "J77", now, kind="judge", club=None, category="", valid_from=today + timedelta(days=1))
    each.licence(cai, "J77", each.before if now == each.after else each.after, kind="judge", club=None)
    actions.request_licence(person=dan, season=now, terms=each.terms(now), by=each.office)
    stopped = each.licence(dan, "99", now, kind="coach")
    actions.act_on_licence(licence=stopped, act=LicenceAct.SUSPEND, reason="Impago", by=each.office)

    for query, expected in {
        "q=234": ["Gil, Ana 1234"],
        "q=bea gil": ["Gil, Bea 5678"],
        f"temporada={now.pk}&clase=judge": ["Gil, Cai J77"],
        f"estado=granted&temporada={now.pk}": ["Gil, Ana 1234", "Gil, Bea 5678"],
        f"estado=not_yet&temporada={now.pk}": ["Gil, Cai J77"],
        "estado=requested": ["Gil, Dan"],
        "estado=suspended": ["Gil, Dan 99"],
        "categoria=Veterano": ["Gil, Bea 5678"],
        f"club={each.other.pk}": ["Gil, Bea 5678"],
        f"estado=king&clase=x&temporada={now.pk}": [
            "Gil, Ana 1234", "Gil, Bea 5678", "Gil, Cai J77", "Gil, Dan", "Gil, Dan 99",
        ],
    }.items():  # fmt: skip
        assert rows(office.get(f"{LIST}?{query}")) == expected, query


def test_a_licence_past_its_day_is_expired(each: Registry, office: Client) -> None:
    held = each.licence(each.person(), "1")
    Licence.objects.filter(pk=held.pk).update(valid_to=clock.today() - timedelta(days=1))
    page = office.get(f"{LIST}?estado=expired")
    assert rows(page) == ["Núñez, Íñigo 1"]
    assert "Caducada" in page.content.decode()
    assert rows(office.get(f"{LIST}?estado=granted")) == []


def test_pages_cost_the_same_for_one_and_for_thirty(each: Registry, office: Client) -> None:
    first = each.licence(each.person("Ana", "Igual"))
    renewal = f"{RENEW}?de={each.before.pk}&a={each.after.pk}&clase=player&club="
    paths = (LIST, f"{LIST}?q=igual&estado=expired", f"{LIST}{first.pk}/", SERIES, renewal)

    def cost(path: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert office.get(path).status_code == 200
        return len(queries)

    office.get(LIST)
    one = [cost(path) for path in paths]
    for number in range(30):
        each.licence(each.person("Ana", f"Igual {number}"))
    for number in range(15):
        act = LicenceAct.RESTORE if number % 2 else LicenceAct.SUSPEND
        actions.act_on_licence(licence=first, act=act, reason="Porque sí", by=each.office)
    assert [cost(path) for path in paths] == one


# ---------------------------------------------------------------- one licence
def test_a_licence_is_granted_from_the_persons_page(each: Registry, office: Client) -> None:
    who = each.person()
    path = f"/secretaria/personas/{who.pk}/licencias/nueva/"
    form = {"season": each.after.pk, "kind": "player", "club": each.club.pk, "category": "Absoluta"}
    sent = fields(**form, act="grant")
    assert [office.post(path, sent).status_code for _ in range(2)] == [302, 302]
    made = Licence.objects.get(person=who)
    assert (made.state, made.number, made.valid_from, made.valid_to) == (
        "granted", "0001", each.after.starts_on, each.after.ends_on,
    )  # fmt: skip

    again = office.post(path, fields(**form, act="grant"))
    assert again.status_code == 409
    assert "ya tiene una licencia de esa clase" in again.content.decode()
    # The next one proposes what the last one said.
    shown = office.get(path).context["form"]
    assert (shown["club"].value(), shown["category"].value()) == (each.club.pk, "Absoluta")


@pytest.mark.parametrize(
    ("wrong", "field", "words"),
    [
        ({"season": "x"}, "season", "disponibles"),
        ({"club": "999999"}, "club", "disponibles"),
        ({"valid_from": "2027-01-01", "valid_to": "2026-12-01"}, "valid_to", "anterior a la inicial"),
        ({"valid_from": "2020-01-01"}, "valid_from", "no puede salir de su temporada"),
        ({"valid_to": "2099-01-01"}, "valid_to", "no puede salir de su temporada"),
        ({"number": "12 34"}, "number", "sin espacios"),
        ({"number": "0042"}, "number", "ya es de otra persona"),
        ({"category": "A" * 31}, "category", "30"),
    ],
)
def test_a_licence_that_cannot_be(
    each: Registry, office: Client, wrong: dict[str, str], field: str, words: str
) -> None:
    each.licence(each.person("Ana"), "0042")
    path = f"/secretaria/personas/{each.person().pk}/licencias/nueva/"
    form = {"season": each.after.pk, "kind": "player", "club": each.club.pk, "act": "grant", **wrong}
    answer = office.post(path, fields(**form))
    assert answer.status_code == 422
    assert words in answer.context["form"].errors[field][0]


def test_one_number_for_two_licences_of_a_person_and_season(each: Registry, office: Client) -> None:
    who = each.person()
    each.licence(who, "77", each.after)
    form = {"season": each.after.pk, "kind": "captain", "act": "grant", "number": "77"}
    answer = office.post(f"/secretaria/personas/{who.pk}/licencias/nueva/", fields(**form))
    assert answer.status_code == 422
    assert "Esa persona ya tiene el número 77" in answer.context["form"].errors["number"][0]


def test_a_club_that_has_left_is_not_offered(each: Registry, office: Client) -> None:
    each.other.state = ClubState.INACTIVE
    each.other.save()
    page = office.get(f"/secretaria/personas/{each.person().pk}/licencias/nueva/").content.decode()
    assert "Peña Uno" in page
    assert "Peña Dos" not in page


def test_a_licence_goes_its_whole_way_with_reasons(each: Registry, office: Client) -> None:
    asked = actions.request_licence(
        person=each.person(), season=each.after, terms=each.terms(each.after), by=each.office
    )
    path = f"{LIST}{asked.pk}/"

    def act(slug: str, **values: str) -> int:
        return office.post(f"{path}{slug}/", fields(**values)).status_code

    assert [page.slug for page in office.get(path).context["acts"]] == ["conceder", "denegar"]
    assert act("suspender", reason="No") == 409
    assert act("conceder", number="") == 302
    assert act("suspender", reason="  ") == 422
    assert act("suspender", reason="Impago") == 302
    assert act("levantar") == 302
    assert act("retirar", reason="Se va") == 302
    assert act("retirar", reason="Otra vez") == 409
    assert office.post(f"{path}quemar/", fields()).status_code == 404

    page = office.get(path)
    assert page.context["acts"] == []
    who = "Sara Ríos ofi"
    assert steps(page) == [
        ("Solicitada", "", str(each.office)),
        ("Concedida", "", who),
        ("Suspendida", "Impago", who),
        ("Concedida", "", who),
        ("Retirada", "Se va", who),
    ]


def test_a_correction_tells_what_it_changed(each: Registry, office: Client) -> None:
    held = each.licence(each.person(), "1", each.after)
    path = f"{LIST}{held.pk}/corregir/"
    read = office.get(path).context["form"]["read"].value()
    form = {
        "club": each.other.pk,
        "category": "Veterano",
        "valid_from": "2026-09-01",
        "valid_to": "2027-06-30",
    }
    assert office.post(path, fields(**form, reason="Traspaso", read=read)).status_code == 302
    said = steps(office.get(f"{LIST}{held.pk}/"))[-1]
    assert said[0] == (
        "Corregida (club: Peña Uno → Peña Dos; categoría: Absoluta → Veterano; "
        "hasta: 31 ago 2027 → 30 jun 2027)"
    )
    assert said[1:] == ("Traspaso", "Sara Ríos ofi")


def test_two_corrections_at_once_are_told_apart(each: Registry, office: Client) -> None:
    held = each.licence(each.person(), "1", each.after)
    path = f"{LIST}{held.pk}/corregir/"
    read = office.get(path).context["form"]["read"].value()
    form = {"club": each.club.pk, "valid_from": "2026-09-01", "valid_to": "2027-08-31"}
    assert office.post(path, fields(**form, category="Juvenil", read=read)).status_code == 302
    second = office.post(path, fields(**form, category="Veterano", read=read))
    assert second.status_code == 409
    page = second.content.decode()
    assert "Consta ahora: Juvenil" in page
    assert 'value="Veterano"' in page
    fresh = second.context["form"]["read"].value()
    assert fresh != read
    assert office.post(path, fields(**form, category="Veterano", read=fresh)).status_code == 302


# ---------------------------------------------------------------- series
def test_a_series_is_changed_and_passes_taken_numbers_over(each: Registry, office: Client) -> None:
    each.licence(each.person("Ana"), "M-00120")
    path = f"{SERIES}player/"
    assert office.post(path, fields(beginning="M-", width=5, following=120)).status_code == 302
    shown = {row.kind: number for row, number in office.get(SERIES).context["rows"]}
    assert shown == {"player": "M-00121", "judge": "J0001", "captain": "C0001", "coach": "T0001"}
    assert each.licence(each.person("Bea")).number == "M-00121"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"beginning": "ñ"}, "beginning"),
        ({"beginning": "A" * 9}, "beginning"),
        ({"width": "0"}, "width"),
        ({"width": "11"}, "width"),
        ({"following": "0"}, "following"),
        ({"following": "10000"}, "following"),
        ({"following": "9" * 30}, "following"),
    ],
)
def test_a_series_that_cannot_be(office: Client, wrong: dict[str, str], field: str) -> None:
    answer = office.post(f"{SERIES}player/", fields(**{"beginning": "", "width": 4, "following": 1, **wrong}))
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert not LicenceSeries.objects.filter(kind="player").exists()
    assert office.get(f"{SERIES}king/").status_code == 404


# ---------------------------------------------------------------- renewal
def renewal_of(each: Registry, **values: object) -> str:
    chosen = {"de": each.before.pk, "a": each.after.pk, "clase": "player", "club": "", **values}
    return RENEW + "?" + "&".join(f"{name}={value}" for name, value in chosen.items())


def test_a_season_is_renewed_once(each: Registry, office: Client) -> None:
    plain = [each.licence(each.person("Ana", f"Gil {number}")) for number in range(4)]
    stopped = each.licence(each.person("Bea", "Parada"))
    actions.act_on_licence(licence=stopped, act=LicenceAct.SUSPEND, reason="Impago", by=each.office)
    young = each.licence(each.person("Cai", "Joven"))
    Person.objects.filter(pk=young.person_id).update(birth_date=date(2015, 1, 1))
    each.licence(each.person("Dan", "Sinclub"), club=each.other)
    each.other.state = ClubState.INACTIVE
    each.other.save()
    path = renewal_of(each)

    page = office.get(path)
    seen = page.context["preview"]
    assert (len(seen.ready), seen.done, seen.excluded) == (4, 0, 3)
    assert {group.reason: [row.name for row in group.rows] for group in seen.left_out} == {
        "No está concedida: está solicitada o suspendida.": ["Parada, Bea"],
        "Su club está de baja.": ["Sinclub, Dan"],
        "Será menor de edad y no consta cómo avisar a quien responde por él.": ["Joven, Cai"],
    }
    form = fields(mark=seen.mark)
    assert [office.post(path, form).status_code for _ in range(2)] == [302, 302]
    made = Licence.objects.filter(season=each.after)
    assert sorted(made.values_list("number", flat=True)) == sorted(each.number for each in plain)
    assert {(row.state, row.valid_from, row.valid_to) for row in made} == {
        ("granted", each.after.starts_on, each.after.ends_on)
    }
    after = office.get(path)
    assert "4 licencias renovadas." in after.content.decode()
    seen = after.context["preview"]
    assert (len(seen.ready), seen.done, seen.excluded) == (0, 4, 3)
    again = office.post(path, fields(mark=seen.mark))
    assert again.status_code == 422
    assert "No queda ninguna licencia que se pueda renovar." in again.content.decode()
    assert made.count() == 4


def test_only_what_was_seen_is_renewed(each: Registry, office: Client) -> None:
    each.licence(each.person("Ana"))
    path = renewal_of(each)
    mark = office.get(path).context["preview"].mark
    each.licence(each.person("Bea"))
    answer = office.post(path, fields(mark=mark))
    assert answer.status_code == 409
    assert "Las licencias han cambiado mientras mirabas" in answer.content.decode()
    assert len(answer.context["preview"].ready) == 2
    assert not Licence.objects.filter(season=each.after).exists()


def test_a_renewal_of_one_club_alone(each: Registry, office: Client) -> None:
    each.licence(each.person("Ana"), "1")
    each.licence(each.person("Bea"), "2", club=each.other)
    path = renewal_of(each, club=each.other.pk)
    office.post(path, fields(mark=office.get(path).context["preview"].mark))
    assert [row.number for row in Licence.objects.filter(season=each.after)] == ["2"]


def test_a_renewal_backwards_is_refused(each: Registry, office: Client) -> None:
    page = office.get(renewal_of(each, de=each.after.pk, a=each.before.pk))
    assert page.context["preview"] is None
    assert "Elige una temporada posterior" in page.content.decode()
    assert office.post(RENEW, fields()).status_code == 422


# ---------------------------------------------------------------- taken away
def test_the_list_is_taken_away_as_it_is_narrowed(each: Registry, office: Client) -> None:
    each.licence(each.person("Ana", "Gil"), "0042", each.after)
    each.licence(each.person("Bea", "Gil"), "0043", each.after, club=each.other)
    answer = office.get(f"{LIST}?club={each.club.pk}&formato=csv")
    _head, line = answer.getvalue().decode("utf-8-sig").splitlines()  # type: ignore[attr-defined]
    assert line.startswith("0042;Gil;;Ana;jugador;")
    assert line.endswith(";Peña Uno;Absoluta;2026-27;01/09/2026;31/08/2027")
    assert DataAccess.objects.get().detail == "Licencias (Club: Peña Uno)"
    assert office.get(f"{LIST}?formato=xlsx").content.startswith(b"PK")
