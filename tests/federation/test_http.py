"""How the server chooses a part, answers a write, spares an answer, and places a refusal."""

import pytest
from django import forms
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django_htmx.middleware import HtmxMiddleware

from federation.http import add_rule_error, etag_of, fragment, not_modified, respond, tagged
from federation.rules.errors import RuleError

TARGETS = {"tabla": "table"}


def request(**headers: str) -> HttpRequest:
    """Make a request as the views get it."""
    made = RequestFactory().get(
        "/x/", headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    HtmxMiddleware(lambda _: HttpResponse())(made)
    return made


@pytest.mark.parametrize(
    ("headers", "template"),
    [
        ({}, "a/page.html"),
        ({"HX_Request": "true", "HX_Target": "tabla"}, "a/page.html#table"),
        ({"HX_Request": "true", "HX_Target": "otra"}, "a/page.html"),
        ({"HX_Request": "true"}, "a/page.html"),
        ({"HX_Request": "true", "HX_Target": "tabla", "HX_Boosted": "true"}, "a/page.html"),
        ({"HX_Request": "true", "HX_Target": "tabla", "HX_History_Restore_Request": "true"}, "a/page.html"),
    ],
)
def test_server_chooses_the_part(headers: dict[str, str], template: str) -> None:
    assert fragment(request(**headers), "a/page.html", TARGETS) == template


def test_plain_write_is_redirected() -> None:
    answer = respond(request(), "federation:home", rebuild=lambda: HttpResponse("part"))

    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


def test_write_of_a_part_is_rebuilt() -> None:
    answer = respond(request(HX_Request="true"), "federation:home", rebuild=lambda: HttpResponse("part"))

    assert (answer.status_code, answer.content) == (200, b"part")


def test_write_of_a_part_without_rebuilding_loads_the_page() -> None:
    assert respond(request(HX_Request="true"), "/mesa/3/").headers["HX-Redirect"] == "/mesa/3/"


@pytest.mark.parametrize("held", ["{tag}", "W/{tag}", '"otra", {tag}'])
def test_answer_that_is_held_is_spared(held: str) -> None:
    tag = etag_of(7, "es")

    answer = not_modified(request(If_None_Match=held.format(tag=tag)), tag)

    assert answer is not None
    assert (answer.status_code, answer.headers["ETag"]) == (304, tag)
    assert answer.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("held", ["", '"otra"', "nada"])
def test_answer_that_is_not_held_is_made(held: str) -> None:
    assert not_modified(request(If_None_Match=held), etag_of(7, "es")) is None


def test_tags_tell_apart_what_they_are_made_of() -> None:
    assert len({etag_of(1, 23), etag_of(12, 3), etag_of(123), etag_of("1", "23", "")}) == 4


def test_public_answer_says_what_it_varies_with() -> None:
    answer = tagged(HttpResponse(), etag_of(1), public=True)

    assert answer.headers["Cache-Control"] == "public, no-cache"
    assert answer.headers["Vary"] == "HX-Request, HX-Target"


class Hand(forms.Form):
    points = forms.IntegerField()


def test_refusal_beside_its_field_or_on_top() -> None:
    form = Hand({"points": "171"})

    add_rule_error(form, RuleError("too_many", field="points"), lambda error: f"no: {error.code}")
    add_rule_error(form, RuleError("ended", field="unknown"), lambda error: f"no: {error.code}")
    add_rule_error(form, RuleError("frozen"), lambda error: f"no: {error.code}")

    assert form.errors == {"points": ["no: too_many"], "__all__": ["no: ended", "no: frozen"]}
