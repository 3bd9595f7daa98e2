"""Which row holds the headers, and which column of the file feeds which column of the target."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from federation.files import limits
from federation.files.results import FileRefusedError, HeaderCell, Refusal, Remark
from federation.files.sources import Record
from federation.files.targets import Target
from federation.files.texts import clean, repaired


@dataclass(frozen=True)
class Headers:
    """The row of the headers (0 where the file has none) and its columns by place."""

    row: int
    cells: tuple[HeaderCell, ...]
    width: int | None = None
    notes: tuple[Remark, ...] = ()
    # Why the file cannot be read by them: `duplicate_header`, `columns_missing`.
    refusal: Refusal | None = None

    @property
    def mapping(self) -> dict[int, str]:
        """The target's column that each place feeds."""
        return {cell.number: cell.column for cell in self.cells if cell.column}

    @property
    def last_place(self) -> int:
        """The last place with a header."""
        return max((cell.number for cell in self.cells), default=0)


def find_headers(top: Sequence[Record], target: Target, choices: Mapping[str, object]) -> Headers:
    """Find and map the headers among the first rows of a file.

    `choices` may hold `header_row` (0: none) and `columns` (the place from 1 of a column of the
    target, or None to leave it out). Raises FileRefusedError: `header_not_found`,
    `choice_not_valid`, `too_many_columns`; other refusals come with the headers.
    """
    chosen = _chosen_columns(choices, target)
    record = _header_record(top, target, choices)
    if record is None:
        return _without_headers(target, chosen)
    texts = _texts(record)
    above = next((other for other in top if other.number == record.number - 1), None)
    if above is not None:
        texts = _completed(texts, _texts(above), target)
    if above is not None:
        texts = _told_apart(texts, _texts(above))
    twice = sorted(place for places in _repeated(texts) for place in places)
    # Whoever names one of the columns himself has seen that there are two.
    refusal = None
    if twice and not set(twice) & set(chosen.values()):
        refusal = Refusal("duplicate_header", {"header": texts[twice[0]]}, tuple(twice))
    cells, notes = _mapped(texts, target, chosen)
    return Headers(record.number, cells, record.width, notes, refusal or _lack(cells, target))


def _header_record(top: Sequence[Record], target: Target, choices: Mapping[str, object]) -> Record | None:
    chosen = choices.get("header_row")
    if chosen is not None:
        if isinstance(chosen, bool) or not isinstance(chosen, int):
            raise FileRefusedError("choice_not_valid", choice="header_row")
        if chosen == 0:
            return None
        found = next((record for record in top if record.number == chosen), None)
        if found is None:
            raise FileRefusedError("choice_not_valid", choice="header_row")
        return found
    scores = [target.score(list(_texts(record).values())) for record in top]
    best = max(scores, default=0)
    if best == 0:
        raise FileRefusedError("header_not_found")
    return top[scores.index(best)]


def _chosen_columns(choices: Mapping[str, object], target: Target) -> dict[str, int | None]:
    chosen = choices.get("columns") or {}
    if not isinstance(chosen, Mapping):
        raise FileRefusedError("choice_not_valid", choice="columns")
    for name, place in chosen.items():
        whole = place is None or (isinstance(place, int) and not isinstance(place, bool))
        if (
            name not in target.by_name
            or not whole
            or (place is not None and not 1 <= place <= limits.MOST_COLUMNS)
        ):
            raise FileRefusedError("choice_not_valid", choice="columns")
    return dict(chosen)


def _without_headers(target: Target, chosen: Mapping[str, int | None]) -> Headers:
    cells = tuple(
        HeaderCell(place, "", name)
        for name, place in sorted(chosen.items(), key=lambda item: item[1] or 0)
        if place is not None
    )
    return Headers(0, cells, refusal=_lack(cells, target))


def _texts(record: Record) -> dict[int, str]:
    found = {}
    for place, cell in record.cells.items():
        if place > limits.MOST_COLUMNS:
            raise FileRefusedError("too_many_columns", most=limits.MOST_COLUMNS)
        found[place] = clean(repaired(cell.text) or cell.text)
    return dict(sorted(found.items()))


def _completed(texts: dict[int, str], above: Mapping[int, str], target: Target) -> dict[int, str]:
    """Headers merged over two rows stand in the upper one: taken where the lower one is blank."""
    known = {target.column_of(text) for text in texts.values()}
    taken = {
        place: text
        for place, text in above.items()
        if place not in texts and (column := target.column_of(text)) and column not in known
    }
    return dict(sorted((texts | taken).items()))


def _repeated(texts: Mapping[int, str]) -> list[list[int]]:
    """Places of the headers that are the same after case, dots and spaces are ignored."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, text in texts.items():
        places["".join(text.casefold().replace(".", "").split())].append(place)
    return [same for same in places.values() if len(same) > 1]


def _told_apart(texts: dict[int, str], above: Mapping[int, str]) -> dict[int, str]:
    """Equal headers under different group headers («Jugador», «Tutor») are read together with these."""
    twice = _repeated(texts)
    if not twice or len(above) < 2:
        return texts
    groups: dict[int, str] = {}
    for place in range(1, max(texts) + 1):
        groups[place] = above.get(place, groups.get(place - 1, ""))
    grouped = {place: f"{groups[place]} {texts[place]}".strip() for places in twice for place in places}
    if _repeated(grouped):
        return texts
    # The first of the equal ones keeps its own name: it is of the person whom the list is about.
    return texts | {place: grouped[place] for places in twice for place in places[1:]}


def _mapped(
    texts: Mapping[int, str], target: Target, chosen: Mapping[str, int | None]
) -> tuple[tuple[HeaderCell, ...], tuple[Remark, ...]]:
    by_place = {place: name for name, place in chosen.items() if place is not None}
    taken = set(chosen)
    notes = []
    for place, text in texts.items():
        column = target.column_of(text)
        if column is None or place in by_place:
            continue
        if column in taken:
            if column not in chosen:
                notes.append(Remark(None, column, "column_also_fits", {"header": text}))
            continue
        by_place[place] = column
        taken.add(column)
    by_place = _instead(by_place, target, chosen)
    places = sorted({*texts, *by_place})
    return tuple(HeaderCell(place, texts.get(place, ""), by_place.get(place)) for place in places), tuple(
        notes
    )


def _instead(by_place: dict[int, str], target: Target, chosen: Mapping[str, int | None]) -> dict[int, str]:
    """«Nombre» alone holds the whole name."""
    if target.instead is None:
        return by_place
    narrow, wide, others = target.instead
    if narrow in chosen or set(others) & set(by_place.values()):
        return by_place
    return {place: wide if column == narrow else column for place, column in by_place.items()}


def _lack(cells: Sequence[HeaderCell], target: Target) -> Refusal | None:
    there = {cell.column for cell in cells}
    missing = tuple(group[0] for group in target.needed if not there & set(group))
    return Refusal("columns_missing", {"missing": missing}) if missing else None
