"""What verification needs from the tables: stored hashes, trusted certificates, known codes."""

from __future__ import annotations

from matches.acta import document
from matches.acta.verify import Verification, verify_bytes
from matches.models import Acta, ActaContent, ActaFile, SealCertificate


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
    if code is None:
        return None
    return (
        Acta.objects.filter(content__code=code)
        .select_related("content", "file__certificate", "encounter__round__competition", "encounter__venue")
        .first()
    )


def newest_version(acta: Acta) -> Acta:
    """The last sealed version of the same encounter (itself when nothing replaced it)."""
    newest = Acta.objects.filter(encounter=acta.encounter_id).select_related("content").order_by("-version").first()
    return newest or acta
