"""Taking charge, starting, closing, going back: by the judge, or by both captains where there is none."""

from __future__ import annotations

import pytest

from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.actions import encounter_day, pins, signing
from matches.actions.pins import Identified
from matches.models import ActaContent, Board, CheckIn, TablePin
from matches.queries import actas
from matches.rules.sides import Side
from tests.factories import tables as at_table
from tests.factories import world

pytestmark = pytest.mark.django_db


def ready_to_close(**kwargs: object) -> world.World:
    each = world.playing(**kwargs)
    at_table.play_board(each, 1, world.phone(each))
    return each


def close(each: world.World, by: world.Actor) -> str:
    return encounter_day.close(encounter_id=each.encounter.pk, by=by).state


# ---------------------------------------------------------------- start
def test_start_says_what_is_missing() -> None:
    each = world.build()
    encounter_day.take_charge(encounter_id=each.encounter.pk, by=each.director())
    with pytest.raises(ConflictError, match="action_not_in_state"):
        encounter_day.start(encounter_id=each.encounter.pk, by=each.director())
    from matches.actions import line_ups

    line_ups.lock_line_up(
        encounter_id=each.encounter.pk, names=world.names(each, Side.HOME), by=each.captain(Side.HOME)
    )
    with pytest.raises(RuleError, match="line_up_away_not_locked"):
        encounter_day.start(encounter_id=each.encounter.pk, by=each.director())
    assert not Board.objects.exists()


def test_start_freezes_the_terms() -> None:
    each = world.playing(parameters={"target_points": 200})
    terms = each.encounter.terms
    assert terms is not None
    assert (terms["target"], terms["parameters"]["tied_block"], terms["regulation_version"]) == (
        200,
        "no_points_lead_passes",
        1,
    )
    assert each.encounter.regulation_version.number == 1


def test_only_the_designated_judge_directs() -> None:
    each = world.locked()
    for who in (each.office, each.stranger, each.captains[Side.HOME]):
        with pytest.raises(ForbiddenError, match="only_the_judge"):
            encounter_day.start(encounter_id=each.encounter.pk, by=world.actor(who))
        with pytest.raises(ForbiddenError, match="only_the_judge"):
            encounter_day.take_charge(encounter_id=each.encounter.pk, by=world.actor(who))


def test_without_a_judge_the_second_captain_starts_it() -> None:
    each = world.locked(judge=False)
    start = encounter_day.start
    assert start(encounter_id=each.encounter.pk, by=each.captain(Side.HOME)).state == "line_ups"
    assert start(encounter_id=each.encounter.pk, by=each.captain(Side.HOME)).state == "line_ups"
    assert not Board.objects.exists()
    assert start(encounter_id=each.encounter.pk, by=each.captain(Side.AWAY)).state == "playing"
    assert Board.objects.count() == 1


# ---------------------------------------------------------------- close and back
def test_close_waits_for_every_board() -> None:
    each = world.playing()
    with pytest.raises(RuleError, match="boards_unfinished"):
        close(each, each.director())
    assert not ActaContent.objects.exists()


def test_both_captains_close_and_both_are_named_in_the_acta() -> None:
    each = ready_to_close(judge=False)
    assert close(each, each.captain(Side.AWAY)) == "playing"
    assert close(each, each.captain(Side.HOME)) == "closing"
    content = actas.content_data(ActaContent.objects.get())
    captains = [str(each.person(side, 0).pk) for side in (Side.AWAY, Side.HOME)]
    assert content["closed_by"] == {"how": "both_captains", "persons": captains}


def test_back_to_play_needs_a_reason_and_nobody_s_signature() -> None:
    each = ready_to_close()
    close(each, each.director())
    back = {"encounter_id": each.encounter.pk, "by": each.director()}
    with pytest.raises(RuleError, match="reason_needed"):
        encounter_day.back_to_play(**back, reason="  ")
    assert encounter_day.back_to_play(**back, reason="Falta una incidencia.").state == "playing"
    assert each.reload().closed_at is None
    close(each, each.director())
    assert list(ActaContent.objects.order_by("attempt").values_list("attempt", flat=True)) == [1, 2]
    content = actas.current_content(each.reload())
    assert content is not None
    assert content.attempt == 2
    captain = each.captains[Side.HOME]
    signing.sign(
        encounter_id=each.encounter.pk,
        role="home_captain",
        seen_hash=content.content_hash,
        drawn=signing.Drawn("plain", "", [], without_drawing=True),
        who=Identified(captain.person_id, "password", "c"),
        by=world.actor(captain),
    )
    with pytest.raises(RuleError, match="somebody_has_signed"):
        encounter_day.back_to_play(**back, reason="Otra vez.")


