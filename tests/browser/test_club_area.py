"""A club asks and the office answers: delegate on a phone, office at a desk, with and without script."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from federation.models import ClubRequest, Licence, Person
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in
from tests.competitions import proposals_world, squads_world
from tests.competitions.proposals_world import Proposals
from tests.federation import staff
from tests.federation.people import PASSWORD, enrol

pytestmark = pytest.mark.django_db(transaction=True)

NEXT_WORDS = "Renovaciones 2026-27"


def a_club() -> Proposals:
    """A team with a captain and a player, two people outside, three licences to renew; on any day."""
    each = squads_world.build(squad_max=6)
    today = timezone.localdate()
    before, season = each.registry.before, each.registry.after
    before.starts_on, before.ends_on = today - timedelta(days=400), today - timedelta(days=91)
    season.starts_on, season.ends_on = today - timedelta(days=90), today + timedelta(days=200)
    before.save()
    season.save()
    for surname in ("Abad", "Bos", "Cid"):
        each.registry.licence(each.registry.person("Ana", surname), season=before)
    made = proposals_world.build_on(each)
    made.squads.registry.person("Iker", "Sanz", surname_2="Oca")
    return made


class Seen:
    """Pages that are held to the rules where script runs, and kept as pictures."""

    def __init__(self, page: Page, screenshot: Callable, who: str, *, script: bool) -> None:
        self.page, self.screenshot, self.who, self.script = page, screenshot, who, script

    def __call__(self, name: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_be_visible()
        if not self.script:
            return
        assert violations(self.page) == []
        assert overflow(self.page) <= 0
        size = self.page.viewport_size
        if self.who == "delegate" and size:
            self.page.set_viewport_size({"width": 320, "height": 664})
            assert overflow(self.page) <= 0, name
            self.page.set_viewport_size(size)
        self.screenshot(self.page, f"club-{self.who}-{name}")


def press(page: Page, name: str) -> None:
    """Press a button."""
    page.get_by_role("button", name=name).click()


def follow(page: Page, name: str) -> None:
    """Follow a link."""
    page.get_by_role("link", name=name).first.click()


def ask_for_newcomer(page: Page, seen: Seen, given: str, born: str) -> None:
    """Fill the form of somebody new; the first time a guardian is missing."""
    page.get_by_label("Nombre", exact=True).fill(given)
    page.get_by_label("Primer apellido").fill("Sanz")
    page.get_by_label("Segundo apellido").fill("Oca")
    page.get_by_label("Fecha de nacimiento").fill(born)
    page.get_by_label("Categoría").fill("Absoluta")
    press(page, "Enviar a la secretaría")
    if given == "Iker":
        expect(page.get_by_text("Es menor de edad")).to_be_visible()
        seen("newcomer-refused")
        page.get_by_label("Fecha de nacimiento").fill("1980-05-17")
        press(page, "Enviar a la secretaría")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Licencia: {given} Sanz Oca")


def ask(page: Page, seen: Seen, each: Proposals) -> None:
    """The delegate asks for two licences, for renewals, and proposes a squad."""
    follow(page, "Mi club")
    seen("area-empty")
    follow(page, "Licencia para alguien nuevo")
    seen("newcomer")
    ask_for_newcomer(page, seen, "Iker", f"{timezone.localdate().year - 10}-01-02")
    seen("request")
    follow(page, "Mi club")
    follow(page, "Licencia para alguien nuevo")
    ask_for_newcomer(page, seen, "Olga", "1991-02-03")
    follow(page, "Mi club")
    follow(page, "Renovar licencias")
    page.get_by_label("Cid, Ana").uncheck()
    seen("renewals")
    press(page, "Pedir las marcadas")
    expect(page.get_by_role("heading", level=1)).to_have_text(NEXT_WORDS)
    seen("renewals-sent")
    follow(page, "Mi club")
    page.get_by_role("link", name="Uno A").click()
    seen("team")
    follow(page, "Proponer cambios")
    one = each.outside[0]
    page.get_by_role("checkbox", name=f"Uno, {one.given_name}").check()
    page.get_by_label("Capitán (si quieres)", exact=True).select_option(label=str(one))
    seen("squad")
    press(page, "Enviar a la secretaría")
    expect(page.get_by_text("Enviado a la secretaría.")).to_be_visible()
    follow(page, "Mi club")
    seen("area")
    follow(page, "Personas y licencias")
    seen("people")
    follow(page, "Cano, ")
    seen("person")


def open_request(page: Page, title: str) -> None:
    """From the office's front page to a request that waits."""
    page.goto("/secretaria/")
    follow(page, "Ver las solicitudes")
    follow(page, title)


