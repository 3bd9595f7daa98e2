"""The answers of the verification, in the words and shapes of the page. Never the whole acta."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.rules.lifecycle import State
from federation.models import User
from federation.rules.zones import in_zone
from matches.acta import words
from matches.acta.context import entrants_of
from matches.acta.verify import Verification
from matches.models import Acta
from matches.queries import actas, people, verification
from matches.queries.public_acta import PublicSignatory, public_signatories, published_side
from matches.views.acta_text import TileSide, grouped, tile_sides

HASH_GROUPS = 8

RESULT_WORDS = {
    State.SEALED: gettext_lazy("Provisional hasta la homologación"),
    State.HOMOLOGATED: gettext_lazy("Homologado"),
    State.FINAL: gettext_lazy("Firme"),
    State.DISPUTED: gettext_lazy("Reclamado: falta la resolución"),
    # An acta whose encounter is at a table again was reopened: the version after it is on its way.
    State.SUSPENDED: gettext_lazy("Reabierto por resolución"),
    State.PLAYING: gettext_lazy("Reabierto por resolución"),
    State.CLOSING: gettext_lazy("Reabierto por resolución"),
    State.SIGNED: gettext_lazy("Reabierto por resolución"),
    State.ANNULLED: gettext_lazy("Anulado por resolución"),
}


@dataclass(frozen=True)
class Fact:
    """A label and its value; `url` makes it a link."""

    label: str
    value: str
    url: str = ""


@dataclass(frozen=True)
class Answer:
    """What the verification says: the shape of its seal, words, facts, and where to go on."""

    kind: str
    seal: str
    icon: str
    title: str
    lead: str
    asked: str = ""
    facts: list[Fact] = field(default_factory=list)
    signatories: list[str] = field(default_factory=list)
    digests: list[Fact] = field(default_factory=list)
    tile: tuple[TileSide, TileSide] | None = None
    warning: str = ""
    pdf_url: str = ""
    json_url: str = ""
    onward_url: str = ""
    onward: str = ""


def long_moment(moment: datetime, zone: str) -> str:
    """A moment with its day in words, on the clocks of a zone."""
    local = in_zone(moment, zone)
    return f"{formats.date_format(local, 'DATE_FORMAT')}, {local:%H:%M}"


def answer_by_code(acta: Acta, user: User | AnonymousUser) -> Answer:
    """What is known of the acta with a code: its stored document is checked again."""
    asked = _("Código %s") % acta.content.code
    if not verification.stored_file_is_good(acta):
        return Answer(
            kind="altered",
            seal="stop",
            icon="shield-x",
            title=_("Documento dañado"),
            lead=_("El documento que guarda la federación no supera la comprobación. Avísala."),
            asked=asked,
            facts=[Fact(_("Acta"), _title(acta))],
        )
    lead = _("La federación selló un acta con este código. Para saber si tu PDF es ese, compruébalo aquí.")
    return _genuine(acta, user, asked=asked, lead=lead)


def answer_by_file(found: Verification, name: str, user: User | AnonymousUser) -> Answer:
    """What was found out about a file that somebody gave."""
    asked = _("Archivo %s") % name
    acta = verification.acta_by_digest(found.sha256) if found.stored else None
    if found.status == "valid" and acta is not None:
        lead = _("El documento es el que selló la federación y no ha cambiado.")
        return _genuine(acta, user, asked=asked, lead=lead)
    reason = words.reason_words(found.reasons[0]) if found.reasons else ""
    if found.status == "altered":
        return _altered(found, reason, asked, user)
    return Answer(
        kind="unknown",
        seal="none",
        icon="circle-help",
        title=_("No consta aquí"),
        lead=_("Este documento no es un acta de esta federación, o no se puede comprobar que lo sea."),
        asked=asked,
        facts=[Fact(_("Por qué"), reason)],
        digests=[Fact(_("Huella del archivo"), _short(found.sha256))],
    )


def answer_unknown_code(code: str) -> Answer:
    """No sealed acta has this code."""
    return Answer(
        kind="unknown",
        seal="none",
        icon="circle-help",
        title=_("No consta aquí"),
        lead=_("Ninguna acta sellada lleva este código. Míralo otra vez al pie del documento."),
        asked=_("Código %s") % code,
    )


def _short(digest: str) -> str:
    return f"{grouped(digest, HASH_GROUPS)} …" if digest else ""


def _title(acta: Acta) -> str:
    return _("%(number)s, versión %(version)s") % {"number": acta.content.number, "version": acta.version}


def _altered(found: Verification, reason: str, asked: str, user: User | AnonymousUser) -> Answer:
    claimed = verification.acta_by_code(found.claimed_code) if found.claimed_code else None
    claimed = claimed or verification.acta_by_digest(found.sha256)
    facts = [Fact(_("Sello"), reason)]
    if claimed is not None:
        facts.append(Fact(_("Dice ser"), _title(claimed)))
    digests = [Fact(_("Huella del archivo"), _short(found.sha256))]
    if claimed is not None:
        digests.append(Fact(_("Huella sellada"), _short(claimed.file.sha256)))
    return Answer(
        kind="altered",
        seal="stop",
        icon="shield-x",
        title=_("Documento alterado"),
        lead=_("Este PDF no es el que selló la federación: cambió después de firmarse. No lo des por bueno."),
        asked=asked,
        facts=facts,
        digests=digests,
        pdf_url=_download(claimed, "matches:acta_pdf", user) if claimed else "",
        onward_url=reverse("matches:verify_code", args=[claimed.content.code]) if claimed else "",
        onward=_("Ver el acta auténtica"),
    )


def _genuine(acta: Acta, user: User | AnonymousUser, *, asked: str, lead: str) -> Answer:
    """A sealed acta: valid, replaced by a later version, or of an encounter that was annulled."""
    data = _as_public(acta, actas.content_data(acta.content))
    newest = verification.newest_version(acta)
    is_replaced = newest.version > acta.version
    kind, seal, icon, title = "valid", "ok", "shield-check", _("Acta válida")
    if is_replaced:
        kind, seal, icon, title = "replaced", "warn", "history", _("Acta sustituida")
        lead = _("Fue válida y su firma lo sigue siendo, pero hay una versión posterior.")
    elif acta.encounter.state == State.ANNULLED:
        kind, seal, icon, title = "annulled", "warn", "ban", _("Acta anulada")
        lead = _("El documento es auténtico, pero una resolución anuló el encuentro.")
    return Answer(
        kind=kind,
        seal=seal,
        icon=icon,
        title=title,
        lead=lead,
        asked=asked,
        facts=_facts(acta, data, newest if is_replaced else None),
        digests=[Fact(_("Huella"), _short(acta.file.sha256))],
        signatories=[
            _signatory(each, entrants_of(data)) for each in public_signatories(acta, timezone.localdate())
        ],
        tile=tile_sides(data),
        warning=_warning(acta),
        pdf_url=_download(acta, "matches:acta_pdf", user),
        json_url=_download(acta, "matches:acta_json", user),
        onward_url=reverse("matches:verify_code", args=[newest.content.code]) if is_replaced else "",
        onward=_("Ver la versión %s") % newest.version,
    )


def _as_public(acta: Acta, data: dict[str, Any]) -> dict[str, Any]:
    """The data with pairs and players called as the public may read them: minors by their initials."""
    if entrants_of(data) == "teams":
        return data
    sides = {"home": acta.encounter.home, "away": acta.encounter.away}
    today = timezone.localdate()
    return {**data, "teams": {side: {"name": published_side(entry, today)} for side, entry in sides.items()}}


def _warning(acta: Acta) -> str:
    if not acta.file.certificate.is_demo:
        return ""
    return _("Sello de demostración: no vale fuera de esta prueba.")


def _facts(acta: Acta, data: dict[str, Any], newest: Acta | None) -> list[Fact]:
    zone = acta.encounter.venue.time_zone
    when = long_moment(acta.sealed_at, zone)
    facts = [Fact(_("Acta"), _title(acta))]
    if newest is not None:
        value = _("versión %(version)s, del %(day)s") % {
            "version": newest.version,
            "day": formats.date_format(in_zone(newest.sealed_at, zone), "DATE_FORMAT"),
        }
        url = reverse("matches:verify_code", args=[newest.content.code])
        facts.append(Fact(_("Sustituida por"), value, url=url))
    if data["replaces"]:
        before = data["replaces"]
        value = _("versión %(version)s, de código %(code)s") % before
        facts.append(Fact(_("Sustituye a"), value, url=reverse("matches:verify_code", args=[before["code"]])))
    facts += [
        Fact(_("Competición"), f"{data['competition']['name']}, {_('jornada')} {data['round']['number']}"),
        Fact(
            _("Encuentro"),
            f"{data['teams']['home']['name']} – {data['teams']['away']['name']}",
            url=reverse("matches:live_encounter", args=[acta.encounter_id]),
        ),
        Fact(_("Sellada"), f"{when}, {data['federation']['name']}"),
        Fact(_("Sello"), _("Válido · PAdES; la hora es de la federación, sin sello de tiempo de un tercero")),
        Fact(_("Resultado"), _state(acta, data)),
    ]
    return facts


def _state(acta: Acta, data: dict[str, Any]) -> str:
    if data["result"].get("needs") == "boards_pending":
        return _("Parcial: queda alguna partida pendiente")
    return str(RESULT_WORDS.get(State(acta.encounter.state), RESULT_WORDS[State.SEALED]))


def _signatory(signatory: PublicSignatory, entrants: str) -> str:
    office = words.office(signatory.role, entrants)
    who = f"{signatory.name}, {office}" if signatory.name else office
    return f"{who}: {str(words.SIGNATURE_KINDS[signatory.kind]).lower()}"


def _download(acta: Acta, route: str, user: User | AnonymousUser) -> str:
    """The address of the whole document, for a party of the encounter only."""
    if not user.is_authenticated:
        return ""
    if not people.visible_encounters(user).filter(pk=acta.encounter_id).exists():
        return ""
    return f"{reverse(route, args=[acta.encounter_id])}?version={acta.version}"
