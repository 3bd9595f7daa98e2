"""A competition's calendar from a file, and results compared with the official ones."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.utils import timezone

from competitions.actions import results, setup
from competitions.models import Competition, Encounter, Entry, Outcome, Round
from federation.actions import registry, regulations
from federation.actions.imports import undoing, uploading
from federation.models import AuditEntry, Import, Role, Team
from federation.queries.audit import problems
from federation.rules.errors import ConflictError, RuleError
from tests.federation import registry_world, staff
from tests.federation.imports import making
from tests.federation.registry_world import Registry

pytestmark = pytest.mark.django_db
CALENDAR = ("Jornada", "Fecha", "Hora", "Local", "Visitante", "Sede")
RESULTS = ("Jornada", "Local", "Visitante", "Resultado")


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(datetime(2026, 9, 2, 10, tzinfo=UTC), tick=True):
        yield


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


@pytest.fixture
def league(each: Registry) -> Competition:
    """A league with three teams entered, and a fourth of the season that is not."""
    version = regulations.publish_version(
        name="Normas",
        discipline="domino",
        overrides={},
        valid_from=date(2026, 9, 1),
        reason="",
        by=None,
    )
    found = setup.create_competition(
        season=each.after,
        name="Liga",
        code="L",
        discipline="domino",
        entrants="teams",
        regulation_version=version,
        encounter_format=setup.create_format(
            name="Una mesa", boards=[setup.BoardSpec(1, 1, "domino", 2, 2)], by=None
        ),
        by=None,
    )
    for lot, name in enumerate(("Uno", "Dos", "Tres", "Cuatro"), start=1):
        club = (each.club, each.other)[lot % 2]
        venue = registry.register_venue(
            club=club, name=f"Local de {name}", address="", time_zone="Europe/Madrid", tables=(), by=None
        )
        team = registry.register_team(club=club, season=each.after, name=name, venue=venue, by=None)
        if name != "Cuatro":
            setup.enter_team(competition=found, team=team, lot=lot, by=None)
    return found


def bring(
    each: Registry, league: Competition, *rows: tuple[object, ...], kind: str = "calendar", by=None
) -> Import:
    headers = CALENDAR if kind == "calendar" else RESULTS
    return uploading.upload(
        kind=kind,
        season=None,
        competition_key=league.pk,
        name="calendario.csv",
        data=making.csv_of(headers, rows),
        by=by or each.office,
    )


ROWS = (
    (1, "05/10/2026", "20:30", "Uno", "Dos", ""),
    (1, "", "", "Tres", "DESCANSA", ""),
    (2, "25/10/2026", "20:30", "dos", "Tres", ""),
    (2, "26/10/2026", "00:15", "Uno", "Descansa", ""),
)


def test_rounds_and_encounters_come_with_their_moment_and_again_change_nothing(
    each: Registry, league: Competition
):
    source = bring(each, league, *ROWS)
    assert making.verdicts(source) == [(2, "new"), (3, "skipped"), (4, "new"), (5, "skipped")]
    making.applied(each, source)
    rounds = list(Round.objects.order_by("number").values_list("number", "starts_on"))
    assert rounds == [(1, date(2026, 10, 5)), (2, date(2026, 10, 25))]
    first, second = Encounter.objects.order_by("pk")
    # Half past eight on both sides of the change of the clocks.
    assert first.scheduled_at == datetime(2026, 10, 5, 18, 30, tzinfo=UTC)
    assert second.scheduled_at == datetime(2026, 10, 25, 19, 30, tzinfo=UTC)
    assert (str(first), first.venue.name, first.format) == ("Uno – Dos", "Local de Uno", league.format)
    assert making.verdicts(bring(each, league, *ROWS))[0] == (2, "equal")
    assert AuditEntry.objects.filter(chain=f"encounter:{first.pk}", verb="encounter.scheduled").count() == 1
    undoing.undo(source=source, by=each.office)
    assert (Encounter.objects.count(), Round.objects.count(), Entry.objects.count()) == (0, 0, 3)
    assert list(problems()) == []


def test_a_new_date_is_shown_beside_the_old_one_and_taken_back(each: Registry, league: Competition):
    making.applied(each, bring(each, league, *ROWS))
    source = bring(each, league, (1, "06/10/2026", "21:00", "Uno", "Dos", "Local de Dos"))
    assert source.rows.get().changes == [
        {"field": "date", "old": "05/10/2026 20:30", "new": "06/10/2026 21:00"},
        {"field": "venue", "old": "Local de Uno", "new": "Local de Dos"},
    ]
    making.applied(each, source)
    encounter = Encounter.objects.order_by("pk")[0]
    assert (encounter.scheduled_at.hour, encounter.venue.name, encounter.epoch) == (19, "Local de Dos", 1)
    undoing.undo(source=source, by=each.office)
    encounter.refresh_from_db()
    assert (encounter.scheduled_at.hour, encounter.venue.name, encounter.epoch) == (18, "Local de Uno", 2)


def test_a_team_that_is_not_entered_is_entered_when_somebody_says_so(each: Registry, league: Competition):
    source = bring(each, league, (1, "05/10/2026", "20:30", "Cuatro", "Uno", ""))
    team = Team.objects.get(name="Cuatro")
    assert making.codes(source) == [(2, "home", "team_not_entered")]
    after = making.answered(each, source, **{f"team_not_entered:{team.pk}:team": {"way": "take"}})
    making.applied(each, after)
    assert Entry.objects.get(team=team).lot == 4
    undoing.undo(source=after, by=each.office)
    assert not Entry.objects.filter(team=team).exists()


def test_a_name_that_no_team_has_is_said_once_for_all_its_rows(each: Registry, league: Competition):
    rows = [(1, "05/10/2026", "20:30", "Unno", "Dos", ""), (2, "12/10/2026", "20:30", "Tres", "Unno", "")]
    source = bring(each, league, *rows)
    (group,) = source.detected["questions"]
    assert (group["rows"], group["count"], group["asked"][0]["offers"][0][1]) == (2, 1, "Uno")
    after = making.answered(each, source, **{group["asked"][0]["key"]: {"way": "take"}})
    assert {verdict for _number, verdict in making.verdicts(after)} == {"new"}


@pytest.mark.parametrize(
    ("row", "column", "code"),
    [
        (("", "05/10/2026", "20:30", "Uno", "Tres", ""), "round", "import_round_missing"),
        ((3, "05/10/2026", "", "Uno", "Tres", ""), "date", "import_time_missing"),
        ((3, "05/10/2027", "20:30", "Uno", "Tres", ""), "date", "import_outside_season"),
        ((3, "31/02/2027", "20:30", "Uno", "Tres", ""), "date", "no_such_date"),
        ((3, "05/10/2026", "20:30", "Uno", "Tres", "Otro sitio"), "venue", "import_venue_unknown"),
        ((1, "05/10/2026", "20:30", "Tres", "Uno", ""), "away", "team_plays_already"),
        ((3, "05/10/2026", "20:30", "Uno", "uno", ""), "away", "team_against_itself"),
    ],
)
def test_a_row_that_cannot_enter_says_why(
    each: Registry, league: Competition, row: tuple, column: str, code: str
):
    making.applied(each, bring(each, league, *ROWS))
    assert (2, column, code) in making.codes(bring(each, league, row))


def test_what_has_begun_keeps_its_date_and_what_was_written_about_stays(each: Registry, league: Competition):
    source = making.applied(each, bring(each, league, *ROWS))
    encounter = Encounter.objects.order_by("pk")[0]
    Encounter.objects.filter(pk=encounter.pk).update(state="line_ups")
    again = bring(each, league, (1, "06/10/2026", "21:00", "Uno", "Dos", ""))
    assert making.codes(again) == [(2, "date", "import_encounter_begun")]
    with pytest.raises(ConflictError, match="import_has_dependants"):
        undoing.undo(source=source, by=each.office)


def test_the_sporting_director_imports_calendars_and_nothing_of_people(each: Registry, league: Competition):
    director = staff.staff("direccion@example.org", Role.SPORTING_DIRECTOR, who=staff.person())
    assert bring(each, league, *ROWS, by=director).state == "ready"
    with pytest.raises(RuleError, match="only_office"):
        making.upload(registry_world.Registry(**{**vars(each), "office": director}), b"x")


def test_results_are_compared_with_the_official_ones_and_never_written(each: Registry, league: Competition):
    making.applied(each, bring(each, league, *ROWS))
    encounter = Encounter.objects.order_by("pk")[0]
    Encounter.objects.filter(pk=encounter.pk).update(state="final")
    results.publish_outcome(
        encounter=encounter,
        kind="awarded",
        home=results.Score(8, 1, 0, 3),
        away=results.Score(0, 0, 0, 0),
        winner="home",
        is_pending=False,
        at=timezone.now(),
    )
    rows = [(1, "Uno", "Dos", "8-0"), (2, "Dos", "Tres", "5-3"), (1, "Tres", "Descansa", "")]
    source = bring(each, league, *rows, kind="results")
    assert making.verdicts(source) == [(2, "equal"), (3, "error"), (4, "skipped")]
    assert making.codes(source)[0] == (3, "result", "import_result_not_there")
    wrong = bring(each, league, (1, "Uno", "Dos", "5-3"), (7, "Uno", "Dos", "8-0"), kind="results")
    assert making.codes(wrong) == [
        (2, "result", "import_result_other"),
        (3, None, "import_encounter_unknown"),
    ]
    with pytest.raises(RuleError, match="import_only_compared"):
        making.applied(each, source, leave_out=True)
    assert Outcome.objects.count() == 1