def ask_for_more(desk: Page, seen: Seen) -> None:
    """The office finds what waits, sees who it may be, and asks for what is missing."""
    expect(desk.get_by_text("5 solicitudes esperan respuesta.")).to_be_visible()
    seen("front")
    follow(desk, "Ver las solicitudes")
    seen("requests")
    follow(desk, "Licencia: Iker Sanz Oca")
    expect(desk.get_by_text("Puede que ya conste")).to_be_visible()
    seen("newcomer")
    follow(desk, "Pedir algo más al club")
    desk.get_by_label("Texto para el club").fill("Falta el DNI, y ¿qué categoría?")
    seen("ask-more")
    press(desk, "Enviar al club")
    expect(desk.get_by_text("Enviado al club.")).to_be_visible()


def answer(phone: Page, seen: Seen) -> None:
    """The delegate reads what the office wants, corrects and sends again."""
    follow(phone, "Mi club")
    expect(phone.get_by_text("La secretaría espera una respuesta tuya.")).to_be_visible()
    follow(phone, "Licencia: Iker Sanz Oca")
    seen("asked")
    follow(phone, "Contestar y corregir")
    phone.get_by_label("Número del documento").fill("12345678-z")
    phone.get_by_label("Respuesta a la secretaría").fill("Aquí está.")
    seen("answer")
    press(phone, "Enviar")
    expect(phone.get_by_text("Contestada y enviada otra vez")).to_be_visible()


def decide(desk: Page, seen: Seen) -> None:
    """The office accepts one licence, refuses the other, decides the renewals and writes the squad."""
    open_request(desk, "Licencia: Iker Sanz Oca")
    expect(desk.get_by_label("Número del documento")).to_have_value("12345678Z")
    # It is he who is on record already: no second record is made.
    desk.get_by_role("radio", name="Es Iker Sanz Oca").check(force=True)
    desk.get_by_label("Completar su ficha").check()
    press(desk, "Aceptar")
    expect(desk.get_by_text("Solicitud aceptada.")).to_be_visible()
    seen("accepted")
    open_request(desk, "Licencia: Olga Sanz Oca")
    follow(desk, "Denegar")
    desk.get_by_label("Texto para el club").fill("Ya juega en otra federación.")
    press(desk, "Denegar")
    expect(desk.get_by_text("Solicitud denegada.")).to_be_visible()
    decide_renewals(desk, seen)
    open_request(desk, "Plantilla: Uno A")
    seen("squad")
    press(desk, "Aceptar")
    expect(desk.get_by_text("Solicitud aceptada.")).to_be_visible()


def decide_renewals(page: Page, seen: Seen) -> None:
    """Accept one of two, refuse the other; first without its reason."""
    open_request(page, NEXT_WORDS)
    page.get_by_label("Qué se hace (Bos, Ana)").select_option(label="Denegar")
    press(page, "Decidir")
    expect(page.get_by_text("Escribe el motivo.")).to_be_visible()
    seen("renewals-refused")
    page.get_by_label("Motivo, si se deniega (Bos, Ana)").fill("Debe la cuota")
    press(page, "Decidir")
    expect(page.get_by_text("Renovaciones decididas.")).to_be_visible()
    seen("renewals")


def look(phone: Page, seen: Seen, captain: Person) -> None:
    """The delegate sees what became of it, and the squad."""
    follow(phone, "Mi club")
    follow(phone, "Todas las solicitudes")
    expect(phone.get_by_text("Denegada", exact=True)).to_be_visible()
    seen("requests")
    follow(phone, "Licencia: Olga Sanz Oca")
    expect(phone.get_by_text("Ya juega en otra federación.").first).to_be_visible()
    seen("refused")
    follow(phone, "Mi club")
    follow(phone, "Uno A")
    expect(phone.get_by_role("link", name=str(captain))).to_be_visible()
    seen("team-after")


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_a_club_asks_and_the_office_answers(
    open_page,
    screenshot: Callable,
    script: bool,  # noqa: FBT001
) -> None:
    each = a_club()
    captain = each.outside[0]
    phone, desk = open_page("phone", script=script), open_page("desktop", script=script)
    club = Seen(phone, screenshot, "delegate", script=script)
    office = Seen(desk, screenshot, "office", script=script)
    somebody = staff.office("otra.secretaria@example.org")
    log_in(phone, each.delegate.email, PASSWORD, "/cuenta/")
    ask(phone, club, each)
    log_in(desk, somebody.email, PASSWORD, "/secretaria/", enrol(somebody))
    ask_for_more(desk, office)
    answer(phone, club)
    decide(desk, office)
    look(phone, club, captain)
    assert each.squads.squad(each.squads.first, timezone.localdate())[captain.given_name] == "captain"
    there = Person.objects.get(given_name="Iker")
    assert Licence.objects.get(person=there).category == "Absoluta"
    assert not Person.objects.filter(given_name="Olga").exists()
    assert not ClubRequest.objects.filter(state__in=["sent", "more_asked"]).exists()
