"""Two people at the same moment, with real connections; and the same request twice."""

from __future__ import annotations

import pytest
from django.db import connection

from federation.actions.receipts import once
from federation.rules.errors import ConflictError, RuleError
from matches.actions import encounter_day, line_ups, pins, sheets, signing, tables
from matches.actions.incidents import write_incident
from matches.actions.pins import Identified
from matches.models import Appearance, Incident, LineUp, Pen, SheetEntry, Signature
from matches.queries import actas
from matches.rules.domino.hands import HandEnding
from matches.rules.sides import Side
from tests.factories import tables as at_table
from tests.factories import world

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def seated() -> tuple[world.World, world.Actor]:
    each = world.playing()
    phone = world.phone(each)
    at_table.sit_down(each, each.partida(), phone)
    return each, phone


def hand(each: world.World, by: world.Actor, points: int) -> SheetEntry:
    written = sheets.propose_hand(
        partida_id=each.partida().pk,
        hand=1,
        revision=1,
        side=Side.HOME,
        points=points,
        ending=HandEnding.DOMINO,
        reason="",
        confirmed=False,
        by=world.again(by),
    )
    return written.entry


def test_two_write_the_same_hand(run_together) -> None:
    each, phone = seated()
    found = run_together(lambda: hand(each, phone, 30), lambda: hand(each, phone, 45))
    refused = [result for result in found if isinstance(result, ConflictError)]
    assert [error.code for error in refused] == ["hand_already_written"]
    assert SheetEntry.objects.filter(kind="hand").count() == 1


def test_the_same_post_at_the_same_moment_is_one_hand_with_one_answer(run_together) -> None:
    each, phone = seated()

    def send() -> dict[str, object]:
        return once(
            client_id="telefono-0001",
            author=phone.device,
            body={"points": ["30"]},
            act=lambda: {"entry": hand(each, phone, 30).seq},
        )

    first, second = run_together(send, send)
    assert first == second
    assert SheetEntry.objects.filter(kind="hand").count() == 1


def test_two_take_the_pen(run_together) -> None:
    each, phone = seated()
    other = world.phone(each)
    scorer = int(at_table.state(each, each.partida()).scorer or 0)

    def take(by: world.Actor) -> Pen:
        who = Identified(scorer, "pin", by.device)
        return tables.take_pen(partida_id=each.partida().pk, who=who, by=world.again(by))

    found = run_together(lambda: take(phone), lambda: take(other))
    assert not [result for result in found if isinstance(result, Exception)]
    assert Pen.objects.filter(given_up_at__isnull=True).count() == 1


def test_captain_and_vice_captain_lock_at_once(run_together) -> None:
    each = world.build()
    names = world.names(each, Side.HOME)

    def lock(user: object) -> LineUp:
        return line_ups.lock_line_up(encounter_id=each.encounter.pk, names=names, by=world.actor(user))  # type: ignore[arg-type]

    found = run_together(lambda: lock(each.captains[Side.HOME]), lambda: lock(each.vice))
    assert sorted(type(result).__name__ for result in found) == ["ConflictError", "LineUp"]
    assert LineUp.objects.get().state == "locked"
    assert Appearance.objects.count() == 2


def test_two_judges_phones_start_at_once(run_together) -> None:
    each = world.locked()
    found = run_together(
        *(lambda: encounter_day.start(encounter_id=each.encounter.pk, by=each.director()) for _ in range(2))
    )
    assert sorted(type(result).__name__ for result in found) == ["ConflictError", "Encounter"]
    assert len(each.boards()) == 1


def test_two_signatures_of_one_role(run_together) -> None:
    each = world.playing()
    at_table.play_board(each, 1, world.phone(each))
    encounter_day.close(encounter_id=each.encounter.pk, by=each.director())
    content = actas.current_content(each.reload())
    assert content is not None
    captain = each.captains[Side.HOME]

    def sign(user: object) -> Signature:
        return signing.sign(
            encounter_id=each.encounter.pk,
            role="home_captain",
            seen_hash=content.content_hash,
            drawn=signing.Drawn("plain", "", [], without_drawing=True),
            who=Identified(user.person_id, "password", "cuenta"),  # type: ignore[attr-defined]
            by=world.actor(user),  # type: ignore[arg-type]
        )

    found = run_together(lambda: sign(captain), lambda: sign(each.vice))
    codes = [result.code for result in found if isinstance(result, RuleError)]
    assert codes == ["signed_already"]
    assert Signature.objects.count() == 1


def test_incidents_written_at_once_are_numbered_one_after_the_other(run_together) -> None:
    each, phone = seated()

    def write() -> Incident:
        return write_incident(
            encounter_id=each.encounter.pk,
            partida_id=each.partida().pk,
            hand=None,
            kind="other",
            text="Se ha ido la luz.",
            people_ids=[],
            by=world.again(phone),
        )

    run_together(write, write, write)
    assert sorted(Incident.objects.values_list("number", flat=True)) == [1, 2, 3]


def test_five_wrong_pins_at_once_never_give_a_sixth_try(run_together) -> None:
    each, phone = seated()
    person = each.person(Side.HOME, 0).pk

    def guess() -> object:
        return pins.verify_pin(person_id=person, pin="9998", device="telefono-ajeno")

    found = run_together(*(guess for _ in range(6)))
    codes = sorted(error.code for error in found)
    assert codes == ["pin_blocked", "pin_blocked", "pin_wrong", "pin_wrong", "pin_wrong", "pin_wrong"]
    with pytest.raises(RuleError, match="pin_blocked"):
        pins.verify_pin(person_id=person, pin=each.pin(person), device="telefono-ajeno")
    assert pins.verify_pin(person_id=person, pin=each.pin(person), device=phone.device).how == "pin"


def test_this_module_really_runs_on_postgresql() -> None:
    assert connection.vendor == "postgresql"
