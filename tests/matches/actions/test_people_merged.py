"""People who are at tables, or were: when their records may be merged, and what sheets show afterwards."""

from __future__ import annotations

import pytest

from federation.actions import merging
from federation.models import Licence, Person, PersonMerge, RosterEntry
from federation.queries.audit import problems
from federation.queries.in_play import participations
from federation.queries.people import keys_of
from federation.rules.merging import MergeRefusedError, Origin
from matches.acta.verify import Status
from matches.actions import line_ups
from matches.models import Appearance, LineUpSlot, SheetEntry
from matches.queries import sheets
from matches.queries.line_ups import people_facts
from matches.queries.verification import verify_file
from matches.rules.sides import Side
from tests.factories import world
from tests.federation.dumps import differences, dump
from tests.matches.views.after_close import sealed

pytestmark = pytest.mark.django_db


def _merge(each: world.World, kept: Person, gone: Person, **chosen: Origin) -> PersonMerge:
    answers = {"birth_date": Origin.KEPT, **chosen}
    return merging.merge(kept=kept, gone=gone, chosen=answers, by=each.office)


def _blocks(each: world.World, kept: Person, gone: Person) -> dict[str, object]:
    with pytest.raises(MergeRefusedError) as caught:
        _merge(each, kept, gone)
    return {block.code: block.data for block in caught.value.blocks}


def _withdraw(who: Person) -> None:
    """So that two licences are not the reason."""
    Licence.objects.filter(person=who).update(state="withdrawn")


def test_whoever_plays_is_not_merged_now() -> None:
    each = world.playing()
    other = world.person("Otra", "Ficha")
    for pair in ((other, each.person(Side.HOME, 2)), (each.person(Side.HOME, 2), other)):
        assert _blocks(each, *pair) == {
            "merge_in_play": {"encounter": "La Seis Doble – Los Molinos, jornada 7"}
        }


def test_a_name_in_a_draft_is_not_merged_now() -> None:
    each = world.build()
    line_ups.save_line_up(
        encounter_id=each.encounter.pk, names=world.names(each, Side.HOME), by=each.captain(Side.HOME)
    )
    assert "merge_in_play" in _blocks(each, world.person("Otra", "Ficha"), each.person(Side.HOME, 0))


def test_two_of_one_encounter_are_two_people() -> None:
    each, _acta = sealed()
    kept, gone = each.person(Side.HOME, 0), each.person(Side.AWAY, 0)
    for who in (kept, gone):
        _withdraw(who)
    assert "merge_same_encounter" in _blocks(each, kept, gone)


def test_a_judge_who_has_not_begun_may_be_merged() -> None:
    each = world.build()
    assert each.judge is not None and each.judge.person is not None
    other = world.person("Amparito", "Giner")
    _merge(each, other, each.judge.person)
    assert each.encounter.designations.get().licence.person == other
    each.judge.refresh_from_db()
    assert each.judge.person == other


def test_what_was_played_stays_and_shows_the_name_that_stays() -> None:
    each, acta = sealed()
    gone, kept = each.person(Side.HOME, 0), world.person("Nombre", "Corregido")
    before = [view.state for view in sheets.board_views(each.reload())]
    everything = dump()

    made = _merge(each, kept, gone)

    # The sheets name the record that they were written with: they are replayed as they were.
    assert [view.state for view in sheets.board_views(each.reload())] == before
    assert (
        LineUpSlot.objects.filter(person=gone).exists()
        and not LineUpSlot.objects.filter(person=kept).exists()
    )
    assert SheetEntry.objects.filter(person=gone).exists()
    assert {slot.person.full_name for slot in LineUpSlot.objects.filter(person=gone)} == {"Nombre Corregido"}
    assert RosterEntry.objects.filter(person=kept).exists()
    assert verify_file(bytes(acta.file.pdf)).status is Status.VALID
    assert list(problems()) == []

    undone = merging.undo(merge=made, by=each.office)
    assert undone.undone_at is not None
    assert differences(everything, dump()) == {}


def test_what_was_played_counts_for_the_record_that_stays() -> None:
    each, _acta = sealed()
    gone, kept = each.person(Side.HOME, 0), world.person("Nombre", "Corregido")
    _merge(each, kept, gone)
    (taken_part,) = {
        (part.label, part.role, part.team, part.open)
        for part in participations(keys_of(kept))
        if part.role == "player"
    }
    assert taken_part == ("La Seis Doble – Los Molinos, jornada 7", "player", "La Seis Doble", False)

    facts = people_facts(_another(each), [kept.pk])
    assert facts[str(kept.pk)].encounters_of_round == {str(each.encounter.pk)}
    assert Appearance.objects.get(encounter=each.encounter, person=gone)


def _another(each: world.World) -> object:
    """An encounter of the same round that was not played yet (only its key differs)."""
    other = type(each.encounter).objects.get(pk=each.encounter.pk)
    other.pk = 0
    return other


def test_everything_that_somebody_took_part_in_is_told() -> None:
    each, _acta = sealed()
    assert each.judge is not None and each.judge.person is not None
    captain = each.person(Side.HOME, 0)
    roles = {part.role: part.acta for part in participations([captain.pk, each.judge.person.pk])}
    assert set(roles) == {"player", "captain", "judge"}
    assert set(roles.values()) == {"D1-2627-07-02"}
    assert participations([]) == []
