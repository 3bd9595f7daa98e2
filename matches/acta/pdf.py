"""The acta as a PDF/A-3b with its data inside. Knows bytes and no tables; a slow import.

The same acta gives the same bytes: dates are given from outside, fonts are our own, and
nothing is fetched but the project's static files.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.template.loader import render_to_string
from django.utils import translation
from fontTools.ttLib import TTFont
from weasyprint import HTML, Attachment
from weasyprint.urls import URLFetcher, URLFetcherResponse

from matches.acta.context import ParameterWords, acta_context
from matches.acta.document import ATTACHMENT_NAME, attached_file, signed_part
from matches.acta.parameter_words import describe

STATIC = Path(__file__).resolve().parents[2] / "static"
# A host that cannot exist: the renderer joins addresses with it, and nothing goes out.
BASE_URL = "https://acta.invalid/"
MAX_IMAGE_BYTES = 2 * 1024 * 1024
_ALLOWED_FOLDERS = {"css": "text/css", "fonts": "font/ttf"}

# What stands for a character that the font lacks; the attached data keeps the character.
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


class OwnFilesOnly(URLFetcher):
    """Serves the project's style sheets and fonts, and pictures given as data; nothing else exists."""

    def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
        """Give a file under static/css or static/fonts, or a `data:image/…` of up to 2 MB."""
        if url.startswith("data:image/") and len(url) <= MAX_IMAGE_BYTES * 4 // 3:
            return super().fetch(url, headers)
        parts = urlsplit(url)
        path = (STATIC / unquote(parts.path).lstrip("/")).resolve()
        folder = path.parent.name
        if not url.startswith(BASE_URL) or folder not in _ALLOWED_FOLDERS or path.parent.parent != STATIC:
            raise ValueError(f"not one of the acta's own files: {url[:200]}")
        return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": _ALLOWED_FOLDERS[folder]})


@cache
def _drawable() -> frozenset[int]:
    """The characters that both weights of the font have."""
    files = (STATIC / "fonts" / f"acta-sans-{weight}.ttf" for weight in ("Regular", "Bold"))
    regular, bold = (frozenset(TTFont(each).getBestCmap()) for each in files)
    return (regular & bold) | {ord("\n")}


def printable(value: Any) -> Any:
    """Give a copy of `value` in which every character that the font lacks is replaced.

    Otherwise the renderer would take it from whatever font the machine has, and the
    same acta would not give the same bytes everywhere.
    """
    if isinstance(value, str):
        drawable = _drawable()
        return "".join(each if ord(each) in drawable else REPLACEMENT for each in value)
    if isinstance(value, Mapping):
        return {name: printable(item) for name, item in value.items()}
    if isinstance(value, list):
        return [printable(item) for item in value]
    return value


def render(
    content: Mapping[str, Any],
    signatures: Sequence[Mapping[str, Any]],
    *,
    at: datetime,
    verify_url: str,
    demonstration: bool,
    describe_parameter: ParameterWords = describe,
    language: str = "es",
) -> bytes:
    """Render the acta, unsigned.

    `content` and `signatures` must have passed `document.clean`. `at` (aware) is the time
    of sealing, printed and written into the file. `verify_url` is what the QR opens.
    `demonstration` prints the notice that the seal is good for nothing. `describe_parameter`
    puts a regulation's parameter and its value into words.

    Raises DocumentError when the data is no acta, RuleError when a sheet cannot be replayed.
    """
    if at.tzinfo is None:
        raise ValueError("the time of a seal must be aware")
    signed = signed_part(content, signatures)
    data = attached_file(content, signed)
    shown, shown_signed = printable(content), printable(signed)
    with translation.override(language):
        context = acta_context(
            shown,
            shown_signed,
            at=at,
            verify_url=verify_url,
            demonstration=demonstration,
            describe_parameter=describe_parameter,
        )
        context["language_code"] = language
        context["characters_lost"] = shown != content or shown_signed != signed
        html = render_to_string("acta/acta.html", context)
    return _write(html, data, at)


def _write(html: str, data: bytes, at: datetime) -> bytes:
    moment = at.astimezone(UTC)
    attachment = Attachment(
        string=data,
        name=ATTACHMENT_NAME,
        description="Acta: contenido y firmas (JSON, esquema acta/1)",
        relationship="Data",
        created=moment,
        modified=moment,
    )
    document = HTML(string=html, base_url=BASE_URL, url_fetcher=OwnFilesOnly())
    pdf: bytes = document.write_pdf(pdf_variant="pdf/a-3b", attachments=[attachment])
    return pdf
