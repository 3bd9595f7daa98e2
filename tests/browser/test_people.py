"""The office's pages of people and licences in the browser: phone and desktop, with and without script."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from playwright.sync_api import Page, expect

from federation.actions import licences, people
from federation.actions.photos import store_photo
from federation.models import Licence, Person, PersonPhoto
from federation.rules.licences import LicenceAct
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in
from tests.federation import registry_world, staff
from tests.federation.people import PASSWORD, code_now, enrol
from tests.federation.photos import noise, opened, picture
from tests.federation.registry_world import Registry

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = ["phone", "desktop"]
GUARDIAN = people.Details(guardian_name="Eva Gil", guardian_phone="600000000")
LONG = "Fernández de Córdoba Fernández de Córdoba"


def enter(page: Page, to: str = "/secretaria/") -> None:
    """Log in as somebody of the office."""
    user = staff.office("otra.secretaria@example.org")
    log_in(page, user.email, PASSWORD, to, enrol(user))
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def check(page: Page) -> None:
    """Hold a page to the rules of accessibility and to the width of the screen."""
    assert violations(page) == []
    assert overflow(page) <= 0


def a_registry() -> tuple[Registry, Person, Licence]:
    """Some people and licences of all kinds; the person and the licence that have most to tell."""
    each = registry_world.build()
    details = people.Details(document_kind="DNI", document="12345678Z", email="i@example.org")
    who = each.person("Íñigo", LONG, surname_2="Ñúñez", details=details)
    held = each.licence(who, season=each.after)
    licences.act_on_licence(licence=held, act=LicenceAct.SUSPEND, reason="Impago", by=each.office)
    store_photo(person=who, jpeg=picture((480, 640)), by=each.office)
    each.person("Nico", "Menor", birth_date=date(2014, 5, 5), details=GUARDIAN)
    for number in range(60):
        other = each.person("Ana", f"Abad {number}")
        each.licence(other, season=each.before, category="" if number % 2 else "Veterano")
    return each, who, held


@pytest.mark.parametrize("size", SIZES)
def test_each_page_is_accessible_and_fits(open_page, screenshot: Callable, size: str) -> None:
    each, who, held = a_registry()
    page = open_page(size)
    enter(page)
    person, licence = f"personas/{who.pk}", f"licencias/{held.pk}"
    paths = {
        "people": "personas/",
        "people-narrowed": "personas/?cuenta=without&licencia=none",
        "people-nobody": "personas/?q=nadie",
        "person": f"{person}/",
        "new-person": "personas/nueva/",
        "edit-person": f"{person}/editar/",
        "person-data": f"{person}/datos/",
        "photo": f"{person}/foto/",
        "remove-photo": f"{person}/foto/quitar/",
        "new-licence": f"{person}/licencias/nueva/",
        "cards": "licencias/tarjetas/",
        "licences": "licencias/",
        "licence": f"{licence}/",
        "correct-licence": f"{licence}/corregir/",
        "withdraw-licence": f"{licence}/retirar/",
        "series": "licencias/series/",
        "change-series": "licencias/series/player/",
        "renewal": f"licencias/renovar/?de={each.before.pk}&a={each.after.pk}&clase=player&club=",
    }
    for name, path in paths.items():
        page.goto(f"/secretaria/{path}")
        check(page)
        screenshot(page, f"office-{name}-{size}")


def test_narrow_and_dark(open_page) -> None:
    _each, who, held = a_registry()
    page = open_page("phone", dark=True)
    page.set_viewport_size({"width": 320, "height": 664})
    enter(page)
    for path in (
        "personas/",
        f"personas/{who.pk}/",
        f"personas/{who.pk}/foto/",
        "personas/nueva/",
        "licencias/",
        f"licencias/{held.pk}/",
    ):
        page.goto(f"/secretaria/{path}")
        check(page)


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
@pytest.mark.parametrize("size", SIZES)
def test_the_office_enters_a_person_and_gives_a_licence(
    open_page,
    screenshot: Callable,
    size: str,
    script: bool,  # noqa: FBT001
) -> None:
    each = registry_world.build()
    each.person("Íñigo", "Núñez")
    page = open_page(size, script=script)
    enter(page)
    page.get_by_role("link", name="Personas").click()
    page.get_by_role("link", name="Nueva persona").click()
    page.get_by_label("Nombre", exact=True).fill("Iñigo")
    page.get_by_label("Primer apellido").fill("Nuñez")
    page.get_by_label("Fecha de nacimiento").fill("1980-05-17")
    page.get_by_label("Número del documento").fill("12345678A")
    page.get_by_role("button", name="Dar de alta").click()
    expect(page.get_by_text("La letra o cifra final no corresponde")).to_be_visible()
    page.get_by_label("Número del documento").fill("12345678-z")
    page.get_by_role("button", name="Dar de alta").click()
    expect(page.get_by_text("Ya hay una persona con ese nombre y fecha de nacimiento.")).to_be_visible()
    if script:
        check(page)
        screenshot(page, f"office-person-alike-{size}")
    page.get_by_label("Es otra persona").check()
    page.get_by_role("button", name="Dar de alta").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Iñigo Nuñez")

    page.goto("/secretaria/personas/?q=nunez inigo")
    expect(page.get_by_text("2 personas")).to_be_visible()
    who = Person.objects.get(given_name="Iñigo")
    page.goto(f"/secretaria/personas/{who.pk}/licencias/nueva/")
    page.get_by_label("Club").select_option(label="Peña Uno")
    page.get_by_role("button", name="Guardar").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Licencia 0001")
    page.get_by_role("link", name="Suspender").click()
    page.get_by_label("Motivo").fill("Impago")
    page.get_by_role("button", name="Suspender").click()
    expect(page.get_by_text("Licencia suspendida.")).to_be_visible()
    assert Licence.objects.get().state == "suspended"


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_the_office_renews_a_season(open_page, screenshot: Callable, script: bool) -> None:  # noqa: FBT001
    each = registry_world.build()
    for number in range(3):
        each.licence(each.person("Ana", f"Abad {number}"))
    stopped = each.licence(each.person("Bea", "Parada"))
    licences.act_on_licence(licence=stopped, act=LicenceAct.SUSPEND, reason="Impago", by=each.office)
    page = open_page("desktop", script=script)
    enter(page, "/secretaria/licencias/")
    page.get_by_role("link", name="Renovar").click()
    page.get_by_label("De la temporada").select_option(label="2025-26")
    page.get_by_label("A la temporada").select_option(label="2026-27")
    page.get_by_role("button", name="Ver qué se renovaría").click()
    expect(page.get_by_text("No está concedida")).to_be_visible()
    if script:
        check(page)
        screenshot(page, "office-renewal-before")
    page.get_by_role("button", name="Renovar 3 licencias").click()
    expect(page.get_by_text("3 licencias renovadas.")).to_be_visible()
    expect(page.get_by_text("Nada más que renovar")).to_be_visible()
    if script:
        check(page)
        screenshot(page, "office-renewal-after")
    assert Licence.objects.filter(season=each.after).count() == 3


def wait_for_smaller(page: Page) -> None:
    """Wait until the script has put its own picture in place of the chosen one."""
    for _ in range(150):
        if page.evaluate("document.querySelector('input[type=file]').files[0].name") == "foto.jpg":
            return
        page.wait_for_timeout(100)
    raise AssertionError("the picture was not made smaller")


def test_a_camera_picture_is_made_smaller_before_it_travels(open_page, screenshot: Callable) -> None:
    who = registry_world.build().person()
    page = open_page("phone")
    enter(page, f"/secretaria/personas/{who.pk}/foto/")
    large = noise((2600, 3400))
    assert len(large) > 5 * 1024 * 1024
    chosen = {"name": "IMG_0001.JPG", "mimeType": "image/jpeg", "buffer": large}
    page.get_by_label("Foto").set_input_files(chosen)
    wait_for_smaller(page)
    page.get_by_role("button", name="Guardar la foto").click()
    expect(page.get_by_text("Foto guardada.")).to_be_visible()
    expect(page.get_by_role("img", name="Foto de Íñigo Núñez")).to_be_visible()
    check(page)
    screenshot(page, "office-photo-saved")
    assert opened(bytes(PersonPhoto.objects.get().jpeg)).size == (480, 640)

    nonsense = {"name": "foto.jpg", "mimeType": "image/jpeg", "buffer": b"no"}
    page.get_by_label("Foto").set_input_files(nonsense)
    page.get_by_role("button", name="Guardar la foto").click()
    expect(page.get_by_text("no es una foto JPEG")).to_be_visible()
    check(page)
    screenshot(page, "office-photo-refused")


def test_a_photo_without_script_and_one_that_is_too_large(open_page, watch) -> None:
    watch.allow("status of 413")
    who = registry_world.build().person()
    page = open_page("phone", script=False)
    enter(page, f"/secretaria/personas/{who.pk}/foto/")
    large = {"name": "foto.jpg", "mimeType": "image/jpeg", "buffer": b"\xff" * 30_000_000}
    page.get_by_label("Foto").set_input_files(large)
    page.get_by_role("button", name="Guardar la foto").click()
    expect(page.get_by_text("El archivo pasa de 5 MB")).to_be_visible()
    small = {"name": "foto.png", "mimeType": "image/png", "buffer": picture(kind="PNG")}
    page.get_by_label("Foto").set_input_files(small)
    page.get_by_role("button", name="Guardar la foto").click()
    expect(page.get_by_text("Foto guardada.")).to_be_visible()


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
@pytest.mark.parametrize("size", SIZES)
def test_anybody_checks_a_licence(
    open_page,
    watch,
    screenshot: Callable,
    size: str,
    script: bool,  # noqa: FBT001
) -> None:
    watch.allow("status of 404")
    each, _who, held = a_registry()
    good = each.licence(each.person("Eva", "Ruiz"), season=each.after)
    page = open_page(size, script=script)
    page.goto("/licencia/")
    page.get_by_label("Código de la tarjeta").fill("hola")
    page.get_by_role("button", name="Comprobar").click()
    expect(page.get_by_text("Un código tiene dieciséis letras y cifras")).to_be_visible()
    page.get_by_label("Código de la tarjeta").fill(good.code)
    page.get_by_role("button", name="Comprobar").click()
    expect(page.get_by_role("heading", name="Eva Ruiz")).to_be_visible()
    for name, code in (("good", good.code), ("not-good", held.code), ("unknown", "A" * 16)):
        page.goto(f"/licencia/{code}/")
        if script:
            check(page)
            screenshot(page, f"licence-{name}-{size}")


def test_the_office_takes_cards_and_lists_away(open_page) -> None:
    each = registry_world.build()
    held = each.licence(each.person(), season=each.after)
    page = open_page("desktop")
    enter(page, f"/secretaria/licencias/{held.pk}/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Tarjeta en PDF").click()
    assert download.value.path().read_bytes().startswith(b"%PDF-")
    page.goto("/secretaria/licencias/?clase=player")
    page.get_by_role("link", name="Tarjetas").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="1 tarjeta").click()
    assert download.value.suggested_filename.startswith("tarjetas-")
    page.goto("/secretaria/licencias/?clase=player")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename.endswith(".csv")


def test_pages_in_english(open_page) -> None:
    _each, who, held = a_registry()
    page = open_page("desktop", language="en-GB")
    user = staff.office("otra.secretaria@example.org")
    secret = enrol(user)
    page.goto("/cuentas/entrar/?next=/secretaria/")
    page.locator("input[type=email]").fill(user.email)
    page.locator("input[type=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.locator("input[name=code]").fill(code_now(secret))
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="My account")).to_be_visible()
    for path, words in (
        ("personas/", "More filters"),
        (f"personas/{who.pk}/", "See document and contacts"),
        (f"licencias/{held.pk}/", "What can be done"),
        ("licencias/renovar/", "Renew licences"),
    ):
        page.goto(f"/secretaria/{path}")
        expect(page.get_by_text(words).first).to_be_attached()
        check(page)
