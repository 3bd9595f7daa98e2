"""May these people be lined up? (product, *Line-up*). Pure.

The answer is a list of problems, each a block or a warning with its code, so that the
form, the buttons and the acta's remarks read the same one. An empty list means yes.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from competitions.rules.reserves import Above, Help, helps, kept_above
from matches.rules.sides import Person

PLAYER_LICENCE = "player"
GRANTED = "granted"
ENDED_STATES = ("withdrawn",)


class Severity(StrEnum):
    """A block keeps the person out; a warning is shown and kept."""

    BLOCK = "block"
    WARNING = "warning"


@dataclass(frozen=True)
class Problem:
    """One reason against a person or a line-up; `data` holds the figures of its words."""

    code: str
    severity: Severity
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def blocks(self) -> bool:
        """Does it keep the person out?"""
        return self.severity is Severity.BLOCK


# Every code of a Problem; each has its words in `matches.messages`.
PROBLEM_CODES = (
    "unknown_person",
    "no_player_licence",
    "licence_not_granted",
    "licence_not_in_force",
    "not_in_squad",
    "in_rival_squad",
    "stays_above",
    "reserve_same_competition",
    "reserve_last_time",
    "reserve_will_stay",
    "already_in_round",
    "too_many_boards",
    "twice_on_board",
    "substitute_also_starts",
    "substitute_twice",
    "board_incomplete",
    "wrong_number_of_boards",
    "squad_below_minimum",
)


@dataclass(frozen=True)
class LicenceFact:
    """A licence as the registry holds it; `valid_to` is its last day."""

    number: str
    kind: str
    state: str
    valid_from: date
    valid_to: date | None = None


@dataclass(frozen=True)
class SquadFact:
    """A player in a team's squad between two days; an open end means still in it."""

    team: str
    valid_from: date
    valid_to: date | None = None


@dataclass(frozen=True)
class PersonFacts:
    """What is known of a person on the day of the encounter.

    `encounters_of_round`: the other encounters of this round where he is lined up or played.
    `above`: how often he has played for the teams above those whose squads he is in.
    """

    person: Person
    licences: tuple[LicenceFact, ...] = ()
    squads: tuple[SquadFact, ...] = ()
    encounters_of_round: frozenset[str] = frozenset()
    above: tuple[Above, ...] = ()


@dataclass(frozen=True)
class Place:
    """One board of a format: how many of a side play there, in which block, and whether it is of 8-ball."""

    players: int
    block: int = 1
    pool: bool = False


@dataclass(frozen=True)
class LineUpTerms:
    """For which team, against which, on which day, and how large a line-up must be.

    `squad_size` is the number of players in the team's squad on that day, where it is known.
    `places` are the boards that are looked at, where they are not all alike.
    """

    team: str
    rival: str
    on: date
    boards: int
    players_per_board: int
    parameters: Mapping[str, Any]
    competition: str = ""
    squad_size: int | None = None
    places: tuple[Place, ...] = ()

    def place(self, number: int) -> Place:
        """The board at a place of the line-up, counted from 1."""
        return self.places[number - 1] if self.places else Place(self.players_per_board)


def _block(code: str, **data: Any) -> Problem:
    return Problem(code, Severity.BLOCK, MappingProxyType(data))


def _warning(code: str, **data: Any) -> Problem:
    return Problem(code, Severity.WARNING, MappingProxyType(data))


def in_force(fact: LicenceFact | SquadFact, on: date) -> bool:
    """Does a licence or a place in a squad hold on that day, both ends included?"""
    return fact.valid_from <= on and (fact.valid_to is None or on <= fact.valid_to)


def licence_on(facts: PersonFacts, on: date) -> LicenceFact | None:
    """The player's licence that holds on that day, if one does."""
    for licence in facts.licences:
        if licence.kind == PLAYER_LICENCE and licence.state == GRANTED and in_force(licence, on):
            return licence
    return None


def _licence_problem(facts: PersonFacts, on: date) -> Problem | None:
    if licence_on(facts, on) is not None:
        return None
    person = facts.person
    players = [licence for licence in facts.licences if licence.kind == PLAYER_LICENCE]
    live = [licence for licence in players if licence.state not in ENDED_STATES]
    if not live:
        return _block("no_player_licence", person=person)
    for licence in live:
        if in_force(licence, on):
            return _block("licence_not_granted", person=person, number=licence.number, state=licence.state)
    return _block("licence_not_in_force", person=person, number=live[-1].number, on=on.isoformat())


