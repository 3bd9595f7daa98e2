"""The shell in a real browser: getting in, what went wrong, and each script by what it does to a page."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from federation.models import Federation, Role
from tests.browser import shell_pages
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in_by_form
from tests.federation.people import PASSWORD, code_now, enrol, make_user

pytestmark = [pytest.mark.urls("tests.browser.shell_pages"), pytest.mark.django_db(transaction=True)]

PUBLIC = ["/", "/cuentas/entrar/", "/cuentas/registro/", "/cuentas/clave/olvidada/", "/no-esta/"]


@pytest.fixture(autouse=True)
def _fresh() -> None:
    Federation.objects.create(name="Federación de Dominó y Billar del Sureste", short_name="FDB Sureste")
    shell_pages.SENT.clear()
    shell_pages.STATE.update(version=1, answer=200, fail=0)


def enter(page: Page, email: str) -> None:
    """Log in through the form."""
    log_in_by_form(page, email, PASSWORD, "/cuenta/")


def check(page: Page) -> None:
    """Hold a page to the rules of accessibility and to the width of the screen."""
    assert violations(page) == []
    assert overflow(page) <= 0


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("path", PUBLIC)
def test_public_pages(open_page, watch, screenshot, path: str, size: str) -> None:
    watch.allow("status of 404")
    page = open_page(size)
    page.goto(path)

    check(page)
    screenshot(page, f"shell{path.replace('/', '-')}{size}")


def test_dark_and_narrow(open_page, screenshot) -> None:
    page = open_page("phone", dark=True)
    page.set_viewport_size({"width": 320, "height": 664})
    for path in ("/", "/cuentas/entrar/", "/hoja/"):
        page.goto(path)
        check(page)
        screenshot(page, f"shell-dark{path.replace('/', '-')}")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_role_leads_to_the_second_factor(open_page, screenshot, size: str) -> None:
    make_user("secretaria@example.org", Role.OFFICE)
    page = open_page(size)
    enter(page, "secretaria@example.org")
    expect(page.get_by_role("heading", name="Confirma que eres tú")).to_be_visible()
    check(page)
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_role("button", name="Confirmar").click()

    expect(page.get_by_role("heading", name="Activar la verificación en dos pasos")).to_be_visible()
    page.get_by_text("Escribir la clave a mano").click()
    check(page)
    screenshot(page, f"shell-activate-{size}")
    page.get_by_label("Código", exact=True).fill("000000")
    page.get_by_role("button", name="Activar").click()
    expect(page.get_by_text("El código no es correcto")).to_be_visible()
    check(page)
    page.get_by_text("Escribir la clave a mano").click()
    secret = page.locator(".secret").inner_text().replace("\n", "").replace(" ", "")
    page.get_by_label("Código", exact=True).fill(code_now(secret))
    page.get_by_role("button", name="Activar").click()

    expect(page.get_by_role("heading", name="Códigos de recuperación")).to_be_visible()
    check(page)
    screenshot(page, f"shell-codes-{size}")
    page.goto("/cuenta/")
    expect(page.get_by_text("Activada")).to_be_visible()
    check(page)
    screenshot(page, f"shell-account-{size}")
    page.goto("/cuentas/dos-pasos/")
    check(page)


def test_login_with_a_code(plain_phone: Page) -> None:
    """Without script too."""
    user = make_user("capitana@example.org")
    secret = enrol(user)
    enter(plain_phone, user.email)
    expect(plain_phone.get_by_role("heading", name="Verificación en dos pasos")).to_be_visible()
    plain_phone.get_by_label("Código").fill(code_now(secret))
    plain_phone.get_by_role("button", name="Entrar", exact=True).click()

    expect(plain_phone.get_by_text("capitana@example.org").first).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_components(open_page, screenshot, size: str) -> None:
    page = open_page(size)
    page.goto("/hoja/")

    check(page)
    screenshot(page, f"shell-sheet-{size}")


def test_keys_type_into_the_amount(phone: Page) -> None:
    phone.goto("/hoja/")
    for key in ("1", "1", "2", "5"):
        phone.get_by_role("button", name=key, exact=True).tap()
    amount = phone.get_by_label("Puntos de la jugada 8")
    expect(amount).to_have_value("112")
    expect(amount).to_have_attribute("inputmode", "none")
    phone.get_by_role("button", name="Borrar la última cifra").tap()
    expect(amount).to_have_value("11")


def test_without_script_the_field_is_typed_in(plain_phone: Page) -> None:
    plain_phone.goto("/hoja/")
    expect(plain_phone.get_by_label("Puntos de la jugada 8")).to_have_attribute("inputmode", "numeric")
    expect(plain_phone.get_by_role("button", name="5", exact=True)).to_be_hidden()
    plain_phone.get_by_label("Puntos de la jugada 8").fill("35")
    plain_phone.get_by_role("button", name="Proponer").click()

    assert json.loads(plain_phone.inner_text("body"))["client_id"] == "servidor"


def test_each_write_has_an_id_of_the_device(phone: Page) -> None:
    phone.goto("/hoja/")
    for points in ("35", "35", "36"):
        phone.get_by_label("Puntos de la jugada 8").fill(points)
        with phone.expect_response("**/hoja/"):
            phone.get_by_role("button", name="Proponer").tap()
        expect(phone.locator("#respuesta")).to_contain_text(points)

    ids = [sent["client_id"] for sent in shell_pages.SENT]
    assert len(set(ids)) == 3
    assert all(len(one) == 32 for one in ids)
    assert all(sent["device_time"].endswith("Z") for sent in shell_pages.SENT)


def test_what_could_not_be_sent_waits_and_is_the_same_write(phone: Page, watch) -> None:
    watch.allow("net::ERR_FAILED|console error: htmx:")
    phone.goto("/hoja/")
    phone.get_by_label("Puntos de la jugada 8").fill("35")
    lost: list[str] = []

    def lose(route) -> None:
        lost.append(route.request.post_data)
        route.abort()

    phone.route("**/hoja/", lose)
    phone.get_by_role("button", name="Proponer").tap()
    expect(phone.get_by_text("Pendiente de enviar")).to_be_visible()
    expect(phone.locator("[data-link-state]")).to_contain_text("1 por enviar")
    phone.unroute("**/hoja/", lose)
    phone.evaluate("window.dispatchEvent(new Event('online'))")

    expect(phone.get_by_text("Pendiente de enviar")).to_be_hidden()
    expect(phone.locator("[data-link-state]")).to_have_text("Al día")
    (sent,) = shell_pages.SENT
    assert f"client_id={sent['client_id']}" in lost[0]


def test_a_double_tap_is_one_write(phone: Page) -> None:
    phone.goto("/lenta/")
    phone.get_by_label("Texto").fill("una vez")
    phone.evaluate(
        "() => { const button = document.querySelector('main button'); button.click(); button.click(); }"
    )
    phone.wait_for_function(
        "() => document.body.innerText.includes('una vez') && !document.querySelector('h1')"
    )

    assert [sent["hacer"] for sent in shell_pages.SENT] == ["guardar"]


def test_invalid_answer_is_swapped_in_and_the_button_returns(phone: Page) -> None:
    shell_pages.STATE["answer"] = 422
    phone.goto("/hoja/")
    phone.get_by_label("Puntos de la jugada 8").fill("171")
    phone.get_by_role("button", name="Proponer").tap()

    expect(phone.locator("#respuesta")).to_contain_text("171")
    expect(phone.get_by_role("button", name="Proponer")).to_be_enabled()
    expect(phone.get_by_label("Puntos de la jugada 8")).to_have_value("171")


def test_live_part_follows_and_leaves_typing_alone(phone: Page) -> None:
    phone.goto("/directo/")
    shell_pages.STATE["version"] = 2
    expect(phone.locator("#version")).to_have_text("Versión 2")
    expect(phone.get_by_label("Nota")).to_have_value("v2")

    phone.get_by_label("Nota").fill("mi nota")
    shell_pages.STATE["version"] = 3
    expect(phone.locator("#version")).to_have_text("Versión 3")

    expect(phone.get_by_label("Nota")).to_have_value("mi nota")
    expect(phone.get_by_label("Nota")).to_be_focused()


def test_three_misses_are_told_and_taken_back(phone: Page, watch) -> None:
    watch.allow("status of 503")
    phone.goto("/directo/")
    shell_pages.STATE["fail"] = 1
    expect(phone.locator("[data-link-state]")).to_have_text("Sin red", timeout=20_000)
    shell_pages.STATE["fail"] = 0
    expect(phone.locator("[data-link-state]")).to_have_text("Al día", timeout=20_000)


def test_signature_is_kept_as_whole_numbers(phone: Page, screenshot: Callable) -> None:
    phone.goto("/firma/")
    box = phone.locator("canvas").bounding_box()
    assert box
    phone.mouse.move(box["x"] + 30, box["y"] + 40)
    phone.mouse.down()
    phone.mouse.move(box["x"] + 150, box["y"] + 90, steps=8)
    phone.mouse.move(box["x"] + 250, box["y"] + 40, steps=8)
    phone.mouse.up()
    strokes = json.loads(phone.locator("[data-signature-strokes]").input_value())
    check(phone)
    screenshot(phone, "shell-signature")

    assert len(strokes) == 1
    assert len(strokes[0]) > 4
    assert all(isinstance(value, int) for point in strokes[0] for value in point)
    assert all(0 <= x <= 1000 and 0 <= y <= 400 for x, y in strokes[0])
    phone.get_by_role("button", name="Borrar").tap()
    assert phone.locator("[data-signature-strokes]").input_value() == ""


def test_signature_box_needs_script(plain_phone: Page) -> None:
    plain_phone.goto("/firma/")

    expect(plain_phone.locator("canvas")).to_be_hidden()


def test_page_says_when_the_screen_may_go_dark(phone: Page) -> None:
    """As over plain HTTP in a hall's network, where the browser offers no lock."""
    phone.add_init_script("delete Navigator.prototype.wakeLock")
    phone.goto("/hoja/")

    expect(phone.get_by_text("Este teléfono puede apagar la pantalla")).to_be_visible()
    check(phone)


def test_screen_is_asked_to_stay_on(phone: Page) -> None:
    phone.add_init_script(
        "Navigator.prototype.__defineGetter__('wakeLock', () => ({request: async (kind) => {"
        "document.documentElement.dataset.asked = kind; return {released: false}; }}))"
    )
    phone.goto("/hoja/")

    expect(phone.locator("html")).to_have_attribute("data-asked", "screen")
    expect(phone.get_by_text("Este teléfono puede apagar la pantalla")).to_be_hidden()
