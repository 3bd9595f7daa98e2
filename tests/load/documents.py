"""The acta as a document: rendered beside an untuned template and a browser; its seal, its size."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from django.conf import settings
from django.utils import timezone
from playwright.sync_api import sync_playwright
from weasyprint import HTML

from competitions.models import Encounter
from federation.printing.addresses import BASE_URL
from federation.printing.own_files import OwnFilesOnly
from matches.acta import pdf, seal
from matches.actions import sealing
from matches.queries import actas, encounters
from tests.load.figures import Figure
from tests.load.ratios import spread
from tests.load.untuned import untuned

ROUNDS = 5
BROWSER_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
BROWSER_PATIENCE = 60


def figures_of(signed: int) -> tuple[list[Figure], dict[str, float], bytes]:
    """The ratios of rendering and sealing one signed encounter's acta, its size, and the sealed file."""
    printing, content = _printing(signed)
    html = _html_of(printing)
    own, plain, browser, running = [], [], [], []
    careless = untuned(html)
    with _Browser(html) as chromium:
        for _round in range(ROUNDS):
            own.append(_timed(lambda: sealing.printed(printing)))
            plain.append(_timed(lambda: _written(careless)))
            browser.append(_timed(chromium.print_alone))
            running.append(_timed(chromium.print))
    unsigned = sealing.printed(printing)
    loaded, reloaded = _seals(unsigned)
    sealed = sealing.seal_printed(content, printing, unsigned).pdf
    made = [
        Figure("acta rendered, time", "untuned template", _ratios(own, plain), 0.55, at_least=False),
        Figure("acta rendered, time", "Chromium printing it", _ratios(own, browser), 1.0, at_least=False),
        Figure("acta rendered, time", "Chromium already running", _ratios(own, running), at_least=False),
        Figure(
            "seal, key kept loaded, time", "key loaded each time", _ratios(loaded, reloaded), at_least=False
        ),
    ]
    figures = {
        "acta rendered, ms": 1000 * sorted(own)[ROUNDS // 2],
        "seal, ms": 1000 * sorted(loaded)[ROUNDS // 2],
        "sealed file, kB (aim 120 at most)": len(sealed) / 1000,
    }
    return made, figures, sealed


def _printing(signed: int) -> tuple[sealing.Printing, Any]:
    encounter = Encounter.objects.select_related(*encounters.RELATED).get(pk=signed)
    content = actas.current_content(encounter)
    assert content is not None
    return sealing.printing_of(encounter, content), content


def _timed(act: Callable[[], object]) -> float:
    begin = time.perf_counter()
    act()
    return time.perf_counter() - begin


def _ratios(measured: Sequence[float], floor: Sequence[float]) -> Any:
    return spread([one / other for one, other in zip(measured, floor, strict=True)])


def _html_of(printing: sealing.Printing) -> str:
    """The page that the renderer is given."""
    kept: list[str] = []

    def keep(html: str, *_rest: object) -> bytes:
        kept.append(html)
        return b""

    with patch.object(pdf, "_write", keep):
        sealing.printed(printing)
    return kept[0]


def _written(html: str) -> bytes:
    document = HTML(string=html, base_url=BASE_URL, url_fetcher=OwnFilesOnly())
    written: bytes = document.write_pdf(pdf_variant="pdf/a-3b")
    return written


class _Browser:
    """A browser with the page of an acta in a file: started for each document, or running already."""

    def __init__(self, html: str) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="bench-"))
        base = f'<base href="file://{Path(settings.BASE_DIR) / "static"}/">'
        self._page_file = self._folder / "acta.html"
        self._page_file.write_text(html.replace("<head>", f"<head>{base}", 1), encoding="utf-8")

    def __enter__(self) -> _Browser:
        self._playwright = sync_playwright().start()
        found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
        self._path = found or "chromium"
        self._browser = self._playwright.chromium.launch(executable_path=self._path, args=list(BROWSER_FLAGS))
        return self

    def print_alone(self) -> bytes:
        """Start a browser of its own for the page, as a job worker would for each document."""
        target = self._folder / "alone.pdf"
        command = [self._path, "--headless", *BROWSER_FLAGS, f"--user-data-dir={self._folder / 'profile'}"]
        command += ["--no-pdf-header-footer", f"--print-to-pdf={target}", self._page_file.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=BROWSER_PATIENCE)
        return target.read_bytes()

    def print(self) -> bytes:
        """Open the page and print it."""
        page = self._browser.new_page()
        page.goto(self._page_file.as_uri())
        printed: bytes = page.pdf(prefer_css_page_size=True)
        page.close()
        return printed

    def __exit__(self, *_error: object) -> None:
        self._browser.close()
        self._playwright.stop()
        shutil.rmtree(self._folder)


def _seals(unsigned: bytes) -> tuple[list[float], list[float]]:
    """Times of sealing with the key that stays loaded, and with one that is read each time."""
    kept, at = sealing.signer(), timezone.now()
    loaded, reloaded = [], []
    for _round in range(ROUNDS):
        loaded.append(_timed(lambda: seal.seal(unsigned, kept, at=at, reason=sealing.REASON)))
        reloaded.append(_timed(lambda: seal.seal(unsigned, _fresh(), at=at, reason=sealing.REASON)))
    return loaded, reloaded


def _fresh() -> seal.SealSigner:
    """The key, read from its file as a process does that has just begun."""
    os.utime(settings.SEAL_KEY_FILE)
    return sealing.signer()


def worker_peak() -> float:
    """Megabytes that the job worker held at most while it sealed what waits."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "work", "--once"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        cwd=settings.BASE_DIR,
    )
    _pid, status, used = os.wait4(process.pid, 0)
    if status != 0:
        raise RuntimeError("the job worker failed")
    return used.ru_maxrss / 1024
