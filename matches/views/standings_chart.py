"""The places round by round as lines: where everything of the drawing stands. Knows no tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

TOP, STEP, BELOW = 16, 32, 42
# From where to where the lines go, and how wide the whole is: on a desk and on a phone.
DESK, PHONE = (44, 492, 660), (32, 234, 372)


@dataclass(frozen=True)
class Text:
    """Words at a point."""

    x: int
    y: int
    words: str


@dataclass(frozen=True)
class ChartLine:
    """One entrant: its points joined, its last name at the end; the first of the table is marked."""

    points: str
    dots: tuple[tuple[int, int], ...]
    name: Text
    marked: bool


@dataclass(frozen=True)
class Drawing:
    """A chart of one width."""

    css: str
    width: int
    height: int
    begin: int
    end: int
    grid: tuple[Text, ...]
    rounds: tuple[Text, ...]
    lines: tuple[ChartLine, ...]


@dataclass(frozen=True)
class Chart:
    """Both drawings, and the same as a table: each name with its places."""

    drawings: tuple[Drawing, ...]
    rounds: tuple[int, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]


def chart_of(
    places: Mapping[int, Sequence[int | None]], names: Mapping[int, str], order: Sequence[int]
) -> Chart:
    """Draw the places of those who have one in every round, in the order of the table, the first marked."""
    drawn = {key: [each for each in places[key] if each is not None] for key in order}
    count = max((len(each) for each in drawn.values()), default=0)
    whole = {key: each for key, each in drawn.items() if len(each) == count}
    return Chart(
        drawings=(
            _drawing("wide-only", DESK, whole, names, count),
            _drawing("phone-only", PHONE, whole, names, count),
        ),
        rounds=tuple(range(1, count + 1)),
        rows=tuple((names[key], tuple(each)) for key, each in whole.items()),
    )


def _drawing(
    css: str,
    across: tuple[int, int, int],
    places: Mapping[int, Sequence[int]],
    names: Mapping[int, str],
    count: int,
) -> Drawing:
    begin, end, width = across
    deep = max((max(each) for each in places.values()), default=1)
    along = [begin + (end - begin) * number // max(1, count - 1) for number in range(count)]
    # A long season has no room for every number.
    every = max(1, -(-count // 12))
    lines = []
    for number, (key, own) in enumerate(places.items()):
        dots = tuple((x, _down(place)) for x, place in zip(along, own, strict=True))
        name = Text(end + 14, _down(own[-1]) + 5, names[key])
        lines.append(ChartLine(" ".join(f"{x},{y}" for x, y in dots), dots, name, number == 0))
    return Drawing(
        css=css,
        width=width,
        height=_down(deep) + BELOW,
        begin=begin - 10,
        end=end,
        grid=tuple(Text(begin - 18, _down(place), str(place)) for place in range(1, deep + 1)),
        rounds=tuple(
            Text(along[number], _down(deep) + BELOW - 6, str(number + 1)) for number in range(0, count, every)
        ),
        # The marked one last, so that nothing lies over it.
        lines=tuple(reversed(lines)),
    )


def _down(place: int) -> int:
    return TOP + (place - 1) * STEP
