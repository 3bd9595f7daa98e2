"""Who may do what in an encounter, as named predicates. 404 for who may not see; 403 with a reason otherwise.

| act | captain, vice-captain of the side | designated judge | table session of the board | overseers |
|---|---|---|---|---|
| see the encounter's pages | own team | yes | only its board | yes |
| save and lock a line-up | own side | no | no | no |
| take charge, check in, set PINs, close, settle | both captains where there is no judge | yes | no | no |
| open a board on a phone | own encounter | yes | - | no |
| write a sheet | with the pen | with the pen | with the pen | no |
| sign | own role | own role, and for others by PIN | no | no |
| rule on a partida (art. 20) | no | no | no | committee, but not where he leads or judges |
| correct a sealed acta, reopen its encounter | no | no | no | committee, but not where he leads or judges |
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser

from competitions.models import Encounter
from federation.models import User
from federation.permissions import in_committee
from federation.rules.errors import ForbiddenError
from matches.models import TableSession
from matches.queries import people
from matches.rules.sides import Side


@dataclass(frozen=True)
class Actor:
    """Who sends a write: an account, or a phone opened on one board.

    `device` tells devices apart (a table session or an account's session);
    `client_id` and `device_time` come with the form.
    """

    user: User | None
    session: TableSession | None
    device: str
    client_id: str
    device_time: datetime | None = None

    @property
    def author(self) -> str:
        """A stable name of the author, for receipts and conflicts."""
        return f"user:{self.user.pk}" if self.user else self.device

    @property
    def person_id(self) -> int | None:
        """The person of the account; None on a shared phone."""
        return self.user.person_id if self.user else None


def require_side(actor: Actor, encounter: Encounter) -> Side:
    """The side that the actor speaks for; ForbiddenError when he speaks for neither."""
    side = people.side_of(actor.user, encounter) if actor.user else None
    if side is None:
        raise ForbiddenError("only_captains")
    return side


def require_judge(actor: Actor, encounter: Encounter) -> User:
    """The account of the designated judge; ForbiddenError for anybody else."""
    if actor.user is None or not people.is_judge(actor.user, encounter):
        raise ForbiddenError("only_the_judge")
    return actor.user


def require_direction(actor: Actor, encounter: Encounter) -> Side | None:
    """Pass for the judge (gives None) or, where there is none, for a captain (gives his side)."""
    if people.designation(encounter) is not None:
        require_judge(actor, encounter)
        return None
    return require_side(actor, encounter)


def may_decide(user: User | AnonymousUser) -> bool:
    """Does the account sit in the committee today?"""
    return in_committee(user)


def require_committee(actor: Actor) -> User:
    """The account of a member of the committee; ForbiddenError for anybody else."""
    if actor.user is None or not may_decide(actor.user):
        raise ForbiddenError("only_the_committee")
    return actor.user


def is_party(user: User, encounter: Encounter) -> bool:
    """Does somebody lead a side of the encounter, or judge it? Of his own he rules nothing."""
    return people.side_of(user, encounter) is not None or people.is_judge(user, encounter)


def require_ruling(actor: Actor, encounter: Encounter) -> User:
    """The account of a member of the committee who is no party there; ForbiddenError for anybody else."""
    user = require_committee(actor)
    if is_party(user, encounter):
        raise ForbiddenError("ruling_in_own_encounter")
    return user


def may_open_board(user: User, encounter: Encounter) -> bool:
    """A captain of either side or the judge opens boards on phones."""
    return people.side_of(user, encounter) is not None or people.is_judge(user, encounter)


def require_at_table(actor: Actor, board_id: int, encounter: Encounter) -> None:
    """Pass for a phone opened on this board, a captain of the encounter, or its judge."""
    if actor.session is not None:
        if actor.session.board_id != board_id or actor.session.ended_at is not None:
            raise ForbiddenError("other_board")
        return
    if actor.user is None or not may_open_board(actor.user, encounter):
        raise ForbiddenError("not_at_this_table")


def may_hand_over(own: str | None, role: str) -> bool:
    """May a signatory let somebody else sign as `role` by PIN on his phone? Only the judge the captains."""
    return own == "judge" and role != "judge"


def may_record_missing(own: str | None, role: str, *, has_judge: bool) -> bool:
    """May a signatory record that `role` refuses or is absent? The judge; without one the rival captain."""
    if own is None or role in (own, "judge"):
        return False
    return own == "judge" if has_judge else True
