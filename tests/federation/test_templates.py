"""House rules for templates and scripts, held by reading them."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = settings.BASE_DIR
PAGES = sorted(path for path in (ROOT / "templates").rglob("*.html") if "acta" not in path.parts)
SCRIPTS = sorted((ROOT / "static" / "js").glob("*.js"))
SPRITE = (ROOT / "static" / "icons" / "sprite.svg").read_text(encoding="utf-8")


def name(path: Path) -> str:
    """Give the path from the root, for a readable test id."""
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_nothing_inline(page: Path) -> None:
    text = page.read_text(encoding="utf-8")

    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|hx-on|<script(?![^>]*\bsrc=)", text)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_each_icon_is_in_the_sprite(page: Path) -> None:
    text = page.read_text(encoding="utf-8")

    for icon in re.findall(r'components/icon\.html" with name="([^"]+)"', text):
        assert f'id="i-{icon}"' in SPRITE, icon


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_each_form_that_writes_carries_its_mark(page: Path) -> None:
    for form in re.findall(r'<form[^>]*method="post".*?</form>', page.read_text(encoding="utf-8"), re.S):
        assert "{% csrf_token %}" in form or "components/write_fields.html" in form, form[:120]


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_scripts_need_no_leave(script: Path) -> None:
    text = script.read_text(encoding="utf-8")

    assert not re.search(r"\beval\(|new Function|innerHTML\s*=|document\.write|https?://", text)