def person_problems(facts: PersonFacts, terms: LineUpTerms) -> list[Problem]:
    """What speaks against one person in this encounter, whatever the board."""
    person = facts.person
    found: list[Problem] = []
    licence = _licence_problem(facts, terms.on)
    if licence is not None:
        found.append(licence)
    teams = {squad.team for squad in facts.squads if in_force(squad, terms.on)}
    found += _squad_problems(facts, terms, teams)
    if terms.rival in teams:
        found.append(_block("in_rival_squad", person=person))
    if facts.encounters_of_round:
        found.append(_block("already_in_round", person=person, encounters=len(facts.encounters_of_round)))
    return found


def _squad_problems(facts: PersonFacts, terms: LineUpTerms, teams: set[str]) -> list[Problem]:
    """In the team's squad and not kept above; or of a reserve team that may help (`reserve_team_rule`)."""
    person = facts.person
    plays = [each for each in facts.above if each.own in teams]
    if terms.team in teams:
        kept = kept_above(plays, terms.team)
        return [_of_reserve(_block, "stays_above", person, kept)] if kept else []
    helping = helps(plays, terms.team, terms.competition)
    if helping is None:
        return [_block("not_in_squad", person=person, on=terms.on.isoformat())]
    if helping.own_enters_it:
        return [_of_reserve(_block, "reserve_same_competition", person, helping)]
    told = {Help.LAST: "reserve_last_time", Help.BINDS: "reserve_will_stay"}
    if helping.next_time not in told:
        return []
    return [_of_reserve(_warning, told[helping.next_time], person, helping)]


def _of_reserve(weigh: Callable[..., Problem], code: str, person: Person, plays: Above) -> Problem:
    return weigh(
        code,
        person=person,
        own=plays.own_name,
        above=plays.above_name,
        times=plays.times,
        limit=plays.limit,
    )


def line_up_problems(
    boards: Sequence[Sequence[Person]],
    substitutes: Sequence[Person],
    people: Mapping[Person, PersonFacts],
    terms: LineUpTerms,
) -> list[Problem]:
    """Everything that speaks against a whole line-up, people in the order of the boards."""
    found = _shape_problems(boards, terms)
    least = terms.parameters.get("squad_min")
    if least is not None and terms.squad_size is not None and terms.squad_size < least:
        found.append(_warning("squad_below_minimum", size=terms.squad_size, least=least))
    found += _repetition_problems(boards, substitutes, terms)
    named = dict.fromkeys([*(person for board in boards for person in board), *substitutes])
    for person in named:
        facts = people.get(person)
        if facts is None:
            found.append(_block("unknown_person", person=person))
        else:
            found += person_problems(facts, terms)
    return found


def _shape_problems(boards: Sequence[Sequence[Person]], terms: LineUpTerms) -> list[Problem]:
    found: list[Problem] = []
    if len(boards) != (len(terms.places) or terms.boards):
        found.append(_block("wrong_number_of_boards", given=len(boards), needed=terms.boards))
    for number, board in enumerate(boards, start=1):
        needed = terms.place(number).players
        if len(board) != needed:
            found.append(_block("board_incomplete", board=number, given=len(board), needed=needed))
    return found


def _repetition_problems(
    boards: Sequence[Sequence[Person]], substitutes: Sequence[Person], terms: LineUpTerms
) -> list[Problem]:
    found: list[Problem] = []
    on_boards: Counter[Person] = Counter()
    # By person and by what the limit counts over: the whole encounter, in 8-ball each block (ours).
    counted: Counter[tuple[Person, int | None]] = Counter()
    for number, board in enumerate(boards, start=1):
        found += [
            _block("twice_on_board", person=person, board=number)
            for person, times in Counter(board).items()
            if times > 1
        ]
        on_boards.update(set(board))
        place = terms.place(number)
        counted.update((person, place.block if place.pool else None) for person in set(board))
    most = terms.parameters["max_boards_per_player"]
    found += [
        _block("too_many_boards", person=person, boards=times, most=most)
        for (person, _), times in counted.items()
        if times > most
    ]
    for person, times in Counter(substitutes).items():
        if times > 1:
            found.append(_block("substitute_twice", person=person))
        # With one board each, whoever starts has none left to enter.
        if on_boards[person] >= most:
            found.append(_block("substitute_also_starts", person=person))
    return found
