"""Squads as the office writes them: joining, leaving, moving, captains; and two of them at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine

from competitions.actions import captaincy, setup, squads
from federation.models import AuditEntry, Person, RosterEntry, RosterRole
from federation.queries.audit import problems
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from tests.competitions import squads_world
from tests.competitions.squads_world import NOW, TODAY, Squads

SHUT = {"from": "2026-09-01", "to": "2026-10-31"}
TOMORROW = TODAY + timedelta(days=1)
YESTERDAY = TODAY - timedelta(days=1)


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(NOW, tick=True):
        yield


@pytest.fixture
def each(db: None) -> Squads:
    return squads_world.build()


def refused(code: str, field: str | None = None, error: type[RuleError] = RuleError):
    return pytest.raises(error, check=lambda found: (found.code, found.field) == (code, field))


def told(chain: str) -> list[tuple[str, dict]]:
    entries = AuditEntry.objects.filter(chain=chain).order_by("seq").select_related("detail")
    return [(entry.verb, entry.detail.data) for entry in entries]


# ---------------------------------------------------------------- joining
def test_somebody_joins_from_a_day_on(each: Squads) -> None:
    who = each.person()
    made = each.join(each.first, who, day=TODAY)
    assert (made.valid_from, made.valid_to, made.role) == (TODAY, None, "player")
    assert each.squad(each.first, YESTERDAY) == {}
    assert told(f"team:{each.first.pk}") == [
        ("squad.joined", {"person": who.pk, "role": "player", "from": "2026-11-14"})
    ]
    assert list(problems()) == []


def test_two_squads_of_one_competition_are_refused_whatever_is_said(each: Squads) -> None:
    who = each.person()
    each.join(each.first, who)
    with refused("two_squads", "person"):
        each.join(each.rival, who, reason="Lo manda el presidente")
    with refused("already_in_squad", "person"):
        each.join(each.first, who, day=TODAY)
    each.join(each.second, who, day=TODAY)
    assert RosterEntry.objects.filter(person=who).count() == 2


def test_a_team_is_not_entered_where_its_people_are_already(each: Squads) -> None:
    both, leaves = each.person("Ríos"), each.person("Ido")
    for who in (both, leaves):
        each.join(each.first, who)
        each.join(each.second, who)
    gone = RosterEntry.objects.get(person=leaves, team=each.second)
    squads.leave_squad(entry=gone, last_day=YESTERDAY, by=each.registry.office)
    with pytest.raises(RuleError) as found:
        setup.enter_team(competition=each.division_one, team=each.second, lot=9, by=None)
    assert (found.value.code, found.value.data) == ("squads_share_people", {"people": "Nombre01 Ríos"})
    entry = RosterEntry.objects.get(person=both, team=each.second)
    squads.leave_squad(entry=entry, last_day=YESTERDAY, by=each.registry.office)
    assert setup.enter_team(competition=each.division_one, team=each.second, lot=9, by=None)


def test_a_window_passes_with_a_reason_that_is_recorded(db: None) -> None:
    each = squads_world.build(registration_window=SHUT)
    who = each.person()
    with refused("registration_closed", "reason"):
        each.join(each.first, who, day=TODAY)
    with refused("registration_closed", "reason"):
        each.join(each.first, who, day=TODAY, reason="   ")
    each.join(each.first, who, day=TODAY, reason="La solicitud llegó a tiempo")
    (exception, joined) = told(f"team:{each.first.pk}")
    assert exception == (
        "squad.exception",
        {"codes": ["registration_closed"], "reason": "La solicitud llegó a tiempo"},
    )
    assert joined[0] == "squad.joined"
    each.join(each.first, each.person(), day=date(2026, 10, 31))


def test_a_full_squad_is_full_for_the_office_too(db: None) -> None:
    each = squads_world.build(squad_max=2)
    for _ in range(2):
        each.join(each.first, each.person())
    with refused("squad_full", "person"):
        each.join(each.first, each.person(), reason="Uno más")
    each.join(each.first, each.person(), "non_playing_captain")


def test_a_day_that_the_team_has_played_needs_a_reason(each: Squads) -> None:
    each.play(date(2026, 11, 7))
    who = each.person()
    with refused("team_has_played", "reason"):
        each.join(each.first, who, day=date(2026, 11, 7))
    each.join(each.first, who, day=date(2026, 11, 7), reason="Estaba y no se anotó")
    each.join(each.first, each.person(), day=date(2026, 11, 8))


def test_there_is_one_captain_to_join_as(each: Squads) -> None:
    each.join(each.first, each.person(), "captain")
    for role in ("captain", "non_playing_captain"):
        with refused("captain_already", "role", ConflictError):
            each.join(each.first, each.person(), role)


def test_nobody_who_is_gone_joins(each: Squads) -> None:
    gone, kept = each.person(), each.person()
    Person.objects.filter(pk=gone.pk).update(merged_into=kept)
    with refused("person_gone", "person", ConflictError):
        each.join(each.first, gone)
    with refused("squad_outside_season", "day"):
        each.join(each.first, kept, day=date(2026, 8, 31))


# ---------------------------------------------------------------- leaving
def test_somebody_leaves_after_a_day_and_the_past_stands(each: Squads) -> None:
    entry = each.join(each.first, each.person())
    squads.leave_squad(entry=entry, last_day=TODAY, by=each.registry.office)
    assert len(each.squad(each.first, TODAY)) == 1
    assert each.squad(each.first, TOMORROW) == {}
    with refused("later_than_it_ends", "day"):
        squads.leave_squad(entry=entry, last_day=TOMORROW, by=each.registry.office)
    squads.leave_squad(entry=entry, last_day=YESTERDAY, by=each.registry.office)
    with refused("place_over", error=ConflictError):
        squads.leave_squad(entry=entry, last_day=YESTERDAY, by=each.registry.office)


def test_who_has_played_since_is_not_sent_away_before_it_without_a_reason(each: Squads) -> None:
    entry = each.join(each.first, each.person())
    each.play(date(2026, 11, 7))
    with refused("dates_reversed", "day"):
        squads.leave_squad(entry=entry, last_day=date(2026, 8, 1), by=each.registry.office)
    with refused("team_has_played", "reason"):
        squads.leave_squad(entry=entry, last_day=date(2026, 11, 6), by=each.registry.office)
    squads.leave_squad(entry=entry, last_day=date(2026, 11, 7), by=each.registry.office)


def test_an_acting_captain_is_dismissed_before_he_leaves(each: Squads) -> None:
    who = each.person()
    entry = each.join(each.first, who)
    days = captaincy.Days(TODAY, TODAY + timedelta(days=10))
    acting = captaincy.name_acting_captain(team=each.first, person=who, term=days, by=each.registry.office)
    with refused("acts_as_captain", error=ConflictError):
        squads.leave_squad(entry=entry, last_day=TODAY, by=each.registry.office)
    squads.leave_squad(entry=entry, last_day=TODAY + timedelta(days=10), by=each.registry.office)
    captaincy.dismiss_acting_captain(acting=acting, by=each.registry.office)
    squads.leave_squad(entry=entry, last_day=TODAY, by=each.registry.office)


def test_a_place_that_has_not_begun_is_taken_back(each: Squads) -> None:
    begun, ahead = each.join(each.first, each.person()), each.join(each.first, each.person(), day=TOMORROW)
    with refused("place_begun", error=ConflictError):
        squads.take_out(entry=begun, by=each.registry.office)
    squads.take_out(entry=ahead, by=each.registry.office)
    with refused("place_over", error=ConflictError):
        squads.take_out(entry=ahead, by=each.registry.office)
    assert list(RosterEntry.objects.all()) == [begun]


# ---------------------------------------------------------------- captains
def captains(each: Squads) -> tuple[Person, Person, Person]:
    """A captain, a vice-captain and a player of the first team."""
    people = (each.person(), each.person(), each.person())
    for who, role in zip(people, ("captain", "vice_captain", "player"), strict=True):
        each.join(each.first, who, role)
    return people


def appoint(each: Squads, who: Person | None, role: str = "captain", day: date = TOMORROW) -> None:
    squads.appoint(team=each.first, person=who, role=RosterRole(role), day=day, by=each.registry.office)


def test_the_captaincy_passes_on_a_day_and_past_rows_stay(each: Squads) -> None:
    old, vice, new = captains(each)
    before = {row.pk: (row.role, row.valid_from) for row in RosterEntry.objects.all()}
    appoint(each, new)
    assert each.squad(each.first, TODAY)[old.given_name] == "captain"
    assert each.squad(each.first, TOMORROW) == {
        old.given_name: "player",
        vice.given_name: "vice_captain",
        new.given_name: "captain",
    }
    assert {row.pk: (row.role, row.valid_from) for row in RosterEntry.objects.filter(pk__in=before)} == before
    assert [verb for verb, _ in told(f"team:{each.first.pk}")][-2:] == ["squad.role_changed"] * 2
    # It is changed back on the same day, which has not come.
    appoint(each, old)
    assert each.squad(each.first, TOMORROW)[old.given_name] == "captain"
    entry = RosterEntry.objects.get(person=new, valid_to=None)
    with refused("place_follows_another", error=ConflictError):
        squads.take_out(entry=entry, by=each.registry.office)


def test_the_vice_captaincy_may_stay_empty_and_the_captaincy_may_not(each: Squads) -> None:
    captains(each)
    appoint(each, None, "vice_captain")
    assert "vice_captain" not in each.squad(each.first, TOMORROW).values()
    with refused("person_needed", "person"):
        appoint(each, None)


def test_when_the_captaincy_cannot_change(each: Squads) -> None:
    _old, vice, new = captains(each)
    each.play(TODAY)
    with refused("dates_past", "day"):
        appoint(each, new, day=YESTERDAY)
    with refused("captain_has_played", "day", ConflictError):
        appoint(each, new, day=TODAY)
    with refused("squad_outside_season", "day"):
        appoint(each, new, day=date(2027, 9, 1))
    with refused("not_in_squad_that_day", "person"):
        appoint(each, each.person())
    appoint(each, new, day=TODAY + timedelta(days=9))
    with refused("change_scheduled", "day", ConflictError):
        appoint(each, vice)


def test_a_captain_who_begins_to_play_joins_the_players(db: None) -> None:
    each = squads_world.build(squad_max=1, registration_window=SHUT)
    captain = each.person()
    each.join(each.first, captain, "non_playing_captain")
    with refused("registration_closed", "reason"):
        appoint(each, captain)
    each.join(each.first, each.person())
    with refused("squad_full", "person"):
        appoint(each, captain)


# ---------------------------------------------------------------- moving
def move(each: Squads, entry: RosterEntry, day: date = TODAY, **values: Any) -> RosterEntry:
    fields = {"to": each.rival, "by": each.registry.office, **values}
    return squads.transfer(entry=entry, day=day, **fields)


def test_a_player_moves_in_one_act(each: Squads) -> None:
    who = each.person()
    entry = each.join(each.first, who)
    made = move(each, entry)
    entry.refresh_from_db()
    assert (entry.valid_to, made.valid_from, made.team) == (YESTERDAY, TODAY, each.rival)
    # Field report 37: November tells the old team, later days the new one.
    assert each.squad(each.first, YESTERDAY) and not each.squad(each.first, TODAY)
    assert each.squad(each.rival, TODAY) == {who.given_name: "player"}
    assert told(f"team:{each.first.pk}")[-1][0] == "squad.transferred"
    assert told(f"team:{each.rival.pk}")[-1][0] == "squad.joined"


def test_a_move_that_is_refused_leaves_everything_as_it_was(db: None) -> None:
    each = squads_world.build(transfer_window=SHUT, squad_max=2)
    entry = each.join(each.first, each.person())
    with refused("transfer_closed", "reason"):
        move(each, entry)
    for _ in range(2):
        each.join(each.rival, each.person())
    with refused("squad_full", "person"):
        move(each, entry, reason="x")
    with refused("transfer_to_itself", "to"):
        move(each, entry, to=each.first)
    with refused("dates_reversed", "day"):
        move(each, entry, day=entry.valid_from)
    entry.refresh_from_db()
    assert entry.valid_to is None
    assert [verb for verb, _ in told(f"team:{each.first.pk}")] == ["squad.joined"]


def test_a_move_meets_the_two_squads_rule_of_the_team_that_he_keeps(each: Squads) -> None:
    who = each.person()
    kept, entry = each.join(each.first, who), each.join(each.second, who)
    with refused("two_squads", "person"):
        move(each, entry, reason="x")
    move(each, kept, reason="x")
    assert RosterEntry.objects.filter(person=who, valid_to=None).count() == 2


def test_nobody_moves_to_another_season(each: Squads) -> None:
    entry = each.join(each.first, each.person())
    each.rival.season = each.registry.before
    each.rival.save(update_fields=["season"])
    with refused("team_of_another_season", "to"):
        move(each, entry)


def test_only_the_office_writes_squads(each: Squads) -> None:
    who = each.person()
    entry = each.join(each.first, who)
    by = each.registry.stranger
    acts: list[Callable[[], object]] = [
        lambda: each.join(each.second, who, by=by),
        lambda: squads.leave_squad(entry=entry, last_day=TODAY, by=by),
        lambda: squads.take_out(entry=entry, by=by),
        lambda: squads.appoint(team=each.first, person=who, role=RosterRole.CAPTAIN, day=TOMORROW, by=by),
        lambda: squads.transfer(entry=entry, to=each.rival, day=TODAY, by=by),
    ]
    for act in acts:
        with refused("only_office", error=ForbiddenError):
            act()


# ---------------------------------------------------------------- two at once
def codes(found: list[Any]) -> list[str]:
    return sorted(
        getattr(result, "code", repr(result)) if isinstance(result, Exception) else "done" for result in found
    )


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_a_team_is_entered_while_its_player_joins_a_rival(self, run_together) -> None:
        each = squads_world.build()
        who = each.person()
        each.join(each.second, who)
        found = run_together(
            lambda: each.join(each.first, who),
            lambda: setup.enter_team(competition=each.division_one, team=each.second, lot=9, by=None),
        )
        assert codes(found) in (["done", "two_squads"], ["done", "squads_share_people"])

    def test_two_teams_of_a_competition_take_one_person(self, run_together) -> None:
        each = squads_world.build()
        who = each.person()
        found = run_together(lambda: each.join(each.first, who), lambda: each.join(each.rival, who))
        assert codes(found) == ["done", "two_squads"]

    def test_the_last_place_of_a_squad_is_given_once(self, run_together) -> None:
        each = squads_world.build(squad_max=1)
        first, second = each.person(), each.person()
        found = run_together(lambda: each.join(each.first, first), lambda: each.join(each.first, second))
        assert codes(found) == ["done", "squad_full"]

    def test_two_captains_are_appointed_at_once(self, run_together) -> None:
        each = squads_world.build()
        _old, vice, new = captains(each)
        found = run_together(lambda: appoint(each, vice), lambda: appoint(each, new))
        assert codes(found) == ["done", "done"]
        assert list(each.squad(each.first, TOMORROW).values()).count("captain") == 1

    def test_two_move_each_other_s_players_without_waiting_for_ever(self, run_together) -> None:
        each = squads_world.build()
        mine, theirs = each.join(each.first, each.person()), each.join(each.rival, each.person())
        found = run_together(lambda: move(each, mine), lambda: move(each, theirs, to=each.first))
        assert codes(found) == ["done", "done"]

    def test_one_player_is_moved_once(self, run_together) -> None:
        each = squads_world.build()
        entry = each.join(each.first, each.person())
        found = run_together(lambda: move(each, entry), lambda: move(each, entry))
        assert codes(found) == ["done", "place_over"]
        assert RosterEntry.objects.filter(valid_to=None).count() == 1
