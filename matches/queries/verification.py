"""What verification needs from the tables: stored hashes, trusted certificates, known codes."""

from __future__ import annotations

from django.core.cache import cache
from django.db.models import QuerySet

from matches.acta import document
from matches.acta.verify import Status, Verification, verify_bytes
from matches.models import Acta, ActaContent, ActaFile, SealCertificate

CHECK_KEPT_SECONDS = 3600


def verify_file(data: bytes) -> Verification:
    """Judge a file against what is stored here. Never raises on account of the file."""
    return verify_bytes(
        data,
        trusted_certificates=[pem.encode() for pem in SealCertificate.objects.values_list("pem", flat=True)],
        known=lambda digest: ActaFile.objects.filter(sha256=digest).exists(),
        codes=lambda code: ActaContent.objects.filter(code=code, acta__isnull=False).exists(),
    )


def acta_by_code(typed: str) -> Acta | None:
    """The acta that somebody means by a code in whatever writing, or None."""
    code = document.normal_code(typed)
    return None if code is None else _sealed().filter(content__code=code).first()


def acta_by_digest(digest: str) -> Acta | None:
    """The acta whose stored PDF has this SHA-256, or None."""
    return _sealed().filter(file__sha256=digest).first()


def _sealed() -> QuerySet[Acta]:
    return Acta.objects.select_related(
        "content", "file__certificate", "encounter__round__competition", "encounter__venue"
    ).defer("file__pdf", "attached")


def stored_file_is_good(acta: Acta) -> bool:
    """Whether the PDF that is stored for an acta is still the one that was sealed, and its seal good.

    The bytes are hashed each time; the slow check of the seal is kept for an hour,
    for the same bytes give the same answer.
    """
    stored = bytes(ActaFile.objects.values_list("pdf", flat=True).get(acta=acta))
    digest = document.sha256(stored)
    if digest != acta.file.sha256:
        return False
    key = f"seal-good:{digest}"
    kept = cache.get(key)
    if kept is None:
        kept = verify_file(stored).status is Status.VALID
        cache.set(key, kept, CHECK_KEPT_SECONDS)
    return bool(kept)


def newest_version(acta: Acta) -> Acta:
    """The last sealed version of the same encounter (itself when nothing replaced it)."""
    newest = (
        Acta.objects.filter(encounter=acta.encounter_id)
        .select_related("content")
        .order_by("-version")
        .first()
    )
    return newest or acta
