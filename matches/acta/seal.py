"""The federation's seal: a PAdES certification signature over the finished PDF. Knows bytes and no tables.

The seal certifies with DocMDP P=1, so nothing may be added afterwards. It is
invisible: the page itself says who sealed, and a visible stamp could cost the PDF/A
conformance. The time written into it is the federation's own; without a time-stamp
authority nobody else vouches for it, and no text may claim so.
"""

import asyncio
import io
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path

from asn1crypto import x509 as asn1_x509
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.metadata.model import DocumentMetadata
from pyhanko.pdf_utils.misc import PdfError
from pyhanko.sign import PdfSignatureMetadata, PdfSigner
from pyhanko.sign.fields import MDPPerm, SigSeedSubFilter
from pyhanko.sign.general import SigningError
from pyhanko.sign.signers.pdf_cms import PdfCMSSignedAttributes, Signer
from pyhanko_certvalidator.registry import SimpleCertificateStore

from federation.secrets_store import make_once

FIELD_NAME = "SelloFederacion"
DEMONSTRATION = "CERTIFICADO DE DEMOSTRACIÓN"
_DEMONSTRATION_YEARS = 10

_SealKey = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey


class SealError(Exception):
    """The key cannot be used or the document cannot be sealed; the text says why, for the administrator."""


class SealSigner(Signer):
    """The federation's key and certificate, loaded and checked once.

    pyHanko's own signer loads and checks the key again for each signature, which
    costs up to 400 ms with RSA.
    """

    def __init__(
        self, key: _SealKey, certificate: x509.Certificate, chain: Iterable[x509.Certificate] = ()
    ) -> None:
        if _public(certificate.public_key()) != _public(key.public_key()):
            raise SealError("the certificate does not belong to the key")
        self._key = key
        self.certificate = certificate
        registry = SimpleCertificateStore()
        registry.register_multiple([_as_asn1(each) for each in chain])
        super().__init__(signing_cert=_as_asn1(certificate), cert_registry=registry, embed_roots=False)

    # The library's signature.
    async def async_sign_raw(self, data: bytes, digest_algorithm: str, dry_run: bool = False) -> bytes:  # noqa: FBT001, FBT002
        """Sign `data`; a dry run only gives as many bytes as a signature may take."""
        if dry_run:
            return bytes(self._key.key_size // 8 if isinstance(self._key, rsa.RSAPrivateKey) else 160)
        digest = _digest(digest_algorithm)
        if isinstance(self._key, rsa.RSAPrivateKey):
            return self._key.sign(data, padding.PKCS1v15(), digest)
        return self._key.sign(data, ec.ECDSA(digest))

    @property
    def certificate_bytes(self) -> bytes:
        """The certificate (DER), to be stored as one that verification trusts."""
        return self.certificate.public_bytes(serialization.Encoding.DER)

    @property
    def title(self) -> str:
        """Whose certificate it is, in words."""
        names = self.certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
        return str(names[0].value) if names else self.certificate.subject.rfc4514_string()

    @property
    def is_demonstration(self) -> bool:
        """Whether the certificate itself says that it is good for nothing but demonstration."""
        return any(attribute.value == DEMONSTRATION for attribute in self.certificate.subject)


def _public(key: object) -> bytes:
    if not isinstance(key, (rsa.RSAPublicKey, ec.EllipticCurvePublicKey)):
        raise SealError("the seal needs an RSA or an elliptic curve key")
    return key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)


def _as_asn1(certificate: x509.Certificate) -> asn1_x509.Certificate:
    return asn1_x509.Certificate.load(certificate.public_bytes(serialization.Encoding.DER))


def _digest(name: str) -> hashes.HashAlgorithm:
    return {"sha256": hashes.SHA256(), "sha384": hashes.SHA384(), "sha512": hashes.SHA512()}[name]


def create_debug_key(path: str | Path) -> Path:
    """Make a P-256 key with a self-signed demonstration certificate at `path`, unless it is there already.

    The file is created exclusively with mode 600; of two processes that start
    together one makes it and both use the same. Gives `path`.
    """
    return make_once(Path(path), _demonstration_pem)


def _demonstration_pem() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = _demonstration_certificate(key)
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ) + certificate.public_bytes(serialization.Encoding.PEM)


