"""The acta of an encounter for its parties: how far it is, and the sealed document."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages as notes
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from competitions.models import STATE_LABELS, Encounter
from competitions.rules.lifecycle import OPEN_AGAIN, State
from federation.http import etag_of, fragment, not_modified, respond, tagged
from matches.actions.downloads import record_download
from matches.actions.sealing import verify_url
from matches.models import Acta, ActaContent
from matches.queries import actas
from matches.queries.encounters import version_of
from matches.views.access import actor_of, encounter_or_404
from matches.views.acta_text import TileSide, grouped, tile_sides
from matches.views.acta_versions import VersionLine, may_review, version_lines
from matches.views.identity import account_of
from matches.views.signatories import SignatoryRow, own_role, signatory_rows
from matches.views.signing import BEFORE_CLOSE
from matches.views.verification_page import long_moment

TEMPLATE = "matches/acta.html"
HASH_GROUPS = 8


@dataclass(frozen=True)
class ActaPage:
    """How far the acta of an encounter is: waiting for signatures, being sealed, sealed."""

    encounter: Encounter
    content: ActaContent
    acta: Acta | None
    versions: tuple[VersionLine, ...]
    home: TileSide
    away: TileSide
    rows: list[SignatoryRow]
    awaited: list[SignatoryRow]
    sealed_at: str
    deadline: str
    state: str
    hash_start: str
    verify_url: str
    verify_path: str
    is_demonstration: bool
    is_reopened: bool
    is_corrected: bool


@require_safe
def acta(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how far the acta is and, once sealed, where to get it with every version; polls until then."""
    encounter = encounter_or_404(request, pk)
    content = actas.current_content(encounter)
    sealed = actas.actas_of(encounter)
    if content is None or (encounter.state in BEFORE_CLOSE and not sealed):
        notes.info(request, _("El acta se hace al cerrar el encuentro."))
        return respond(request, "matches:encounter", pk=pk)
    etag = etag_of("acta", version_of(pk), encounter.state, request.user.pk, request.LANGUAGE_CODE)
    template = fragment(request, TEMPLATE, {"estado-acta": "progress"})
    if template != TEMPLATE and (same := not_modified(request, etag)):
        return same
    page = _page(request, encounter, content, sealed)
    context = {
        "page": page,
        "etag": etag,
        # The text that is shown has its document: of a reopened encounter, until the next close.
        "is_sealed": page.acta is not None,
        "is_signed": encounter.state == State.SIGNED or page.is_corrected,
        "may_review": may_review(account_of(request), encounter),
        "crumbs": [
            {"label": str(encounter), "url": reverse("matches:encounter", args=[pk])},
            {"label": _("Acta"), "url": ""},
        ],
    }
    answer = render(request, template, context)
    return tagged(answer, etag) if template != TEMPLATE else answer


def _page(request: HttpRequest, encounter: Encounter, content: ActaContent, versions: list[Acta]) -> ActaPage:
    sealed = next((each for each in versions if each.content_id == content.pk), None)
    shown = content
    home, away = tile_sides(actas.content_data(shown))
    rows = signatory_rows(encounter, actas.signatories(encounter), own_role(account_of(request), encounter))
    deadline = actas.signing_deadline(encounter)
    return ActaPage(
        encounter=encounter,
        content=shown,
        acta=sealed,
        versions=version_lines(encounter, versions),
        home=home,
        away=away,
        rows=rows,
        awaited=[row for row in rows if row.is_awaited],
        sealed_at=long_moment(sealed.sealed_at, encounter.venue.time_zone) if sealed else "",
        deadline=long_moment(deadline, encounter.venue.time_zone) if deadline else "",
        state=str(STATE_LABELS[encounter.state]),
        hash_start=grouped(sealed.file.sha256, HASH_GROUPS) if sealed else "",
        verify_url=verify_url(shown.code),
        verify_path=reverse("matches:verify_code", args=[shown.code]),
        is_demonstration=sealed.file.certificate.is_demo if sealed else False,
        is_reopened=bool(versions) and encounter.state in OPEN_AGAIN,
        is_corrected=content.origin == "correction" and sealed is None,
    )


@require_GET
def acta_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the sealed PDF to a party, the last version or `?version=`; each time is audited."""
    sealed = _sealed_or_404(request, pk)
    return _download(request, sealed, bytes(sealed.file.pdf), "pdf", "application/pdf")


@require_GET
def acta_json(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the data inside the sealed PDF, byte for byte, to a party; each time is audited."""
    sealed = _sealed_or_404(request, pk)
    return _download(request, sealed, sealed.attached.encode(), "json", "application/json")


def _sealed_or_404(request: HttpRequest, pk: int) -> Acta:
    encounter = encounter_or_404(request, pk)
    asked = request.GET.get("version", "")
    sealed = actas.acta_of_version(encounter, int(asked)) if asked.isdecimal() and len(asked) < 4 else None
    sealed = sealed if asked else actas.current_acta(encounter)
    if sealed is None:
        raise Http404
    return sealed


def _download(request: HttpRequest, sealed: Acta, data: bytes, form: str, content_type: str) -> HttpResponse:
    record_download(acta=sealed, form=form, by=actor_of(request))
    name = f"acta-{sealed.content.number}-v{sealed.version}.{form}".replace("/", "-")
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Content-Length": str(len(data))}
    return HttpResponse(data, content_type=content_type, headers=headers)
