"""What goes wrong is told in words, as a page or as a notice in the page; nothing typed is lost."""

import logging

import pytest
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from federation import urls as product
from federation.rules.errors import ConflictError, ForbiddenError, RuleError

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.federation.test_errors")]

PART = {"HX-Request": "true", "HX-Current-URL": "http://testserver/mesa/3/", "HX-Target": "hoja"}


def words(error: RuleError) -> str:
    """Stand for the words of an app."""
    return {"too_late": "Llega tarde."}[error.code]


def raising(exception: Exception):
    """Make a public view that raises."""

    @login_not_required
    def view(request: HttpRequest) -> HttpResponse:
        raise exception

    return view


@login_not_required
def write(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{request.POST.get('puntos')}")


urlpatterns = [
    path("regla/", raising(RuleError("too_late"))),
    path("primero/", raising(ConflictError("too_late"))),
    path("sin-derecho/", raising(ForbiddenError("too_late"))),
    path("prohibido/", raising(PermissionDenied("Solo el juez árbitro cierra el acta."))),
    path("prohibido-sin-motivo/", raising(PermissionDenied())),
    path("roto/", raising(ZeroDivisionError("secreto"))),
    path("malo/", raising(BadRequest("no"))),
    path("escribir/", write),
    path("", include(product)),
]
handler400, handler403 = product.handler400, product.handler403
handler404, handler500 = product.handler404, product.handler500


@pytest.fixture
def browser() -> Client:
    """A client that checks the mark of forms and shows the error page instead of the exception."""
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


@pytest.fixture(autouse=True)
def _app_words():
    with override_settings(REFUSAL_TEXT="tests.federation.test_errors.words"):
        yield


@pytest.mark.parametrize(
    ("page", "status", "text"),
    [
        ("regla", 422, "Llega tarde."),
        ("primero", 409, "Llega tarde."),
        ("sin-derecho", 403, "Llega tarde."),
        ("prohibido", 403, "Solo el juez árbitro cierra el acta."),
        ("prohibido-sin-motivo", 403, "Tu función no permite hacer esto."),
        ("no-esta", 404, "No está aquí"),
        ("malo", 400, "No se ha entendido"),
        ("roto", 500, "Ha fallado el servidor"),
    ],
)
def test_page_and_notice(browser: Client, page: str, status: int, text: str) -> None:
    whole = browser.get(f"/{page}/")
    part = browser.get(f"/{page}/", headers=PART)

    assert (whole.status_code, part.status_code) == (status, status)
    assert text in whole.content.decode()
    assert "<h1>" in whole.content.decode()
    assert "Content-Security-Policy" in whole.headers
    assert part.headers["HX-Retarget"] == "#messages"
    assert part.content.decode().startswith('<div class="notice stop" role="alert">')


def test_reason_in_the_notice(browser: Client) -> None:
    assert "Solo el juez árbitro" in browser.get("/prohibido/", headers=PART).content.decode()


def test_server_error_has_a_reference_that_is_in_the_log(browser: Client, caplog) -> None:
    with caplog.at_level(logging.ERROR, logger="federation.views.errors"):
        page = browser.get("/roto/")

    (record,) = [record for record in caplog.records if record.name == "federation.views.errors"]
    reference = record.args[0]
    assert reference in page.content.decode()
    assert record.exc_info[0] is ZeroDivisionError
    assert "secreto" not in page.content.decode()


def test_server_error_page_asks_the_database_for_nothing(browser: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        assert browser.get("/roto/").status_code == 500


def test_old_mark_keeps_what_was_typed(browser: Client) -> None:
    page = browser.post(
        "/escribir/", {"puntos": "35", "nota": "<b>"}, headers={"Origin": "http://testserver"}
    )

    text = page.content.decode()
    assert page.status_code == 403
    assert '<input type="hidden" name="puntos" value="35">' in text
    assert 'value="&lt;b&gt;"' in text
    again = browser.post(
        "/escribir/",
        {"puntos": "35", "csrfmiddlewaretoken": page.context["csrf_token"]},
        headers={"Origin": "http://testserver"},
    )
    assert again.content == b"35"


@pytest.mark.parametrize("headers", [{}, {"Origin": "https://example.net"}, {"Origin": "null"}])
def test_forged_form_gets_no_help(browser: Client, headers: dict[str, str]) -> None:
    page = browser.post("/escribir/", {"puntos": "35"}, headers=headers).content.decode()

    assert 'value="35"' not in page
    assert "Recargar la página" in page


@pytest.mark.parametrize("field", ["pin", "password", "oldpassword", "code"])
def test_secrets_never_come_back(browser: Client, field: str) -> None:
    page = browser.post(
        "/escribir/", {field: "4711"}, headers={"Origin": "http://testserver"}
    ).content.decode()

    assert "4711" not in page


def test_old_mark_in_a_part(browser: Client) -> None:
    answer = browser.post("/escribir/", {"puntos": "35"}, headers=PART)

    assert answer.status_code == 403
    assert answer.headers["HX-Retarget"] == "#messages"
    assert 'href="/mesa/3/"' in answer.content.decode()
