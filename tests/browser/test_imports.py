"""The office brings in 2,000 people from a dirty list: corrects three, applies, renews, prints; or undoes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from federation.actions.imports import working
from federation.models import Import, Licence, Person
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in
from tests.federation import registry_world, staff
from tests.federation.imports import making
from tests.federation.people import PASSWORD, enrol

pytestmark = pytest.mark.django_db(transaction=True)

# By number of the person; three lines and the headers stand above the first.
WRONG = {
    7: ("document", "12345678A"),
    300: ("born", "31/02/1990"),
    500: ("document", f"  {making.dni(5)[:-1]} "),
}
ABOVE = 4


def a_dirty_list(count: int) -> bytes:
    """What an office has: titles above, another code page, unknown clubs, a total, three errors."""
    rows = []
    for number in range(1, count + 1):
        club = "Peña Unno" if number % 40 == 0 else "peña uno"
        name, value = WRONG.get(number, ("licence", f"{number:05d}"))
        rows.append(making.person(number, **{"club": club, name: value}))
    lines = ["Federación de Prueba;;;;;", "Censo a 1 de septiembre;;;;;", ";;;;;"]
    body = making.csv_of(making.PEOPLE, rows).decode("cp1252")
    return "\r\n".join([*lines, body, f"TOTAL;{count};;;;", ";;;;;"]).encode("cp1252")


class Walk:
    """One walk of the office through its pages, at one size, with or without script."""

    def __init__(self, page: Page, screenshot: Callable, size: str, *, script: bool) -> None:
        self.page, self._screenshot, self._size, self.script = page, screenshot, size, script

    def enter(self, to: str) -> None:
        """Log in as somebody of the office."""
        user = staff.office("otra.secretaria@example.org")
        log_in(self.page, user.email, PASSWORD, to, enrol(user))
        expect(self.page.get_by_role("heading", level=1)).to_be_visible()

    def look(self, name: str) -> None:
        """Hold the page to the rules of accessibility and to the width of the screen; keep a picture."""
        if self.script:
            assert violations(self.page) == []
            assert overflow(self.page) <= 0
        self._screenshot(self.page, f"import-{name}-{self._size}")

    def wait_for_the_worker(self) -> None:
        """Let the worker do what waits; with script the page notices, without somebody looks again."""
        for key in working.waiting():
            working.work_on(key)
        if not self.script:
            self.page.get_by_role("link", name="Mirar cómo va").click()

    def upload(self, data: bytes, season: str) -> None:
        """From the office's front page to a file that waits to be read."""
        page = self.page
        self.enter("/secretaria/")
        page.get_by_role("link", name="Importar").click()
        self.look("list")
        page.get_by_role("link", name="Personas y licencias").click()
        self.look("new")
        page.get_by_label("Archivo").set_input_files(
            {"name": "censo.csv", "mimeType": "text/csv", "buffer": data}
        )
        page.get_by_label("Temporada").select_option(label=season)
        page.get_by_role("button", name="Subir y revisar").click()
        expect(page.get_by_text("En espera de su turno.")).to_be_visible()
        self.look("waiting")
        self.wait_for_the_worker()
        expect(page.get_by_role("heading", name="Revisar antes de importar")).to_be_visible()
        self.look("review")

    def say_the_club(self) -> None:
        """One answer for the fifty rows of a club whose name is written wrong."""
        page = self.page
        page.get_by_role("link", name="Responder a las preguntas").click()
        self.look("questions")
        page.get_by_label("Respuesta «Peña Unno»").select_option(label="Sí: Peña Uno")
        page.locator("form", has_text="No hay ningún club").get_by_role("button", name="Responder").click()
        expect(page.get_by_text("Respuestas guardadas.")).to_be_visible()
        self.wait_for_the_worker()
        expect(page.get_by_role("heading", name="Revisar antes de importar")).to_be_visible()

    def correct(self, number: int, label: str, value: str) -> None:
        """Write one cell of a row anew."""
        page = self.page
        page.goto(f"/secretaria/importaciones/{Import.objects.get().pk}/filas/{number + ABOVE}/")
        if number == min(WRONG):
            self.look("row")
        page.get_by_label(label).fill(value)
        page.get_by_role("button", name="Corregir la línea").click()
        expect(page.get_by_text("Corregida. Se ha leído otra vez.")).to_be_visible()
        self.wait_for_the_worker()
        expect(page.get_by_role("heading", name="Revisar antes de importar")).to_be_visible()

    def apply(self, count: int) -> None:
        """Import everything, as a job."""
        page = self.page
        self.look("ready")
        page.get_by_role("button", name=f"Importar {count} filas").click()
        expect(page.get_by_text(f"Se guardan {count} filas de una vez.")).to_be_visible()
        self.look("applying")
        self.wait_for_the_worker()
        expect(page.get_by_text("Importada", exact=True)).to_be_visible()
        self.look("applied")

    def renew(self, count: int) -> None:
        """Renew everybody's licence for the next season in one act."""
        page = self.page
        page.goto("/secretaria/licencias/")
        page.get_by_role("link", name="Renovar").click()
        page.get_by_label("De la temporada").select_option(label="2025-26")
        page.get_by_label("A la temporada").select_option(label="2026-27")
        page.get_by_role("button", name="Ver qué se renovaría").click()
        page.get_by_role("button", name=f"Renovar {count} licencias").click()
        expect(page.get_by_text(f"{count} licencias renovadas.")).to_be_visible()
        self.look("renewed")

    def print_cards(self) -> None:
        """Take the first sheets of cards away."""
        page = self.page
        page.goto("/secretaria/licencias/?clase=player")
        page.get_by_role("link", name="Tarjetas").click()
        self.look("cards")
        with page.expect_download(timeout=60_000) as download:
            # Six sheets of cards are drawn while the browser waits for them.
            page.get_by_role("link", name=re.compile("^PDF 1")).first.click(timeout=60_000)
        assert download.value.path().read_bytes().startswith(b"%PDF-")

    def undo(self) -> None:
        """Take it back."""
        self.page.get_by_role("link", name="Deshacer la importación").click()
        self.page.get_by_role("button", name="Deshacer").click()
        expect(self.page.get_by_text("Importación deshecha.")).to_be_visible()
        self.look("undone")


