"""Days and times as spreadsheets leave them: the day first, as in Spain, unless somebody says otherwise."""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from federation.files.month_names import MONTHS, WEEKDAYS

# A spreadsheet counts days from here; the day 60, a 29 February that never was, is behind us.
SERIAL_EPOCH = date(1899, 12, 30)
FIRST_SERIAL = 61
LAST_SERIAL = 73_050  # the last day of 2099
LAST_YEAR = 2099

_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_NUMERIC = re.compile(r"(\d{1,2})\s?[-/. ]\s?(\d{1,2})\s?[-/. ]\s?(\d{4}|\d{2})")
_WORDS = re.compile(
    r"(\d{1,2})(?:º|°|\.º)?(?: de |[-/. ]+)?([^\W\d_]{3,12})\.?(?: del? |[-/., ]+)?(\d{4}|\d{2})"
)
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})")
_WEEKDAY = re.compile(r"([^\W\d_]{3,12})\.?,? +(?=\d)")
_TIME_AFTER = re.compile(
    r"(?P<day>.+?)(?:T|,? +(?:a las )?)"
    r"(?P<time>\d{1,2}[:.hH]\d{2}(?::\d{2}(?:[.,]\d{1,6})?)?\s*(?:h|hs|horas)?\.?(?:\s*[ap]\.?\s?m\.?)?)\s*(?P<offset>Z|[+-]\d{2}:?\d{2})?",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"(\d{1,2})(?:[:.,hH](\d{2})(?::(\d{2})(?:[.,]\d{1,6})?)?)?\s*(?:h|hs|horas)?\.?(?:\s*([ap])\.?\s?m\.?)?",
    re.IGNORECASE,
)
NOON = 12


@dataclass(frozen=True)
class DayReading:
    """A day, or the code of why there is none; `ways` are the doubts that were settled on the way.

    `serial` is the day that a bare number would be: only the user knows whether it is one.
    """

    day: date | None = None
    problem: str | None = None
    ways: tuple[str, ...] = ()
    serial: date | None = None


@dataclass(frozen=True)
class Span:
    """The days that a column may hold."""

    first: date
    last: date

    def holds(self, day: date) -> bool:
        """Whether a day lies in it."""
        return self.first <= day <= self.last

    def problem(self, day: date) -> str:
        """The code of a day outside."""
        return "date_too_late" if day > self.last else "date_too_early"


def read_day(text: str, span: Span, *, month_first: bool = False) -> DayReading:
    """Read a day without time.

    Problems: `no_such_date`, `date_not_day_first`, `date_not_understood`, `date_incomplete`,
    `date_too_late`, `date_too_early`.
    """
    text = _without_weekday(text)
    if _has_foreign_digits(text):
        return DayReading(problem="date_not_understood")
    if match := _ISO.fullmatch(text):
        return _placed(int(match[1]), int(match[2]), int(match[3]), span)
    if match := _NUMERIC.fullmatch(text):
        return _read_numeric(match, span, month_first=month_first)
    if (match := _WORDS.fullmatch(text)) and (month := MONTHS.get(match[2].casefold())):
        ways = ("short_month",) if len(match[2]) <= 4 else ()
        return _with_year(match[3], month, int(match[1]), span, ways)
    if text.isascii() and text.isdigit():
        return _read_digits(text, span)
    return DayReading(problem="date_not_understood")


def day_of_serial(serial: int) -> date | None:
    """The day that a spreadsheet stores as this number."""
    if FIRST_SERIAL <= serial <= LAST_SERIAL:
        return SERIAL_EPOCH + timedelta(days=serial)
    return None


def order_of(text: str) -> str | None:
    """What a numeric date tells of the order in its column: day_first, month_first, or either."""
    match = _NUMERIC.match(_without_weekday(text))
    if match is None:
        return None
    one, other = int(match[1]), int(match[2])
    if one > 12 >= other:
        return "day_first"
    if other > 12 >= one:
        return "month_first"
    return "either" if one != other and one <= 12 else None


