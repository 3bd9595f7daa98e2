"""How the constraints of who enters a competition are broken."""

from __future__ import annotations

from collections.abc import Callable

from competitions.models import Competition, Entry, EntryPlayer
from matches.rules.sides import Side
from tests.factories import world


def pair(each: world.World, **values: object) -> Entry:
    """Two players as a pair, whatever the competition is of."""
    fields = {
        "competition": each.encounter.round.competition,
        "entrants": "pairs",
        "player": each.person(Side.HOME, 0),
        "partner": each.person(Side.HOME, 1),
        "lot": 50,
    }
    return Entry.objects.create(**{**fields, **values})


def player(each: world.World, entry: Entry) -> EntryPlayer:
    """One of a pair, kept once in its competition."""
    return EntryPlayer.objects.create(
        entry=entry, competition_id=entry.competition_id, person=each.person(Side.HOME, 0)
    )


BREAKS: dict[str, Callable[[world.World], object]] = {
    "entry_is_of_one_kind": lambda w: pair(w, team=w.teams[Side.HOME]),
    "person_entered_once": lambda w: [
        player(w, pair(w)),
        player(w, pair(w, partner=w.person(Side.AWAY, 1), lot=51)),
    ],
    "nobody_plays_domino_alone": lambda _w: Competition.objects.update(entrants="players"),
}
