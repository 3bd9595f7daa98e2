"""The tests' own machinery: a flush comes past the triggers and restores them; two can act at once."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from federation import triggers
from federation.models import AuditEntry, ChainHead

BLANK = "0" * 64


def _entry(seq: int) -> AuditEntry:
    return AuditEntry.objects.create(
        chain="harness",
        seq=seq,
        at=timezone.now(),
        verb="harness.tried",
        subject="harness",
        detail_digest=BLANK,
        previous=BLANK,
        digest=BLANK,
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", ["first", "second"])
def test_a_protected_row_goes_with_its_test_only(time):
    """Twice the same row: the flush between the two took it away, and put the triggers back."""
    assert triggers.missing(connection) == []
    _entry(1)
    for statement in (
        f"DELETE FROM {AuditEntry._meta.db_table}",
        f"UPDATE {AuditEntry._meta.db_table} SET seq = 2",
    ):
        with (
            pytest.raises(DatabaseError, match="protected row"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)
    assert AuditEntry.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_protected_table_is_not_truncated():
    """PostgreSQL empties a table without touching its rows: that is refused too."""
    _entry(1)
    with pytest.raises(DatabaseError, match="protected row"), connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {AuditEntry._meta.db_table} CASCADE")
    assert AuditEntry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_people_act_at_once(run_together):
    """Both threads write at the same moment under a lock; neither write is lost."""
    ChainHead.objects.create(chain="harness")

    def count_on() -> int:
        with transaction.atomic():
            head = ChainHead.objects.select_for_update().get(chain="harness")
            head.seq += 1
            head.save()
            return head.seq

    assert sorted(run_together(count_on, count_on)) == [1, 2]
