"""From the close to the sealed and verified acta in a browser, with and without script."""

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from matches.actions.sealing import seal_encounter
from matches.models import Acta, Signature
from matches.rules.sides import Side
from tests.browser.accessibility import overflow, violations
from tests.browser.entering import log_in
from tests.factories import world
from tests.matches.views.after_close import closed, content_of, roles, sign

pytestmark = pytest.mark.django_db(transaction=True)


def enter(page: Page, email: str, to: str) -> None:
    """Log in through the form and go on to a page."""
    log_in(page, email, world.PASSWORD, to)


def draw(page: Page) -> None:
    """A signature by hand, as with a finger."""
    pad = page.locator(".sign-pad canvas")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 40, box["y"] + 90)
    page.mouse.down()
    for step in range(1, 30):
        page.mouse.move(box["x"] + 40 + 8 * step, box["y"] + 70 + (25 if step % 2 else -25))
    page.mouse.up()


def check(page: Page) -> None:
    """Hold a page to the rules of accessibility and to the width of the screen."""
    assert violations(page) == []
    assert overflow(page) <= 0


@pytest.fixture
def each() -> world.World:
    return closed(boards=2)


def firma(each: world.World) -> str:
    return f"/encuentros/{each.encounter.pk}/firma/"


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_captain_signs_under_protest(open_page, screenshot, each: world.World, size: str) -> None:
    sign(each, "away_captain")
    page = open_page(size)
    enter(page, each.captains[Side.HOME].email, firma(each))
    expect(page.get_by_role("heading", name="Acta de la jornada 7")).to_be_visible()
    expect(page.get_by_label("Qué protestas")).to_be_hidden()
    check(page)
    screenshot(page, f"signing-{size}")
    for fold in page.locator("details.fold").all():
        fold.evaluate("fold => fold.open = true")
    check(page)
    screenshot(page, f"signing-open-{size}")
    if size == "phone":
        page.set_viewport_size({"width": 320, "height": 664})
        assert overflow(page) <= 0
        page.set_viewport_size({"width": 390, "height": 844})

    page.get_by_label("Bajo protesta").check()
    page.get_by_label("Qué protestas").fill("La jugada 6 se anuló tarde.")
    draw(page)
    page.get_by_label("Tu contraseña").fill("no es esta")
    page.get_by_role("button", name="Firmar bajo protesta").click()
    expect(page.get_by_text("La contraseña no es correcta.")).to_be_visible()
    expect(page.get_by_label("Qué protestas")).to_have_value("La jugada 6 se anuló tarde.")
    check(page)
    screenshot(page, f"signing-refused-{size}")
    # The drawing came back too: nothing is drawn again.
    page.get_by_label("Tu contraseña").fill(world.PASSWORD)
    page.get_by_role("button", name="Firmar bajo protesta").click()
    expect(page.get_by_role("heading", name="Tu firma ya consta")).to_be_visible()
    check(page)
    screenshot(page, f"signed-{size}")
    row = Signature.objects.get(role="home_captain")
    assert row.kind == "protest"
    assert len(row.strokes) == 1 and len(row.strokes[0]) > 10


