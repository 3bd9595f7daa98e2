"""The federation's key and seal."""

import io
import shutil
import stat
import subprocess
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pikepdf
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
    pkcs12,
)
from cryptography.x509.oid import NameOID
from pikepdf.models.metadata import decode_pdf_date
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from matches.acta.seal import SealError, SealSigner, create_debug_key, load_signer, seal
from tests.matches.acta import sample


def _validation(data: bytes, signer: SealSigner) -> object:
    signature = PdfFileReader(io.BytesIO(data)).embedded_signatures[0]
    context = ValidationContext(trust_roots=[signer.signing_cert], allow_fetching=False)
    return validate_pdf_signature(signature, context)


def test_the_debug_key_is_private_and_made_once(tmp_path: Path) -> None:
    path = create_debug_key(tmp_path / "state" / "seal.pem")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.read_bytes()
    assert create_debug_key(path).read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_processes_that_start_together_agree_on_one_key(tmp_path: Path) -> None:
    path = tmp_path / "seal.pem"
    barrier = threading.Barrier(6)
    seen: list[bytes] = []

    def start() -> None:
        barrier.wait()
        seen.append(create_debug_key(path).read_bytes())

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 6
    assert len(set(seen)) == 1


def test_the_debug_certificate_says_that_it_is_no_good(signer: SealSigner) -> None:
    assert signer.is_demonstration
    assert "demostración" in signer.title


def test_pyhanko_accepts_the_seal(sealed: bytes, signer: SealSigner) -> None:
    status = _validation(sealed, signer)
    assert status.bottom_line
    assert status.signer_reported_dt == sample.SEALED_AT
    assert status.timestamp_validity is None


def test_nothing_may_be_added_to_a_sealed_acta(sealed: bytes) -> None:
    with pikepdf.open(io.BytesIO(sealed)) as opened:
        signature = opened.Root.Perms.DocMDP
        assert signature.SubFilter == "/ETSI.CAdES.detached"
        assert signature.Reference[0].TransformParams.P == 1
        field = opened.Root.AcroForm.Fields[0]
        assert [int(each) for each in field.Rect] == [0, 0, 0, 0]
        assert int(field.F) & 4, "an annotation of a PDF/A must be printable"
        assert not int(field.F) & 3, "and neither invisible nor hidden"


def test_the_sealed_file_is_still_an_archive_file(sealed: bytes, unsigned: bytes) -> None:
    assert sealed.startswith(unsigned)
    with pikepdf.open(io.BytesIO(sealed)) as opened:
        assert opened.Root.OutputIntents
        assert list(opened.attachments) == ["acta.json"]
        with opened.open_metadata() as metadata:
            assert (metadata["pdfaid:part"], metadata["pdfaid:conformance"]) == ("3", "B")


def test_every_date_in_a_sealed_acta_was_given_from_outside(sealed: bytes) -> None:
    with pikepdf.open(io.BytesIO(sealed)) as opened:
        dates = [decode_pdf_date(str(opened.docinfo[name])) for name in ("/CreationDate", "/ModDate")]
        described = opened.open_metadata()
        dates += [datetime.fromisoformat(described[name]) for name in ("xmp:CreateDate", "xmp:ModifyDate")]
    assert set(dates) == {sample.SEALED_AT}


def test_a_sealed_acta_is_small(sealed: bytes) -> None:
    assert len(sealed) < 120_000


def test_the_longest_usual_acta_is_small_too(signer: SealSigner) -> None:
    from matches.acta.pdf import render

    content = sample.long_content(25)
    pdf = render(
        content, sample.signatures(content), at=sample.SEALED_AT, verify_url="https://x", demonstration=True
    )
    assert len(seal(pdf, signer, at=sample.SEALED_AT, reason="Sello")) < 120_000


@pytest.mark.skipif(not shutil.which("pdfsig"), reason="poppler-utils is not installed")
def test_poppler_accepts_the_seal(sealed: bytes, tmp_path: Path) -> None:
    path = tmp_path / "acta.pdf"
    path.write_bytes(sealed)
    told = subprocess.run(["pdfsig", "-nocert", path], capture_output=True, check=True, text=True).stdout
    assert "Signature is Valid." in told
    assert "Total document signed" in told
    assert "ETSI.CAdES.detached" in told


