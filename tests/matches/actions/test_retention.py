"""Phones at tables are forgotten some months after the acta is sealed, and not before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from federation.actions import retention
from federation.rules.retention import What
from matches.models import SheetEntry, TableSession
from tests.matches.views.after_close import sealed

pytestmark = pytest.mark.django_db


def _gone() -> int:
    return sum(done.gone for done in retention.apply_all([What.TABLE_SESSION]))


def test_phones_at_tables_are_forgotten() -> None:
    each, _acta = sealed()
    written, phones = SheetEntry.objects.count(), TableSession.objects.count()
    assert _gone() == 0
    with time_machine.travel(datetime.now(UTC) + timedelta(days=400), tick=False):
        type(each.encounter).objects.filter(pk=each.encounter.pk).update(state="disputed")
        assert _gone() == 0
        type(each.encounter).objects.filter(pk=each.encounter.pk).update(state="homologated")
        assert _gone() == phones > 0
        assert _gone() == 0
    assert SheetEntry.objects.count() == written
