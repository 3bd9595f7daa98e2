"""The pages of personal data in the browser: on phone and desktop, with and without script."""

from __future__ import annotations

import zipfile
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from federation.actions import erasing, retention
from federation.actions.people import log_access
from federation.models import ErasureBasis, Person
from federation.rules.retention import What
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in
from tests.federation import registry_world, staff
from tests.federation.people import PASSWORD, enrol
from tests.federation.two_records import account, details, join, photo, team

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "Fernández de Córdoba Fernández de Córdoba"


def enter(page: Page, to: str) -> None:
    """Log in as an administrator."""
    user = staff.administrator("otra.administracion@example.org")
    log_in(page, user.email, PASSWORD, to, enrol(user))
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def a_registry() -> tuple[registry_world.Registry, Person, Person]:
    """Somebody who plays and whose data must be kept, somebody whom nothing keeps, and what was looked at."""
    each = registry_world.build()
    free = each.person(
        "Íñigo", LONG, details=details(document_kind="DNI", document="12345678Z", phone="600111222")
    )
    photo(free, b"\xff\xd8\xff")
    plays = each.person("Ana", "Gil")
    each.licence(plays, "30-77", each.after)
    join(team(each), plays)
    account(plays)
    erasing.hold(person=plays, reason="Reclamación 12/2026 ante el juzgado n.º 3", by=None)
    for number in range(60):
        log_access(kind="document", by=each.office, person=free if number % 2 else plays)
    log_access(kind="list", by=each.office, detail="Personas (Club: Peña Uno; Estado: En vigor)", count=412)
    retention.change_period(what=What.PHOTO, months=12, reason="Acuerdo de la junta directiva", by=None)
    return each, free, plays


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_each_page_is_accessible_and_fits(open_page, screenshot: Callable, size: str) -> None:
    each, free, plays = a_registry()
    gone = each.person("Otra", "Persona")
    made = erasing.erase(person=gone, basis=ErasureBasis.ASKED, reason="Por escrito, el 3 de marzo", by=None)
    held = plays.erasure_holds.get()
    page = open_page(size)
    enter(page, "/secretaria/")
    paths = {
        "office": "",
        "log": "accesos/",
        "log-person": f"accesos/?ficha={free.pk}&clase=document",
        "person": f"personas/{plays.pk}/datos-personales/",
        "person-gone": f"personas/{gone.pk}/datos-personales/",
        "erase": f"personas/{free.pk}/suprimir/",
        "erase-stopped": f"personas/{plays.pk}/suprimir/",
        "report": f"supresiones/{made.pk}/",
        "erasures": "supresiones/",
        "hold": f"personas/{free.pk}/conservar/",
        "release": f"conservar/{held.pk}/levantar/",
        "periods": "conservacion/",
        "period": "conservacion/contact/",
    }
    for name, path in paths.items():
        page.goto(f"/secretaria/{path}")
        assert violations(page) == [], name
        assert overflow(page) <= 0, name
        screenshot(page, f"privacy-{name}-{size}")
    page.set_viewport_size({"width": 320, "height": 664})
    for name, path in paths.items():
        page.goto(f"/secretaria/{path}")
        assert overflow(page) <= 0, name


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_a_copy_is_given_and_the_data_are_erased(open_page, tmp_path, script: bool) -> None:  # noqa: FBT001
    _each, free, _plays = a_registry()
    page = open_page("phone", script=script)
    enter(page, f"/secretaria/personas/{free.pk}/")
    page.get_by_role("link", name="Datos personales").click()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Descargar la copia").click()
    waiting.value.save_as(tmp_path / "copia.zip")
    assert "12345678Z" in zipfile.ZipFile(tmp_path / "copia.zip").read("datos.html").decode()

    page.get_by_role("link", name="Ver los accesos").click()
    expect(page.get_by_role("rowheader").filter(has_text="Exportación de una persona")).to_be_visible()
    page.get_by_label("Qué").select_option("person_export")
    page.get_by_role("button", name="Buscar").click()
    expect(page.get_by_text("1 acceso", exact=False).first).to_be_visible()

    page.goto(f"/secretaria/personas/{free.pk}/datos-personales/")
    page.get_by_role("link", name="Suprimir sus datos").click()
    page.get_by_label("Lo ha pedido la persona").check()
    page.get_by_label("Por qué").fill("Por escrito, el 3 de marzo")
    page.get_by_label("He leído").check()
    page.get_by_role("button", name="Suprimir para siempre").click()
    expect(page.get_by_text("Datos suprimidos. Este es el informe.")).to_be_visible()
    expect(page.get_by_text(LONG)).to_have_count(0)
    assert Person.objects.get(pk=free.pk).full_name == f"Persona suprimida {free.pk}"
    page.get_by_role("link", name="Supresiones").click()
    expect(page.get_by_text("Por escrito, el 3 de marzo")).to_be_visible()
