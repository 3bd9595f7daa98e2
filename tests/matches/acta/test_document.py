"""The acta as data: one form, one hash, a schema that is obeyed, a result that can be recomputed."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from matches.acta import document, shape
from matches.acta.document import DocumentError
from matches.acta.recompute import recompute, replayed
from tests.matches.acta import sample

Acta = tuple[dict[str, Any], list[dict[str, Any]]]


@pytest.fixture
def content(acta: Acta) -> dict[str, Any]:
    return copy.deepcopy(acta[0])


ONE_BOARD = sample.content()
ONE_BOARD["boards"] = ONE_BOARD["boards"][:1]


def _conforms(value: object, definition: str) -> bool:
    schema = {**shape.schema(), "$ref": f"#/$defs/{definition}"}
    for keyword in ("type", "properties", "required", "additionalProperties"):
        schema.pop(keyword)
    return Draft202012Validator(schema).is_valid(value)


def test_the_published_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(dict(shape.schema()))


def test_the_schema_uses_only_the_keywords_that_the_program_reads() -> None:
    def keywords(rule: object) -> set[str]:
        if isinstance(rule, list):
            return set().union(*map(keywords, rule))
        if not isinstance(rule, dict):
            return set()
        found = set(rule)
        for key, value in rule.items():
            named = key in ("properties", "$defs")
            found |= set().union(*map(keywords, value.values())) if named else keywords(value)
        return found

    assert keywords(dict(shape.schema())) <= shape.KEYWORDS


def test_the_attached_file_obeys_the_published_schema(acta: Acta) -> None:
    content, signatures = acta
    data = document.attached_file(content, document.signed_part(content, signatures))
    Draft202012Validator(dict(shape.schema())).validate(json.loads(data))


BREAKS: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("a member too many", lambda content: content.update(extra=1)),
    ("a member missing", lambda content: content.pop("season")),
    ("another schema", lambda content: content.update(schema="acta/2")),
    ("a boolean for a number", lambda content: content.update(version=True)),
    ("a number for a text", lambda content: content.update(season=2026)),
    ("a version out of range", lambda content: content.update(version=0)),
    ("a code with a zero", lambda content: content.update(code="0KQ7-M2XR-9D")),
    ("a time without offset", lambda content: content["encounter"].update(closed_at="2026-11-28T22:58:00")),
    ("a text too long", lambda content: content["incidents"][0].update(text="a" * 8001)),
    ("a side that is none", lambda content: content["result"].update(winner="north")),
    ("too many incidents", lambda content: content.update(incidents=content["incidents"] * 150)),
    ("a name that is empty", lambda content: content["teams"]["home"].update(name="")),
]


@pytest.mark.parametrize(("what", "spoil"), BREAKS, ids=[what for what, _ in BREAKS])
def test_what_the_schema_forbids_the_program_refuses(
    content: dict[str, Any], what: str, spoil: Callable[[dict[str, Any]], object]
) -> None:
    spoil(content)
    assert not _conforms(content, "content")
    with pytest.raises(DocumentError):
        document.content_hash(content)


def test_a_line_break_at_the_end_does_not_slip_through(content: dict[str, Any]) -> None:
    # Python's `$` would allow it; ECMAScript's, which JSON Schema means, does not.
    content["number"] = "D1\n"
    with pytest.raises(DocumentError):
        document.content_hash(content)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(
    JSON, st.sampled_from(["plain", "two", "moment", "person", "entry", "side_or_null", "signature", "text"])
)
def test_the_small_validator_agrees_with_a_complete_one(value: object, definition: str) -> None:
    # Floats that are whole are integers to JSON Schema; the canonical form has none at all.
    assert (not list(shape.problems(value, definition))) == _conforms(value, definition)


def test_the_hash_does_not_depend_on_the_order_of_members(content: dict[str, Any]) -> None:
    turned = json.loads(json.dumps(content), object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    assert list(turned) != list(content)
    assert document.content_hash(turned) == document.content_hash(content)


def test_the_same_encounter_gives_the_same_hash_again(acta: Acta) -> None:
    assert document.content_hash(sample.content()) == document.content_hash(acta[0])


def test_any_changed_figure_changes_the_hash(content: dict[str, Any]) -> None:
    before = document.content_hash(content)
    content["result"]["tantos"]["home"] += 1
    assert document.content_hash(content) != before


def test_fractions_have_no_canonical_form() -> None:
    with pytest.raises(DocumentError):
        document.canonical({"home": 1.0})


def test_canonical_form_is_sorted_without_spaces_and_keeps_letters() -> None:
    assert document.canonical({"b": [1, "ñ"], "a": None}) == '{"a":null,"b":[1,"ñ"]}'.encode()


def test_cleaning_strips_what_cannot_be_shown() -> None:
    dirty = "Ana\x00 \u202eOñate\u202c \ud83d\r\nGil\tX\ufffe\u200d"
    assert document.clean({"x": [dirty]}) == {"x": ["Ana Oñate \nGil X"]}


def test_cleaning_composes_accents() -> None:
    assert document.clean_text("Abella\u0301n") == "Abellán"


@given(st.text(st.characters(codec=None)))
def test_cleaning_is_idempotent_and_always_encodable(text: str) -> None:
    cleaned = document.clean_text(text)
    assert document.clean_text(cleaned) == cleaned
    document.canonical(cleaned)


def test_unclean_content_is_not_signed(content: dict[str, Any]) -> None:
    content["teams"]["home"]["name"] = "La \u202eSeis"
    with pytest.raises(DocumentError, match="clean"):
        document.content_hash(content)


def test_whoever_is_named_must_be_described(content: dict[str, Any]) -> None:
    del content["people"]["37"]
    with pytest.raises(DocumentError, match="37"):
        document.content_hash(content)


def test_a_signature_of_another_content_is_refused(acta: Acta) -> None:
    content, signatures = acta
    other = [{**signatures[0], "content_hash": "0" * 64}]
    with pytest.raises(DocumentError, match="another content"):
        document.attached_file(content, document.signed_part(content, other))


def test_one_document_holds_no_more_hands_than_can_be_printed(content: dict[str, Any]) -> None:
    entries = content["boards"][0]["partidas"][0]["entries"]
    hand = next(entry for entry in entries if entry["kind"] == "hand")
    content["boards"][0]["partidas"][0]["entries"] = [hand] * (document.MAX_HANDS + 1)
    with pytest.raises(DocumentError, match="hands"):
        document.check_content(content)


def test_the_attached_file_reads_back(acta: Acta) -> None:
    content, signatures = acta
    signed = document.signed_part(content, signatures)
    assert document.read_attached(document.attached_file(content, signed)) == (content, signed)


def _mangled(acta: Acta) -> list[bytes]:
    content, signatures = acta
    data = document.attached_file(content, document.signed_part(content, signatures))
    return [
        b"",
        b"[]",
        b"\xff",
        b"null",
        b"[" * 100_000,
        data + b"\n",
        data.replace(b'"version":1}', b'"version":1.0}', 1),
        data.replace(b'"version":1}', b'"version":1,"version":1}', 1),
        data.replace(b'"home":2260', b'"home":2261', 1),
        data.replace(b'{"content":', b'{ "content":', 1),
        data[:-1],
        b"9" * 5000,
        b'{"content":{},"signatures":{}}',
        b" " * (document.MAX_BYTES + 1),
    ]


@pytest.mark.parametrize("number", range(14))
def test_any_other_spelling_of_the_attached_file_is_refused(acta: Acta, number: int) -> None:
    with pytest.raises(DocumentError):
        document.read_attached(_mangled(acta)[number])


def test_codes_use_only_letters_that_nobody_confuses() -> None:
    codes = {document.new_code() for _ in range(300)}
    assert len(codes) == 300
    assert not set("".join(codes)) & set("01OILU")
    assert all(document.normal_code(code) == code for code in codes)


@pytest.mark.parametrize("typed", ["4kq7m2xr9d", " 4KQ7 M2XR 9D ", "4kq7-m2xr-9d", "4KQ7–M2XR–9D"])
def test_a_code_may_be_typed_in_any_way(typed: str) -> None:
    assert document.normal_code(typed) == "4KQ7-M2XR-9D"


@pytest.mark.parametrize("typed", ["", "4KQ7", "4KQ7-M2XR-90", "4KQ7-M2XR-9DD", "ñandú", "<script>"])
def test_what_is_no_code_is_none(typed: str) -> None:
    assert document.normal_code(typed) is None


def test_the_sheets_give_the_result_that_the_acta_states(content: dict[str, Any]) -> None:
    assert recompute(content) == []
    assert all(state for board in replayed(content) for state in board.states)


def _falsify_hand(content: dict[str, Any]) -> None:
    entries = content["boards"][2]["partidas"][0]["entries"]
    next(entry for entry in entries if entry["kind"] == "hand")["data"]["points"] += 2


def _drop_entries(content: dict[str, Any]) -> None:
    content["boards"][0]["partidas"][0]["entries"] = []


def _wrong_order(content: dict[str, Any]) -> None:
    content["boards"][0]["partidas"][0]["entries"].reverse()


def _unknown_kind(content: dict[str, Any]) -> None:
    content["boards"][0]["partidas"][0]["entries"][0]["kind"] = "gift"


def _other_points(content: dict[str, Any]) -> None:
    content["result"]["points"]["away"] = 1


def _other_winner(content: dict[str, Any]) -> None:
    content["result"]["winner"] = "away"


def _skipped_version(content: dict[str, Any]) -> None:
    content["version"] = 2


@pytest.mark.parametrize(
    "falsify",
    [
        _falsify_hand,
        _drop_entries,
        _wrong_order,
        _unknown_kind,
        _other_points,
        _other_winner,
        _skipped_version,
    ],
)
def test_a_figure_that_the_sheets_do_not_give_is_told(
    content: dict[str, Any], falsify: Callable[[dict[str, Any]], None]
) -> None:
    falsify(content)
    assert recompute(content)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 400) | st.sampled_from(["home", "10", "6-3", "judge", ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["10", "seats"]), inner),
    max_leaves=5,
)


@given(st.data())
def test_recomputing_never_raises_whatever_an_entry_holds(data: st.DataObject) -> None:
    content = copy.deepcopy(ONE_BOARD)
    entry = data.draw(st.sampled_from(content["boards"][0]["partidas"][0]["entries"]))
    entry["kind"] = data.draw(st.sampled_from([entry["kind"], "naming", "draw", "hand", "settlement"]))
    for name in data.draw(st.lists(st.sampled_from(sorted(entry["data"])), max_size=3)):
        entry["data"][name] = data.draw(PLAIN)
    assert isinstance(recompute(content), list)


def test_a_pending_partida_leaves_the_encounter_without_winner(content: dict[str, Any]) -> None:
    partida = content["boards"][3]["partidas"][1]
    partida["entries"] = partida["entries"][:-4]
    state = replayed(content)[3].states[1]
    assert state is not None
    partida["result"] = {
        "winner": None, "home": state.totals.home, "away": state.totals.away,
        "hands": 12, "status": "pending",
    }  # fmt: skip
    tantos = {"home": 2260, "away": 1883 - 351 + state.totals.away}
    zero = {"home": 0, "away": 0}
    content["result"] = {
        "partidas": {"home": 5, "away": 2}, "boards": {"home": 2, "away": 0},
        "tantos": tantos, "points": zero, "winner": None,
    }  # fmt: skip
    assert recompute(content) == []


def test_a_decided_partida_counts_as_the_body_said(content: dict[str, Any]) -> None:
    partida = content["boards"][0]["partidas"][0]
    partida["result"] = {
        "winner": "home", "home": 300, "away": 0, "hands": 0, "status": "decided",
        "counted": {"home": 0, "away": 0},
    }  # fmt: skip
    content["result"]["tantos"] = {"home": 2260 - 336, "away": 1883 - 185}
    assert recompute(content) == []
