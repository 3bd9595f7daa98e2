"""Any picture becomes one that we know, or is refused with its reason; no process of ours dies of it."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from federation.messages import MESSAGES
from federation.photos import drawing
from federation.photos.drawing import CODES, draw_page, draw_photo
from federation.rules.errors import RuleError
from tests.federation.photos import halves, opened, picture

pytestmark = pytest.mark.pure


def refusal(data: bytes, name: str = "") -> str:
    with pytest.raises(RuleError) as caught:
        draw_photo(data, name)
    assert caught.value.field == "photo"
    return caught.value.code


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (picture(), "foto.jpg"),
        (picture(), "FOTO.JPEG"),
        (picture(), "foto"),
        (picture(kind="PNG"), "foto.png"),
        (picture(kind="WEBP"), "foto.webp"),
        (picture(mode="CMYK", colour=(0, 90, 90, 0)), "a.jpg"),
        (picture(mode="L", colour=90), "a.jpg"),
        (picture(kind="PNG", mode="P", colour=3, transparency=3), "a.png"),
        (picture(kind="PNG", mode="I;16", colour=900), "a.png"),
        (picture(kind="PNG", mode="LA", colour=(9, 9)), "a.png"),
        (picture(kind="MPO", save_all=True, append_images=[Image.new("RGB", (60, 80))]), "a.jpg"),
        (picture((150, 2000)), "a.jpg"),
        (picture((2000, 150)), "a.jpg"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_picture_becomes_a_portrait_of_one_size(data: bytes, name: str) -> None:
    drawn = opened(draw_photo(data, name))
    assert (drawn.format, drawn.size, drawn.mode) == ("JPEG", (480, 640), "RGB")


@pytest.mark.parametrize(
    ("taken", "kept"), [((3000, 2000), (1650, 1100)), ((2000, 4000), (825, 1650)), ((600, 800), (600, 800))]
)
def test_a_page_stays_whole_and_becomes_no_larger_than_is_read(
    taken: tuple[int, int], kept: tuple[int, int]
) -> None:
    drawn = opened(draw_page(picture(taken, exif=b"Exif\0\0"), "hoja.jpg"))
    assert (drawn.format, drawn.size, dict(drawn.getexif())) == ("JPEG", kept, {})


def test_a_picture_that_lies_on_its_side_stands_up() -> None:
    """A camera held upright says so in a mark beside the points (6: turn it to the right)."""
    exif = Image.Exif()
    exif[0x0112] = 6
    lying = Image.open(io.BytesIO(halves("red", "blue"))).rotate(90, expand=True)
    written = io.BytesIO()
    lying.save(written, "JPEG", exif=exif, quality=95)
    drawn = opened(draw_photo(written.getvalue(), "a.jpg"))
    upper, lower = drawn.getpixel((240, 60)), drawn.getpixel((240, 580))
    assert upper[0] > 200 > 60 > upper[2]
    assert lower[2] > 200 > 60 > lower[0]


def test_nothing_but_the_picture_is_kept() -> None:
    exif = Image.Exif()
    exif[0x010F] = "Cámara de Marta"
    exif[0x8825] = {1: "N", 2: (37.0, 59.0, 0.0)}
    data = picture(exif=exif, comment=b"calle Mayor, 1")
    assert b"Marta" in data and b"calle Mayor" in data
    drawn = draw_photo(data, "a.jpg")
    assert b"Exif" not in drawn and b"Marta" not in drawn and b"calle" not in drawn
    assert opened(drawn).info.keys() <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}


def test_what_shows_through_stands_on_white() -> None:
    drawn = opened(draw_photo(picture(kind="PNG", mode="RGBA", colour=(0, 0, 0, 0)), "a.png"))
    assert drawn.getpixel((240, 320)) == (255, 255, 255)


def _bomb(side: int) -> bytes:
    """A PNG that says it is enormous, and holds next to nothing."""
    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 1000)), (b"IEND", b"")]
    chunks = (
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (b"", "a.jpg", "photo_empty"),
        (b"hola", "a.jpg", "photo_not_picture"),
        (b"%PDF-1.7", "a.pdf", "photo_not_picture"),
        (picture(kind="GIF"), "a.gif", "photo_not_picture"),
        (picture(kind="BMP"), "a.bmp", "photo_not_picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a.svg", "photo_not_picture"),
        (b"\0\0\0\x18ftypheic" + b"\0" * 90, "a.heic", "photo_heic"),
        (picture(), "a.png", "photo_wrong_extension"),
        (picture(), "a.exe", "photo_wrong_extension"),
        (picture(kind="PNG"), "a.jpg", "photo_wrong_extension"),
        (picture((100, 700)), "a.jpg", "photo_too_small"),
        (picture()[:900], "a.jpg", "photo_broken"),
        (b"\xff\xd8\xff" + b"\0" * 400, "a.jpg", "photo_not_picture"),
        (b"\x89PNG\r\n\x1a\n" + b"x" * 400, "a.png", "photo_broken"),
        (_bomb(60_000), "a.png", "photo_too_many_pixels"),
        (_bomb(4_000), "a.png", "photo_broken"),
        (
            picture(kind="WEBP", save_all=True, append_images=[Image.new("RGB", (600, 800))]),
            "a.webp",
            "photo_animated",
        ),
        (
            picture(kind="PNG", save_all=True, append_images=[Image.new("RGB", (600, 800), "red")]),
            "a.png",
            "photo_animated",
        ),
        (b"\xff\xd8\xff" + b"\0" * drawing.MOST_BYTES, "a.jpg", "photo_too_large"),
    ],
    ids=lambda value: value if isinstance(value, str) and value.startswith("photo") else "",
)
def test_what_is_refused_says_why(data: bytes, name: str, code: str) -> None:
    assert refusal(data, name) == code


def test_a_process_that_is_killed_or_says_nothing_is_a_refusal(
    monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    for text in ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "print('?')", "1 / 0"):
        script = tmp_path / "drawer.py"
        script.write_text(text, encoding="utf-8")
        monkeypatch.setattr(drawing, "_DRAWER", script)
        assert refusal(picture()) == "photo_too_expensive"


def test_one_that_takes_for_ever_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    script = tmp_path / "drawer.py"
    script.write_text("import time; time.sleep(60)", encoding="utf-8")
    monkeypatch.setattr(drawing, "_DRAWER", script)
    monkeypatch.setattr(drawing, "SECONDS", 0.5)
    assert refusal(picture()) == "photo_too_expensive"


def test_each_reason_has_its_words() -> None:
    assert set(MESSAGES) >= CODES
