"""The committee's decisions about a partida (art. 20): who takes them, what they leave, where they lead."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from competitions.models import Encounter
from federation.actions import accounts
from federation.clock import now as clock_now
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.acta.recompute import recompute
from matches.actions import encounter_day, partida_events, resumptions, rulings, sheets, tables
from matches.models import Incident, Pen, Resumption, SheetEntry, TableSession
from matches.queries.acta_facts import content_of
from matches.queries.resumptions import resumption_of
from matches.rules.event_reports import RulingReport
from matches.rules.resumptions import Appointment
from matches.rules.sheet import EndedHow, Phase
from matches.rules.sheet_event_entries import RulingKind
from matches.rules.sides import Side
from tests.factories import tables as at_table
from tests.factories import world
from tests.factories.kept_rows import kept
from tests.matches.actions.test_partida_events import suspend
from tests.matches.actions.test_table_events import seated, state, text_of

pytestmark = pytest.mark.django_db

HOME, AWAY = Side.HOME, Side.AWAY
WHY = "El apagón no fue culpa de nadie."


@kept
def waiting(**parameters: object) -> world.World:
    """Partida 1 suspended with 40 to 25, in an encounter that is played."""
    each, phone = seated(**parameters)
    at_table.play_hand(each, each.partida(), phone, 40)
    at_table.play_hand(each, each.partida(), phone, 25, AWAY)
    suspend(each, each.director())
    return each


@kept
def halted(**parameters: object) -> world.World:
    """As `waiting`, and the encounter is suspended too."""
    each = waiting(**parameters)
    resumptions.suspend_encounter(
        encounter_id=each.encounter.pk, reason="No vuelve la luz.", by=each.director()
    )
    return each


def rule(
    each: world.World,
    kind: RulingKind,
    *,
    by: world.Actor | None = None,
    number: int = 1,
    resumes: Appointment | None = None,
    **told: object,
) -> SheetEntry:
    partida = each.partida(1, number)
    return rulings.rule_on_partida(
        partida_id=partida.pk,
        report=RulingReport(kind, **{"reason": WHY, **told}),  # type: ignore[arg-type]
        seen=partida.entries.count(),
        resumes=resumes,
        by=by or world.committee(),
    )


def in_a_week(each: world.World) -> Appointment:
    return Appointment(clock_now() + timedelta(days=7), each.encounter.venue_id)


def content_of_now(each: world.World) -> dict[str, Any]:
    """What the acta would say."""
    return content_of(
        each.reload(), number="D1", code="4KQ7-M2XR-9D", version=1, closed_by=[], how="committee"
    )


def moved(each: world.World) -> str:
    return Encounter.objects.get(pk=each.encounter.pk).state


# ------------------------------------------------------------------ who
def test_nobody_but_the_committee_decides() -> None:
    each = waiting()
    for by in (each.director(), each.captain(HOME), world.actor(each.office), world.actor(each.stranger)):
        with pytest.raises(ForbiddenError, match="only_the_committee"):
            rule(each, RulingKind.RESUME, by=by)


def test_of_the_committee_nobody_decides_where_he_is_a_party() -> None:
    each = waiting()
    accounts.give_role(user=each.vice, role="committee", by=None)
    with pytest.raises(ForbiddenError, match="ruling_in_own_encounter"):
        rule(each, RulingKind.RESUME, by=world.actor(each.vice))
    assert state(each).phase is Phase.SUSPENDED


# ------------------------------------------------------------------ what it leaves
def test_a_validated_score_is_written_with_its_reasons_and_its_article() -> None:
    each = waiting()
    entry = rule(each, RulingKind.VALIDATE)
    assert (state(each).ended_how, state(each).winner, state(each).totals.home) == (
        EndedHow.DECISION,
        HOME,
        40,
    )
    assert (entry.person, entry.account.email) == (None, "comite1@example.org")
    incident = Incident.objects.get(kind="ruling")
    assert (incident.article, incident.author, text_of(incident)) == (
        "20",
        None,
        f"Vale el tanteo que había. {WHY}",
    )
    assert moved(each) == "playing", "the other partida is still to be played"


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"reason": "  "}, "reason_required"),
        ({"reason": "x" * 1001}, "reason_long"),
        ({"winner": AWAY}, "winner_not_named_here"),
    ],
)
def test_what_a_decision_must_say(told: dict[str, object], code: str) -> None:
    each = waiting()
    with pytest.raises(RuleError) as found:
        rule(each, RulingKind.VALIDATE, **told)
    assert found.value.code == code


def test_a_sheet_that_has_moved_is_decided_on_anew() -> None:
    each = waiting()
    by = world.committee()
    rule(each, RulingKind.RESUME, by=by)
    with pytest.raises(ConflictError, match="sheet_moved"):
        rulings.rule_on_partida(
            partida_id=each.partida().pk,
            report=RulingReport(RulingKind.VALIDATE, WHY),
            seen=each.partida().entries.count() - 1,
            by=world.again(by),
        )


def test_a_finished_partida_falls_with_the_finding_in_the_acta() -> None:
    each, phone = seated()
    for _hand in range(4):
        at_table.play_hand(each, each.partida(), phone, 80)
    by = world.committee()
    with pytest.raises(RuleError) as found:
        rule(each, RulingKind.VOID_HAND, by=by, hand=1, revision=1)
    assert (found.value.code, found.value.field) == ("finding_needed", "distorted")
    rule(each, RulingKind.VOID_HAND, by=by, hand=1, revision=1, distorted=True)
    assert (state(each).phase, state(each).totals.home) == (Phase.PLAYING, 240)
    assert text_of(Incident.objects.get(kind="ruling")) == (
        f"La jugada es nula. Jugada 1. A su juicio, lo ocurrido ha tergiversado el resultado. {WHY}"
    )


def test_the_acta_recomputes_what_was_decided() -> None:
    each = waiting()
    partida_events.report_no_show(partida_id=each.partida(1, 2).pk, sides=[AWAY], by=each.director())
    rule(each, RulingKind.REPLAY_PARTIDA)
    phone = world.phone(each)
    at_table.take_pen(each, each.partida(), phone, each.person(HOME, 0).pk)
    for _hand in range(4):
        at_table.play_hand(each, each.partida(), phone, 80, AWAY)
    content = content_of_now(each)
    partida = content["boards"][0]["partidas"][0]["result"]
    assert (partida["home"], partida["away"], partida["hands"]) == (0, 320, 4)
    assert recompute(content) == []


def test_a_partida_waits_while_a_later_one_of_its_board_is_played() -> None:
    each = waiting()
    phone = world.phone(each)
    second = each.partida(1, 2)
    at_table.name(each, second, phone)
    at_table.take_pen(each, second, phone, each.person(HOME, 0).pk)
    sheets.confirm_seats(partida_id=second.pk, answer="none", reason="Nadie perdió.", by=world.again(phone))
    at_table.play_hand(each, second, phone, 40)
    by = world.committee()
    with pytest.raises(RuleError, match="later_partida_in_play"):
        rule(each, RulingKind.RESUME, by=by)
    rule(each, RulingKind.VALIDATE, by=by)
    assert (state(each, 2).seats_are_stale, state(each, 2).totals.home) == (False, 40)


# ------------------------------------------------------------------ where it leads
def test_a_suspended_encounter_goes_on_at_once() -> None:
    each = halted()
    rule(each, RulingKind.RESUME)
    assert moved(each) == "playing"
    assert (state(each).phase, state(each).totals.away) == (Phase.PLAYING, 25)


def test_it_goes_on_at_the_day_that_is_set_and_everybody_identifies_himself_again() -> None:
    with time_machine.travel(world.NOW, tick=False) as clock:
        each = halted()
        rule(each, RulingKind.RESUME, resumes=in_a_week(each))
        assert (moved(each), resumption_of(each.reload()).at) == ("suspended", world.NOW + timedelta(days=7))
        said = text_of(Incident.objects.get(kind="ruling"))
        assert said.endswith("Se reanuda el 5 de diciembre de 2026 a las 20:00 en Salón de La Seis Doble.")
        clock.shift(timedelta(days=6))
        with pytest.raises(RuleError, match="resumption_not_yet"):
            resumptions.resume_encounter(encounter_id=each.encounter.pk, by=each.director())
        clock.shift(timedelta(days=1))
        resumptions.resume_encounter(encounter_id=each.encounter.pk, by=each.director())
        assert (moved(each), resumption_of(each.reload())) == ("playing", None)
        assert not Pen.objects.filter(given_up_at=None).exists()
        assert not TableSession.objects.filter(ended_at=None).exists()
        phone = world.phone(each)
        sheets.substitute(
            partida_id=each.partida().pk,
            player_out=each.person(AWAY, 1).pk,
            player_in=each.person(AWAY, 2).pk,
            reason="No puede venir ese día.",
            by=each.director(),
        )
        at_table.take_pen(each, each.partida(), phone, each.person(HOME, 0).pk)
        at_table.play_hand(each, each.partida(), phone, 80)
    assert (state(each).hands[-1].number, state(each).totals.home) == (3, 120)
    assert str(each.person(AWAY, 2).pk) in state(each).seats


def test_the_last_decision_closes_the_encounter_for_its_signatures() -> None:
    each = waiting()
    partida_events.report_no_show(partida_id=each.partida(1, 2).pk, sides=[AWAY], by=each.director())
    resumptions.suspend_encounter(
        encounter_id=each.encounter.pk, reason="No vuelve la luz.", by=each.director()
    )
    rule(each, RulingKind.AHEAD_WINS)
    content = each.reload().acta_contents.get()
    assert (each.encounter.state, each.encounter.closed_at is not None) == ("closing", True)
    assert '"how":"committee"' in content.content


def test_a_day_belongs_to_what_is_played_in_a_suspended_encounter() -> None:
    each = waiting()
    by = world.committee()
    with pytest.raises(RuleError, match="resumption_while_playing"):
        rule(each, RulingKind.RESUME, by=by, resumes=in_a_week(each))
    resumptions.suspend_encounter(encounter_id=each.encounter.pk, reason="Apagón.", by=each.director())
    with pytest.raises(RuleError, match="nothing_to_resume"):
        rule(each, RulingKind.VALIDATE, by=by, resumes=in_a_week(each))
    with pytest.raises(RuleError) as found:
        rule(each, RulingKind.RESUME, by=by, resumes=Appointment(clock_now(), each.encounter.venue_id))
    assert (found.value.code, found.value.field) == ("resumption_past", "day")
    with pytest.raises(RuleError, match="venue_unknown"):
        rule(each, RulingKind.RESUME, by=by, resumes=Appointment(in_a_week(each).at, 0))
    assert not Resumption.objects.exists()


def test_the_day_is_changed_and_the_acta_says_so() -> None:
    each = halted()
    by = world.committee()
    rule(each, RulingKind.RESUME, by=by, resumes=in_a_week(each))
    later = Appointment(in_a_week(each).at + timedelta(days=1), each.encounter.venue_id)
    with pytest.raises(ForbiddenError, match="only_the_committee"):
        resumptions.set_resumption(encounter_id=each.encounter.pk, appointment=later, by=each.director())
    resumptions.set_resumption(encounter_id=each.encounter.pk, appointment=later, by=world.again(by))
    assert resumption_of(each.reload()).at == later.at
    assert Incident.objects.get(kind="resumption").article == "20"


def test_both_captains_suspend_and_resume_where_there_is_no_judge() -> None:
    each, _phone = seated(judge=False)
    for act, after in (
        (
            lambda by: resumptions.suspend_encounter(encounter_id=each.encounter.pk, reason="Apagón.", by=by),
            "suspended",
        ),
        (lambda by: resumptions.resume_encounter(encounter_id=each.encounter.pk, by=by), "playing"),
    ):
        act(each.captain(HOME))
        assert moved(each) != after
        act(each.captain(AWAY))
        assert moved(each) == after
    with pytest.raises(RuleError) as found:
        resumptions.suspend_encounter(encounter_id=each.encounter.pk, reason=" ", by=each.captain(HOME))
    assert found.value.field == "reason"


def test_a_closed_encounter_takes_no_decision_of_this_kind() -> None:
    each = waiting()
    partida_events.report_no_show(partida_id=each.partida(1, 2).pk, sides=[AWAY], by=each.director())
    encounter_day.close(encounter_id=each.encounter.pk, by=each.director())
    with pytest.raises(ConflictError, match="ruling_not_now"):
        rule(each, RulingKind.VALIDATE)
    with pytest.raises(RuleError, match="board_code_unknown"):
        tables.open_board(code=each.boards()[0].code, device="otro", by=None)


def test_a_partida_that_is_opened_again_changes_nothing_of_the_later_one_in_the_acta() -> None:
    each = waiting()
    phone = world.phone(each)
    second = each.partida(1, 2)
    at_table.name(each, second, phone)
    at_table.take_pen(each, second, phone, each.person(HOME, 0).pk)
    sheets.confirm_seats(partida_id=second.pk, answer="none", reason="Nadie perdió.", by=world.again(phone))
    while state(each, 2).phase is Phase.PLAYING:
        at_table.play_hand(each, second, phone, 80)
    rule(each, RulingKind.RESUME)
    sheets.substitute(
        partida_id=each.partida().pk,
        player_out=each.person(AWAY, 1).pk,
        player_in=each.person(AWAY, 2).pk,
        reason="Le llaman del hospital.",
        by=each.director(),
    )
    at_table.take_pen(each, each.partida(), phone, each.person(HOME, 0).pk)
    while state(each).phase is Phase.PLAYING:
        at_table.play_hand(each, each.partida(), phone, 80, AWAY)
    content = content_of_now(each)
    starting = [partida["starting"]["away"] for partida in content["boards"][0]["partidas"]]
    assert starting == [[str(each.person(AWAY, index).pk) for index in (0, 1)]] * 2
    assert recompute(content) == []
