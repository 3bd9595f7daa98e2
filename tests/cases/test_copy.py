"""Our copy of the worked cases is the same as where they came from, while that is there."""

import filecmp

import pytest

from tests.cases.folder import COPY, ORIGIN


@pytest.mark.skipif(not ORIGIN.is_dir(), reason="only the copy is here")
def test_the_copy_is_equal():
    names = {path.relative_to(ORIGIN) for path in ORIGIN.rglob("*") if path.is_file()}

    assert {path.relative_to(COPY) for path in COPY.rglob("*") if path.is_file()} == names
    assert [str(name) for name in names if not filecmp.cmp(ORIGIN / name, COPY / name, shallow=False)] == []
