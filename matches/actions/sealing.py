"""Sealing: rendered outside any transaction, found by state, once per encounter and version.

A worker that is killed in the middle loses nothing: the encounter is still signed
without an acta, and the next sweep finds it. Two workers that take the same one both
render; the database lets one insert (design, invariants 1 and 2).
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from competitions.actions.lifecycle import advance
from competitions.actions.results import Score, publish_outcome
from competitions.models import Encounter
from competitions.rules.lifecycle import Action, Facts, State
from competitions.rules.lifecycle import Actor as Who
from competitions.rules.standings.efectividad import ByPartida, by_partida
from federation import clock
from federation.actions import audit
from federation.rules.errors import ConflictError
from matches.acta import document, pdf, seal
from matches.actions.versions import bump
from matches.models import Acta, ActaContent, ActaFile, SealCertificate, Signature
from matches.queries import acta_versions, actas, encounters

REASON = "Acta del encuentro"


@dataclass(frozen=True)
class Printing:
    """All that rendering looks at, as plain data: it needs no database, and can be handed to another process.

    `at`, the time of sealing that is printed, is that of the last signature, so that
    rendering twice gives the same bytes.
    """

    content: dict[str, Any]
    signatures: list[dict[str, Any]]
    at: datetime
    verify_url: str
    demonstration: bool


@dataclass(frozen=True)
class Sealed:
    """A sealed document that is not stored yet."""

    content: ActaContent
    attached: str
    unsigned: bytes
    pdf: bytes
    at: datetime
    signer: seal.SealSigner


def waiting() -> list[int]:
    """Ids of the encounters whose acta is to be sealed: signed ones, the oldest first, and corrected ones."""
    signed = Encounter.objects.filter(state=State.SIGNED).order_by("closed_at", "pk")
    corrected = acta_versions.unsealed_corrections().order_by("at", "pk")
    return [*signed.values_list("pk", flat=True), *corrected.values_list("encounter", flat=True)]


def _is_due(encounter: Encounter, content: ActaContent | None) -> bool:
    """Is this text waiting for the seal: signed by the parties, or a correction that is not sealed?"""
    if content is None or Acta.objects.filter(content=content).exists():
        return False
    return encounter.state == State.SIGNED or content.origin == "correction"


def past_deadline() -> list[int]:
    """Ids of the encounters whose time to sign may be over (the action looks again under the lock)."""
    oldest = clock.now() - timedelta(hours=1)
    found = Encounter.objects.filter(state=State.CLOSING, closed_at__lt=oldest).order_by("pk")
    now = clock.now()
    return [each.pk for each in found if (deadline := actas.signing_deadline(each)) and deadline <= now]


def signer() -> seal.SealSigner:
    """The federation's key, loaded once; in debug it is made on first use."""
    if settings.SEAL_KEY_IS_DEMO:
        seal.create_debug_key(settings.SEAL_KEY_FILE)
    return seal.load_signer(settings.SEAL_KEY_FILE, settings.SEAL_KEY_PASSWORD or None)


def verify_url(code: str) -> str:
    """The address that the QR of an acta opens."""
    return f"{settings.SITE_URL.rstrip('/')}/verificar/{code}/"


def seal_encounter(encounter_id: int) -> Acta | None:
    """Render, seal and store the acta that waits for it; None when none does, or somebody else has.

    Raises Encounter.DoesNotExist, SealError, DocumentError.
    """
    encounter = Encounter.objects.select_related(*encounters.RELATED).get(pk=encounter_id)
    content = actas.current_content(encounter)
    if content is None or not _is_due(encounter, content):
        return None
    return store(encounter_id, render(encounter, content))


def render(encounter: Encounter, content: ActaContent) -> Sealed:
    """The sealed document of a frozen content with its signatures. Slow: call it outside any transaction."""
    printing = printing_of(encounter, content)
    return seal_printed(content, printing, printed(printing))


def printing_of(encounter: Encounter, content: ActaContent) -> Printing:
    """Read what the document of a frozen content is made from."""
    return Printing(
        content=actas.content_data(content),
        signatures=_signatures(content, encounter.venue.time_zone),
        at=max((each.at for each in content.signatures.all()), default=content.at),
        verify_url=verify_url(content.code),
        demonstration=signer().is_demonstration,
    )


