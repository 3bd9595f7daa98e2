"""How an answer is compared with what a worked case expects (`rulebook-kinds.md`, *How to compare*)."""

from typing import Any

NOT_COMPARED = frozenset({"note", "why", "title"})
WITHOUT_ORDER = frozenset(
    {"options", "errors", "acta", "redraw", "may_enter", "approvals_needed", "lift_before_lead"}
    # Lists of balls.
    | {"stays", "respot", "counts_for_shooter", "counts_for_rival"}
)


def differences(expected: Any, actual: Any, key: str = "") -> list[str]:
    """Where the answer departs from what is expected; null expects nothing."""
    if expected is None:
        return []
    if isinstance(expected, dict):
        return _in_mapping(expected, actual, key)
    if isinstance(expected, list):
        return _in_list(expected, actual, key)
    # A bool is no number here: True must not pass for 1.
    same = type(expected) is type(actual) and expected == actual
    return [] if same else [f"{key}: {expected!r} expected, {actual!r} given"]


def _in_mapping(expected: dict[str, Any], actual: Any, key: str) -> list[str]:
    if not isinstance(actual, dict):
        return [f"{key}: a mapping expected, {actual!r} given"]
    return [
        difference
        for name in expected.keys() - NOT_COMPARED
        for difference in differences(expected[name], actual.get(name), f"{key}.{name}".lstrip("."))
    ]


def _in_list(expected: list[Any], actual: Any, key: str) -> list[str]:
    if not isinstance(actual, list) or len(actual) != len(expected):
        return [f"{key}: {expected!r} expected, {actual!r} given"]
    if key in WITHOUT_ORDER:
        expected, actual = sorted(expected), sorted(actual)
    return [
        difference
        for place, (one, other) in enumerate(zip(expected, actual, strict=True))
        for difference in differences(one, other, f"{key}[{place}]")
    ]
