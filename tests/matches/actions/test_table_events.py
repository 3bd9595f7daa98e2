"""What happens beside the hands, written by whoever may: sheet, incident, and who is refused."""

from __future__ import annotations

import pytest

from federation.models import Licence
from federation.rules.errors import ConflictError, RuleError
from matches.actions import pins, sheets, table_events
from matches.actions.pins import Identified
from matches.models import Incident, SheetEntry
from matches.rules.domino.drops import DropDecision, DropMoment
from matches.rules.domino.infractions import Infraction, Remedy
from matches.rules.event_reports import DropReport, InfractionReport
from matches.rules.sheet import HandState, Phase
from matches.rules.sheet_event_entries import MomentWord
from matches.rules.sides import Side
from tests.factories import tables as at_table
from tests.factories import world

pytestmark = pytest.mark.django_db

HOME, AWAY = Side.HOME, Side.AWAY


def seated(**parameters: object) -> tuple[world.World, world.Actor]:
    judge = bool(parameters.pop("judge", True))
    each = world.playing(judge=judge, parameters=parameters)
    phone = world.phone(each)
    at_table.sit_down(each, each.partida(), phone)
    return each, phone


def proved(each: world.World, side: Side, index: int, by: world.Actor) -> Identified:
    person = each.person(side, index).pk
    return pins.verify_pin(person_id=person, pin=each.pin(person), device=by.device)


def state(each: world.World, number: int = 1):
    return at_table.state(each, each.partida(1, number))


def thinking(each: world.World, **changes: object) -> InfractionReport:
    """A false thinking of the first away player in hand 1, which has ended; the first home player asks."""
    told = {
        "infraction": Infraction.FALSE_THINKING,
        "offender": str(each.person(AWAY, 0).pk),
        "declared": True,
        "hand": 1,
        "revision": 1,
        "when": MomentWord.AFTER_HAND,
        "remedy": Remedy.ANNUL,
        "asked_by": str(each.person(HOME, 0).pk),
        "text": "Se paró con una sola ficha.",
        "effect": "Tapó la punta del seis.",
    }
    return InfractionReport(**told | changes)  # type: ignore[arg-type]


def report(each: world.World, by: world.Actor, told: InfractionReport, **kwargs: object) -> Incident:
    return table_events.report_infraction(
        partida_id=each.partida().pk,
        report=told,
        by=world.again(by),
        **kwargs,  # type: ignore[arg-type]
    )


def text_of(incident: Incident) -> str:
    return incident.texts.get().text


# ---------------------------------------------------------------- art. 15, 16
def test_both_pairs_agree_at_the_table_and_the_hand_counts_nothing() -> None:
    each, phone = seated()
    at_table.play_hand(each, each.partida(), phone, 40)
    both = [proved(each, HOME, 0, phone), proved(each, AWAY, 1, phone)]
    incident = report(each, phone, thinking(each), identified=both)
    now = state(each)
    assert (now.hands[0].state, now.totals.home) == (HandState.ANNULLED, 0)
    entry = SheetEntry.objects.get(kind="annulment")
    assert entry.data["agreed"] == [str(each.person(HOME, 0).pk), str(each.person(AWAY, 1).pk)]
    assert (incident.kind, incident.article, incident.hand) == ("false_thinking", "15", 1)
    assert text_of(incident) == (
        "Licencia 30-20000. Salía Jugador00 Casa. Lo señaló antes de que jugara quien estaba a su derecha. "
        "Se paró con una sola ficha. Tapó la punta del seis."
    )


@pytest.mark.parametrize(
    ("people", "code", "field"),
    [
        ([], "asker_not_here", "asker_pin"),
        ([(AWAY, 0)], "asker_not_here", "asker_pin"),
        ([(HOME, 0)], "annulment_needs_both", "agreed"),
        ([(HOME, 0), (HOME, 1)], "annulment_needs_both", "agreed"),
    ],
)
def test_one_pair_alone_annuls_nothing(people, code, field) -> None:
    each, phone = seated()
    at_table.play_hand(each, each.partida(), phone, 40)
    here = [proved(each, side, index, phone) for side, index in people]
    with pytest.raises(RuleError) as found:
        report(each, phone, thinking(each), identified=here)
    assert (found.value.code, found.value.field) == (code, field)
    assert not Incident.objects.exists()


def test_the_judge_resolves_alone_and_says_who_agrees() -> None:
    each, phone = seated()
    at_table.play_hand(each, each.partida(), phone, 40)
    partner = each.person(HOME, 1).pk
    report(each, each.director(), thinking(each), agreed=[partner])
    entry = SheetEntry.objects.get(kind="annulment")
    assert each.judge is not None
    assert entry.data["judge"] == str(each.judge.person_id)
    assert entry.data["agreed"] == [str(partner)]


def test_without_a_judge_both_captains_resolve() -> None:
    each, phone = seated(judge=False)
    at_table.play_hand(each, each.partida(), phone, 40)
    rival = Identified(each.person(AWAY, 0).pk, "pin", "cuenta-home")
    report(each, each.captain(HOME), thinking(each), rival=rival)
    captains = [str(each.person(HOME, 0).pk), str(each.person(AWAY, 0).pk)]
    assert SheetEntry.objects.get(kind="annulment").data["captains"] == captains
    stranger = Identified(each.person(AWAY, 1).pk, "pin", "cuenta-home")
    with pytest.raises(RuleError, match="annulment_needs_both"):
        report(each, each.captain(HOME), thinking(each), rival=stranger)


def test_a_phone_without_the_pen_writes_nothing() -> None:
    each, phone = seated()
    at_table.play_hand(each, each.partida(), phone, 40)
    other = world.phone(each)
    both = [proved(each, HOME, 0, other), proved(each, AWAY, 1, other)]
    with pytest.raises(ConflictError, match="no_pen"):
        report(each, other, thinking(each), identified=both)


