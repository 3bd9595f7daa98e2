"""The same id with the same body is the same write."""

import pytest

from federation.actions.receipts import once
from federation.models import Club, WriteReceipt
from federation.rules.errors import ConflictError, RuleError

pytestmark = pytest.mark.django_db


def send(**changes: object) -> dict[str, object]:
    def act() -> dict[str, object]:
        club = Club.objects.create(name=f"Club {Club.objects.count()}", short_name="C")
        return {"club": club.pk}

    options = {
        "client_id": "telefono-0001",
        "author": "user:1",
        "body": {"name": ["C"]},
        "act": act,
        **changes,
    }
    return once(**options)  # type: ignore[arg-type]


def test_a_repeat_gets_the_first_answer_and_writes_nothing() -> None:
    first = send()
    assert send() == first
    assert Club.objects.count() == WriteReceipt.objects.count() == 1


@pytest.mark.parametrize("changes", [{"author": "user:2"}, {"body": {"name": ["D"]}}])
def test_the_same_id_for_something_else_is_a_conflict(changes: dict[str, object]) -> None:
    send()
    with pytest.raises(ConflictError, match="client_id_reused"):
        send(**changes)
    assert Club.objects.count() == 1


def test_a_refused_write_leaves_nothing_and_may_be_tried_again() -> None:
    def refuse() -> dict[str, object]:
        Club.objects.create(name="A medias", short_name="A")
        raise RuleError("points_impossible")

    with pytest.raises(RuleError, match="points_impossible"):
        send(act=refuse)
    assert (Club.objects.count(), WriteReceipt.objects.count()) == (0, 0)
    send()
    assert Club.objects.count() == 1


def test_a_repeat_that_the_rules_would_now_refuse_still_gets_its_answer() -> None:
    def act() -> dict[str, object]:
        if Club.objects.exists():
            raise ConflictError("hand_already_written")
        return {"club": Club.objects.create(name="C", short_name="C").pk}

    assert send(act=act) == send(act=act)


@pytest.mark.parametrize("client_id", ["", "corto", "x" * 65])
def test_a_write_without_a_proper_id_is_refused(client_id: str) -> None:
    with pytest.raises(RuleError, match="client_id_missing"):
        send(client_id=client_id)
    assert not Club.objects.exists()
