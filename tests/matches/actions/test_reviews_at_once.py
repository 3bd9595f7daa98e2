"""Two of a committee decide at once, workers seal what was corrected at once or die in the middle."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from federation.queries import audit
from federation.rules.errors import RuleError
from matches.actions import sealing
from matches.models import Acta, ActaContent, ActaReview, SheetEntry
from matches.rules.reviews import Subject, Way
from tests.factories import world
from tests.matches.actions.test_reviews import committee, decide, finding
from tests.matches.actions.test_sealing import die_at
from tests.matches.views.after_close import sealed

real_transactions = pytest.mark.django_db(transaction=True)


def codes(found: list[object]) -> list[str]:
    return [result.code for result in found if isinstance(result, RuleError)]


@real_transactions
@pytest.mark.postgres
def test_of_two_decisions_at_once_one_is_taken(run_together) -> None:
    each, _acta = sealed()
    by = world.actor(committee(), device="cuenta-comite")
    stands, void = finding(each, Subject.HAND_STANDS, hand=1), finding(each, Subject.VOID_HAND, hand=5)

    found = run_together(lambda: decide(each, by, stands), lambda: decide(each, by, void, Way.REOPEN))

    assert codes(found) in (["version_awaits_seal"], ["action_not_in_state"])
    assert ActaReview.objects.count() == SheetEntry.objects.filter(kind="ruling").count() == 1


@real_transactions
@pytest.mark.postgres
def test_two_workers_seal_a_correction_once(run_together) -> None:
    each, _acta = sealed()
    decide(each, world.actor(committee()), finding(each, Subject.HAND_STANDS, hand=1))
    assert run_together(*(lambda: call_command("work", "--once") for _ in range(2))) == [None, None]
    assert Acta.objects.count() == 2
    assert sealing.waiting() == []
    assert list(audit.problems()) == []


@real_transactions
def test_a_worker_that_is_killed_while_it_seals_a_correction_loses_nothing() -> None:
    each, _acta = sealed()
    decide(each, world.actor(committee()), finding(each, Subject.VOID_HAND, hand=2))
    die_at("store", each)
    assert Acta.objects.count() == 1

    call_command("work", "--once")

    assert [row.version for row in Acta.objects.order_by("version")] == [1, 2]
    assert ActaContent.objects.filter(acta=None).count() == 0
    assert list(audit.problems()) == []
