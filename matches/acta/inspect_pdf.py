"""Reads one PDF that anybody may have made, in a process of its own with limits, and reports in JSON.

Run by `verify.py`, never imported by the web process. Standard input: a line of JSON
(`certificates`: trusted certificates, DER in hexadecimal; `attachment`: its name;
`attachment_limit`: bytes), then the PDF. Standard output: one JSON object, see `inspect`.
Imports nothing of the project, so that it runs isolated.
"""

import base64
import hashlib
import io
import json
import logging
import resource
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from asn1crypto import cms, x509
from pyhanko.pdf_utils.misc import PdfDecodeLimitError
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import MDPPerm
from pyhanko.sign.validation import (
    EmbeddedPdfSignature,
    SignatureCoverageLevel,
    validate_pdf_signature,
)
from pyhanko.sign.validation.settings import KeyUsageConstraints
from pyhanko_certvalidator import ValidationContext

CPU_SECONDS = 10
MEMORY_BYTES = 768 * 1024 * 1024
MAX_NAME_NODES = 200


def set_limits() -> None:
    """Bound processor time and memory, and forbid writing files and core dumps; pipes are no files."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def inspect(data: bytes, certificates: Sequence[bytes], name: str, limit: int) -> dict[str, Any]:
    """Report what the PDF holds.

    `problem`: None, "unreadable" or "too_expensive". `signatures`: how many there are.
    `signature`: findings about the only one, see `_signature_report`. `attachment`:
    base64 of the attached file called `name`, None when there is none within `limit`.
    """
    report: dict[str, Any] = {"problem": None, "signatures": 0, "signature": None, "attachment": None}
    try:
        reader = PdfFileReader(io.BytesIO(data))
        report["attachment"] = _attachment(reader, name, limit)
        signatures = list(reader.embedded_signatures)
        report["signatures"] = len(signatures)
        if signatures:
            report["signature"] = _signature_report(signatures[0], data, certificates)
    except (MemoryError, PdfDecodeLimitError):
        report["problem"] = "too_expensive"
    # Whatever a forged file provokes in the libraries means one thing: it cannot be read.
    except Exception:  # noqa: BLE001
        report["problem"] = "unreadable"
    return report


def _attachment(reader: PdfFileReader, name: str, limit: int) -> str | None:
    for each in _file_specifications(reader):
        if str(_entry(each, "/UF", _entry(each, "/F", ""))) == name:
            content: bytes = each["/EF"]["/F"].data
            return base64.b64encode(content).decode("ascii") if len(content) <= limit else None
    return None


def _entry(dictionary: Any, key: str, otherwise: Any) -> Any:
    """What stands under a key, followed to the object that it refers to."""
    # Not `dictionary.get`: pyHanko's gives the reference itself.
    return dictionary[key] if key in dictionary else otherwise  # noqa: SIM401


def _file_specifications(reader: PdfFileReader) -> Iterator[Any]:
    """Walk the name tree of embedded files, no further than an honest file needs."""
    root = _entry(_entry(reader.root, "/Names", {}), "/EmbeddedFiles", None)
    pending = [] if root is None else [root]
    for _ in range(MAX_NAME_NODES):
        if not pending:
            return
        node = pending.pop()
        pairs = _entry(node, "/Names", ())
        for index in range(1, min(len(pairs), 2 * MAX_NAME_NODES), 2):
            yield pairs[index]
        kids = _entry(node, "/Kids", ())
        # By index, so that each is followed to the object that it refers to.
        pending.extend(kids[index] for index in range(min(len(kids), MAX_NAME_NODES)))


def _signature_report(
    signature: EmbeddedPdfSignature, data: bytes, certificates: Sequence[bytes]
) -> dict[str, Any]:
    """What is to be known about a signature.

    `claims_known`: it names, or carries the key of, a trusted certificate. `good`: pyHanko's
    bottom line with trust in exactly those certificates. `entire_file`, `certified` (nothing
    may be added), `gap_clean`: nothing follows or hides beside what is signed.
    """
    trusted = [x509.Certificate.load(each) for each in certificates]
    moment = signature.self_reported_timestamp
    report: dict[str, Any] = {
        "claims_known": _names_one_of(signature, trusted),
        "good": False,
        "entire_file": False,
        "certified": False,
        "gap_clean": _gap_is_clean(signature, data),
        "signer": "",
        "certificate": "",
        "at": moment.isoformat() if moment else None,
        "expired": False,
    }
    try:
        certificate = signature.signer_cert
        report["signer"] = certificate.subject.native.get("common_name") or certificate.subject.human_friendly
        report["certificate"] = hashlib.sha256(certificate.dump()).hexdigest()
        report["claims_known"] |= any(
            certificate.public_key.dump() == each.public_key.dump() for each in trusted
        )
        report["expired"] = not _valid_now(certificate)
        status = validate_pdf_signature(
            signature,
            signer_validation_context=_context(certificate, trusted),
            key_usage_settings=KeyUsageConstraints(
                key_usage={"non_repudiation", "digital_signature"}, match_all_key_usages=False
            ),
        )
    except MemoryError:
        raise
    # The same here: a signature that breaks the validator is not a good one.
    except Exception:  # noqa: BLE001
        return report
    report["good"] = bool(status.bottom_line) and certificate.dump() in certificates
    report["entire_file"] = signature.coverage == SignatureCoverageLevel.ENTIRE_FILE
    report["certified"] = signature.docmdp_level == MDPPerm.NO_CHANGES
    return report


def _context(certificate: x509.Certificate, trusted: Sequence[x509.Certificate]) -> ValidationContext:
    # The certificate itself is what we trust, stored while it was in force; an acta must
    # not turn bad when it expires. So the chain is judged at a moment within its validity.
    now = datetime.now(UTC)
    moment = min(max(now, certificate.not_valid_before), certificate.not_valid_after)
    return ValidationContext(
        trust_roots=list(trusted),
        allow_fetching=False,
        revocation_mode="soft-fail",
        moment=moment,
        best_signature_time=moment,
    )


def _valid_now(certificate: x509.Certificate) -> bool:
    return bool(certificate.not_valid_before <= datetime.now(UTC) <= certificate.not_valid_after)


def _names_one_of(signature: EmbeddedPdfSignature, trusted: Sequence[x509.Certificate]) -> bool:
    sid = signature.signer_info["sid"]
    if sid.name != "issuer_and_serial_number":
        return False
    issuer, serial = sid.chosen["issuer"].dump(), sid.chosen["serial_number"].native
    return any(each.issuer.dump() == issuer and each.serial_number == serial for each in trusted)


def _gap_is_clean(signature: EmbeddedPdfSignature, data: bytes) -> bool:
    """Whether the stretch that no signature covers holds it and zeros, written as we write them."""
    _, before, after, _ = (int(each) for each in signature.byte_range)
    content: bytes = signature.pkcs7_content
    filling = content[len(cms.ContentInfo.load(content).dump()) :]
    return (
        not filling.strip(b"\x00")
        and data[before:after] == b"<" + content.hex().upper().encode("ascii") + b">"
    )


def main() -> None:
    """Read the request from standard input and write the report."""
    logging.disable(logging.CRITICAL)
    set_limits()
    request = json.loads(sys.stdin.buffer.readline())
    certificates = [bytes.fromhex(each) for each in request["certificates"]]
    data = sys.stdin.buffer.read()
    report = inspect(data, certificates, request["attachment"], request["attachment_limit"])
    sys.stdout.write(json.dumps(report))


if __name__ == "__main__":
    main()
