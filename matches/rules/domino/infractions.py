"""False thinking and false pass: is there one, may the rivals still ask, what follows (art. 15, 16). Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Any

from federation.rules.errors import RuleError
from matches.rules.domino.lead import loses_lead, next_lead
from matches.rules.sides import right_of
from matches.rules.tiles import Tile, parse_tile


class Infraction(StrEnum):
    """What the rivals of the offender may ask to have put right."""

    FALSE_THINKING = "false_thinking"
    FALSE_PASS = "false_pass"  # noqa: S105 - a word of the rulebook


class Remedy(StrEnum):
    """What they may ask for; asking nothing leaves the hand as it was."""

    ANNUL = "annul"
    REPLAY = "replay_from_infraction"


class Moment(IntEnum):
    """When they ask, in the order of time."""

    AT_ONCE = 1  # before the next tile comes to light
    LATER_IN_HAND = 2
    AFTER_HAND = 3  # the hand has ended, the next has not been led
    AFTER_NEXT_LEAD = 4  # before the sheet (the encounter) is closed


# The last moment at which a request is in time, by the option of the parameter.
LATEST: Mapping[str, Moment] = MappingProxyType(
    {
        "at_once": Moment.AT_ONCE,
        "end_of_hand": Moment.LATER_IN_HAND,
        "next_lead": Moment.AFTER_HAND,
        "sheet_closed": Moment.AFTER_NEXT_LEAD,
    }
)
REQUEST_UNTIL: Mapping[Infraction, str] = MappingProxyType(
    {
        Infraction.FALSE_THINKING: "false_thinking_request_until",
        Infraction.FALSE_PASS: "false_pass_request_until",
    }
)


@dataclass(frozen=True)
class Consequence:
    """What follows from a request that is in time.

    Annulled: `next_leader` leads the next hand and `leader_after_next` the one after it,
    when that next one is played out. Replayed: the same hand goes on from `resumes_at`.
    """

    annulled: bool
    lead_lost: bool
    next_leader: int | None
    leader_after_next: int | None
    resumes_at: int | None


def is_admitted(infraction: Infraction, moment: Moment, parameters: Mapping[str, Any]) -> bool:
    """May the rivals still ask (`false_thinking_request_until`, `false_pass_request_until`)?"""
    return moment <= LATEST[parameters[REQUEST_UNTIL[infraction]]]


def consequence(
    infraction: Infraction, leader: int, offender: int, remedy: Remedy, parameters: Mapping[str, Any]
) -> Consequence:
    """What an admitted request does to the hand and to the lead; seats are indexes.

    Art. 15: annulled, the lead is lost if the offender or his partner had led, and stays with
    the same player otherwise. Art. 16 speaks of the loss alone: when the rivals had led,
    `false_pass_rivals_led` says what becomes of the lead.
    """
    if remedy is Remedy.REPLAY:
        return Consequence(
            annulled=False, lead_lost=False, next_leader=None, leader_after_next=None, resumes_at=offender
        )
    if loses_lead(leader, offender):
        return _annulled(leader, lost=True)
    if infraction is Infraction.FALSE_THINKING:
        return _annulled(leader, lost=False)
    reading = parameters["false_pass_rivals_led"]
    if reading == "lead_passes":
        return _annulled(leader, lost=True)
    return _annulled(leader, lost=False, skips_offenders=reading == "skip_offenders_next_lead")


def _annulled(leader: int, *, lost: bool, skips_offenders: bool = False) -> Consequence:
    following = next_lead(leader, keeps_lead=not lost)
    after = right_of(following)
    return Consequence(
        annulled=True,
        lead_lost=lost,
        next_leader=following,
        # The offenders' turn to lead is passed over: the lead goes to the one behind them.
        leader_after_next=right_of(after) if skips_offenders else after,
        resumes_at=None,
    )


class Thinking(StrEnum):
    """Was stopping to think an infraction?"""

    INFRACTION = "infraction"
    NONE = "none"
    ASK = "ask"  # the judge says (`false_thinking_equal_ends`)


def false_thinking(
    ends: tuple[int, int], playable: Sequence[Tile], parameters: Mapping[str, Any], *, stopped: bool = True
) -> Thinking:
    """Did a player who stopped to think break art. 15?

    Only with one fitting tile that has one place. A tile that fits at both ends gives a choice;
    when both ends show the same number it does so by `false_thinking_equal_ends`.
    Raises RuleError `tile_does_not_fit` for a tile that could not be played at all.
    """
    for tile in playable:
        if not {tile.high, tile.low} & set(ends):
            raise RuleError("tile_does_not_fit", tile=str(tile))
    if not stopped or len(playable) != 1:
        return Thinking.NONE
    (tile,) = playable
    if ends[0] == ends[1]:
        return _EQUAL_ENDS[parameters["false_thinking_equal_ends"]]
    fits = {tile.high, tile.low}
    return Thinking.NONE if fits >= set(ends) else Thinking.INFRACTION


_EQUAL_ENDS: Mapping[str, Thinking] = MappingProxyType(
    {"two_options": Thinking.NONE, "one_option": Thinking.INFRACTION, "ask_judge": Thinking.ASK}
)


def check_breach(
    infraction: Infraction, tile: str, ends: str, parameters: Mapping[str, Any], *, judge_says: bool
) -> None:
    """Was it an infraction, with this tile and these ends ("6-4")? Empty: nobody knows them any more.

    RuleError `tile_does_not_fit`, `tile_has_two_places` (the choice that art. 15 allows) or
    `judge_says_if_infraction` (`false_thinking_equal_ends`); `tile_not_valid` for what is no tile.
    """
    if not tile or not ends:
        return
    held, lying = parse_tile(tile), parse_tile(ends)
    try:
        found = false_thinking((lying.high, lying.low), (held,), parameters)
    except RuleError as error:
        error.field = "tile"
        raise
    if infraction is Infraction.FALSE_PASS:
        return
    if found is Thinking.NONE:
        raise RuleError("tile_has_two_places", field="tile")
    if found is Thinking.ASK and not judge_says:
        raise RuleError("judge_says_if_infraction", field="ends")