def test_the_judge_hands_the_phone_and_records_who_is_missing(
    phone: Page, screenshot, each: world.World
) -> None:
    enter(phone, each.judge.email if each.judge else "", firma(each))
    row = phone.get_by_role("listitem").filter(has_text="Jugador00 Casa").last
    row.get_by_role("link", name="Firma en este teléfono").click()
    expect(phone.get_by_role("heading", name="Firma en este teléfono")).to_be_visible()
    check(phone)
    screenshot(phone, "signing-handed-phone")
    phone.get_by_label("Conforme", exact=True).check()
    phone.get_by_label("Tu PIN de mesa").fill(each.pin(each.person(Side.HOME, 0).pk))
    phone.get_by_role("button", name="Firmar sin dibujar").click()
    expect(phone.get_by_text("Jugador00 Casa: firmada conforme.")).to_be_visible()

    away = phone.get_by_role("listitem").filter(has_text="Jugador00 Fuera").last
    away.get_by_role("link", name="No firma…").click()
    expect(phone.get_by_role("heading", name="Firma que falta")).to_be_visible()
    phone.get_by_label("Se niega a firmar").check()
    phone.get_by_role("button", name="Hacerlo constar").click()
    phone.get_by_label("Testigo").fill("Rosa Testigo")
    check(phone)
    screenshot(phone, "missing-phone")
    phone.get_by_role("button", name="Hacerlo constar").click()
    expect(phone.get_by_text("Testigo: Rosa Testigo")).to_be_visible()
    screenshot(phone, "signing-judge-phone")
    assert set(Signature.objects.values_list("role", "kind")) == {
        ("home_captain", "plain"),
        ("away_captain", "refused"),
    }


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_last_signature_then_sealing_is_followed(
    open_page, screenshot, tmp_path, run_together, each: world.World, size: str
) -> None:
    sign(each, "away_captain")
    sign(each, "judge")
    page = open_page(size)
    enter(page, each.captains[Side.HOME].email, firma(each))
    page.get_by_label("Conforme", exact=True).check()
    draw(page)
    page.get_by_label("Tu contraseña").fill(world.PASSWORD)
    page.get_by_role("button", name="Firmar", exact=True).click()
    expect(page.get_by_role("heading", name="Se está sellando…")).to_be_visible()
    check(page)
    screenshot(page, f"acta-sealing-{size}")
    run_together(lambda: call_command("work", "--once"))
    expect(page.get_by_role("heading", name="Acta sellada")).to_be_visible()
    check(page)
    screenshot(page, f"acta-sealed-{size}")
    with page.expect_download() as download:
        page.get_by_role("link", name="Acta en PDF").click()
    got = tmp_path / "acta.pdf"
    download.value.save_as(got)
    assert download.value.suggested_filename == f"acta-{Acta.objects.get().content.number}-v1.pdf"
    assert got.read_bytes() == bytes(Acta.objects.get().file.pdf)

    page.locator("main a[href^='/verificar/']").click()
    expect(page.get_by_role("heading", name="Acta válida")).to_be_visible()
    check(page)
    screenshot(page, f"verify-valid-{size}")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_verification_by_file(
    open_page, watch, screenshot, tmp_path, run_together, each: world.World, size: str
) -> None:
    for role in roles(each):
        sign(each, role)
    # In another thread: the browser's driver runs a loop in this one.
    (acta,) = run_together(lambda: seal_encounter(each.encounter.pk))
    good = bytes(acta.file.pdf)
    files = {
        "good.pdf": good,
        "changed.pdf": good + b"\n% mas\n",
        "other.pdf": b"%PDF-1.4\ntrailer<<>>\n%%EOF",
        "text.pdf": b"hola",
        "large.pdf": b"%PDF-1.7" + b"x" * 50_000_000,
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    watch.allow("status of (404|413)")
    page = open_page(size)
    page.goto("/verificar/")
    check(page)
    screenshot(page, f"verify-{size}")
    for name, heading in (
        ("good.pdf", "Acta válida"),
        ("changed.pdf", "Documento alterado"),
        ("other.pdf", "No consta aquí"),
    ):
        page.get_by_label("O el PDF").set_input_files(tmp_path / name)
        page.get_by_role("button", name="Comprobar").click()
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        check(page)
        screenshot(page, f"verify-{name.removesuffix('.pdf')}-{size}")
    page.get_by_label("O el PDF").set_input_files(tmp_path / "text.pdf")
    page.get_by_role("button", name="Comprobar").click()
    expect(page.get_by_text("El archivo no es un PDF.")).to_be_visible()
    check(page)
    screenshot(page, f"verify-error-{size}")
    page.goto("/verificar/2222-2222-22/")
    expect(page.get_by_text("Ninguna acta sellada lleva este código.")).to_be_visible()
    check(page)
    # Told before it travels, where script runs.
    page.get_by_label("O el PDF").set_input_files(tmp_path / "large.pdf")
    page.get_by_role("button", name="Comprobar").click()
    assert "pasa de 5 MB" in page.get_by_label("O el PDF").evaluate("input => input.validationMessage")


def test_without_script(
    plain_phone: Page, watch, screenshot, tmp_path, run_together, each: world.World
) -> None:
    watch.allow("status of 413")
    sign(each, "away_captain")
    sign(each, "judge")
    enter(plain_phone, each.captains[Side.HOME].email, firma(each))
    expect(plain_phone.get_by_text("Dibuja la firma")).to_be_hidden()
    plain_phone.get_by_label("Bajo protesta").check()
    plain_phone.get_by_label("Qué protestas").fill("Sin acuerdo.")
    screenshot(plain_phone, "signing-plain-phone")
    plain_phone.get_by_label("Tu contraseña").fill(world.PASSWORD)
    plain_phone.get_by_role("button", name="Firmar sin dibujar").click()
    expect(plain_phone.get_by_role("heading", name="Se está sellando…")).to_be_visible()
    run_together(lambda: call_command("work", "--once"))
    plain_phone.get_by_role("link", name="Mirar otra vez").click()
    expect(plain_phone.get_by_role("heading", name="Acta sellada")).to_be_visible()
    assert Signature.objects.get(role="home_captain").strokes == []

    (tmp_path / "large.pdf").write_bytes(b"%PDF-1.7" + b"x" * 50_000_000)
    plain_phone.goto("/verificar/")
    plain_phone.get_by_label("O el PDF").set_input_files(tmp_path / "large.pdf")
    plain_phone.get_by_role("button", name="Comprobar").click()
    expect(plain_phone.get_by_text("El archivo pasa de 5 MB")).to_be_visible()
    plain_phone.get_by_label("Código del acta").fill(content_of(each).code.lower())
    plain_phone.get_by_role("button", name="Comprobar").click()
    expect(plain_phone.get_by_role("heading", name="Acta válida")).to_be_visible()


def test_dark(open_page, screenshot, each: world.World) -> None:
    page = open_page("phone", dark=True)
    enter(page, each.captains[Side.HOME].email, firma(each))
    check(page)
    screenshot(page, "signing-dark-phone")
