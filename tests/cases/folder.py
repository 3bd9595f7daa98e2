"""Where the worked cases are: an environment variable, the folder they came from, or our copy."""

import os
from pathlib import Path

VARIABLE = "WORKED_CASES"
COPY = Path(__file__).parent / "data"
ORIGIN = Path(__file__).parents[3] / "shared" / "cases"


def cases_folder() -> Path:
    """The folder in force; a family that it lacks gives no tests."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    return ORIGIN if ORIGIN.is_dir() else COPY
