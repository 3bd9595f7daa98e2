"""Logging in: through the form where a test is about that, else with what these views gave a test client."""

from __future__ import annotations

import re

from django.test import Client
from playwright.sync_api import Page, expect

from tests.federation.people import CODE, LOGIN, code_now


def log_in_by_form(page: Page, email: str, password: str, to: str, secret: str = "") -> None:
    """Fill the form in (and the code, when there is a secret) and go on to `to`.

    To the end: a page asked for before the answer has come cuts it off.
    """
    page.goto(f"/cuentas/entrar/?next={to}")
    page.get_by_label("Correo").fill(email)
    page.get_by_label("Contraseña").fill(password)
    page.get_by_role("button", name="Entrar", exact=True).click()
    if secret:
        page.get_by_label("Código").fill(code_now(secret))
        page.get_by_role("button", name="Entrar", exact=True).click()
    left_behind = "/cuentas/(entrar|dos-pasos/codigo)/" if secret else "/cuentas/entrar/"
    expect(page).not_to_have_url(re.compile(left_behind))


def log_in(page: Page, email: str, password: str, to: str, secret: str = "") -> None:
    """Log in behind the browser's back, give it the cookies, and go on to `to`."""
    client = Client()
    client.post(LOGIN, {"login": email, "password": password})
    if secret:
        client.post(CODE, {"code": code_now(secret)})
    page.context.add_cookies(
        [
            {"name": name, "value": each.value, "domain": "localhost", "path": "/"}
            for name, each in client.cookies.items()
        ]
    )
    page.goto(to)
