"""A committee looks at a sealed acta: it voids a hand, and both versions tell which is in force."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from federation.models import User
from matches.models import Acta
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in
from tests.federation.people import PASSWORD, enrol
from tests.matches.actions.test_reviews import committee
from tests.matches.views.after_close import signed

pytestmark = pytest.mark.django_db(transaction=True)

Picture = Callable[[Page, str], Path | None]
REASON = "Probado que en la jugada 2 se pasó en falso, y que eso decidió la jugada."


def check(page: Page) -> None:
    assert violations(page) == []
    assert overflow(page) <= 0


def told(page: Page, hand: str) -> None:
    """Say that a hand is void, and ask what that changes."""
    page.get_by_label("La jugada es nula").check()
    page.get_by_label("Sobre qué").select_option(label=hand)
    page.get_by_label("ha tergiversado el resultado").check()
    page.get_by_label("Motivo").fill(REASON)
    page.get_by_role("button", name="Ver qué cambia").click()


def verified(acta: Acta, folder: Path) -> tuple[object, str]:
    """What the command says of the stored document, which it recomputes."""
    file = folder / f"v{acta.version}.pdf"
    file.write_bytes(bytes(acta.file.pdf))
    out = StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("verify_acta", str(file), stdout=out)
    return left.value.code, out.getvalue()


def test_the_committee_voids_a_hand_and_version_2_replaces_version_1(
    phone: Page, plain_desktop: Page, screenshot, tmp_path: Path, run_together
) -> None:
    each = signed()
    # In another thread: the browser's driver runs a loop in this one.
    run_together(lambda: call_command("work", "--once"))
    first = Acta.objects.get()
    find(phone, screenshot, committee())
    decide(phone, screenshot)
    run_together(lambda: call_command("work", "--once"))
    expect(phone.get_by_role("heading", name="Acta sellada")).to_be_visible()
    expect(phone.get_by_text("Versión 2, en vigor")).to_be_visible()
    check(phone)
    screenshot(phone, "acta-version-2-phone")
    second = Acta.objects.get(version=2)
    plain_desktop.goto(f"/verificar/{first.content.code}/")
    expect(plain_desktop.get_by_role("heading", name="Acta sustituida")).to_be_visible()
    screenshot(plain_desktop, "acta-replaced-desktop")
    plain_desktop.get_by_role("link", name="Ver la versión 2").click()
    expect(plain_desktop.get_by_role("heading", name="Acta válida")).to_be_visible()
    plain_desktop.goto(f"/directo/encuentros/{each.encounter.pk}/")
    expect(plain_desktop.get_by_role("link", name="versión 1, sustituida")).to_be_visible()
    (code_1, said_1), (code_2, said_2) = verified(first, tmp_path), verified(second, tmp_path)
    assert (code_1, code_2) == (0, 0)
    assert f"la versión en vigor es la 2, {second.content.code}" in said_1
    assert "v2: La Seis Doble 1–1 Los Molinos" in said_2


def find(phone: Page, screenshot: Picture, member: User) -> None:
    """From the menu to the acta."""
    log_in(phone, member.email, PASSWORD, "/inicio/", enrol(member))
    phone.get_by_role("link", name="Comité").last.click()
    phone.get_by_role("link", name="Actas selladas").click()
    expect(phone.get_by_role("heading", name="Actas selladas")).to_be_visible()
    check(phone)
    screenshot(phone, "sealed-actas-phone")
    phone.get_by_role("link", name="La Seis Doble – Los Molinos").click()
    expect(phone.get_by_role("heading", name="Revisar el acta")).to_be_visible()
    expect(phone.get_by_label("Sobre qué")).to_be_hidden()
    phone.get_by_label("Se corrige un nombre").check()
    expect(phone.get_by_label("De quién")).to_be_visible()
    check(phone)


def decide(phone: Page, screenshot: Picture) -> None:
    """Look at two decisions, and take the second."""
    # A hand without which nobody has the target sends them back to the table: it is only looked at.
    told(phone, "Jugada 5: 80 para La Seis Doble")
    expect(phone.get_by_role("button", name="Reabrir el encuentro")).to_be_visible()
    check(phone)
    screenshot(phone, "review-reopens-phone")
    phone.get_by_role("button", name="Corregir lo escrito").click()
    expect(phone.get_by_label("Motivo")).to_have_value(REASON)
    told(phone, "Jugada 2: 20 para Los Molinos")
    expect(phone.get_by_role("row", name="Mesa 1, partida 1 320–20 320–0")).to_be_visible()
    phone.set_viewport_size({"width": 320, "height": 664})
    check(phone)
    phone.set_viewport_size({"width": 390, "height": 844})
    screenshot(phone, "review-corrects-phone")
    phone.get_by_role("button", name="Rectificar el acta").click()
    expect(phone.get_by_role("heading", name="Se está sellando…")).to_be_visible()
    check(phone)
