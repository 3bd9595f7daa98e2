"""Writing a version: from where, the form, what is refused and kept, what changes, publishing once."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from competitions.forms.regulations import RegulationForm
from competitions.queries.regulations import beginning
from federation.actions.regulations import publish_version
from federation.models import Discipline, RegulationVersion, Role
from federation.rules.parameter_reading import written
from federation.rules.parameters import CATALOGUE, Parameter, ParameterKind, defaults, plain, resolve
from federation.rules.publishing import objections
from federation.rules.ready_made_sets import SETS
from tests.factories import world
from tests.factories.world import NOW, TODAY
from tests.federation.staff import fields, inside, staff
from tests.strategies import values_of

pytestmark = pytest.mark.django_db
LIST = "/secretaria/reglamentos/"
NEW = f"{LIST}nuevo/"


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(NOW - timedelta(hours=10), tick=True):
        yield


@pytest.fixture
def director() -> Client:
    return inside(staff("direccion@example.org", Role.SPORTING_DIRECTOR))


def shaped(parameter: Parameter, value: object) -> dict[str, object]:
    """The inputs of a page with which a value is sent."""
    name, said = parameter.name, written(parameter, value)
    if parameter.kind is ParameterKind.LADDER:
        return {
            f"{name}-{number}-{part}": text
            for number, step in enumerate(said)
            for part, text in zip(("minutes", "points"), step, strict=True)
        }
    if isinstance(said, dict):
        return {f"{name}-{part}": text for part, text in said.items()}
    return {name: said}


def typed(values: dict[str, object] | None = None, **others: object) -> dict[str, object]:
    """What a director sends who changes `values` and leaves the rest as usual."""
    sent = {"name": "Liga", "begins": "day", "day": TODAY.isoformat(), "reason": "Asamblea"}
    for name, value in {**defaults(), **(values or {})}.items():
        sent |= shaped(CATALOGUE[name], value)
    return {**sent, **others}


def text(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


def hidden(page: str) -> dict[str, object]:
    """The hidden inputs of a page's last form, as a browser sends them again."""
    found = QueryDict(mutable=True)
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page):
        found.appendlist(unescape(name), unescape(value))
    return {name: values if len(values) > 1 else values[0] for name, values in found.lists()}


def look(client: Client, sent: dict[str, object], code: str = "fed_300") -> dict[str, object]:
    """Send the form to see what changes; give what the next page would send."""
    answer = client.post(f"{NEW}{code}/", fields(step="look", **sent))
    assert answer.status_code == 200 and "Antes de publicar" in text(answer)
    return hidden(answer.content.decode())


def publish(client: Client, carried: dict[str, object], code: str = "fed_300"):
    return client.post(f"{NEW}{code}/", {**carried, "step": "publish"})


def test_a_newcomer_begins_from_a_set_changes_two_things_and_publishes_once(director):
    shown = text(director.get(f"{NEW}league_200_timed/"))
    first, rest = shown.split("Todo lo demás")
    assert 'value="200"' in first and "Tantos de la partida" in first and "Cierre empatado" not in first
    assert "Cierre empatado" in rest and "Se acaba la jugada · lo habitual" in first
    changed = {**SETS[1].overrides, "target_points": 150, "time_limit_minutes": 45}
    answer = director.post(f"{NEW}league_200_timed/", fields(step="look", **typed(changed)))
    assert "<td>200</td><td><b>150</b></td>" in text(answer) and "<td>60</td><td><b>45</b></td>" in text(
        answer
    )
    assert text(answer).count("<tr>") == 3
    carried = hidden(answer.content.decode())
    done = [publish(director, carried, "league_200_timed") for _twice in range(2)]
    made = RegulationVersion.objects.get()
    assert [each.status_code for each in done] == [302, 302] and done[0].url == done[1].url
    assert done[0].url == f"{LIST}{made.pk}/"
    assert resolve(made.parameters) == resolve(changed) and made.created_by.email == "direccion@example.org"


# What acts only beside something else.
NEEDS = {"time_limit_ending": {"time_limit_minutes": 60}, "time_level": {"time_limit_minutes": 60}}


@pytest.mark.parametrize("parameter", CATALOGUE.values(), ids=list(CATALOGUE))
def test_every_option_of_every_parameter_is_reachable_through_the_form(parameter):
    """Without a database row: the form alone, as a browser sends it."""
    options = parameter.options if parameter.kind in (ParameterKind.CHOICE, ParameterKind.SWITCH) else ()
    extremes = [parameter.minimum, parameter.maximum] if parameter.kind is ParameterKind.INTEGER else []
    for value in [*options, *extremes, *([None] if parameter.optional else [])]:
        sent = typed({**NEEDS.get(parameter.name, {}), parameter.name: value})
        form = RegulationForm(query(sent), beginning=beginning("fed_300"))
        assert form.is_valid(), form.errors
        assert form.proposal().parameters[parameter.name] == value


def query(sent: dict[str, object]) -> QueryDict:
    found = QueryDict(mutable=True)
    for name, value in sent.items():
        found.setlist(name, value if isinstance(value, list) else [str(value)])
    return found


RAW = st.one_of(st.text(max_size=8), st.sampled_from(["", "1", "300", "on", "lots", "2026-12-31", "\x00"]))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_anything_sent_is_a_whole_version_or_messages_by_field(data):
    names = list(typed())
    odd = data.draw(st.dictionaries(st.sampled_from(names), RAW, max_size=3))
    chosen = data.draw(st.lists(st.sampled_from(list(CATALOGUE)), max_size=4, unique=True))
    sent = typed({name: data.draw(values_of(CATALOGUE[name])) for name in chosen}, **odd)
    form = RegulationForm(query(sent), beginning=beginning("fed_300"))
    if form.is_valid():
        assert objections(form.parameters()) == []
        assert resolve(plain(form.proposal().parameters)) == form.parameters()
        assert form.proposal().parameters.keys() == CATALOGUE.keys()
    else:
        assert form.errors.keys() <= form.fields.keys() and all(form.errors.values())