@pytest.mark.skipif(not shutil.which("pdfsig"), reason="poppler-utils is not installed")
def test_poppler_finds_a_changed_byte(sealed: bytes, tmp_path: Path) -> None:
    changed = bytearray(sealed)
    changed[len(sealed) // 3] ^= 1
    path = tmp_path / "acta.pdf"
    path.write_bytes(changed)
    told = subprocess.run(["pdfsig", "-nocert", path], capture_output=True, check=False, text=True).stdout
    assert "Signature is Valid." not in told


def test_a_sealed_document_is_not_sealed_again(sealed: bytes, signer: SealSigner) -> None:
    with pytest.raises(SealError):
        seal(sealed, signer, at=sample.SEALED_AT, reason="otra vez")


def test_what_is_no_pdf_is_not_sealed(signer: SealSigner) -> None:
    with pytest.raises(SealError):
        seal(b"hola", signer, at=sample.SEALED_AT, reason="Sello")


def test_the_time_of_a_seal_must_be_aware(unsigned: bytes, signer: SealSigner) -> None:
    with pytest.raises(ValueError, match="aware"):
        seal(unsigned, signer, at=datetime(2026, 11, 28), reason="Sello")  # noqa: DTZ001


def _certificate(
    key: rsa.RSAPrivateKey, issuer_key: rsa.RSAPrivateKey, subject: str, issuer: str
) -> x509.Certificate:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.BasicConstraints(ca=key is issuer_key, path_length=None), critical=True)
        .sign(issuer_key, hashes.SHA256())
    )


@pytest.fixture(scope="module")
def authority() -> tuple[rsa.RSAPrivateKey, x509.Certificate, x509.Certificate]:
    """A federation's key certified by an authority, as in production."""
    root, key = (rsa.generate_private_key(65537, 3072) for _ in range(2))
    return (
        key,
        _certificate(key, root, "Federación", "Autoridad"),
        _certificate(root, root, "Autoridad", "Autoridad"),
    )


@pytest.mark.parametrize("password", [None, "secreto ñ"])
@pytest.mark.parametrize("kind", ["pem", "p12"])
def test_a_production_key_comes_from_a_file(
    authority: tuple[rsa.RSAPrivateKey, x509.Certificate, x509.Certificate],
    kind: str, password: str | None, tmp_path: Path, unsigned: bytes,
) -> None:  # fmt: skip
    key, certificate, root = authority
    lock = BestAvailableEncryption(password.encode()) if password else NoEncryption()
    path = tmp_path / f"seal.{kind}"
    if kind == "p12":
        path.write_bytes(pkcs12.serialize_key_and_certificates(b"sello", key, certificate, [root], lock))
    else:
        parts = [key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, lock)]
        path.write_bytes(
            b"".join([*parts, *(each.public_bytes(Encoding.PEM) for each in (certificate, root))])
        )
    signer = load_signer(path, password)
    assert not signer.is_demonstration
    assert signer.title == "Federación"
    data = seal(unsigned, signer, at=sample.SEALED_AT, reason="Sello")
    signature = PdfFileReader(io.BytesIO(data)).embedded_signatures[0]
    assert signature.signer_cert.dump() == signer.certificate_bytes
    signature.compute_integrity_info()
    assert not [each for each in signature.other_embedded_certs if each.dump() == signer.certificate_bytes]


def test_a_loaded_key_is_kept(key_file: Path, unsigned: bytes, tmp_path: Path) -> None:
    assert load_signer(key_file) is load_signer(str(key_file))
    other = tmp_path / "key.pem"
    other.write_bytes(key_file.read_bytes())
    first = load_signer(other)
    other.unlink()
    create_debug_key(other)
    assert load_signer(other).certificate_bytes != first.certificate_bytes


def test_a_seal_does_not_load_the_key_again(
    authority: tuple[rsa.RSAPrivateKey, x509.Certificate, x509.Certificate], unsigned: bytes
) -> None:
    key, certificate, root = authority
    signer = SealSigner(key, certificate, [root])
    seal(unsigned, signer, at=sample.SEALED_AT, reason="Sello")
    before = time.process_time()
    seal(unsigned, signer, at=sample.SEALED_AT, reason="Sello")
    # Loading and checking a 3072 bit key costs about 400 ms by itself.
    assert time.process_time() - before < 0.3


def test_bad_key_files_say_why(
    tmp_path: Path, key_file: Path, authority: tuple[rsa.RSAPrivateKey, x509.Certificate, x509.Certificate]
) -> None:
    with pytest.raises(SealError, match="No such file"):
        load_signer(tmp_path / "missing.pem")
    garbage = tmp_path / "garbage.p12"
    garbage.write_bytes(b"garbage")
    with pytest.raises(SealError):
        load_signer(garbage)
    key, certificate, _ = authority
    locked = tmp_path / "locked.p12"
    locked.write_bytes(
        pkcs12.serialize_key_and_certificates(b"x", key, certificate, None, BestAvailableEncryption(b"bueno"))
    )
    with pytest.raises(SealError):
        load_signer(locked, "malo")
    bare = tmp_path / "bare.pem"
    own = load_pem_private_key(key_file.read_bytes(), None)
    bare.write_bytes(own.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    with pytest.raises(SealError):
        load_signer(bare)
    crossed = tmp_path / "crossed.pem"
    crossed.write_bytes(bare.read_bytes() + certificate.public_bytes(Encoding.PEM))
    with pytest.raises(SealError, match="does not belong"):
        load_signer(crossed)