@pytest.mark.parametrize(
    ("size", "script", "count"),
    [("desktop", True, 2000), ("phone", False, 520)],
    ids=["desktop", "plain-phone"],
)
def test_the_office_imports_renews_and_prints_or_takes_back(
    open_page,
    screenshot: Callable,
    size: str,
    script: bool,  # noqa: FBT001
    count: int,
) -> None:
    registry_world.build()
    walk = Walk(open_page(size, script=script), screenshot, size, script=script)
    walk.upload(a_dirty_list(count), "2025-26" if script else "2026-27")
    walk.say_the_club()
    walk.correct(7, "Documento de identidad", making.dni(12345678))
    walk.correct(300, "Fecha de nacimiento", "28/02/1990")
    walk.correct(500, "Documento de identidad", making.dni(5))
    walk.apply(count)
    assert (Person.objects.count(), Licence.objects.count()) == (count + 1, count)
    if script:
        walk.renew(count)
        assert Licence.objects.count() == 2 * count
        walk.print_cards()
    else:
        walk.undo()
        assert (Person.objects.count(), Licence.objects.count()) == (1, 0)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_each_kind_of_preview_is_accessible_and_fits(open_page, screenshot: Callable, size: str) -> None:
    each = registry_world.build()
    long = "Fernández de Córdoba y Álvarez de Toledo"
    making.applied(each, making.people(each, *(making.person(number) for number in range(1, 4))))
    changed = making.people(
        each,
        making.person(1, born="06/03/1961", club="Peña Dos"),
        making.person(2, surnames=f"{long} {long}"),
        making.person(9, document="", born="", surnames="Núñez Abadba"),
        making.person(8, document="1E+07", club="x" * 70),
    )
    broken = making.people(each, ("x", "y"), headers=("a", "b"))
    clubs = making.upload(
        each, making.csv_of(making.CLUBS, [("Peña Uno", "", "a@example.org", "Bar", 2, 1, 0)]), kind="clubs"
    )
    teams = making.upload(
        each, making.csv_of(("Equipo", "Club", "Licencia"), [("Uno A", "Peña Uno", "00001")]), kind="teams"
    )
    page = open_page(size)
    if size == "phone":
        page.set_viewport_size({"width": 320, "height": 664})
    walk = Walk(page, screenshot, size, script=True)
    walk.enter("/secretaria/importaciones/")
    for name, path in {
        "list-full": "",
        "new-clubs": "nueva/clubs/",
        "new-calendar": "nueva/calendar/",
        "changed": f"{changed.pk}/?ver=todo",
        "alike": f"{changed.pk}/preguntas/",
        "scientific": f"{changed.pk}/filas/5/",
        "reading": f"{changed.pk}/lectura/",
        "columns": f"{changed.pk}/columnas/",
        "broken": f"{broken.pk}/",
        "broken-reading": f"{broken.pk}/lectura/",
        "clubs": f"{clubs.pk}/",
        "teams": f"{teams.pk}/",
        "discard": f"{teams.pk}/descartar/",
    }.items():
        page.goto(f"/secretaria/importaciones/{path}")
        walk.look(name)
