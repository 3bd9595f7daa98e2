"""Two of the office at the same moment, one of whom merges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from federation.actions import licences, merging
from federation.models import Licence, Person, PersonMerge
from federation.queries.audit import problems
from federation.rules.licences import LicenceAct
from tests.federation import registry_world
from tests.federation.registry_world import Registry
from tests.federation.two_records import merge

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
Run = Callable[..., list[Any]]


def _codes(found: list[Any]) -> list[str]:
    return [
        getattr(result, "code", repr(result)) if isinstance(result, Exception) else "done" for result in found
    ]


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


@pytest.mark.parametrize("same_way", [True, False], ids=["the same", "crossed"])
def test_two_who_merge_one_pair_merge_it_once(each: Registry, run_together: Run, same_way: bool) -> None:  # noqa: FBT001
    kept, gone = each.person(), each.person("Iñigo")
    each.licence(gone, "77")
    other = (kept, gone) if same_way else (gone, kept)
    found = run_together(lambda: merge(each, kept, gone), lambda: merge(each, *other))
    assert sorted(_codes(found)) == ["done", "person_gone"]
    made = PersonMerge.objects.get()
    assert Licence.objects.get().person_id == made.kept_id
    assert list(Person.objects.filter(merged_into=made.kept)) == [made.gone]
    assert list(problems()) == []


def test_a_licence_granted_meanwhile_is_the_kept_ones_or_refused(each: Registry, run_together: Run) -> None:
    for number in range(5):
        kept, gone = each.person(f"Ana {number}"), each.person(f"Anna {number}")
        merged, granted = run_together(lambda: merge(each, kept, gone), lambda: each.licence(gone))  # noqa: B023
        assert _codes([merged]) == ["done"]
        assert _codes([granted]) in (["done"], ["person_gone"])
        assert not Licence.objects.filter(person=gone).exists()
        assert Licence.objects.filter(person=kept).count() == (_codes([granted]) == ["done"])


def test_a_licence_suspended_while_it_moves_keeps_both(each: Registry, run_together: Run) -> None:
    kept, gone = each.person(), each.person("Iñigo")
    held = each.licence(gone, "77")

    def suspend() -> Licence:
        return licences.act_on_licence(licence=held, act=LicenceAct.SUSPEND, reason="Motivo", by=each.office)

    assert _codes(run_together(lambda: merge(each, kept, gone), suspend)) == ["done", "done"]
    held.refresh_from_db()
    assert (held.person_id, held.state) == (kept.pk, "suspended")


def test_two_who_undo_undo_once(each: Registry, run_together: Run) -> None:
    made = merge(each, each.person(), each.person("Iñigo"))
    undo = lambda: merging.undo(merge=made, by=each.office)  # noqa: E731
    assert sorted(_codes(run_together(undo, undo))) == ["done", "merge_undone_already"]
    assert not Person.objects.filter(merged_into__isnull=False).exists()
