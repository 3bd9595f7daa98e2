"""Phones at tables: opening a board on one, and who holds the pen."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from django.db import transaction

from competitions.models import Encounter
from federation import clock
from federation.actions import audit
from federation.models import User
from federation.rules.errors import ConflictError, RuleError
from matches.actions.pins import Identified
from matches.actions.versions import bump
from matches.models import Board, Partida, Pen, TableSession
from matches.permissions import Actor, require_at_table
from matches.queries import encounters, people, sheets
from matches.queries.views_of_boards import StateT, ViewOfBoard
from matches.rules.partidas_in_order import SheetT
from matches.rules.sheet import SheetState

# Without 0 O, 1 I L and U: nothing that an eye or an ear confuses in a noisy bar.
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 8


def new_board_code() -> str:
    """A random code that opens a board (39 bits, with a rate limit at the door)."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def normalised_code(text: str) -> str:
    """A code as somebody typed it, in the form that is stored."""
    return "".join(sign for sign in text.upper() if sign.isalnum())[:CODE_LENGTH]


@transaction.atomic
def open_board(*, code: str, device: str, by: User | None) -> tuple[TableSession, str]:
    """Open a board on a phone; give the session and the token that the phone keeps.

    RuleError("board_code_unknown") for a code that opens nothing now: wrong, or of an
    encounter that is not being played.
    """
    board = Board.objects.select_related("encounter").filter(code=normalised_code(code)).first()
    if board is None:
        raise RuleError("board_code_unknown", field="code")
    encounter = encounters.locked(board.encounter_id)
    if encounter.state != "playing":
        raise RuleError("board_code_unknown", field="code")
    token = secrets.token_urlsafe(32)
    session = TableSession.objects.create(
        board=board, token_digest=token_digest(token), device=device, opened_at=clock.now()
    )
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="board.opened",
        subject=f"board:{board.pk}",
        by=by,
        data={"session": session.pk},
    )
    return session, token


@transaction.atomic
def leave_board(*, by: Actor) -> None:
    """End this phone's table session and put down its pen; nothing happens without one."""
    if by.session is None or by.session.ended_at is not None:
        return
    session = TableSession.objects.select_related("board").get(pk=by.session.pk)
    encounter = encounters.locked(session.board.encounter_id)
    now = clock.now()
    TableSession.objects.filter(pk=session.pk, ended_at__isnull=True).update(ended_at=now)
    Pen.objects.filter(partida__board=session.board, device=by.device, given_up_at__isnull=True).update(
        given_up_at=now
    )
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="board.left",
        subject=f"board:{session.board_id}",
        by=None,
        data={"session": session.pk},
    )
    bump(encounter.pk)


def token_digest(token: str) -> str:
    """What is kept of a phone's token."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def take_pen(*, partida_id: int, who: Identified, by: Actor) -> Pen:
    """Take the pen of a partida on this device, for the named scorer or the judge (art. 6).

    Whoever holds it on another device loses it, visibly. RuleError: `pen_only_named`,
    `encounter_not_playing`; Forbidden when the actor is not at this table.
    """
    partida, encounter = locked_partida(partida_id)
    require_at_table(by, partida.board_id, encounter)
    state = started_state(partida, encounter)
    judge = people.designation(encounter)
    is_judge = judge is not None and judge.licence.person_id == who.person_id
    if str(who.person_id) != state.scorer and not is_judge:
        raise RuleError("pen_only_named")
    return hand_pen(partida, encounter, who=who, by=by)


def hand_pen(partida: Partida, encounter: Encounter, *, who: Identified, by: Actor) -> Pen:
    """Give somebody the pen on this device, under the lock: whoever held it on another loses it."""
    now = clock.now()
    open_pen = Pen.objects.filter(partida=partida, given_up_at__isnull=True).first()
    if open_pen is not None:
        if open_pen.person_id == who.person_id and open_pen.device == by.device:
            return open_pen
        open_pen.given_up_at = now
        open_pen.save(update_fields=["given_up_at"])
    pen = Pen.objects.create(partida=partida, person_id=who.person_id, device=by.device, taken_at=now)
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="pen.taken",
        subject=f"partida:{partida.pk}",
        by=by.user,
        data={"person": who.person_id, "how": who.how, "device": by.device},
    )
    bump(encounter.pk)
    return pen


@transaction.atomic
def give_up_pen(*, partida_id: int, by: Actor) -> None:
    """Put the pen down on this device; RuleError("no_pen") when this device does not hold it."""
    partida, encounter = locked_partida(partida_id)
    pen = require_pen(partida, by)
    pen.given_up_at = clock.now()
    pen.save(update_fields=["given_up_at"])
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="pen.given_up",
        subject=f"partida:{partida.pk}",
        by=by.user,
        data={"person": pen.person_id, "device": by.device},
    )
    bump(encounter.pk)


def locked_partida(partida_id: int) -> tuple[Partida, Encounter]:
    """A partida and its encounter, locked and in play.

    Raises Partida.DoesNotExist, or ConflictError("encounter_not_playing") when its sheets are read-only.
    """
    partida = encounters.locked_at_table(partida_id)
    encounter = partida.board.encounter
    if encounter.state != "playing":
        raise ConflictError("encounter_not_playing")
    return partida, encounter


def started_state(partida: Partida, encounter: Encounter) -> SheetState:
    """The state of a partida that may be written; ConflictError when the one before has not ended."""
    return started(sheets.board_view(encounter, partida.board), partida)


def started(view: ViewOfBoard[StateT, SheetT], partida: Partida) -> SheetT:
    """As `started_state`, from a board of any sport that was read under the lock."""
    state = view.state_of(partida.number)
    if state is None:
        raise ConflictError("previous_partida_not_over")
    return state


def require_pen(partida: Partida, by: Actor) -> Pen:
    """The pen that this device holds; ConflictError("no_pen", holder=…) when it does not."""
    pen = Pen.objects.select_related("person").filter(partida=partida, given_up_at__isnull=True).first()
    return require_own(pen, by)


def require_own(pen: Pen | None, by: Actor) -> Pen:
    """As `require_pen`, for the open pen of a partida that was read under the lock."""
    if pen is None:
        raise ConflictError("nobody_has_pen")
    if pen.device != by.device:
        raise ConflictError("no_pen", holder=pen.person.short_name)
    return pen


def end_pens_of_others(partida: Partida, *, keepers: Sequence[int]) -> None:
    """Put down a partida's pen when it is held by nobody of `keepers` (person ids), under the lock."""
    Pen.objects.filter(partida=partida, given_up_at__isnull=True).exclude(person__in=keepers).update(
        given_up_at=clock.now()
    )


def end_sessions(encounter: Encounter) -> None:
    """End every phone's session and every pen of an encounter (at its close), under its lock."""
    now = clock.now()
    TableSession.objects.filter(board__encounter=encounter, ended_at__isnull=True).update(ended_at=now)
    Pen.objects.filter(partida__board__encounter=encounter, given_up_at__isnull=True).update(given_up_at=now)
