"""Erasures that meet somebody else: an encounter in play, another erasure, a merge."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from federation.actions import erasing, merging
from federation.models import Erasure, ErasureBasis, Person, PersonMerge
from federation.rules.erasure import ErasureRefusedError
from federation.rules.errors import ConflictError
from matches.rules.sides import Side
from tests.factories import world
from tests.matches import marked


def _erase(who: Person) -> Erasure:
    return erasing.erase(person=who, basis=ErasureBasis.ENDED, reason="Ya no hace falta.", by=None)


@pytest.mark.django_db
def test_nobody_is_erased_in_the_middle_of_an_encounter() -> None:
    each = world.playing()
    assert each.judge is not None and each.judge.person is not None
    for who in (each.person(Side.HOME, 1), each.judge.person):
        marked.part(who)
        with pytest.raises(ErasureRefusedError) as caught:
            _erase(who)
        assert [block.code for block in caught.value.blocks] == ["erasure_in_play"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_at_once_erase_once_and_a_merge_comes_before_or_not_at_all(run_together: Callable) -> None:
    who, other = world.person("Ana", "Gil"), world.person("Ana", "Gil")
    results = run_together(
        lambda: _erase(who),
        lambda: _erase(who),
        lambda: merging.merge(kept=who, gone=other, chosen={}, by=None),
    )
    assert sum(isinstance(each, Erasure) for each in results) == Erasure.objects.count() == 1
    assert sum(isinstance(each, ConflictError) for each in results[:2]) == 1
    # Whoever came to be one with him before is erased with him.
    merged = isinstance(results[2], PersonMerge)
    assert merged or isinstance(results[2], ConflictError)
    assert Person.objects.filter(erased_at__isnull=False).count() == (2 if merged else 1)
