"""Reading line-ups, squads and the facts that decide eligibility."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q

from competitions.models import Encounter, Entry, FormatBoard
from competitions.queries.entries import is_of_teams
from competitions.rules.reserves import Above
from federation.models import PLAYS, Discipline, Licence, Person, RosterEntry
from federation.queries.people import by_records
from matches.models import Appearance, Board, BoardAppearance, LineUp, LineUpSlot
from matches.queries import people, reserves
from matches.queries.people import encounter_day, on_roster
from matches.rules import eligibility, line_up_order
from matches.rules.line_up_order import LineUpMode, LockOrder
from matches.rules.sides import Side

# More than a bench needs; a limit, since every list has one.
SUBSTITUTE_PLACES = 4
# What a table shows of somebody.
NAME = ("person__given_name", "person__surname_1", "person__surname_2")


@dataclass(frozen=True)
class Member:
    """A player of a squad as the line-up page shows him, with the answer to "may he play?".

    `helps_from` names the reserve team that he helps from, if he does.
    """

    person: Person
    licence: str
    problems: tuple[eligibility.Problem, ...]
    helps_from: str = ""

    @property
    def blocked(self) -> bool:
        """Is there a reason that keeps him from this line-up?"""
        return any(problem.blocks for problem in self.problems)


def team_of(encounter: Encounter, side: Side) -> int:
    """The id of a side's team; ValueError for a pair or a player."""
    team = people.entries_of(encounter)[side].team_id
    if team is None:
        raise ValueError("no team stands behind this side")
    return team


def own_people(encounter: Encounter) -> dict[Side, tuple[int, ...]]:
    """Who plays for the sides of an encounter of pairs or players: those who are entered."""
    return {side: entry.people for side, entry in people.entries_of(encounter).items()}


def sides_of_people(encounter: Encounter) -> dict[int, Side]:
    """Everybody of both squads on the encounter's day (captains who do not play too), with the side.

    Somebody in both squads belongs to the side whose line-up names him. Of pairs, those who are entered.
    """
    if not is_of_teams(encounter):
        return {person: side for side, own in own_people(encounter).items() for person in own}
    teams = {team_of(encounter, side): side for side in Side}
    rows = (
        RosterEntry.objects.filter(team__in=teams)
        .filter(on_roster(encounter_day(encounter)))
        .order_by("-team", "person")
    )
    found = {person: teams[team] for person, team in rows.values_list("person", "team")}
    named = LineUpSlot.objects.filter(line_up__encounter=encounter, line_up__state="locked")
    found.update({person: Side(side) for person, side in named.values_list("person", "line_up__side")})
    return found


def boards_of_format(encounter: Encounter) -> list[FormatBoard]:
    """The boards of the encounter's format, in order."""
    boards = FormatBoard.objects.filter(block__format=encounter.format_id).select_related("block")
    return sorted(boards, key=lambda board: board.number)


def places_of(boards: Sequence[FormatBoard]) -> dict[int, eligibility.Place]:
    """What a line-up must put at each board, by its number."""
    return {
        board.number: eligibility.Place(
            board.players_per_side, board.block.number, board.discipline == Discipline.POOL
        )
        for board in boards
    }


def lock_order(
    encounter: Encounter, boards: Sequence[FormatBoard], line_ups: Iterable[LineUp] | None = None
) -> LockOrder:
    """How far the locking of an encounter's line-ups is, by the regulation of its competition.

    A page that has read the line-ups gives them.
    """
    if line_ups is None:
        line_ups = LineUp.objects.filter(encounter=encounter)
    parameters = encounter.round.competition.regulation_version.parameters
    blocks = len({board.block.number for board in boards})
    # What was locked whole has all of them.
    locked = {each.side: blocks if each.state == "locked" else each.blocks_locked for each in line_ups}
    return LockOrder(
        mode=LineUpMode(parameters["line_up_mode"]),
        blocks=blocks,
        home=locked.get("home", 0),
        away=locked.get("away", 0),
    )


def lock_due(encounter: Encounter) -> datetime | None:
    """Until when the line-ups of an encounter are to be locked; None where no time is set."""
    parameters = encounter.round.competition.regulation_version.parameters
    return line_up_order.lock_due(encounter.scheduled_at, parameters)