def test_a_refusal_stands_beside_its_field_and_what_was_typed_stays(director):
    sent = typed(
        {"time_level": "extra_hand", "squad_min": 9, "squad_max": 8},
        **{"target_points": "mil", "late_arrival-0-minutes": "5", "standings_criteria-gd": "1"},
        reason="",
    )
    answer = director.post(f"{NEW}fed_300/", fields(step="look", **sent))
    shown = text(answer)
    assert answer.status_code == 422 and RegulationVersion.objects.count() == 0
    for told in (
        "Escribe un número entre 20 y 1000.",
        "A un escalón le faltan los minutos o los tantos.",
        "Hay dos con el puesto 1.",
        'value="mil"',
        'name="late_arrival-0-minutes" value="5"',
        'href="#id_target_points_error"',
    ):
        assert told in shown
    # What stands together is looked at once each can be read.
    sent = typed({"time_level": "extra_hand", "squad_min": 9, "squad_max": 8})
    shown = text(director.post(f"{NEW}fed_300/", fields(step="publish", **sent)))
    assert "Esto solo cuenta con reloj." in shown and "no puede ser menor que el mínimo (9)" in shown
    assert shown.count("<details open>") == 2


def test_nothing_is_published_that_was_not_looked_at(director):
    carried = look(director, typed({"target_points": 200}))
    for odd in ({"target_points": "250"}, {"seen": ""}, {"seen": "x" * 500}, {"name": "Otra"}):
        answer = publish(director, {**carried, **odd, **fields()})
        assert answer.status_code == 409 and "Mira qué cambia antes de publicar" in text(answer)
    publish_version(
        name="Liga", discipline=Discipline.DOMINO, overrides={}, valid_from=TODAY, reason="", by=None
    )
    answer = publish(director, carried)
    assert answer.status_code == 409 and "Liga, versión 2" in text(answer)
    assert RegulationVersion.objects.count() == 1
    assert publish(director, {**hidden(answer.content.decode())}).status_code == 302


def test_whoever_wants_to_change_more_finds_what_he_had_typed(director):
    carried = look(director, typed({"target_points": 200, "late_arrival": ((5, 10),)}))
    answer = director.post(f"{NEW}fed_300/", {**carried, "step": "edit"})
    shown = text(answer)
    assert answer.status_code == 200 and 'value="200"' in shown and "Ver qué cambia" in shown
    assert 'name="late_arrival-0-minutes" value="5"' in shown


def test_a_version_begins_from_another_and_asks_first_what_departs_in_it(director):
    each = world.build(parameters={"target_points": 250, "block_winner": "asked"})
    version = each.encounter.round.competition.regulation_version
    shown = text(director.get(f"{NEW}{version.pk}/"))
    assert "Gana el cierre" in shown.split("Todo lo demás")[0] and 'value="250"' in shown
    assert f'value="{version.regulation.name}"' in shown and "La temporada 2026-27" in shown
    sent = typed({"target_points": 250, "block_winner": "asked"}, name=version.regulation.name)
    sent |= {"begins": str(each.season.pk), "day": ""}
    carried = look(director, sent, str(version.pk))
    assert publish(director, carried, str(version.pk)).status_code == 302
    made = RegulationVersion.objects.get(number=2)
    assert made.regulation == version.regulation and made.valid_from == each.season.starts_on
    version.refresh_from_db()
    assert version.parameters["target_points"] == 250


def test_a_regulation_of_one_game_folds_the_other_one_away(director):
    pair = ("Cierres y tanteo", "Bola 8: la apertura")
    for code, own, other in (("fed_300", *pair), ("pool_book", *reversed(pair))):
        shown, apart = text(director.get(f"{NEW}{code}/")).split("Solo si el encuentro tiene mesas de")
        assert own in shown and other not in shown and other in apart
    carried = look(director, typed(name="Bola 8"), "pool_book")
    assert publish(director, carried, "pool_book").status_code == 302
    assert RegulationVersion.objects.get().regulation.discipline == Discipline.POOL
    # The same name for the other game is refused beside it.
    answer = director.post(f"{NEW}fed_300/", fields(step="look", **typed(name="Bola 8")))
    assert answer.status_code == 422 and "Ponle otro nombre." in text(answer)


@pytest.mark.parametrize("code", ["999", "9" * 40, "nada", "²"])
def test_a_beginning_that_is_not_there_is_not_found(director, code):
    assert director.get(f"{NEW}{code}/").status_code == 404


@pytest.mark.parametrize("role", [Role.OFFICE, Role.COMMITTEE, Role.ADMINISTRATOR])
def test_whoever_only_reads_is_told_so_and_sees_no_door(role):
    client = inside(staff("lee@example.org", role))
    assert "nuevo/" not in text(client.get(LIST))
    for answer in (client.get(f"{NEW}fed_300/"), client.post(f"{NEW}fed_300/", fields(**typed()))):
        assert answer.status_code == 403 and "los demás los leen" in text(answer)
    assert RegulationVersion.objects.count() == 0


def test_the_form_costs_the_same_whatever_there_is(director):
    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert director.get(f"{NEW}fed_300/").status_code == 200
            look(director, typed(name="Reglamento 1"))
        return len(asked)

    one = cost()
    for number in range(30):
        publish_version(
            name=f"Reglamento {number % 3}", discipline=Discipline.DOMINO, overrides={}, valid_from=TODAY,
            reason="", by=None,
        )  # fmt: skip
    assert cost() == one
