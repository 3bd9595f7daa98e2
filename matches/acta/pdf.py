"""The acta as a PDF/A-3b with its data inside. Knows bytes and no tables; a slow import.

The same acta gives the same bytes: dates are given from outside, fonts are our own, and
nothing is fetched but the project's static files.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from weasyprint import HTML, Attachment

from federation.parameter_words import describe
from federation.printing.addresses import BASE_URL
from federation.printing.own_files import OwnFilesOnly
from federation.printing.signs import printable
from matches.acta.context import ParameterWords, acta_context
from matches.acta.document import ATTACHMENT_NAME, attached_file, signed_part


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
