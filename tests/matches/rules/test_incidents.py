"""The catalogue of incidents."""

import pytest

from federation.rules.errors import RuleError
from matches import messages
from matches.rules.incidents import BY_CODE, KINDS, OFFERED, check


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.code)
def test_what_each_kind_asks_for(kind) -> None:
    """Facts always; somebody concerned where the article is about a player."""
    assert check(kind.code, text="Ha pasado esto.", people=1) is kind
    if kind.needs_people:
        with pytest.raises(RuleError, match="incident_people_needed"):
            check(kind.code, text="Ha pasado esto.", people=0)
    else:
        assert check(kind.code, text="Ha pasado esto.", people=0) is kind


@pytest.mark.parametrize(
    ("code", "text", "refusal"),
    [
        ("nothing", "Texto", "incident_kind_unknown"),
        ("comment", "  \n ", "incident_text_needed"),
        ("comment", "x" * 2001, "incident_text_long"),
    ],
)
def test_refusals(code: str, text: str, refusal: str) -> None:
    with pytest.raises(RuleError, match=refusal):
        check(code, text=text, people=1)


def test_the_articles_that_want_it_in_the_acta_are_those_of_the_rulebook() -> None:
    wanted = {kind.article for kind in OFFERED if kind.wanted_by_article}
    of_article_8 = {"8", "8.2", "8.5", "8.6", "8.7", "8.10", "8.11"}
    assert wanted == of_article_8 | {"11", "12", "15", "17", "19", "20"}
    offered_only = {kind.article for kind in OFFERED if not kind.wanted_by_article and kind.article}
    assert offered_only == {"9", "10", "13", "14", "16", "17"}


def test_every_kind_has_a_title() -> None:
    assert set(messages.INCIDENT_TITLES) == set(BY_CODE)
    assert messages.incident_title("comment") == "Comentarios durante la partida"
