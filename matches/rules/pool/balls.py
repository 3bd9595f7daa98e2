"""The fifteen coloured balls and their two groups (art. 1). Pure."""

from enum import StrEnum
from types import MappingProxyType

from federation.rules.errors import RuleError

EIGHT = 8
BALLS = tuple(range(1, 16))
POCKETS = tuple(range(1, 7))


class Group(StrEnum):
    """Low are 1 to 7 (lisas), high 9 to 15 (rayadas): one for each side, never both for one."""

    LOW = "low"
    HIGH = "high"

    @property
    def other(self) -> "Group":
        """The group of whoever does not have this one."""
        return Group.HIGH if self is Group.LOW else Group.LOW

    @property
    def balls(self) -> tuple[int, ...]:
        """Its seven balls."""
        return tuple(ball for ball in BALLS if group_of(ball) is self)


_GROUP_OF = MappingProxyType(
    {ball: Group.LOW if ball < EIGHT else Group.HIGH for ball in BALLS if ball != EIGHT}
)


def group_of(ball: int) -> Group | None:
    """The group of a ball; the 8 is of none."""
    return _GROUP_OF.get(ball)


def check_ball(value: object) -> int:
    """A coloured ball; RuleError `ball_not_valid`."""
    if isinstance(value, bool) or not isinstance(value, int) or value not in BALLS:
        raise RuleError("ball_not_valid", ball=str(value)[:20])
    return value


def check_pocket(value: object) -> int:
    """One of the six pockets; RuleError `pocket_not_valid`."""
    if isinstance(value, bool) or not isinstance(value, int) or value not in POCKETS:
        raise RuleError("pocket_not_valid", pocket=str(value)[:20])
    return value
