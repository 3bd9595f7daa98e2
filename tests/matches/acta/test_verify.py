"""A file that somebody dropped: ours as sealed, ours and changed, or none of ours."""

import io
import json
import resource
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter

from matches.acta import document, verify
from matches.acta.pdf import render
from matches.acta.seal import SealSigner, create_debug_key, load_signer, seal
from matches.acta.verify import Status, Verification, verify_bytes
from matches.acta.words import REASONS, reason_words
from tests.matches.acta import sample

Acta = tuple[dict[str, Any], list[dict[str, Any]]]
CODE = "4KQ7-M2XR-9D"


@pytest.fixture(scope="session")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> SealSigner:
    return load_signer(create_debug_key(tmp_path_factory.mktemp("stranger") / "key.pem"))


def _ask(data: bytes, signer: SealSigner, **known: Any) -> Verification:
    return verify_bytes(data, trusted_certificates=[signer.certificate_bytes], **known)


def test_the_stored_file_is_valid(acta: Acta, sealed: bytes, signer: SealSigner) -> None:
    found = _ask(sealed, signer, known={document.sha256(sealed)}, codes={CODE})
    assert (found.status, found.reasons, found.stored) == (Status.VALID, ("stored",), True)
    assert found.content == acta[0]
    assert found.signatures is not None
    assert found.signatures["signatures"] == acta[1]
    assert found.sealed_at == sample.SEALED_AT
    assert found.differences == ()
    assert "demostración" in found.signer
    assert not found.certificate_expired


def test_the_seal_alone_does_where_nothing_is_stored(sealed: bytes, signer: SealSigner) -> None:
    pem = signer.certificate.public_bytes(Encoding.PEM)
    found = verify_bytes(sealed, trusted_certificates=[pem])
    assert (found.status, found.reasons) == (Status.VALID, ("sealed",))


def test_the_database_may_be_asked_by_a_function(sealed: bytes, signer: SealSigner) -> None:
    asked: list[str] = []
    found = _ask(sealed, signer, known=lambda digest: not asked.append(digest))
    assert found.status is Status.VALID
    assert asked == [document.sha256(sealed)]


def test_trust_is_never_in_the_certificate_inside(sealed: bytes, stranger: SealSigner) -> None:
    found = _ask(sealed, stranger)
    assert (found.status, found.reasons) == (Status.UNKNOWN, ("foreign_seal",))
    assert found.content is None
    assert verify_bytes(sealed, trusted_certificates=[]).status is Status.UNKNOWN


def _places(sealed: bytes, signer: SealSigner) -> dict[str, int]:
    """Where a byte is changed: in every part of the file, covered by the signature or not."""
    hexadecimal = sealed.lower().index(signer.certificate_bytes.hex().encode())
    contents = sealed.index(b"/Contents <") + 11
    last_hex = sealed.index(b">", contents) - 1
    return {
        "the header": 1,
        "the version": 7,
        "a quarter": len(sealed) // 4,
        "the middle": len(sealed) // 2,
        "the seal's own start": contents + 2,
        "the first half of the certificate": hexadecimal + 200,
        "the second half of the certificate": hexadecimal + len(signer.certificate_bytes) + 100,
        "the zeros after the seal": last_hex - 10,
        "the last zero": last_hex,
        "the signed range": sealed.index(b"/ByteRange") + 14,
        "the permissions": sealed.index(b"/DocMDP"),
        "the pointer to the index": sealed.rindex(b"startxref") + 11,
        "the end": len(sealed) - 3,
    }


PLACES = [
    "the header", "the version", "a quarter", "the middle", "the seal's own start",
    "the first half of the certificate", "the second half of the certificate", "the zeros after the seal",
    "the last zero", "the signed range", "the permissions", "the pointer to the index", "the end",
]  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_one_changed_byte_is_told(sealed: bytes, signer: SealSigner, place: str) -> None:
    changed = bytearray(sealed)
    changed[_places(sealed, signer)[place]] ^= 1
    found = _ask(bytes(changed), signer)
    assert found.status is Status.ALTERED
    assert found.content is None


def test_a_letter_of_the_seal_in_another_case_is_a_changed_byte(sealed: bytes, signer: SealSigner) -> None:
    start = sealed.index(b"/Contents <") + 11
    place = next(index for index in range(start, start + 400) if sealed[index : index + 1].isalpha())
    changed = sealed[:place] + sealed[place : place + 1].lower() + sealed[place + 1 :]
    assert changed != sealed
    assert _ask(changed, signer).status is Status.ALTERED


def test_a_cut_file_is_altered(sealed: bytes, signer: SealSigner) -> None:
    assert _ask(sealed[:-1500], signer).status is Status.ALTERED


def test_bytes_after_the_end_are_told(sealed: bytes, signer: SealSigner) -> None:
    found = _ask(sealed + b"\n% nota\n", signer)
    assert (found.status, found.reasons) == (Status.ALTERED, ("added_after_seal",))


def test_an_incremental_update_is_told(sealed: bytes, signer: SealSigner) -> None:
    writer = IncrementalPdfFileWriter(io.BytesIO(sealed))
    writer.root["/Lang"] = generic.pdf_string("fr")
    writer.update_root()
    output = io.BytesIO()
    writer.write(output)
    found = _ask(output.getvalue(), signer)
    assert found.status is Status.ALTERED


def test_a_rewritten_copy_without_seal_is_altered_when_its_code_is_ours(
    sealed: bytes, unsigned: bytes, signer: SealSigner
) -> None:
    found = _ask(unsigned, signer, known=set(), codes={CODE})
    assert (found.status, found.reasons, found.claimed_code) == (Status.ALTERED, ("not_sealed",), CODE)
    assert _ask(unsigned, signer).status is Status.UNKNOWN