def blocks_in_order(boards: Sequence[FormatBoard]) -> list[list[int]]:
    """The numbers of the boards of each block, blocks in their order."""
    found: dict[int, list[int]] = defaultdict(list)
    for board in boards:
        found[board.block.number].append(board.number)
    return [found[block] for block in sorted(found)]


def line_up(encounter: Encounter, side: Side) -> LineUp | None:
    """A side's line-up with its slots and people, or None before the first save."""
    return (
        LineUp.objects.filter(encounter=encounter, side=side)
        .prefetch_related("slots__person")
        .select_related("locked_by__person")
        .first()
    )


def are_revealed(encounter: Encounter) -> bool:
    """Are both line-ups locked? Before that nobody sees the rival's."""
    return LineUp.objects.filter(encounter=encounter, state="locked").count() == len(Side)


def starters(encounter: Encounter) -> dict[int, dict[Side, tuple[str, ...]]]:
    """For each board, who starts on each side, as the rules name them (person keys)."""
    slots = (
        LineUpSlot.objects.filter(line_up__encounter=encounter, board__isnull=False)
        .order_by("board", "position")
        .values_list("line_up__side", "board", "person")
    )
    found: dict[int, dict[Side, list[str]]] = defaultdict(lambda: {side: [] for side in Side})
    for side, board, person in slots:
        if board is None:
            continue
        found[board][Side(side)].append(str(person))
    return {board: {side: tuple(people) for side, people in sides.items()} for board, sides in found.items()}


def starters_at(board: Board) -> list[LineUpSlot]:
    """Who starts at one board, with side and name, in the order of the line-ups. One query."""
    slots = LineUpSlot.objects.filter(line_up__encounter=board.encounter_id, board=board.number)
    named = slots.select_related("line_up", "person").only("line_up__side", *NAME)
    return list(named.order_by("position"))


def plays_at(board: Board, person: int) -> bool:
    """Is somebody a starter of a board, or a substitute who has entered at it?"""
    there = BoardAppearance.objects.filter(block=board.block, board=board.number)
    # Compared here: the number comes from a form and may be larger than any key.
    return person in there.filter(appearance__encounter=board.encounter_id).values_list(
        "appearance__person", flat=True
    )


def substitutes(encounter: Encounter, side: Side) -> list[Person]:
    """The substitutes named in a side's line-up, in order."""
    slots = LineUpSlot.objects.filter(line_up__encounter=encounter, line_up__side=side, board__isnull=True)
    return [slot.person for slot in slots.order_by("position").select_related("person")]


def free_substitutes(encounter: Encounter, side: Side, board: Board, seated: Iterable[str]) -> list[Person]:
    """The named substitutes who may still enter at a board: not `seated` there, not playing elsewhere."""
    here = set(seated)
    named = [person for person in substitutes(encounter, side) if str(person.pk) not in here]
    elsewhere = Q(boards__block=board.block) & ~Q(boards__board=board.number)
    taken = set(
        Appearance.objects.filter(round=encounter.round_id, person__in=[person.pk for person in named])
        .filter(elsewhere | ~Q(encounter=encounter))
        .values_list("person", flat=True)
    )
    return [person for person in named if person.pk not in taken]


def squad(encounter: Encounter, side: Side) -> list[Member]:
    """The players of a side's squad with their answers, by name; then those of its reserve teams.

    Of a pair the two who are entered. Constant queries.
    """
    members, teams = _members(encounter, side)
    facts = people_facts(encounter, list(members))
    terms = line_up_terms(encounter, side)
    return [_member(person, facts[str(key)], terms, teams.get(key, "")) for key, person in members.items()]


def _members(encounter: Encounter, side: Side) -> tuple[dict[int, Person], dict[int, str]]:
    """Who may be lined up, by key, and the reserve team that a helper comes from."""
    if not is_of_teams(encounter):
        entry = people.entries_of(encounter)[side]
        return {each.pk: each for each in (entry.player, entry.partner) if each is not None}, {}
    team = team_of(encounter, side)
    helpers = reserves.helpers(encounter, team)
    entries = (
        RosterEntry.objects.filter(team=team, role__in=PLAYS)
        .select_related("person")
        .order_by("person__sort_key", "person")
    )
    members = {entry.person_id: entry.person for entry in entries}
    teams = {person.pk: name for person, name in helpers if person.pk not in members}
    return members | {person.pk: person for person, _name in helpers}, teams


