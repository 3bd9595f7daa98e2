"""What happens to a partida as a whole, written by whoever may: sheet, incident, and who is refused."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.actions import partida_events, sheets
from matches.actions.pins import Identified
from matches.models import Incident, SheetEntry
from matches.rules.sheet import EndedHow, Phase
from matches.rules.sides import Side
from tests.factories import tables as at_table
from tests.factories import world
from tests.matches.actions.test_table_events import seated, state, text_of

pytestmark = pytest.mark.django_db

HOME, AWAY = Side.HOME, Side.AWAY


# ---------------------------------------------------------------- art. 17, time
def test_an_interruption_always_reaches_the_acta() -> None:
    each, phone = seated()
    partida_events.report_interruption(
        partida_id=each.partida().pk,
        person=each.person(HOME, 1).pk,
        cause="Indisposición",
        minutes=1,
        announced=True,
        measure="Se espera",
        by=world.again(phone),
    )
    incident = Incident.objects.get()
    assert (incident.kind, list(incident.people.all())) == ("interruption", [each.person(HOME, 1)])
    assert text_of(incident) == (
        "Indisposición. Dura 1 minuto. Se había avisado antes de la partida. Medida adoptada: Se espera."
    )


def mark(each: world.World, by: world.Actor, *, hand_in_play: bool = True) -> None:
    partida_events.mark_time(partida_id=each.partida().pk, hand_in_play=hand_in_play, by=world.again(by))


def test_the_time_is_marked_when_it_is_over_and_earlier_only_by_the_judge() -> None:
    with time_machine.travel(world.NOW, tick=False) as clock:
        each, phone = seated(time_limit_minutes=30)
        clock.shift(timedelta(minutes=29))
        with pytest.raises(RuleError, match="time_not_over"):
            mark(each, phone)
        clock.shift(timedelta(minutes=1))
        mark(each, phone)
        assert state(each).last_hand
        at_table.play_hand(each, each.partida(), phone, 30)
    assert (state(each).phase, state(each).ended_how) == (Phase.ENDED, EndedHow.TIME)
    with pytest.raises(RuleError, match="partida_over"):
        mark(each, each.director())


def test_the_judge_marks_the_time_by_his_own_watch() -> None:
    each, _phone = seated(time_limit_minutes=30)
    mark(each, each.director())
    with pytest.raises(ConflictError, match="time_marked_already"):
        mark(each, each.director())


# ---------------------------------------------------------------- art. 20
def suspend(each: world.World, by: world.Actor, **kwargs: object) -> SheetEntry:
    return partida_events.suspend_partida(
        partida_id=each.partida().pk,
        reason="Se va la luz.",
        by=world.again(by),
        **kwargs,  # type: ignore[arg-type]
    )


def test_the_judge_suspends_and_the_next_partida_may_begin() -> None:
    each, phone = seated()
    at_table.play_hand(each, each.partida(), phone, 40)
    with pytest.raises(ForbiddenError, match="only_the_judge"):
        suspend(each, phone)
    suspend(each, each.director())
    assert (state(each).phase, state(each).totals.home) == (Phase.SUSPENDED, 40)
    incident = Incident.objects.get()
    assert (incident.kind, incident.article, text_of(incident)) == ("suspension", "20", "Se va la luz.")
    assert state(each, 2).phase is Phase.NAMING
    with pytest.raises(RuleError, match="partida_suspended"):
        suspend(each, each.director())


def test_without_a_judge_both_captains_suspend() -> None:
    each, phone = seated(judge=False)
    with pytest.raises(ForbiddenError, match="only_captains"):
        suspend(each, phone)
    with pytest.raises(RuleError) as found:
        suspend(each, each.captain(AWAY))
    assert (found.value.code, found.value.field) == ("captains_needed", "pin")
    suspend(each, each.captain(AWAY), rival=Identified(each.person(HOME, 0).pk, "pin", "cuenta-away"))
    assert state(each).phase is Phase.SUSPENDED


def test_abandoning_gives_the_partida_whole_to_the_rival() -> None:
    each, phone = seated()
    at_table.play_hand(each, each.partida(), phone, 40)
    person = each.person(HOME, 1).pk
    partida_events.report_abandonment(
        partida_id=each.partida().pk, person=person, reason="Se marcha enfadado.", by=each.director()
    )
    now = state(each)
    assert (now.winner, now.totals.home, now.totals.away) == (AWAY, 40, 300)
    assert Incident.objects.get().kind == "abandonment"


def absent(each: world.World, person: int) -> SheetEntry:
    return partida_events.report_absence(
        partida_id=each.partida().pk, person=person, reason="Le llaman del hospital.", by=each.director()
    )


def test_a_justified_absence_waits_for_the_last_substitute() -> None:
    each, _phone = seated()
    with pytest.raises(RuleError, match="substitute_may_enter"):
        absent(each, each.person(HOME, 1).pk)
    each.encounter.line_ups.get(side="home").slots.filter(board=None).delete()
    absent(each, each.person(HOME, 1).pk)
    assert (state(each).phase, Incident.objects.get().kind) == (Phase.SUSPENDED, "suspension")


def test_the_regulation_may_make_it_an_abandonment() -> None:
    each, _phone = seated(justified_absence_without_substitute="abandonment")
    each.encounter.line_ups.get(side="home").slots.filter(board=None).delete()
    absent(each, each.person(HOME, 1).pk)
    assert state(each).ended_how is EndedHow.ABANDONMENT


def substitute(each: world.World, by: world.Actor, **kwargs: object) -> SheetEntry:
    return sheets.substitute(
        partida_id=each.partida().pk,
        player_out=each.person(AWAY, 1).pk,
        player_in=each.person(AWAY, 2).pk,
        reason="Le llaman del hospital.",
        by=world.again(by),
        **kwargs,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("option", ["both_captains", "committee"])
def test_who_allows_a_substitution_during_play_without_a_judge(option: str) -> None:
    each, phone = seated(judge=False, absence_without_judge=option)
    at_table.play_hand(each, each.partida(), phone, 40)
    rival = Identified(each.person(HOME, 0).pk, "pin", "cuenta-away")
    if option == "committee":
        with pytest.raises(RuleError, match="absence_to_committee"):
            substitute(each, each.captain(AWAY), rival=rival)
        return
    with pytest.raises(RuleError, match="captains_needed"):
        substitute(each, each.captain(AWAY))
    entry = substitute(each, each.captain(AWAY), rival=rival)
    assert entry.data["captains"] == [str(each.person(AWAY, 0).pk), str(each.person(HOME, 0).pk)]


# ---------------------------------------------------------------- before play
def test_a_pair_that_does_not_come_loses_without_a_hand() -> None:
    each = world.playing()
    partida_events.report_no_show(partida_id=each.partida().pk, sides=[AWAY], by=each.director())
    now = state(each)
    assert (now.ended_how, now.winner, now.totals.home) == (EndedHow.NOT_PLAYED, HOME, 300)
    assert text_of(Incident.objects.get()) == "No comparece: Los Molinos."


def test_who_comes_late_gives_what_the_ladder_says() -> None:
    each = world.playing(parameters={"late_arrival": [[10, 20], [30, 60]]})
    partida_events.report_late(partida_id=each.partida().pk, side=AWAY, minutes=12, by=each.director())
    assert state(each).totals.home == 20
    assert text_of(Incident.objects.get()) == "Los Molinos llega con 12 minutos de retraso."
    with pytest.raises(ConflictError, match="late_noted_already"):
        partida_events.report_late(partida_id=each.partida().pk, side=AWAY, minutes=12, by=each.director())