# ---------------------------------------------------------------- presence and PINs
def test_the_judge_checks_in_anybody_a_captain_his_own_side() -> None:
    each = world.locked()
    mine, theirs = each.person(Side.HOME, 2).pk, each.person(Side.AWAY, 2).pk
    here = {"encounter_id": each.encounter.pk, "pin": "4827"}
    pins.check_in(**here, person_id=theirs, by=each.director())
    pins.check_in(**here, person_id=mine, by=each.captain(Side.HOME))
    with pytest.raises(ForbiddenError, match="only_own_side"):
        pins.check_in(**here, person_id=theirs, by=each.captain(Side.HOME))
    with pytest.raises(RuleError, match="not_in_this_encounter"):
        pins.check_in(**here, person_id=each.stranger.person_id, by=each.director())
    assert CheckIn.objects.count() == TablePin.objects.count() == 2


@pytest.mark.parametrize(
    ("pin", "code"),
    [("123", "pin_four_figures"), ("12345", "pin_four_figures"), ("12a4", "pin_four_figures"),
     ("١٢٣٤", "pin_four_figures"), ("1111", "pin_too_easy"), ("1234", "pin_too_easy")],
)  # fmt: skip
def test_pins_that_cannot_be_chosen(pin: str, code: str) -> None:
    each = world.locked()
    with pytest.raises(RuleError, match=code):
        pins.check_in(
            encounter_id=each.encounter.pk,
            person_id=each.person(Side.HOME, 0).pk,
            pin=pin,
            by=each.director(),
        )
    assert not TablePin.objects.exists()
    assert not CheckIn.objects.exists()


def test_the_pin_itself_is_nowhere_in_the_database() -> None:
    each = world.playing()
    stored = TablePin.objects.get(person=each.person(Side.HOME, 0))
    assert each.pin(stored.person_id) not in (stored.digest, stored.salt)
    other = TablePin.objects.get(person=each.person(Side.HOME, 1))
    assert stored.salt != other.salt


def test_five_misses_block_on_that_device_until_time_or_the_judge(time_machine) -> None:
    each = world.playing()
    person = each.person(Side.HOME, 0).pk
    left = []
    for _ in range(4):
        with pytest.raises(RuleError, match="pin_wrong") as found:
            pins.verify_pin(person_id=person, pin="9998", device="d1")
        left.append(found.value.data["left"])
    assert left == [4, 3, 2, 1]
    for pin in ("9998", each.pin(person)):
        with pytest.raises(RuleError, match="pin_blocked") as found:
            pins.verify_pin(person_id=person, pin=pin, device="d1")
        assert found.value.data["minutes"] == 5
    assert pins.verify_pin(person_id=person, pin=each.pin(person), device="d2").person_id == person
    pins.unblock(encounter_id=each.encounter.pk, person_id=person, by=each.director())
    assert pins.verify_pin(person_id=person, pin=each.pin(person), device="d1").person_id == person


def test_a_block_ends_after_five_minutes(time_machine) -> None:
    each = world.playing()
    person = each.person(Side.HOME, 0).pk
    time_machine.move_to(world.NOW, tick=False)
    for _ in range(5):
        with pytest.raises(RuleError):
            pins.verify_pin(person_id=person, pin="9998", device="d1")
    time_machine.shift(299)
    with pytest.raises(RuleError, match="pin_blocked"):
        pins.verify_pin(person_id=person, pin=each.pin(person), device="d1")
    time_machine.shift(2)
    assert pins.verify_pin(person_id=person, pin=each.pin(person), device="d1").how == "pin"


def test_guessing_on_ever_new_phones_ends_too() -> None:
    each = world.playing()
    person = each.person(Side.HOME, 0).pk
    for device in range(25):
        with pytest.raises(RuleError, match="pin_wrong"):
            pins.verify_pin(person_id=person, pin="9998", device=f"d{device}")
    with pytest.raises(RuleError, match="pin_blocked_everywhere"):
        pins.verify_pin(person_id=person, pin=each.pin(person), device="propio")


def test_a_pin_of_a_past_season_is_told(time_machine) -> None:
    each = world.playing()
    person = each.person(Side.HOME, 0).pk
    time_machine.move_to(each.season.ends_on.replace(year=each.season.ends_on.year + 1), tick=False)
    with pytest.raises(RuleError, match="pin_expired"):
        pins.verify_pin(person_id=person, pin=each.pin(person), device="d1")
