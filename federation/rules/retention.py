"""How long each class of personal data is kept, from what moment, and within which bounds. Pure.

Article 5.1.e of the General Data Protection Regulation: no longer than is needed. What is needed is
for the federation to say, between a least (what the data are for, what a claim may still ask) and a most.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from federation.rules.errors import RuleError

DECEMBER = 12


class What(StrEnum):
    """The classes of data."""

    DOCUMENT = "document"
    CONTACT = "contact"
    PHOTO = "photo"
    NAME = "name"
    REQUEST = "request"
    IMPORT_FILE = "import_file"
    ACCESS_LOG = "access_log"
    TABLE_SESSION = "table_session"
    LOGIN_SESSION = "login_session"
    RECEIPT = "receipt"
    MAIL = "mail"


@dataclass(frozen=True)
class Period:
    """One class: months proposed, least and most, whether it may be kept until somebody asks.

    `asks_first` classes are people's own records: they go only when the federation has confirmed the period.
    """

    proposed: int | None
    least: int
    most: int
    endless: bool = False
    asks_first: bool = False


PERIODS: Mapping[What, Period] = {
    # Six years: what the commercial code has accounts kept for, and longer than any claim of sport.
    What.DOCUMENT: Period(72, least=12, most=240, endless=True, asks_first=True),
    What.CONTACT: Period(24, least=6, most=240, endless=True, asks_first=True),
    What.PHOTO: Period(24, least=1, most=240, endless=True, asks_first=True),
    What.NAME: Period(None, least=60, most=1200, endless=True, asks_first=True),
    What.REQUEST: Period(24, least=6, most=120, asks_first=True),
    What.IMPORT_FILE: Period(6, least=1, most=60),
    # Two years at least, so that whoever asks who looked is answered.
    What.ACCESS_LOG: Period(36, least=24, most=240),
    What.TABLE_SESSION: Period(12, least=1, most=60),
    What.LOGIN_SESSION: Period(3, least=1, most=24),
    # A form that is sent twice is sent twice within days.
    What.RECEIPT: Period(2, least=1, most=24),
    What.MAIL: Period(1, least=1, most=12),
}


def check_months(what: What, months: int | None) -> None:
    """RuleError `period_endless_not` or `period_out_of_range` (`least`, `most`), field `months`."""
    period = PERIODS[what]
    if months is None:
        if not period.endless:
            raise RuleError("period_endless_not", field="months")
    elif not period.least <= months <= period.most:
        raise RuleError("period_out_of_range", field="months", least=period.least, most=period.most)


def in_force(what: What, confirmed: Mapping[str, int | None]) -> int | None:
    """The months that are applied now; None when nothing of this class goes by itself.

    `confirmed` are the periods that the federation has set, by class.
    """
    if what.value in confirmed:
        return confirmed[what.value]
    return None if PERIODS[what].asks_first else PERIODS[what].proposed


def months_before(day: date, months: int) -> date:
    """The day so many months earlier; the last of its month where that month is shorter."""
    years, month = divmod(day.year * DECEMBER + day.month - 1 - months, DECEMBER)
    for last in (day.day, 30, 29, 28):
        try:
            return date(years, month + 1, min(last, day.day))
        except ValueError:
            continue
    raise AssertionError(day)


def limit(moment: datetime, months: int) -> datetime:
    """The moment so many months earlier: what ended before it goes."""
    return datetime.combine(months_before(moment.date(), months), moment.timetz())
