"""Every code that rules and actions raise has words, and the dictionaries stay in order."""

import ast
from pathlib import Path
from types import ModuleType

import pytest
from django.utils import translation

import competitions.messages
import federation.messages
import matches.messages
from competitions.rules.lifecycle import GUARDS
from competitions.rules.squads import OBJECTIONS, Objection
from federation.rules.errors import RuleError
from matches.rules.eligibility import PROBLEM_CODES, Problem, Severity
from matches.rules.sheet_state import WHY_NOT_CODES

ROOT = Path(__file__).parents[2]
ERRORS = ("RuleError", "ConflictError")
# What each app can look up: its own words and those below it.
REACH = {
    "federation": (federation.messages,),
    "competitions": (competitions.messages, federation.messages),
    "matches": (matches.messages, competitions.messages, federation.messages),
}


def codes_raised(app: str) -> set[str]:
    found: set[str] = set()
    for path in (ROOT / app).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            code = node.args[0]
            if node.func.id in ERRORS and isinstance(code, ast.Constant):
                found.add(str(code.value))
    return found


def known(app: str) -> set[str]:
    return {code for module in REACH[app] for code in module.MESSAGES}


@pytest.mark.parametrize("app", REACH)
def test_every_code_raised_has_words(app: str):
    assert sorted(codes_raised(app) - known(app)) == []


def test_codes_that_are_not_literals_have_words():
    assert set(GUARDS) | set(OBJECTIONS) <= known("competitions")
    assert set(WHY_NOT_CODES) <= known("matches")
    assert set(PROBLEM_CODES) == set(matches.messages.PROBLEMS)


@pytest.mark.parametrize(
    "words",
    [federation.messages.MESSAGES, competitions.messages.MESSAGES, matches.messages.MESSAGES,
     matches.messages.PROBLEMS],
)  # fmt: skip
def test_codes_stand_in_order(words: dict[str, object]):
    assert list(words) == sorted(words)


def test_no_code_has_words_twice():
    names = [code for module in REACH["matches"] for code in module.MESSAGES]

    assert len(names) == len(set(names))


@pytest.mark.parametrize("module", REACH["matches"])
def test_every_message_fills_with_and_without_figures(module: ModuleType):
    with translation.override("es"):
        for code in module.MESSAGES:
            assert module.text(RuleError(code)).strip()


def test_figures_and_words_from_below():
    assert "entre 3 y 153" in matches.messages.text(RuleError("points_impossible", minimum=3, maximum=153))
    assert "alineación local" in matches.messages.text(RuleError("line_up_home_not_locked"))
    assert "«x»" in matches.messages.text(RuleError("unknown_parameter", parameter="x"))
    assert matches.messages.text(RuleError("no such code")) == str(federation.messages.UNKNOWN)
    window = competitions.messages.text(RuleError("registration_closed", competition="Liga", begin=1, end=5))
    assert "Liga admite inscripciones de la jornada 1 a la 5." in window
    days = Objection("transfer_closed", {"competition": "Liga", "begin": "2026-09-01", "end": "2026-10-31"})
    assert "del 01/09/2026 al 31/10/2026" in competitions.messages.objection_text(days)
    problem = Problem("twice_on_board", Severity.BLOCK, {"board": 2})
    assert "mesa 2" in matches.messages.problem_text(problem)
