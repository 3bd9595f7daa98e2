"""The choice of hundreds says what Django's own says."""

from __future__ import annotations

import pytest
from django import forms
from django.test.html import parse_html

from federation.forms.fields import LongSelect

CHOICES = [("", "Cualquiera"), (1, "Peña <b>Uno</b>"), ("2", 'Peña "Dos" & Cía')]


@pytest.mark.parametrize("value", [None, "", "1", 1, "2", "nada", '"><script>'])
def test_the_choice_of_hundreds_is_django_s(value: object) -> None:
    attrs = {"id": "id_club", "aria-describedby": 'a"b', "required": True}
    own = LongSelect(choices=CHOICES).render("club", value, attrs)
    assert parse_html(own) == parse_html(forms.Select(choices=CHOICES).render("club", value, attrs))
    assert "<b>" not in own and "<script>" not in own
