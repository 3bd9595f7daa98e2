"""The way in: the login page on both sizes, with and without script, in both languages."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import overflow, violations


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_login_is_accessible_and_fits(open_page, screenshot, size):
    page = open_page(size)
    page.goto("/cuentas/entrar/")
    expect(page.locator("input[type=password]")).to_be_visible()
    screenshot(page, f"login-{size}")
    assert violations(page) == []
    assert overflow(page) == 0


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_a_wrong_password_is_answered_in_words(open_page, script):
    page = open_page("phone", script=script)
    page.goto("/cuentas/entrar/")
    page.locator("input[type=email]").fill("nobody@example.org")
    page.locator("input[type=password]").fill("not the password")
    page.get_by_role("button", name="Entrar", exact=True).click()
    expect(page.get_by_text("El correo o la contraseña no son correctos")).to_be_visible()
    # What was typed stays, but for the password.
    expect(page.locator("input[type=email]")).to_have_value("nobody@example.org")


def test_the_login_speaks_english_too(open_page):
    page = open_page("desktop", language="en-GB")
    page.goto("/cuentas/entrar/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
