"""What becomes of the rows that point at a person when his record is merged, or his data are erased.

Each table with a key to `Person` says it in `person_tie`; a test asks for it. Rows that are only
ever inserted need not: they stay as they were written, whoever the person turns out to be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

EVERY_ROW = Q(pk__isnull=False)
SPORT = _("el historial de competición, sin su nombre")
ACTA = _("lo que hace falta para leer y recalcular las actas selladas")
RECORD = _("lo que se hizo y quién lo vio: es un registro que no se cambia")


@dataclass(frozen=True)
class PersonTie:
    """One table's answer.

    | field | what it says |
    |---|---|
    | `stays` | at a merge, rows of this kind stay with the record that goes; the others move |
    | `yields` | a row that may not stand beside one of the kept record stays too, instead of forbidding it |
    | `watched` | the columns that forbid an undo once they have changed; None for all |
    | `deleted`, `emptied` | at an erasure: the rows go, or these columns get these values |
    | `kept_because` | why the rows are kept at an erasure, for its report |
    """

    stays: Q | None = None
    yields: bool = False
    watched: tuple[str, ...] | None = None
    deleted: bool = False
    emptied: Mapping[str, Any] = field(default_factory=dict)
    kept_because: Any = SPORT


# Two more things that a table may say, for the copy that a person gets of his data:
# `told_with`, the ways to the person through something of his (his licence, his account), where the
# table has no key to him of its own; `told_by`, the columns by which a row is named to people.


class Says(Enum):
    """What a column without a shape of its own (JSON, long text, bytes) says of people.

    Each table with such a column tells it in `says_of_people`; a test asks for it. `VALUES` are looked
    through when somebody's data are exported or erased, by what they say.
    """

    NOBODY = auto()
    KEYS = auto()
    """Keys of people and nothing else of theirs."""
    VALUES = auto()
    """Names, documents, contacts: whatever somebody typed or a file brought."""
    OF_ITS_PERSON = auto()
    """Values of the person that the row's own key names, and of nobody else."""
    SEALED = auto()
    """Part of an acta, or of what it is recomputed from: it stays as it is."""
