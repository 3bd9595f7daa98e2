"""The floor of the acta's rendering says what the acta says."""

import re

import pytest

from tests.load.untuned import untuned

SHEET = """<html><head></head><body><table class="sheet"><tr><th>N.º, sale</th><th>Local</th>
<th>Visitante</th>
<th class="r c-total">Van</th></tr>
<tr><td>2 O</td><td>25 c</td><td>·</td><td class="r">25–0</td></tr>
<tr><td><s>3 S</s></td><td><s>7</s></td><td><s>·</s></td><td class="r">25–0</td></tr></table></body></html>"""


def words(html: str) -> list[str]:
    return re.sub(r"<style>.*?</style>|<[^>]+>|–", " ", html, flags=re.DOTALL).split()


def test_each_figure_has_a_cell_of_its_own_and_no_word_is_lost() -> None:
    made = untuned(SHEET)
    assert words(made) == words(SHEET)
    assert made.count("<td>") == 16
    assert made.count("<s>") == 6


def test_a_page_without_sheets_is_no_floor() -> None:
    with pytest.raises(ValueError, match="no sheet"):
        untuned("<html><head></head></html>")
