"""An encounter between two pairs: nobody is captain, nobody sets a line-up, both answer for themselves."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from competitions.rules.lifecycle import State
from federation.models import Licence, LicenceState
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.acta.recompute import recompute
from matches.actions import encounter_day, line_ups, pins, sealing, signing
from matches.actions.line_ups import Names
from matches.actions.pins import Identified
from matches.models import Acta, BoardAppearance, LineUp, LineUpSlot
from matches.queries import actas, admissions, agenda, people
from matches.rules.sides import Side
from tests.factories import pairs, tables
from tests.factories.world import World, account, actor, phone

pytestmark = pytest.mark.django_db


def sign(each: World, role: str, user: object, person: int | None = None) -> None:
    """Somebody signs in his own account, or by PIN in the judge's."""
    content = actas.current_content(each.encounter)
    own = person is None
    signing.sign(
        encounter_id=each.encounter.pk,
        role=role,
        seen_hash=content.content_hash,
        drawn=signing.Drawn(kind="plain", text="", strokes=[], without_drawing=True),
        who=Identified(
            person_id=user.person_id if own else person, how="password" if own else "pin", device="cuenta"
        ),
        by=actor(user),
    )


def closed(each: World) -> World:
    """Played to the end and closed by both pairs."""
    tables.play_board(each, 1, phone(each), (Side.HOME,))
    for by in [each.director()] if each.judge else [each.captain(side) for side in Side]:
        encounter_day.close(encounter_id=each.encounter.pk, by=by)
    each.reload()
    return each


def test_a_pair_plays_from_its_entry_to_the_sealed_acta_without_a_judge(tmp_path) -> None:
    each = closed(pairs.playing(judge=False))
    # The partner signs as well as the one who was entered first.
    sign(each, "home_captain", each.vice)
    sign(each, "away_captain", each.captains[Side.AWAY])
    sealing.seal_encounter(each.encounter.pk)
    assert each.reload().state == State.SEALED
    acta = Acta.objects.get()
    content = actas.content_data(acta.content)
    assert content["encounter"]["format"]["entrants"] == "pairs"
    assert content["encounter"]["format"]["team_competition"] is False
    assert content["teams"]["home"] == {"name": "Ana Soler / Luis Pardo", "club": "", "captain": None}
    assert content["line_ups"]["away"]["boards"] == [[str(who.pk) for who in each.people[Side.AWAY]]]
    assert {row["role"] for row in content["people"].values()} == {"player"}
    assert content["closed_by"]["how"] == "both_captains"
    assert recompute(content) == []
    path = tmp_path / "acta.pdf"
    path.write_bytes(acta.file.pdf)
    with pytest.raises(SystemExit) as ended:
        call_command("verify_acta", str(path))
    assert ended.value.code == 0


def test_whoever_is_entered_is_on_the_board_and_nobody_else_sets_a_line_up() -> None:
    each = pairs.scheduled(judge=False)
    with pytest.raises(ConflictError, match="no_line_ups_here"):
        line_ups.lock_line_up(
            encounter_id=each.encounter.pk, names=Names({1: (1, 2)}, ()), by=each.captain(Side.HOME)
        )
    encounter_day.start(encounter_id=each.encounter.pk, by=each.captain(Side.HOME))
    # One yes puts them on the board; the other pair's begins the play.
    assert each.reload().state == State.LINE_UPS
    assert LineUp.objects.filter(state="locked").count() == 2
    encounter_day.start(encounter_id=each.encounter.pk, by=actor(each.captains[Side.AWAY]))
    assert each.reload().state == State.PLAYING
    assert LineUpSlot.objects.filter(board=1).count() == BoardAppearance.objects.count() == 4


def test_the_judge_starts_what_is_scheduled_in_one_act() -> None:
    each = pairs.scheduled()
    encounter_day.take_charge(encounter_id=each.encounter.pk, by=each.director())
    encounter_day.start(encounter_id=each.encounter.pk, by=each.director())
    assert each.reload().state == State.PLAYING


def test_a_player_whose_licence_is_suspended_is_named_and_nothing_begins() -> None:
    each = pairs.scheduled()
    Licence.objects.filter(person=each.person(Side.AWAY, 1)).update(state=LicenceState.SUSPENDED)
    with pytest.raises(RuleError) as refused:
        encounter_day.start(encounter_id=each.encounter.pk, by=each.director())
    assert refused.value.code == "entered_may_not_play"
    assert refused.value.data["who"] == "Juan Vela"
    assert each.reload().state == State.SCHEDULED
    assert not LineUp.objects.exists()


def test_each_of_a_pair_acts_for_it_and_for_nobody_else() -> None:
    each = pairs.playing(judge=False)
    partner = account("juan@example.org", each.person(Side.AWAY, 1))
    encounter = each.encounter
    assert people.side_of(each.vice, encounter) is people.side_of(each.captains[Side.HOME], encounter)
    assert people.side_of(partner, encounter) is Side.AWAY
    assert people.side_of(each.stranger, encounter) is None
    for user in (each.vice, partner):
        assert list(people.visible_encounters(user)) == [encounter]
        assert [row.encounter for row in agenda.own_agenda(user)[0]] == [encounter]
    assert not people.visible_encounters(each.stranger).exists()
    assert [row.person for row in admissions.admissible(encounter)] == [
        *each.people[Side.HOME],
        *each.people[Side.AWAY],
    ]
    with pytest.raises(ForbiddenError):
        pins.check_in(
            encounter_id=encounter.pk, person_id=each.person(Side.AWAY, 0).pk, pin="4321", by=actor(each.vice)
        )
    with pytest.raises(RuleError, match="not_your_signature"):
        sign(closed(each), "away_captain", each.vice)


def test_either_of_a_pair_signs_by_pin_with_the_judge() -> None:
    each = closed(pairs.playing())
    sign(each, "home_captain", each.judge, each.person(Side.HOME, 1).pk)
    sign(each, "away_captain", each.judge, each.person(Side.AWAY, 0).pk)
    with pytest.raises(RuleError, match="not_your_signature"):
        sign(each, "judge", each.captains[Side.HOME])
    sign(each, "judge", each.judge)
    assert each.reload().state == State.SIGNED


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_both_pairs_start_at_the_same_moment(run_together) -> None:
    each = pairs.scheduled(judge=False)
    run_together(
        *(
            lambda side=side: encounter_day.start(encounter_id=each.encounter.pk, by=each.captain(side))
            for side in Side
        )
    )
    assert each.reload().state == State.PLAYING
    assert LineUpSlot.objects.count() == 4
