"""Consulta de jugada: what a stroke of 8-ball amounts to. Public; nothing is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from federation.parameter_words import describe, other_values
from federation.rules.parameters import defaults
from matches.forms.shot import ShotForm
from matches.queries import shot_ruling
from matches.rules.pool.ruling import decided_by, rule_shot
from matches.rules.pool.shots import Shot
from matches.views import shot_words

TEMPLATE = "matches/shot.html"


@dataclass(frozen=True)
class Decided:
    """A point of the regulation that made the ruling so, and what it could say instead."""

    label: str
    value: str
    others: str


@dataclass(frozen=True)
class Answer:
    """A ruling as the page tells it."""

    verdict: str
    tone: str
    facts: list[tuple[str, str]]
    options: list[tuple[str, str]]
    decided: list[Decided]
    articles: str
    regulation: str


@login_not_required
@require_safe
def shot_ruling_page(request: HttpRequest) -> HttpResponse:
    """Ask what happened in a stroke, and answer by the regulation that was chosen."""
    competitions = {str(each.pk): each for each in shot_ruling.pool_competitions()}
    names = [(key, f"{each.name}, {each.season}") for key, each in competitions.items()]
    form = ShotForm(request.GET if "phase" in request.GET else None, competitions=names)
    if not form.is_bound:
        return render(request, TEMPLATE, {"form": form})
    if not form.is_valid():
        return render(request, TEMPLATE, {"form": form}, status=422)
    chosen = competitions.get(form.cleaned_data["competition"])
    parameters = shot_ruling.parameters_of(chosen) if chosen else defaults()
    regulation = str(chosen.regulation_version) if chosen else gettext("el habitual")
    answer = _answer(form.shot(), parameters, regulation, request.GET)
    return render(request, TEMPLATE, {"form": form, "answer": answer})


def _answer(shot: Shot, parameters: Mapping[str, Any], regulation: str, asked: QueryDict) -> Answer:
    ruling = rule_shot(shot, parameters)
    names = decided_by(shot, parameters)
    return Answer(
        verdict=shot_words.verdict(ruling),
        tone=shot_words.tone(ruling),
        facts=shot_words.facts(ruling),
        options=[
            (_with_choice(asked, option.value), shot_words.option_words(option)) for option in ruling.options
        ],
        decided=[_decided(name, parameters[name]) for name in names],
        articles=", ".join(ruling.articles),
        regulation=regulation,
    )


def _decided(name: str, value: Any) -> Decided:
    label, told = describe(name, value)
    return Decided(label[:1].upper() + label[1:], told, "; ".join(other_values(name, value)))


def _with_choice(asked: QueryDict, choice: str) -> str:
    again = asked.copy()
    again["choice"] = choice
    return f"{reverse('matches:shot_ruling')}?{again.urlencode()}#respuesta"
