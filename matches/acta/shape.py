"""Checks that a value has the shape of the published schema (docs/acta.schema.json). Pure.

The schema that a stranger reads is the one that the program obeys: this module
interprets the few JSON Schema keywords that the schema uses, and a test asks that
it uses no other and that it agrees with a complete validator.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

SCHEMA_FILE = Path(__file__).resolve().parents[2] / "docs" / "acta.schema.json"

# Whatever the schema allows, nothing nests deeper than this.
MAX_DEPTH = 14

_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}

KEYWORDS = frozenset(
    {"$schema", "$id", "$defs", "$ref", "title", "type", "enum", "const", "anyOf"}
    | {"properties", "required", "additionalProperties", "propertyNames", "maxProperties"}
    | {"items", "minItems", "maxItems", "pattern", "minLength", "maxLength", "minimum", "maximum"}
)


@cache
def schema() -> Mapping[str, Any]:
    """Give the published schema, read once."""
    loaded: Mapping[str, Any] = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    return loaded


def problems(value: object, definition: str) -> Iterator[str]:
    """Say, one by one, where `value` departs from `$defs/<definition>`; nothing when it conforms."""
    yield from _walk(value, schema()["$defs"][definition], definition, 0)


def _walk(value: object, rule: Mapping[str, Any], where: str, depth: int) -> Iterator[str]:
    if depth > MAX_DEPTH:
        yield f"{where}: nested too deep"
        return
    if "$ref" in rule:
        yield from _walk(value, schema()["$defs"][rule["$ref"].removeprefix("#/$defs/")], where, depth)
        return
    if "anyOf" in rule:
        yield from _walk_any(value, rule["anyOf"], where, depth)
        return
    if "const" in rule and not _same(value, rule["const"]):
        yield f"{where}: must be {rule['const']!r}"
    if "enum" in rule and not any(_same(value, option) for option in rule["enum"]):
        yield f"{where}: not one of the allowed values"
    if "type" in rule and not _is(value, rule["type"]):
        yield f"{where}: must be {rule['type']}"
    else:
        yield from _inside(value, rule, where, depth)


def _inside(value: object, rule: Mapping[str, Any], where: str, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield from _text(value, rule, where)
    elif isinstance(value, int):
        yield from _number(value, rule, where)
    elif isinstance(value, list):
        yield from _array(value, rule, where, depth)
    elif isinstance(value, dict):
        yield from _object(value, rule, where, depth)


def _walk_any(value: object, options: list[Mapping[str, Any]], where: str, depth: int) -> Iterator[str]:
    found: list[str] = []
    for option in options:
        here = list(_walk(value, option, where, depth))
        if not here:
            return
        # The option that gets furthest into the value says what is really wrong.
        found = here if not found or len(here[0]) > len(found[0]) else found
    yield from found


def _same(value: object, other: object) -> bool:
    return type(value) is type(other) and value == other


def _is(value: object, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, _TYPES[name])


def _text(value: str, rule: Mapping[str, Any], where: str) -> Iterator[str]:
    if len(value) < rule.get("minLength", 0):
        yield f"{where}: must not be empty"
    if "maxLength" in rule and len(value) > rule["maxLength"]:
        yield f"{where}: longer than {rule['maxLength']} characters"
    # fullmatch, because `$` would let a final line break through.
    if "pattern" in rule and not re.fullmatch(rule["pattern"].removeprefix("^").removesuffix("$"), value):
        yield f"{where}: not in the expected form"


def _number(value: int, rule: Mapping[str, Any], where: str) -> Iterator[str]:
    if value < rule.get("minimum", value) or value > rule.get("maximum", value):
        yield f"{where}: out of range"


def _array(value: list[Any], rule: Mapping[str, Any], where: str, depth: int) -> Iterator[str]:
    if len(value) < rule.get("minItems", 0) or len(value) > rule.get("maxItems", len(value)):
        yield f"{where}: wrong number of items"
    elif "items" in rule:
        for index, item in enumerate(value):
            yield from _walk(item, rule["items"], f"{where}[{index}]", depth + 1)


def _object(value: dict[str, Any], rule: Mapping[str, Any], where: str, depth: int) -> Iterator[str]:
    if len(value) > rule.get("maxProperties", len(value)):
        yield f"{where}: too many members"
        return
    for name in rule.get("required", ()):
        if name not in value:
            yield f"{where}.{name}: missing"
    known = rule.get("properties", {})
    others = rule.get("additionalProperties", True)
    for name, item in value.items():
        if not isinstance(name, str):
            yield f"{where}: a member's name is not text"
        elif name in known:
            yield from _walk(item, known[name], f"{where}.{name}", depth + 1)
        elif others is False:
            yield f"{where}.{name[:40]}: unknown member"
        else:
            if "propertyNames" in rule:
                yield from _text(name, rule["propertyNames"], f"{where}.{name[:40]}")
            if isinstance(others, dict):
                yield from _walk(item, others, f"{where}.{name[:40]}", depth + 1)