def split_time(text: str) -> tuple[str, str, str]:
    """Day, time and offset of a text; empty where there is none."""
    match = _TIME_AFTER.fullmatch(text)
    if match is None:
        return text, "", ""
    return match["day"].strip(), match["time"], match["offset"] or ""


def read_time(text: str) -> time | None:
    """A time of the day: «20:30», «20.30 h», «8:30 p. m.», «20h»; None when it is none."""
    match = _TIME.fullmatch(text.strip())
    if match is None or _has_foreign_digits(text):
        return None
    hour = int(match[1])
    if match[4]:
        if not 1 <= hour <= NOON:
            return None
        hour = hour % NOON + (NOON if match[4].lower() == "p" else 0)
    try:
        return time(hour, int(match[2] or 0), int(match[3] or 0))
    except ValueError:
        return None


def moment_of_serial(serial: str) -> datetime | None:
    """Day and time that a spreadsheet stores as a number with a fraction, to the second."""
    whole, _, fraction = serial.partition(".")
    day = day_of_serial(int(whole)) if whole.isdigit() and len(whole) < 8 else None
    if day is None or (fraction and not fraction.isdigit()):
        return None
    seconds = time_of_fraction(fraction)
    return datetime(day.year, day.month, day.day) + seconds  # noqa: DTZ001 - local, its zone is not known here


def time_of_fraction(fraction: str) -> timedelta:
    """The part of a day behind a serial's point, to the second."""
    digits = fraction[:15]
    return timedelta(seconds=round(int(digits or "0") * 86_400 / 10 ** len(digits)))


def _has_foreign_digits(text: str) -> bool:
    """Digits of other scripts, which Python would take for ours."""
    return not text.isascii() and any(sign.isdecimal() and not sign.isascii() for sign in text)


def _without_weekday(text: str) -> str:
    match = _WEEKDAY.match(text)
    return text[match.end() :] if match and match[1].casefold() in WEEKDAYS else text


def _read_numeric(match: re.Match[str], span: Span, *, month_first: bool) -> DayReading:
    day, month = int(match[1]), int(match[2])
    if month_first:
        day, month = month, day
    if month > 12 and 1 <= day <= 12:
        # The other order would give a date: which one was meant is not guessed.
        return DayReading(problem="no_such_date" if month_first else "date_not_day_first")
    return _with_year(match[3], month, day, span, ())


def _with_year(year: str, month: int, day: int, span: Span, ways: tuple[str, ...]) -> DayReading:
    if len(year) == 4:
        return _placed(int(year), month, day, span, ways)
    # The latest year that the span holds: nobody was born tomorrow, and few a hundred years ago.
    readings = [
        _placed(century + int(year), month, day, span, (*ways, "two_digit_year")) for century in (2000, 1900)
    ]
    found = next((reading for reading in readings if reading.day), None)
    return found or max(readings, key=lambda reading: reading.problem != "no_such_date")


def _placed(year: int, month: int, day: int, span: Span, ways: tuple[str, ...] = ()) -> DayReading:
    try:
        found = date(year, month, day)
    except ValueError:
        return DayReading(problem="no_such_date")
    if not span.holds(found):
        return DayReading(problem=span.problem(found))
    return DayReading(found, ways=ways)


def _read_digits(text: str, span: Span) -> DayReading:
    if match := _COMPACT.fullmatch(text):
        return _read_compact(text, match, span)
    if len(text) == 4 and 1900 <= int(text) <= LAST_YEAR:
        return DayReading(problem="date_incomplete")
    found = day_of_serial(int(text)) if len(text) <= 5 else None
    if found is None:
        return DayReading(problem="date_not_understood")
    if not span.holds(found):
        return DayReading(problem=span.problem(found))
    return DayReading(serial=found)


def _read_compact(text: str, match: re.Match[str], span: Span) -> DayReading:
    """Eight digits without separators: no year of our time begins as a month does, so one order fits."""
    year_first = _placed(int(match[1]), int(match[2]), int(match[3]), span)
    if year_first.day:
        return year_first
    return _placed(int(text[4:]), int(text[2:4]), int(text[:2]), span)