def test_a_forged_acta_with_a_known_code_and_a_foreign_seal_is_altered(
    unsigned: bytes, signer: SealSigner, stranger: SealSigner
) -> None:
    forged = seal(unsigned, stranger, at=sample.SEALED_AT, reason="Sello")
    assert _ask(forged, signer, known=set(), codes={CODE}).status is Status.ALTERED
    found = _ask(forged, signer, known=set())
    assert (found.status, found.reasons) == (Status.UNKNOWN, ("foreign_seal",))


def test_a_well_sealed_file_that_is_not_the_stored_one(sealed: bytes, signer: SealSigner) -> None:
    found = _ask(sealed, signer, known=set(), codes={CODE})
    assert (found.status, found.reasons[0]) == (Status.ALTERED, "not_the_stored_file")
    found = _ask(sealed, signer, known=set())
    assert (found.status, found.reasons[0]) == (Status.UNKNOWN, "not_stored_here")


def test_a_sealed_acta_whose_sheets_give_another_result(acta: Acta, signer: SealSigner) -> None:
    content = {**acta[0], "result": {**acta[0]["result"], "points": {"home": 0, "away": 3}}}
    pdf = render(content, [], at=sample.SEALED_AT, verify_url=sample.VERIFY_URL, demonstration=True)
    found = _ask(seal(pdf, signer, at=sample.SEALED_AT, reason="Sello"), signer)
    assert (found.status, found.reasons) == (Status.ALTERED, ("result_differs",))
    assert len(found.differences) == 2


def test_a_sealed_pdf_without_acta_inside(signer: SealSigner) -> None:
    blank = pikepdf.new()
    blank.add_blank_page()
    output = io.BytesIO()
    blank.save(output)
    data = seal(output.getvalue(), signer, at=sample.SEALED_AT, reason="Sello")
    assert _ask(data, signer).reasons == ("content_unreadable",)


@pytest.mark.parametrize(
    "data", [b"", b"hola", b"PK\x03\x04", b"\x89PNG", b"<html>", b"\x00" * 2000], ids=range(6)
)
def test_what_is_no_pdf_is_said_so(signer: SealSigner, data: bytes) -> None:
    assert _ask(data, signer).status is Status.NOT_PDF


def test_a_large_file_is_refused_unread(signer: SealSigner) -> None:
    before = time.monotonic()
    found = _ask(b"%PDF-1.7" + bytes(50 * 1024 * 1024), signer)
    assert found.status is Status.TOO_LARGE
    assert time.monotonic() - before < 0.5


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7",
        b"%PDF-1.7\n" + b"[" * 200_000,
        b"%PDF-1.7\n1 0 obj\n<<" + b"/A <<" * 50_000,
        b"%PDF-1.7\nxref\n0 99999999999\ntrailer\n<</Root 1 0 R/Size 5>>\nstartxref\n9\n%%EOF",
        b"%PDF-1.7\nstartxref\n-5\n%%EOF",
    ],
    ids=["bare", "brackets", "dictionaries", "index", "pointer"],
)
def test_broken_pdfs_are_unknown(signer: SealSigner, data: bytes) -> None:
    found = _ask(data, signer)
    assert found.status is Status.UNKNOWN
    assert found.reasons[0] in {"unreadable", "too_expensive", "not_sealed"}


def _bomb() -> bytes:
    """A PDF of some kilobytes whose attachment unfolds to two gigabytes."""
    packer, block = zlib.compressobj(9), bytes(16 * 1024 * 1024)
    packed = b"".join(packer.compress(block) for _ in range(128)) + packer.flush()
    blank = pikepdf.new()
    blank.add_blank_page()
    stream = blank.make_stream(b"")
    stream.write(
        zlib.compress(packed, 9), filter=pikepdf.Array([pikepdf.Name.FlateDecode, pikepdf.Name.FlateDecode])
    )
    specification = pikepdf.Dictionary(
        Type=pikepdf.Name.Filespec, F="acta.json", UF="acta.json", EF=pikepdf.Dictionary(F=stream)
    )
    tree = pikepdf.Dictionary(Names=["acta.json", blank.make_indirect(specification)])
    blank.Root.Names = pikepdf.Dictionary(EmbeddedFiles=tree)
    output = io.BytesIO()
    blank.save(output, compress_streams=False)
    return output.getvalue()


def test_a_decompression_bomb_is_bounded(signer: SealSigner) -> None:
    data = _bomb()
    assert len(data) < 100_000
    before = time.monotonic()
    found = _ask(data, signer)
    assert (found.status, found.reasons) == (Status.UNKNOWN, ("too_expensive",))
    assert time.monotonic() - before < verify.SECONDS
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert used < 900 * 1024, "the inspector's memory was not bounded"


def test_the_inspector_runs_without_the_project_and_its_secrets(sealed: bytes, signer: SealSigner) -> None:
    script = Path(verify.__file__).with_name("inspect_pdf.py")
    request = {
        "certificates": [signer.certificate_bytes.hex()], "attachment": "acta.json", "attachment_limit": 10,
    }  # fmt: skip
    finished = subprocess.run(
        [sys.executable, "-I", script],
        input=json.dumps(request).encode() + b"\n" + sealed,
        capture_output=True,
        check=True,
        env={},
        cwd="/",
    )
    report = json.loads(finished.stdout)
    assert report["signature"]["good"]
    assert report["attachment"] is None, "larger than the limit"
    source = script.read_text()
    assert "django" not in source.lower()
    assert "from matches" not in source


def test_every_reason_has_words() -> None:
    assert all(str(words) for words in REASONS.values())
    assert reason_words("stored").startswith("El archivo")