def printed(printing: Printing) -> bytes:
    """The unsigned document. Slow, and knows no tables: the same printing gives the same bytes."""
    return pdf.render(
        printing.content,
        printing.signatures,
        at=printing.at,
        verify_url=printing.verify_url,
        demonstration=printing.demonstration,
    )


def seal_printed(content: ActaContent, printing: Printing, unsigned: bytes) -> Sealed:
    """Seal a document that `printed` has made."""
    loaded = signer()
    data = printing.content
    attached = document.attached_file(data, document.signed_part(data, printing.signatures))
    at = clock.now()
    return Sealed(
        content=content,
        attached=attached.decode(),
        unsigned=unsigned,
        pdf=seal.seal(unsigned, loaded, at=at, reason=REASON),
        at=at,
        signer=loaded,
    )


def _signatures(content: ActaContent, zone: str) -> list[dict[str, Any]]:
    order = ["home_captain", "away_captain", "judge"]
    rows = Signature.objects.filter(content=content).select_related("person")
    return [
        document.clean(actas.signature_data(each, zone))
        for each in sorted(rows, key=lambda row: order.index(row.role))
    ]


def store(encounter_id: int, sealed: Sealed) -> Acta | None:
    """Keep a sealed document as the encounter's acta; None when somebody else already has."""
    try:
        with transaction.atomic():
            encounter = encounters.locked(encounter_id)
            content = actas.current_content(encounter)
            if content is None or content.pk != sealed.content.pk or not _is_due(encounter, content):
                return None
            return _insert(encounter, content, sealed)
    except (IntegrityError, ConflictError):
        # Somebody else sealed this version between our look and our lock.
        if Acta.objects.filter(encounter=encounter_id, version=sealed.content.version).exists():
            return None
        raise


def _insert(encounter: Encounter, content: ActaContent, sealed: Sealed) -> Acta:
    certificate = _certificate(sealed.signer)
    acta = Acta.objects.create(
        encounter=encounter,
        version=content.version,
        content=content,
        attached=sealed.attached,
        sealed_at=sealed.at,
    )
    ActaFile.objects.create(
        acta=acta,
        pdf=sealed.pdf,
        sha256=document.sha256(sealed.pdf),
        unsigned_sha256=document.sha256(sealed.unsigned),
        certificate=certificate,
    )
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="acta.sealed",
        subject=f"acta:{acta.pk}",
        by=None,
        data={"hash": content.content_hash, "pdf": document.sha256(sealed.pdf), "version": acta.version},
    )
    if encounter.state == State.SIGNED:
        # A correction leaves the encounter as it was when it was decided.
        advance(encounter, Action.SEAL, Facts(by=Who.SYSTEM), by=None)
    _publish(encounter, content, sealed.at)
    bump(encounter.pk)
    return acta


def _certificate(loaded: seal.SealSigner) -> SealCertificate:
    der = loaded.certificate_bytes
    lines = base64.encodebytes(der).decode()
    stored, _made = SealCertificate.objects.get_or_create(
        fingerprint=document.sha256(der),
        defaults={
            "pem": f"-----BEGIN CERTIFICATE-----\n{lines}-----END CERTIFICATE-----\n",
            "is_demo": loaded.is_demonstration,
            "first_used_at": clock.now(),
        },
    )
    return stored


def _publish(encounter: Encounter, content: ActaContent, at: datetime) -> None:
    stated = actas.content_data(content)
    result, figures = stated["result"], _by_partida(stated)
    home, away = (
        Score(
            **{figure: result[figure][side] for figure in ("partidas", "boards", "tantos", "points")},
            capped=figures.capped[place] if figures else None,
        )
        for place, side in enumerate(("home", "away"))
    )
    publish_outcome(
        encounter=encounter,
        version=content.version,
        kind="sealed" if content.version == 1 else "corrected",
        home=home,
        away=away,
        winner=result["winner"] or "",
        is_pending=result["needs"] == "boards_pending",
        at=at,
        target_difference=figures.target_difference if figures else None,
    )


def _by_partida(stated: Mapping[str, Any]) -> ByPartida | None:
    """What standings ask of each partida; None where partidas have no target."""
    target = stated["regulation"].get("target")
    if not target:
        return None
    results = [partida["result"] for board in stated["boards"] for partida in board["partidas"]]
    return by_partida([(each["home"], each["away"]) for each in results], target)
