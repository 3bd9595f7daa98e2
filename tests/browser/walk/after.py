"""After the last tile: close, sign, seal, download, verify."""

from __future__ import annotations

import re
import shutil
import subprocess
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from tests.browser.walk.people import draw_signature
from tests.factories.world import PASSWORD, World


def close(page: Page, world: World) -> None:
    """The judge looks at everything and closes."""
    page.goto(f"/encuentros/{world.encounter.pk}/juez/")
    page.get_by_role("link", name="Revisar y cerrar").click()
    page.get_by_role("button", name="Cerrar el encuentro").click()
    expect(page.get_by_role("button", name="Cerrar el encuentro")).to_have_count(0)


def to_signing(page: Page, world: World) -> None:
    """The text that is to be signed."""
    page.goto(f"/encuentros/{world.encounter.pk}/firma/")
    expect(page.get_by_role("heading", name="Tu firma", exact=True)).to_be_visible()


def sign(page: Page, *, drawn: bool, protest: str = "") -> None:
    """Sign, plain or under protest, with one's password."""
    if protest:
        page.get_by_label("Bajo protesta").check()
        page.get_by_label("Qué protestas").fill(protest)
    else:
        page.get_by_label("Conforme", exact=True).check()
    if drawn:
        draw_signature(page)
    page.get_by_label("Tu contraseña").fill(PASSWORD)
    words = "Firmar sin dibujar" if not drawn else "Firmar bajo protesta" if protest else "Firmar"
    page.get_by_role("button", name=words, exact=True).click()
    expect(page.get_by_role("heading", name="Tu firma", exact=True)).to_have_count(0)


def download(page: Page, to: Path) -> Path:
    """The sealed document, by its link on the page."""
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Acta en PDF").click()
    assert re.fullmatch(r"acta-D1-2627-07-02-v1\.pdf", waiting.value.suggested_filename)
    waiting.value.save_as(to)
    return to


def printed_code(page: Page) -> str:
    """The code of the sealed acta, from the link to its verification."""
    address = page.locator("main a[href^='/verificar/']").get_attribute("href")
    assert address is not None
    return address.removeprefix("/verificar/").removesuffix("/")


def verify_file(page: Page, pdf: Path) -> None:
    """Anybody checks a document that he was given."""
    page.goto("/verificar/")
    page.get_by_label("O el PDF").set_input_files(pdf)
    page.get_by_role("button", name="Comprobar").click()


def verify_code(page: Page, code: str) -> None:
    """Anybody checks the code that the paper bears."""
    page.goto("/verificar/")
    page.get_by_label("Código del acta").fill(code.lower())
    page.get_by_role("button", name="Comprobar").click()


def altered(pdf: Path) -> Path:
    """The same document with one byte changed, beside it."""
    data = bytearray(pdf.read_bytes())
    data[len(data) // 2] ^= 1
    copy = pdf.with_name("alterada.pdf")
    copy.write_bytes(data)
    return copy


def verified_by_command(pdf: Path) -> tuple[int, str]:
    """What `manage.py verify_acta` exits with and says."""
    told = StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("verify_acta", str(pdf), stdout=told)
    return int(str(left.value.code)), told.getvalue()


def expect_pdfsig_accepts(pdf: Path) -> None:
    """Another reader, where it is installed, finds the signature valid and the whole document under it."""
    if shutil.which("pdfsig") is None:
        return
    told = subprocess.run(
        ["pdfsig", "-nocert", str(pdf)], capture_output=True, check=False, text=True, timeout=60
    ).stdout
    assert "Signature is Valid." in told, told
    assert "Total document signed" in told, told