def test_asking_nothing_leaves_the_hand_and_the_note() -> None:
    each, phone = seated()
    at_table.play_hand(each, each.partida(), phone, 40)
    incident = report(each, phone, thinking(each, remedy=None, asked_by=None, declared=False))
    assert state(each).totals.home == 40
    assert not SheetEntry.objects.filter(kind="annulment").exists()
    assert "No lo señaló" in text_of(incident)
    assert text_of(incident).endswith("La pareja contraria no pide nada: la jugada vale.")
    for changes, code in (
        ({"text": " "}, "reason_required"),
        ({"offender": "999999"}, "licence_number_missing"),
    ):
        with pytest.raises(RuleError, match=code):
            report(each, phone, thinking(each, remedy=None, asked_by=None, **changes))


def test_no_note_of_a_false_thinking_without_the_licence_number() -> None:
    each, phone = seated()
    at_table.play_hand(each, each.partida(), phone, 40)
    Licence.objects.filter(person=each.person(AWAY, 0)).update(state="withdrawn")
    with pytest.raises(RuleError) as found:
        report(each, each.director(), thinking(each))
    assert (found.value.code, found.value.field) == ("licence_number_missing", "offender")
    report(
        each, each.director(), thinking(each, infraction=Infraction.FALSE_PASS, remedy=None, asked_by=None)
    )
    assert Incident.objects.get().kind == "false_pass"


def test_a_false_pass_replayed_from_the_infraction_goes_on() -> None:
    each, _phone = seated()
    told = thinking(each, infraction=Infraction.FALSE_PASS, remedy=Remedy.REPLAY, when=MomentWord.AT_ONCE)
    report(each, each.director(), told)
    now = state(each)
    assert (now.next_hand, now.hands, len(now.facts.replays)) == (1, (), 1)


def test_the_last_hand_of_a_partida_reopens_it_until_the_next_is_led() -> None:
    each, phone = seated()
    for _ in range(4):
        at_table.play_hand(each, each.partida(), phone, 80)
    assert state(each).phase is Phase.ENDED
    second = each.partida(1, 2)
    at_table.sit_down(each, second, phone)
    late = thinking(each, hand=4)
    report(each, each.director(), late)
    assert (state(each).phase, state(each).totals.home) == (Phase.PLAYING, 240)
    with pytest.raises(ConflictError, match="next_partida_seated"):
        sheets.substitute(
            partida_id=each.partida().pk,
            player_out=each.person(AWAY, 1).pk,
            player_in=each.person(AWAY, 2).pk,
            reason="Le llaman del hospital.",
            by=each.director(),
        )
    at_table.play_hand(each, each.partida(), phone, 70)
    # It ended with another hand: who leads the second one is another, and they sit down again.
    with pytest.raises(RuleError, match="seats_changed"):
        at_table.play_hand(each, second, phone, 50)
    sheets.confirm_seats(partida_id=second.pk, answer="", reason="", by=world.again(phone))
    at_table.play_hand(each, second, phone, 50)
    with pytest.raises(RuleError, match="asked_too_late"):
        report(each, each.director(), thinking(each, hand=5))


# ---------------------------------------------------------------- art. 19
def drop(each: world.World, by: world.Actor, person: int, **changes: object) -> SheetEntry:
    rival = changes.pop("rival", None)
    side = state(each).side_of(str(person))
    assert side is not None
    told = {"moment": DropMoment.DURING_HAND, "decision": DropDecision.GO_ON} | changes
    return table_events.report_drop(
        partida_id=each.partida().pk,
        report=DropReport(side, str(person), **told),  # type: ignore[arg-type]
        rival=rival,  # type: ignore[arg-type]
        by=world.again(by),
    )


def test_the_third_drop_of_a_pair_is_an_incident_with_its_ordinal() -> None:
    each, phone = seated()
    one, two = each.person(AWAY, 0).pk, each.person(AWAY, 1).pk
    drop(each, phone, one)
    drop(each, phone, two)
    drop(each, phone, each.person(HOME, 0).pk)
    assert not Incident.objects.exists()
    drop(each, phone, one)
    drop(each, phone, one)
    first, second = Incident.objects.order_by("number")
    assert (first.kind, first.article) == ("dropped_tiles", "19")
    assert text_of(first) == "Los Molinos, por tercera vez en esta partida, durante la jugada."
    assert "cuarta" in text_of(second)


def test_only_a_rival_with_his_pin_or_the_judge_annuls_for_a_drop() -> None:
    each, phone = seated()
    offender, rival = each.person(AWAY, 0).pk, str(each.person(HOME, 1).pk)
    annulled = {"decision": DropDecision.ANNUL, "decided_by": rival}
    for wrong in (None, proved(each, HOME, 0, phone)):
        with pytest.raises(RuleError, match="drop_decision_needs_rival"):
            drop(each, phone, offender, rival=wrong, **annulled)
    drop(each, phone, offender, rival=proved(each, HOME, 1, phone), **annulled)
    drop(each, each.director(), offender, **annulled)
    assert [row.state for row in state(each).hands] == [HandState.ANNULLED] * 2


def test_what_the_moment_does_not_leave_to_decide_is_refused() -> None:
    each, phone = seated()
    offender, annul = each.person(AWAY, 0).pk, DropDecision.ANNUL
    with pytest.raises(RuleError, match="drop_decision_not_open"):
        drop(each, each.director(), offender, moment=DropMoment.ALL_HAVE_SEVEN, decision=annul)
    with pytest.raises(RuleError, match="drop_decision_missing"):
        drop(each, phone, offender, decision=None)
