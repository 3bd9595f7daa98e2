"""How standings say their steps."""

import pytest
from django.utils import translation

from competitions.views.standings_words import figure, listed, signed, ties
from tests.competitions.rules.standings_world import facts, stand, terms


@pytest.mark.parametrize(
    ("names", "spanish", "english"),
    [
        ((), "", ""),
        (("Uno",), "Uno", "Uno"),
        (("Uno", "Dos"), "Uno y Dos", "Uno and Dos"),
        (("Uno", "Dos", "Ibi"), "Uno, Dos e Ibi", "Uno, Dos and Ibi"),
        (("Uno", "Híjar"), "Uno e Híjar", "Uno and Híjar"),
        (("Uno", "Hierro"), "Uno y Hierro", "Uno and Hierro"),
    ],
)
def test_names_are_joined_as_each_language_does(names, spanish, english):
    for language, expected in (("es", spanish), ("en", english)):
        with translation.override(language):
            assert listed(names) == expected


def test_figures():
    with translation.override("es"):
        assert [signed(value) for value in (3, 0, -12)] == ["+3", "0", "−12"]
        assert figure("sonneborn_berger", 45) == "22,5"
        assert figure("sonneborn_berger", 44) == "22"
        assert figure("lots", 3) == "3.º"
        assert figure("gd", -2) == "−2"
        assert figure("wins", 2) == "2"


def explained(written, *criteria):
    made = stand(written, *criteria)
    names = {row.key: chr(row.key) for row in made.rows}
    found = facts(written)
    return ties(made, names, found.fixtures, terms(*criteria).criteria)


def test_a_group_that_is_split_twice_says_who_was_still_level():
    with translation.override("es"):
        (tie,) = explained(["AB 6-2", "BC 7-1", "CD 6-2", "DA 5-3", "AC 4-4", "BD 4-4"])

    assert [step.text for step in tie.steps] == [
        "Todos tienen 4. Siguen iguales.",
        "A +2, B +2, C −2, D −2. Siguen iguales A y B; C y D.",
        "A 3, B 0. Aquí se decide.",
        "C 3, D 0. Aquí se decide.",
    ]
    assert tie.steps[2].title == "Puntos entre los empatados, solo A y B"


def test_those_who_have_not_met_and_a_first_criterion_that_is_not_points():
    with translation.override("es"):
        (tie,) = explained(["AX 5-3", "BX 5-3"], "wins", "h2h_pts", "gd", "tf")

    assert tie.intro.startswith("A y B tienen lo mismo en ")
    assert tie.intro.endswith("Todavía no se han enfrentado.")
    assert tie.rest == ""


def test_of_many_encounters_the_number_is_told():
    with translation.override("es"):
        (tie,) = explained(["AB 4-4"] * 13)

    assert "13 encuentros" in tie.intro
