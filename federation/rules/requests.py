"""The way of a club's request. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from federation.rules.errors import ConflictError, RuleError


class RequestAct(StrEnum):
    """What is done with a request: the first two by the club, the others by the office."""

    ANSWER = "answer"
    WITHDRAW = "withdraw"
    ACCEPT = "accept"
    REFUSE = "refuse"
    ASK_MORE = "ask_more"


CLUB_ACTS = frozenset({RequestAct.ANSWER, RequestAct.WITHDRAW})
WAY: Mapping[tuple[str, RequestAct], str] = {
    ("sent", RequestAct.ACCEPT): "accepted",
    ("sent", RequestAct.REFUSE): "refused",
    ("sent", RequestAct.ASK_MORE): "more_asked",
    ("sent", RequestAct.WITHDRAW): "withdrawn",
    ("more_asked", RequestAct.ANSWER): "sent",
    ("more_asked", RequestAct.REFUSE): "refused",
    ("more_asked", RequestAct.WITHDRAW): "withdrawn",
}
SAYS_WHY = frozenset({RequestAct.REFUSE, RequestAct.ASK_MORE})


def next_state(state: str, act: RequestAct, text: str) -> str:
    """The state after an act; ConflictError `request_moved_on` where there is no such way.

    RuleError `reason_missing` for a refusal or a question without words.
    """
    after = WAY.get((state, act))
    if after is None:
        raise ConflictError("request_moved_on", state=state)
    if act in SAYS_WHY and not text.strip():
        raise RuleError("reason_missing", field="text")
    return after


def acts_open(state: str, *, club: bool) -> tuple[RequestAct, ...]:
    """What the club, or the office, may do with a request in this state."""
    return tuple(act for act in RequestAct if (state, act) in WAY and (act in CLUB_ACTS) is club)
