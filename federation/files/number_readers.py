"""Cells of days, times, money and counts."""

import re
from datetime import date, datetime, time

from federation.files import moments
from federation.files.amounts import AmountError, read_amount, read_exact
from federation.files.cells import CellKind
from federation.files.dates import (
    DayReading,
    Span,
    moment_of_serial,
    order_of,
    read_day,
    read_time,
    split_time,
)
from federation.files.outcomes import Context, Doubt, Outcome
from federation.files.results import AnswerWay

_COUNT = re.compile(r"\+?(\d{1,4})(?:[.,]0{1,2})?")
_ORDINAL = re.compile(r"(?:[^\W\d]+\.? ?)?(\d{1,3})(?:[.ªº°]|ª|er|a|o)?(?: ?[^\W\d]+)?")
_RESULT = re.compile(r"(\d{1,3})\s*(?:[-–—:/]|\ba\b)\s*(\d{1,3})")
_DASHES = re.compile(r"[-–— ]+")
_EARLIEST_BIRTH = date(1900, 1, 1)
_EARLIEST = date(1950, 1, 1)
# Years ahead that a calendar or a licence may reach.
_AHEAD = 10


def read_amount_cell(text: str, kind: CellKind, context: Context) -> Outcome:
    """An amount in euros."""
    if kind in (CellKind.DATE, CellKind.YES_NO):
        return Outcome(problem="not_an_amount")
    try:
        amount = read_exact(text) if kind is CellKind.NUMBER else read_amount(text)
    except AmountError as error:
        return Outcome(problem=error.code)
    return Outcome({context.column.name: amount})


def read_count(text: str, kind: CellKind, context: Context) -> Outcome:
    """A whole number; a dash stands for nothing, and a zero does not."""
    if kind is CellKind.DATE:
        return Outcome(doubt=Doubt("became_date"))
    if _DASHES.fullmatch(text):
        return Outcome({context.column.name: None})
    match = _COUNT.fullmatch(text)
    if match is None or not text.isascii():
        negative = re.fullmatch(r"[-–−]\s?\d+", text)
        return Outcome(problem="negative_count" if negative else "not_a_count")
    return Outcome({context.column.name: int(match[1])})


def read_ordinal(text: str, kind: CellKind, context: Context) -> Outcome:
    """The number of a round, with or without the word."""
    match = _ORDINAL.fullmatch(text)
    if kind is CellKind.DATE or match is None or not match[1].isascii():
        return read_count(text, kind, context)
    return Outcome({context.column.name: int(match[1])})


def read_result(text: str, kind: CellKind, context: Context) -> Outcome:
    """Both scores in one cell: «5-3». Spreadsheets like to make a day of it."""
    del context
    if _DASHES.fullmatch(text):
        return Outcome({"home_score": None, "away_score": None})
    match = _RESULT.fullmatch(text)
    if kind is CellKind.DATE or re.fullmatch(r"\d{1,2}-[^\W\d]{3}\.?", text):
        return Outcome(doubt=Doubt("became_date"))
    if match is None or not (match[1] + match[2]).isascii():
        return Outcome(problem="not_a_result")
    return Outcome({"home_score": int(match[1]), "away_score": int(match[2])})


# ---------------------------------------------------------------- days
def read_day_cell(text: str, kind: CellKind, context: Context) -> Outcome:
    """A day; a time behind it is left away."""
    reading = _day_of(text, kind, context)
    if isinstance(reading, Doubt):
        return Outcome(doubt=reading)
    return _dated(reading, context)


def _dated(reading: DayReading, context: Context) -> Outcome:
    name = context.column.name
    if reading.problem:
        return Outcome(problem=reading.problem)
    if reading.serial:
        if "serial_date" in context.settled:
            return Outcome(problem="date_not_understood")
        ways = (AnswerWay.TAKE, AnswerWay.WRITE, AnswerWay.BLANK, AnswerWay.LEAVE_OUT)
        return Outcome(doubt=Doubt("serial_date", (reading.serial.isoformat(),), ways))
    notes = ("two_digit_year",) if "two_digit_year" in reading.ways else ()
    day = reading.day.isoformat() if reading.day else None
    return Outcome({name: day}, notes=notes, ways=tuple((way, "accept") for way in reading.ways))


def _day_of(text: str, kind: CellKind, context: Context) -> DayReading | Doubt:
    span = _span(context)
    if kind is CellKind.NUMBER:
        text = text.partition(".")[0]
    elif kind is CellKind.TEXT and _order_is_open(text, context):
        return Doubt("date_order", ("day_first", "month_first"), (AnswerWay.TAKE,), for_column=True)
    reading = read_day(text, span, month_first=context.month_first)
    if reading.problem != "date_not_understood":
        return reading
    day, clock, _ = split_time(text)
    return read_day(day, span, month_first=context.month_first) if clock else reading


def _order_is_open(text: str, context: Context) -> bool:
    """Whether the column makes this date one of two, and nobody has said which."""
    asked = context.facts.order_in_doubt and "date_order" not in context.column_answers
    return asked and order_of(text) == "either"


def _span(context: Context) -> Span:
    today = context.today
    if context.column.past:
        return Span(_EARLIEST_BIRTH, today)
    return Span(_EARLIEST, date(today.year + _AHEAD, 12, 31))


# ---------------------------------------------------------------- moments
def read_moment(text: str, kind: CellKind, context: Context) -> Outcome:
    """A day with its local time, which may stand in a column beside it; or the day alone."""
    if kind is CellKind.NUMBER and "." in text and (moment := moment_of_serial(text)):
        text, kind = moment.isoformat(timespec="seconds"), CellKind.DATE
    day, clock, offset = split_time(text)
    outcome = read_day_cell(day if clock else text, kind, context)
    if not outcome.values:
        return outcome
    at = read_time(clock) if clock else _time_beside(context)
    if at is None:
        # The column of times has its own refusal for what it holds.
        return Outcome(problem="time_not_understood") if clock else outcome
    local = datetime.combine(date.fromisoformat(str(outcome.values[context.column.name])), at)
    placed = (
        moments.with_offset(local, offset.upper(), context.zone)
        if offset
        else moments.place(local, context.zone)
    )
    return _placed(placed, outcome, context)


def _placed(placed: moments.MomentReading, outcome: Outcome, context: Context) -> Outcome:
    if placed.problem:
        return Outcome(problem=placed.problem)
    if placed.candidates:
        ways = (AnswerWay.TAKE, AnswerWay.WRITE, AnswerWay.BLANK, AnswerWay.LEAVE_OUT)
        return Outcome(doubt=Doubt("ambiguous_local_time", placed.candidates, ways))
    return Outcome({context.column.name: placed.text}, notes=outcome.notes, ways=outcome.ways)


def _time_beside(context: Context) -> time | None:
    beside = context.row.get("time")
    return _time_of(beside.text.strip(), beside.kind) if beside else None


def _time_of(text: str, kind: CellKind) -> time | None:
    if kind is CellKind.NUMBER:
        moment = moment_of_serial(f"61.{text[2:]}") if text.startswith("0.") else None
        return moment.time() if moment else None
    return read_time(text)


def read_time_cell(text: str, kind: CellKind, context: Context) -> Outcome:
    """A time of the day."""
    at = _time_of(text, kind)
    if at is None:
        return Outcome(problem="time_not_understood")
    return Outcome({context.column.name: at.isoformat(timespec="minutes")})
