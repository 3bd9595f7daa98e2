"""A person's page: licences, teams and encounters as they were then, whoever he belongs to now."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from competitions.actions import setup
from competitions.models import Encounter, Outcome
from federation import clock
from federation.actions import licences, people, registry
from federation.models import DataAccess, LicenceKind, Person, RosterEntry
from federation.rules.licences import LicenceAct
from matches.models import Appearance, BoardAppearance
from matches.rules.sides import Side
from tests.factories import world
from tests.federation import staff
from tests.federation.staff import inside

pytestmark = pytest.mark.django_db


@pytest.fixture
def each() -> world.World:
    return world.build()


@pytest.fixture
def office() -> Client:
    return inside(staff.office("oficina@example.org"))


def page_of(who: Person) -> str:
    return f"/secretaria/personas/{who.pk}/"


def encounter(each: world.World, number: int, day: datetime) -> Encounter:
    """The same two teams again, in a round of their own."""
    first = each.encounter
    round_ = setup.add_round(
        competition=first.round.competition, number=number, starts_on=day.date(), by=None
    )
    return setup.schedule_encounter(
        in_round=round_, number=1, home=first.home, away=first.away, venue=first.venue, at=day, by=None
    )


def played(where: Encounter, who: Person, side: str, home: int, away: int, **values: object) -> None:
    """The person sat at board 1 of a side, and the encounter ended so."""
    row = Appearance.objects.create(encounter=where, round=where.round, person=who, side=side)
    BoardAppearance.objects.create(appearance=row, block=1, board=1)
    _outcome(where, home, away, **values)


def _outcome(where: Encounter, home: int, away: int, **values: object) -> None:
    figures = {f"{side}_{name}": 0 for side in ("home", "away") for name in ("boards", "tantos", "points")}
    winner = "" if home == away else "home" if home > away else "away"
    fields = {"version": 1, "kind": "sealed", "at": clock.now(), "winner": winner, **figures, **values}
    Outcome.objects.create(encounter=where, home_partidas=home, away_partidas=away, **fields)
    # Only what has ended has a result in force.
    Encounter.objects.filter(pk=where.pk).update(state="final")


def rows(page: object) -> list[tuple[str, str, str, str, str]]:
    found = page.context["page"].played
    return [(f"{row.day:%m}", row.team, row.rival, row.score, row.result) for row in found]


def tallies(page: object) -> dict[str, tuple[int, int, int, int]]:
    return {
        each.name: (each.played, each.won, each.level, each.lost) for each in page.context["page"].tallies
    }


def test_after_a_transfer_november_still_shows_the_old_team(each: world.World, office: Client) -> None:
    """Field report 37: until 15 January in one team, then in the other; results are counted for each."""
    who = each.person(Side.HOME, 3)
    old, new = each.teams[Side.HOME], each.teams[Side.AWAY]
    RosterEntry.objects.filter(person=who, team=old).update(valid_to=date(2027, 1, 15))
    registry.add_to_squad(
        team=new, person=who, role="player", valid_from=date(2027, 1, 16), valid_to=None, by=None
    )
    held = who.licences.get()
    terms = licences.terms_of(held)
    licences.change_licence(
        licence=held,
        terms=licences.Terms(terms.kind, new.club, terms.category, terms.valid_from, terms.valid_to),
        reason="Traspaso",
        by=each.office,
    )
    played(each.encounter, who, "home", 5, 3)
    played(encounter(each, 20, datetime(2027, 2, 6, 19, tzinfo=UTC)), who, "away", 6, 2)
    played(encounter(each, 21, datetime(2027, 2, 13, 19, tzinfo=UTC)), who, "away", 4, 4)

    with time_machine.travel(datetime(2027, 3, 1, tzinfo=UTC), tick=False):
        page = inside(staff.office("marzo@example.org")).get(page_of(who))
    assert rows(page) == [
        ("02", "Los Molinos", "La Seis Doble", "4–4", "empató"),
        ("02", "Los Molinos", "La Seis Doble", "2–6", "perdió"),
        ("11", "La Seis Doble", "Los Molinos", "5–3", "ganó"),
    ]
    assert tallies(page) == {"La Seis Doble": (1, 1, 0, 0), "Los Molinos": (2, 0, 1, 1)}
    squads = [(row.team, row.dates, row.now) for row in page.context["page"].squads]
    assert squads == [
        ("Los Molinos", "desde el 16 ene 2027", True),
        ("La Seis Doble", "1 sep 2026 – 15 ene 2027", False),
    ]
    steps = [step.text for card in page.context["page"].licences for step in card.steps]
    assert steps[-1] == f"Corregida (club: — → {new.club})"


def test_only_what_counts_is_counted(each: world.World, office: Client) -> None:
    """A pending result, an annulled one, and sitting on the bench count for nobody; a correction counts."""
    who = each.person(Side.HOME, 3)
    days = [datetime(2026, 12, day, 19, tzinfo=UTC) for day in (1, 8, 15, 22, 29)]
    pending, annulled, bench, corrected, ahead = (
        encounter(each, 30 + number, day) for number, day in enumerate(days)
    )
    played(pending, who, "home", 4, 2, is_pending=True)
    played(annulled, who, "home", 8, 0)
    _outcome(annulled, 8, 0, version=2, kind="annulled")
    Appearance.objects.create(encounter=bench, round=bench.round, person=who, side="home")
    _outcome(bench, 8, 0)
    played(corrected, who, "home", 5, 3)
    _outcome(corrected, 3, 5, version=2, kind="corrected")
    Appearance.objects.create(encounter=ahead, round=ahead.round, person=who, side="home")

    page = office.get(page_of(who))
    assert tallies(page) == {"La Seis Doble": (1, 0, 0, 1)}
    shown = {row.day.day: (row.score, row.result, row.boards) for row in page.context["page"].played}
    assert shown == {
        1: ("4–2", "", "mesa 1"),
        8: ("8–0", "", "mesa 1"),
        15: ("8–0", "ganó", "suplente"),
        22: ("3–5", "perdió", "mesa 1"),
        29: ("", "", "suplente"),
    }


def test_a_judge_has_the_encounters_that_he_judges(each: world.World, office: Client) -> None:
    who = each.judge.person
    page = office.get(page_of(who))
    assert [row.name for row in page.context["page"].judged] == ["La Seis Doble – Los Molinos"]
    assert "No se ha alineado en ninguno." in page.content.decode()


def test_the_page_costs_the_same_for_one_and_for_thirty(each: world.World, office: Client) -> None:
    who = each.person(Side.HOME, 3)
    played(each.encounter, who, "home", 5, 3)

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert office.get(page_of(who)).status_code == 200
        return len(queries)

    cost()
    one = cost()
    for number in range(30):
        day = datetime(2026, 12, 1, 19, tzinfo=UTC) + timedelta(days=number)
        played(encounter(each, 40 + number, day), who, "home" if number % 2 else "away", 5, 3)
        season = registry.open_season(
            name=f"T{number}",
            starts_on=date(2040 + number, 9, 1),
            ends_on=date(2041 + number, 8, 31),
            by=None,
        )
        world.licence(who, season, f"K{number}", kind=LicenceKind.COACH)
        held = who.licences.get(season=season)
        licences.act_on_licence(licence=held, act=LicenceAct.SUSPEND, reason="Impago", by=each.office)
    assert cost() == one


def test_document_and_contacts_are_behind_a_look_that_is_noted(each: world.World, office: Client) -> None:
    details = people.Details(document_kind="DNI", document="12345678Z", phone="600111222")
    who = people.enter_person(name=people.Name("Ana", "Gil"), details=details, by=None)
    said = office.get(page_of(who)).content.decode()
    assert "12345678Z" not in said
    assert "600111222" not in said
    assert f"{page_of(who)}datos/" in said
    assert not DataAccess.objects.exists()


def test_a_minor_is_marked(each: world.World, office: Client) -> None:
    details = people.Details(guardian_name="Eva", guardian_phone="600000000")
    young = people.Name("Nico", "Gil", birth_date=date(clock.today().year - 10, 1, 1))
    who = people.enter_person(name=young, details=details, by=None)
    assert "Menor de edad" in office.get(page_of(who)).content.decode()
    assert "Menor de edad" not in office.get(page_of(each.person(Side.HOME, 3))).content.decode()


def test_a_merged_record_leads_to_the_one_that_was_kept(each: world.World, office: Client) -> None:
    kept, gone = (staff.person(given, "Gil") for given in ("Una", "Otra"))
    played(each.encounter, gone, "away", 2, 6)
    Person.objects.filter(pk=gone.pk).update(merged_into=kept)
    answer = office.get(page_of(gone), follow=True)
    assert answer.redirect_chain == [(page_of(kept), 302)]
    assert "La ficha que buscabas se unió a esta." in answer.content.decode()
    # What he played under the other record he has played.
    assert rows(answer) == [("11", "Los Molinos", "La Seis Doble", "6–2", "ganó")]
    assert tallies(answer) == {"Los Molinos": (1, 1, 0, 0)}


def test_an_erased_person_says_so_and_offers_nothing(each: world.World, office: Client) -> None:
    who = staff.person("Persona", "Suprimida")
    Person.objects.filter(pk=who.pk).update(erased_at=clock.now())
    said = office.get(page_of(who)).content.decode()
    assert "Sus datos se suprimieron el" in said
    for path in ("editar/", "datos/", "foto/", "licencias/nueva/"):
        assert f"{page_of(who)}{path}" not in said


def test_hostile_names_break_nothing(each: world.World, office: Client) -> None:
    for given, surname in (
        ("<script>alert(1)</script>", "O'Neill"),
        ("A" * 60, "Ñ" * 60),
        ("محمد", "🎉 Gil"),
    ):
        who = staff.person(given, surname)
        page = office.get(page_of(who))
        assert page.status_code == 200
        assert b"<script>alert" not in page.content