def _member(
    person: Person, facts: eligibility.PersonFacts, terms: eligibility.LineUpTerms, helps_from: str
) -> Member:
    licence = eligibility.licence_on(facts, terms.on)
    number = licence.number if licence else next((each.number for each in facts.licences), "")
    return Member(
        person=person,
        licence=number,
        problems=tuple(eligibility.person_problems(facts, terms)),
        helps_from=helps_from,
    )


def line_up_terms(encounter: Encounter, side: Side) -> eligibility.LineUpTerms:
    """For whom, against whom, on which day, and how large a side's line-up must be."""
    boards = boards_of_format(encounter)
    version = encounter.round.competition.regulation_version
    entries, day = people.entries_of(encounter), encounter_day(encounter)
    return eligibility.LineUpTerms(
        team=_squad_key(entries[side]),
        rival=_squad_key(entries[side.other]),
        on=day,
        boards=len(boards),
        players_per_board=boards[0].players_per_side if boards else 0,
        parameters=version.parameters,
        competition=str(encounter.round.competition_id),
        squad_size=_squad_size(entries[side].team_id, day),
    )


def _squad_key(entry: Entry) -> str:
    """By what the rules know a squad: the team's key, or the entry's where the squad is a pair."""
    return str(entry.team_id) if entry.is_team else f"entry:{entry.pk}"


def _squad_size(team: int | None, day: date) -> int | None:
    """How many players a team's squad has on a day; None for a pair, which has no squad to be filled."""
    if team is None:
        return None
    players = RosterEntry.objects.filter(on_roster(day), team=team, role__in=PLAYS)
    return players.values("person").distinct().count()


def people_facts(encounter: Encounter, persons: Sequence[int]) -> dict[str, eligibility.PersonFacts]:
    """What the eligibility rules look at for each person, by the key that the rules use."""
    licences: dict[int, list[eligibility.LicenceFact]] = defaultdict(list)
    for licence in Licence.objects.filter(person__in=persons, season=encounter.round.competition.season_id):
        licences[licence.person_id].append(
            eligibility.LicenceFact(
                number=licence.number,
                kind=licence.kind,
                state=licence.state,
                valid_from=licence.valid_from,
                valid_to=licence.valid_to,
            )
        )
    squads = _squads(encounter, persons)
    above: dict[int, list[Above]] = {}
    if is_of_teams(encounter):
        above = reserves.plays_above(encounter, _teams_on(squads, encounter_day(encounter)))
    elsewhere: dict[int, set[str]] = defaultdict(set)
    for person, merged_into, other in (
        Appearance.objects.filter(by_records(persons), round=encounter.round_id)
        .exclude(encounter=encounter)
        .values_list("person", "person__merged_into", "encounter")
    ):
        elsewhere[merged_into or person].add(str(other))
    return {
        str(person): eligibility.PersonFacts(
            person=str(person),
            licences=tuple(licences[person]),
            squads=tuple(squads[person]),
            encounters_of_round=frozenset(elsewhere[person]),
            above=tuple(above.get(person, ())),
        )
        for person in persons
    }


def _squads(encounter: Encounter, persons: Sequence[int]) -> Mapping[int, list[eligibility.SquadFact]]:
    """In whose squads these people are; where pairs meet, for which pair each is entered."""
    squads: dict[int, list[eligibility.SquadFact]] = defaultdict(list)
    if not is_of_teams(encounter):
        for entry in people.entries_of(encounter).values():
            for person in entry.people:
                squads[person].append(eligibility.SquadFact(_squad_key(entry), date.min))
        return squads
    for row in RosterEntry.objects.filter(person__in=persons, role__in=PLAYS):
        squads[row.person_id].append(eligibility.SquadFact(str(row.team_id), row.valid_from, row.valid_to))
    return squads


def _teams_on(squads: Mapping[int, Sequence[eligibility.SquadFact]], day: date) -> dict[int, set[int]]:
    """The teams in whose squads each person is on a day."""
    return {
        person: {int(fact.team) for fact in facts if eligibility.in_force(fact, day)}
        for person, facts in squads.items()
    }
