"""Who a person at a table is taken to be: by his PIN, in his own account, or on the judge's word."""

from __future__ import annotations

from competitions.models import Encounter
from federation.rules.errors import ForbiddenError, RuleError
from matches.actions.pins import Identified, verify_pin
from matches.permissions import Actor, require_judge
from matches.rules.domino.officials import ApprovalHow


def pin_device(by: Actor) -> str:
    """The device on which wrong PINs are counted: it outlives a table session that is opened again."""
    return by.session.device if by.session is not None else by.device


def identify(
    *, person_id: int, pin: str, by: Actor, field: str = "pin", own_account: bool = True
) -> Identified:
    """A person in his own account (where that is enough), or else by his PIN; a RuleError names `field`.

    Runs a transaction of its own (see `verify_pin`): never inside the write that it allows.
    """
    if own_account and by.person_id == person_id:
        return Identified(person_id=person_id, how=ApprovalHow.OWN_ACCOUNT.value, device=by.device)
    if not pin:
        raise RuleError("pin_four_figures", field=field)
    try:
        return verify_pin(person_id=person_id, pin=pin, device=pin_device(by))
    except RuleError as error:
        error.field = field
        raise


def on_the_judges_word(*, person_id: int, encounter: Encounter, by: Actor) -> Identified:
    """A person for whom the judge marks the approval (`approval_mode`); ForbiddenError for anybody else."""
    require_judge(by, encounter)
    if by.person_id == person_id:
        raise ForbiddenError("only_the_judge")
    return Identified(person_id=person_id, how=ApprovalHow.JUDGE_MARK.value, device=by.device)