def _demonstration_certificate(key: ec.EllipticCurvePrivateKey) -> x509.Certificate:
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, DEMONSTRATION),
            x509.NameAttribute(NameOID.COMMON_NAME, "Sello de demostración, sin validez"),
        ]
    )
    now = datetime.now(UTC)
    usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=True,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # An acta of a demonstration may be dated in the past.
        .not_valid_before(now - timedelta(days=366))
        .not_valid_after(now + timedelta(days=365 * _DEMONSTRATION_YEARS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def load_signer(path: str | Path, password: str | None = None) -> SealSigner:
    """Load key and certificate from a PEM or PKCS#12 file; an unchanged file is read once per process.

    Raises SealError when the file is missing, the password is wrong or the key and
    certificate do not belong together.
    """
    path = Path(path)
    try:
        changed = path.stat().st_mtime_ns
    except OSError as error:
        raise SealError(f"seal key: {error}") from error
    return _load(path, changed, password or None)


@lru_cache(maxsize=4)
def _load(path: Path, _changed: int, password: str | None) -> SealSigner:
    secret = password.encode() if password else None
    try:
        data = path.read_bytes()
        if data.lstrip().startswith(b"-----BEGIN") or b"-----BEGIN" in data[:4096]:
            return _signer(
                serialization.load_pem_private_key(data, secret), *x509.load_pem_x509_certificates(data)
            )
        key, certificate, chain = pkcs12.load_key_and_certificates(data, secret)
    except (OSError, ValueError, TypeError) as error:
        raise SealError(f"seal key: {error}") from error
    return _signer(key, certificate, *chain)


def _signer(key: object, certificate: x509.Certificate | None = None, *chain: x509.Certificate) -> SealSigner:
    if certificate is None or not isinstance(key, (rsa.RSAPrivateKey, ec.EllipticCurvePrivateKey)):
        raise SealError("seal key: the file must hold an RSA or elliptic curve key and its certificate")
    return SealSigner(key, certificate, chain)


def seal(pdf: bytes, signer: SealSigner, *, at: datetime, reason: str, location: str = "") -> bytes:
    """Give `pdf` sealed by the federation: PAdES B-B, certified, nothing may be added.

    `at` (aware) is the time that the seal states. Raises SealError when the document
    is no PDF or is signed already.
    """
    if at.tzinfo is None:
        raise ValueError("the time of a seal must be aware")
    metadata = PdfSignatureMetadata(
        field_name=FIELD_NAME,
        md_algorithm="sha256",
        reason=reason,
        location=location or None,
        certify=True,
        docmdp_permissions=MDPPerm.NO_CHANGES,
        subfilter=SigSeedSubFilter.PADES,
    )
    try:
        return asyncio.run(_sign(PdfSigner(metadata, signer), pdf, at))
    except (SigningError, PdfError) as error:
        raise SealError(f"the document cannot be sealed: {error}") from error


class _ChangedAt(DocumentMetadata):
    """A document's metadata with a date of the last change that the library cannot set to the machine's."""

    def __init__(self, at: datetime) -> None:
        self._at = at
        super().__init__()

    @property
    def last_modified(self) -> datetime:
        """The time of the seal."""
        return self._at

    @last_modified.setter
    def last_modified(self, _value: object) -> None:
        """Whatever the library puts here, the seal has its own time."""


async def _sign(pdf_signer: PdfSigner, pdf: bytes, at: datetime) -> bytes:
    writer = IncrementalPdfFileWriter(io.BytesIO(pdf))
    # Writer and session would take the machine's clock; the acta has one time, given from outside.
    writer._meta = _ChangedAt(at)  # noqa: SLF001
    session = pdf_signer.init_signing_session(writer)
    session.system_time = at
    reserved = await session.estimate_signature_container_size(None)
    document = session.prepare_tbs_document(validation_info=None, bytes_reserved=reserved)
    output = io.BytesIO()
    digest, _ = document.digest_tbs_document(output=output)
    attributes = PdfCMSSignedAttributes(signing_time=at)
    await document.perform_signature(document_digest=digest.document_digest, pdf_cms_signed_attrs=attributes)
    return output.getvalue()
