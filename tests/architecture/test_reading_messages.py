"""Every code that reading a file, a document or a name can give has words in both languages."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from federation import reading_columns, reading_messages
from federation.files import code_readers
from federation.files.catalogue import TARGETS
from federation.files.results import AnswerWay, Refusal, RefusedRow
from federation.rules import identity, name_reading
from federation.rules.name_reading import NameOrder

FOLDER = Path(settings.BASE_DIR) / "federation" / "files"
DICTIONARIES = ("REFUSALS", "PROBLEMS", "QUESTIONS", "ANSWERS", "OFFERS", "SKIPPED", "CHANGES")


def calls() -> Iterator[ast.Call]:
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node


def constants(node: ast.expr) -> set[str]:
    """The codes that an argument may be: literals, whichever branch, and names of this package."""
    found = {
        one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)
    }
    names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and one.id.isupper()}
    return found | {getattr(code_readers, name) for name in names if hasattr(code_readers, name)}


def first_arguments(*functions: str) -> set[str]:
    return {
        code
        for call in calls()
        if call.func.id in functions and call.args
        for code in constants(call.args[0])
    }


def problems() -> set[str]:
    return {
        code
        for call in calls()
        for keyword in call.keywords
        if keyword.arg == "problem"
        for code in constants(keyword.value)
    }


def test_refusals_of_files_have_words():
    assert first_arguments("FileRefusedError", "Refusal") == set(reading_messages.REFUSALS)


def test_problems_have_words():
    told = problems() | first_arguments("AmountError") | identity.PROBLEM_CODES | name_reading.PROBLEM_CODES

    assert len(told) > 35
    assert told - {"left_out"} <= set(reading_messages.PROBLEMS)


def test_questions_have_words_and_so_have_their_answers():
    asked = first_arguments("Doubt")

    assert asked | {"identity_letter_in_digits"} == set(reading_messages.QUESTIONS)
    assert set(AnswerWay) == set(reading_messages.ANSWERS)
    assert {"day_first", "month_first", *NameOrder} == set(reading_messages.OFFERS)


def test_changes_have_words():
    assert set(reading_messages.CHANGES) >= identity.CHANGE_CODES | name_reading.DOUBT_CODES


@pytest.mark.parametrize("name", DICTIONARIES)
def test_codes_stand_in_order(name: str):
    words = getattr(reading_messages, name)
    assert list(words) == sorted(words)


def test_sentences_fill_with_their_figures():
    with translation.override("es"):
        assert "10 MB" in reading_messages.refusal_text(Refusal("file_too_large", {"megabytes": 10}))
        assert "línea 2" in reading_messages.refused_row_text(RefusedRow(3, None, "duplicate_row", 2))
        assert reading_messages.problem_text("missing_letter")
        assert reading_messages.change_text("capitals")


# ---------------------------------------------------------------- columns
def test_every_column_has_its_word():
    named = {target: set(columns) for target, columns in reading_columns.COLUMNS.items()}

    assert named == {name: set(target.by_name) for name, target in TARGETS.items()}


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("target", TARGETS)
def test_a_column_is_found_again_under_its_word(target: str, language: str):
    with translation.override(language):
        found = {
            column: TARGETS[target].column_of(str(word))
            for column, word in reading_columns.COLUMNS[target].items()
        }
    assert found == {column: column for column in found}
