"""Every column that could hold anything says what it holds of people."""

from __future__ import annotations

from django.apps import apps
from django.db import models

from federation.models.person_ties import Says

SHAPELESS = (models.JSONField, models.TextField, models.BinaryField)
OUR_APPS = ("federation", "competitions", "matches")


def test_each_column_without_a_shape_says_what_it_says_of_people() -> None:
    """A new JSON, long text or file is looked through when data are exported or erased, or says why not."""
    shapeless, told = set(), set()
    for model in apps.get_models():
        label = model._meta.label_lower
        if model._meta.app_label in OUR_APPS:
            fields = [each for each in model._meta.concrete_fields if isinstance(each, SHAPELESS)]
            shapeless |= {f"{label}.{each.name}" for each in fields}
            told |= {f"{label}.{name}" for name in getattr(model, "says_of_people", {})}
            assert all(isinstance(each, Says) for each in getattr(model, "says_of_people", {}).values())
    assert told == shapeless
    assert len(told) > 20
