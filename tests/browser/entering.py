"""Logging in through the form, to the end: a page asked for before the answer has come cuts it off."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.federation.people import code_now


def log_in(page: Page, email: str, password: str, to: str, secret: str = "") -> None:
    """Fill the form in (and the code, when there is a secret) and go on to `to`."""
    page.goto(f"/cuentas/entrar/?next={to}")
    page.get_by_label("Correo").fill(email)
    page.get_by_label("Contraseña").fill(password)
    page.get_by_role("button", name="Entrar", exact=True).click()
    if secret:
        page.get_by_label("Código").fill(code_now(secret))
        page.get_by_role("button", name="Entrar", exact=True).click()
    left_behind = "/cuentas/(entrar|dos-pasos/codigo)/" if secret else "/cuentas/entrar/"
    expect(page).not_to_have_url(re.compile(left_behind))
