"""Says whether a PDF is an acta of this federation, as it was sealed. Knows bytes and no tables.

Trust is in the certificates that the caller gives, never in the one inside the file.
The file is parsed in a separate, bounded process (`inspect_pdf.py`); what comes back is
read as data of a schema, and only the content that the federation itself has sealed is
recomputed.
"""

import base64
import binascii
import json
import os
import subprocess
import sys
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from matches.acta.document import (
    ATTACHMENT_NAME,
    MAX_BYTES,
    DocumentError,
    read_attached,
    sha256,
)
from matches.acta.recompute import recompute

MAX_FILE_BYTES = 5 * 1024 * 1024
SECONDS = 20
_INSPECTOR = Path(__file__).with_name("inspect_pdf.py")


class Status(StrEnum):
    """The answer in one word; the command's exit code is 0 for valid, 1 for altered, 2 for the rest."""

    VALID = "valid"
    ALTERED = "altered"
    UNKNOWN = "unknown"
    NOT_PDF = "not_pdf"
    TOO_LARGE = "too_large"


@dataclass(frozen=True)
class Verification:
    """What was found out about a file.

    `reasons` are codes, the decisive one first (words in `matches.acta.words`).
    `content` and `signatures` are given only when the seal is good; `claimed_code` is
    what an unproven file says of itself. `sealed_at` is the time that the federation
    stated, not a certified one. `stored` tells whether these very bytes are stored here.
    """

    status: Status
    sha256: str
    reasons: tuple[str, ...] = ()
    stored: bool = False
    content: dict[str, Any] | None = None
    signatures: dict[str, Any] | None = None
    differences: tuple[str, ...] = ()
    signer: str = ""
    certificate: str = ""
    sealed_at: datetime | None = None
    certificate_expired: bool = False
    claimed_code: str = ""


@dataclass(frozen=True)
class _File:
    """A file under examination and what is known of it before judging."""

    data: bytes
    digest: str
    stored: bool
    report: dict[str, Any]
    certificates: Sequence[bytes]
    is_ours: Callable[[str], bool]
    parts: tuple[dict[str, Any], dict[str, Any]] | None = field(default=None)

    @property
    def code(self) -> str:
        return str(self.parts[0]["code"]) if self.parts else ""

    @property
    def looks_ours(self) -> bool:
        """Whether anything in it points to an acta of this federation, true or forged."""
        signature = self.report["signature"] or {}
        if self.stored or signature.get("claims_known") or (self.code and self.is_ours(self.code)):
            return True
        return _carries_any(self.data, self.certificates)


def verify_bytes(
    data: bytes,
    *,
    trusted_certificates: Sequence[bytes],
    known: Container[str] | Callable[[str], bool] | None = None,
    codes: Container[str] | Callable[[str], bool] = (),
) -> Verification:
    """Judge a file that somebody dropped.

    `trusted_certificates`: the federation's own, DER or PEM. `known`: the SHA-256 of the
    stored PDFs (a container, or a function that asks the database); None where nothing is
    stored and the seal alone must do (the command with `--cert`). `codes`: codes of actas
    sealed here, which tell a changed file from a foreign one.

    Order: size and type, SHA-256 against the stored ones, seal, what was added after it,
    the JSON inside and its hash, the result recomputed from the sheets. Never raises on
    account of the file.
    """
    if len(data) > MAX_FILE_BYTES:
        return Verification(Status.TOO_LARGE, "", ("too_large",))
    digest = sha256(data)
    certificates = [_der(each) for each in trusted_certificates]
    if b"%PDF-" not in data[:1024] and not _carries_any(data, certificates):
        return Verification(Status.NOT_PDF, digest, ("not_pdf",))
    stored = known is not None and _asker(known)(digest)
    report = _inspect(data, certificates)
    file = _File(data, digest, stored, report, certificates, _asker(codes), _parts(report))
    if not _seal_is_good(report):
        return _unsealed(file)
    return _sealed(file, nothing_stored=known is None)


