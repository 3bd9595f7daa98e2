"""Prints the table as the product answers now, to be read before it replaces `table.txt`."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tests.matrix.cast import ACTORS, set_stage
from tests.matrix.reading import answers, rows


@pytest.mark.django_db
def test_print_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Run with `pytest tests/matrix/write.py -s`."""
    stage = set_stage()
    for route, method, path in rows():
        by_status: dict[str, list[str]] = defaultdict(list)
        for actor, status in answers(stage, method, path).items():
            by_status[status].append(actor)
        with capsys.disabled():
            print(route, method, path)  # noqa: T201
            for status in sorted(by_status):
                names = by_status[status]
                print(f"  {status}: {'everybody' if len(names) == len(ACTORS) else ', '.join(names)}")  # noqa: T201
