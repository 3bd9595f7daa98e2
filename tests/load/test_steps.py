"""What the measuring wraps must be where it looks for it, or the bench ends half-way."""

from __future__ import annotations

import pytest

from tests.load import steps

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("path", [path for _step, path in steps.STEPS])
def test_each_step_is_a_function_of_the_product(path: str) -> None:
    owner, name = steps._found(path)

    assert callable(getattr(owner, name))
