"""A written name taken apart: given name, first surname, link word, second surname.

A comma settles what is surname and what is given name; capitals do when only the surnames have them.
Without either, an order must be known: see `NameOrder`. Where words could be shared out in more than
one way the reading says so (`doubt`), and gives the likeliest.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from federation.rules.name_writing import ARTICLES, LINKS, PARTICLES, is_capitals, leans, set_down, tidy


class NameOrder(StrEnum):
    """What stands first in a name without comma."""

    GIVEN_FIRST = "given_first"
    SURNAMES_FIRST = "surnames_first"


# order: without comma, given name or surnames may stand first; surnames: more words than two surnames
# need; given_name, surnames missing: one half is not there.
DOUBT_CODES = frozenset({"name_order", "surname_split"})
PROBLEM_CODES = frozenset({"name_empty", "given_name_missing", "surname_missing"})


@dataclass(frozen=True)
class NameReading:
    """A name in its parts; `link` is the «y» or «i» between the surnames."""

    given_name: str
    surname_1: str
    link: str = ""
    surname_2: str = ""
    doubt: str | None = None
    problem: str | None = None

    @property
    def surnames(self) -> str:
        """Both surnames as they are written together."""
        return " ".join(part for part in (self.surname_1, self.link, self.surname_2) if part)

    @property
    def surname_1_with_link(self) -> str:
        """The first surname with the link after it: what is stored where a link has no place of its own."""
        return " ".join(part for part in (self.surname_1, self.link) if part)


def read_name(raw: str, order: NameOrder | None = None) -> NameReading:
    """Take a whole name apart. `order` is what is known of names without comma in this list.

    `problem` is one of PROBLEM_CODES, `doubt` one of DOUBT_CODES.
    """
    text = tidy(raw)
    if not any(sign.isalpha() for sign in text):
        return NameReading("", "", problem="name_empty")
    surnames, comma, given = text.partition(",")
    if comma:
        return _complete(read_surnames(surnames), set_down(given.strip()))
    if by_capitals := _split_by_capitals(text):
        return _complete(read_surnames(by_capitals[0].upper()), set_down(by_capitals[1]))
    return _read_by_order(set_down(text), order)


def read_surnames(raw: str) -> NameReading:
    """Share the words of one or two surnames out; the given name stays empty."""
    text = set_down(tidy(raw))
    words = text.split(" ") if text else []
    link = _link_at(words)
    if link is not None:
        return _linked(words, link)
    first, second, doubtful = _shared(_groups(words))
    return NameReading("", first, "", second, "surname_split" if doubtful else None)


def _complete(surnames: NameReading, given_name: str) -> NameReading:
    problem = None
    if not given_name:
        problem = "given_name_missing"
    elif not surnames.surname_1:
        problem = "surname_missing"
    return replace(surnames, given_name=given_name, problem=problem)


def _split_by_capitals(text: str) -> tuple[str, str] | None:
    """Surnames and given name of «Ana PÉREZ LÓPEZ» or «PÉREZ LÓPEZ Ana», where capitals tell them apart."""
    words = text.split(" ")
    if is_capitals(text) or not any(is_capitals(word) and len(word) > 2 for word in words):
        return None
    loud = [place for place, word in enumerate(words) if is_capitals(word)]
    first, last = loud[0], loud[-1]
    while first > 0 and words[first - 1].lower() in PARTICLES | ARTICLES:
        first -= 1
    between = [words[place] for place in range(first, last + 1) if place not in loud]
    at_one_end = (first == 0) is not (last == len(words) - 1)
    if not at_one_end or any(word.lower() not in PARTICLES | ARTICLES | LINKS for word in between):
        return None
    return " ".join(words[first : last + 1]), " ".join(words[:first] or words[last + 1 :])


def _read_by_order(text: str, order: NameOrder | None) -> NameReading:
    groups = _groups(text.split(" "))
    doubt = None if order else "name_order"
    if len(groups) == 1:
        return replace(_complete(NameReading("", ""), groups[0]), doubt=doubt)
    if order is NameOrder.SURNAMES_FIRST:
        return _surnames_first(groups)
    return replace(_given_first(groups), doubt=doubt)


def _given_first(groups: list[str]) -> NameReading:
    """The last two surnames, each with what belongs to it, after at least one given name."""
    words = " ".join(groups).split(" ")
    link = _link_at(words)
    if link is not None:
        # «José de la Fuente y del Río»: the one word group before the link is the first surname.
        *given, first = _groups(words[:link])
        if given:
            first_words = first.split(" ")
            surnames = _linked([*first_words, *words[link:]], len(first_words))
            return _complete(surnames, " ".join(given))
    start = max(1, len(groups) - 2)
    surname_groups = groups[start:]
    first, second = surname_groups[0], " ".join(surname_groups[1:])
    return _complete(NameReading("", first, "", second), " ".join(groups[:start]))


def _surnames_first(groups: list[str]) -> NameReading:
    count = 1 if len(groups) == 2 else 2
    # «Fernández de Córdoba López Ana»: the group with a particle belongs to the surname before it.
    while count < len(groups) - 1 and _begins_with_particle(groups[count]):
        count += 1
    return _complete(read_surnames(" ".join(groups[:count])), " ".join(groups[count:]))


def _link_at(words: list[str]) -> int | None:
    """Where a «y», «i» or «e» stands between two surnames."""
    return next(
        (place for place in range(1, len(words) - 1) if words[place].lower() in LINKS),
        None,
    )


def _linked(words: list[str], link: int) -> NameReading:
    before, after = words[:link], _groups(words[link + 1 :])
    if len(after) > 1 and not _begins_with_particle(after[1]):
        # «Ramón y Cajal Junquera»: what follows the link is the end of the first surname.
        first = " ".join([*before, words[link], after[0]])
        return NameReading("", first, "", " ".join(after[1:]), "surname_split")
    return NameReading("", " ".join(before), words[link].lower(), " ".join(after))


def _groups(words: list[str]) -> list[str]:
    """Words with the particles that lean on them: «de la Torre» is one group."""
    groups: list[str] = []
    waiting: list[str] = []
    for word in words:
        waiting.append(word)
        if not leans(word) and word.lower() not in LINKS:
            groups.append(" ".join(waiting))
            waiting = []
    if waiting:
        # A particle with nothing after it is a name of its own: «Ng, Le».
        groups.append(" ".join(waiting))
    return groups


def _begins_with_particle(group: str) -> bool:
    words = group.split(" ")
    return len(words) > 1 and words[0].lower() in PARTICLES


def _shared(groups: list[str]) -> tuple[str, str, bool]:
    """First and second surname out of word groups, and whether it could be otherwise."""
    if len(groups) <= 2:
        # «García de la Torre» are two surnames, «Fernández de Córdoba» is one: nothing tells them apart.
        return " ".join(groups[:1]), " ".join(groups[1:]), any(map(_begins_with_particle, groups[1:]))
    # «Fernández de Córdoba López»: a group with a particle belongs to the surname before it.
    blocks: list[str] = []
    for group in groups:
        if blocks and _begins_with_particle(group):
            blocks[-1] = f"{blocks[-1]} {group}"
        else:
            blocks.append(group)
    if len(blocks) == 1:
        # «García de Paredes del Río»: the last group is the second surname.
        return " ".join(groups[:-1]), groups[-1], True
    return " ".join(blocks[:-1]), blocks[-1], len(blocks) > 2