def _carries_any(data: bytes, certificates: Sequence[bytes]) -> bool:
    """Whether half of a certificate of ours stands in the raw file: one changed byte spoils one half only."""
    lower = data.lower()
    texts = [each.hex().encode("ascii") for each in certificates]
    return any(half in lower for text in texts for half in (text[: len(text) // 2], text[len(text) // 2 :]))


def _asker(known: Container[str] | Callable[[str], bool]) -> Callable[[str], bool]:
    return known if callable(known) else known.__contains__


def _der(certificate: bytes) -> bytes:
    if certificate.lstrip().startswith(b"-----BEGIN"):
        return x509.load_pem_x509_certificate(certificate).public_bytes(Encoding.DER)
    return certificate


def _inspect(data: bytes, certificates: Sequence[bytes]) -> dict[str, Any]:
    """Run the inspector on `data`; a process that dies or takes too long is a finding, not an error."""
    request = {
        "certificates": [each.hex() for each in certificates],
        "attachment": ATTACHMENT_NAME,
        "attachment_limit": MAX_BYTES,
    }
    too_expensive = {"problem": "too_expensive", "signatures": 0, "signature": None, "attachment": None}
    try:
        # Our own interpreter and our own script; the file goes in as data.
        finished = subprocess.run(  # noqa: S603
            [sys.executable, "-I", str(_INSPECTOR)],
            input=json.dumps(request).encode("ascii") + b"\n" + data,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            # None of the secrets in our environment is its business.
            env={"LANG": "C.UTF-8", "PATH": os.defpath},
        )
        report: dict[str, Any] = json.loads(finished.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return too_expensive
    return report


def _parts(report: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Content and signatures from the attached file; None when there is none or it is no acta."""
    if not report["attachment"]:
        return None
    try:
        return read_attached(base64.b64decode(report["attachment"], validate=True))
    except (DocumentError, binascii.Error):
        return None


def _seal_is_good(report: dict[str, Any]) -> bool:
    signature = report["signature"]
    if report["problem"] or report["signatures"] != 1:
        return False
    return all(signature[each] for each in ("good", "entire_file", "certified", "gap_clean"))


def _unsealed(file: _File) -> Verification:
    """The seal is missing or broken: altered when the file was ours once, unknown otherwise."""
    report, signature = file.report, file.report["signature"]
    if report["problem"]:
        reason = report["problem"]
    elif not signature:
        reason = "not_sealed"
    elif signature["good"] and (not signature["entire_file"] or report["signatures"] > 1):
        reason = "added_after_seal"
    elif signature["claims_known"]:
        reason = "seal_broken"
    else:
        reason = "foreign_seal"
    # What cannot be read in time proves nothing against the file.
    altered = reason != "too_expensive" and file.looks_ours
    return Verification(
        Status.ALTERED if altered else Status.UNKNOWN,
        file.digest,
        (reason,),
        stored=file.stored,
        signer=signature["signer"] if signature else "",
        claimed_code=file.code,
    )


def _sealed(file: _File, *, nothing_stored: bool) -> Verification:
    """The seal is good; content, stored bytes and result must agree with it."""
    signature = file.report["signature"]
    reasons: list[str] = []
    differences: list[str] = []
    status = Status.VALID
    if file.parts is None:
        status, reasons = Status.ALTERED, ["content_unreadable"]
    else:
        differences = recompute(file.parts[0])
        if differences:
            status, reasons = Status.ALTERED, ["result_differs"]
    if not file.stored and not nothing_stored:
        ours = file.looks_ours and file.is_ours(file.code)
        reasons.insert(0, "not_the_stored_file" if ours else "not_stored_here")
        status = Status.ALTERED if ours else Status.UNKNOWN
    return Verification(
        status,
        file.digest,
        tuple(reasons) or (("stored",) if file.stored else ("sealed",)),
        stored=file.stored,
        content=file.parts[0] if file.parts else None,
        signatures=file.parts[1] if file.parts else None,
        differences=tuple(differences),
        signer=signature["signer"],
        certificate=signature["certificate"],
        sealed_at=datetime.fromisoformat(signature["at"]) if signature["at"] else None,
        certificate_expired=signature["expired"],
        claimed_code=file.code,
    )
