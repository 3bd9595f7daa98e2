"""One encounter's acta, rendered and sealed once for all tests of this folder."""

from pathlib import Path
from typing import Any

import pytest

from matches.acta.pdf import render
from matches.acta.seal import SealSigner, create_debug_key, load_signer, seal
from tests.matches.acta import sample


@pytest.fixture(scope="session")
def acta() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    content = sample.content()
    return content, sample.signatures(content)


@pytest.fixture(scope="session")
def unsigned(acta: tuple[dict[str, Any], list[dict[str, Any]]]) -> bytes:
    content, signatures = acta
    return render(content, signatures, at=sample.SEALED_AT, verify_url=sample.VERIFY_URL, demonstration=True)


@pytest.fixture(scope="session")
def key_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return create_debug_key(tmp_path_factory.mktemp("seal") / "key.pem")


@pytest.fixture(scope="session")
def signer(key_file: Path) -> SealSigner:
    return load_signer(key_file)


@pytest.fixture(scope="session")
def sealed(unsigned: bytes, signer: SealSigner) -> bytes:
    return seal(unsigned, signer, at=sample.SEALED_AT, reason="Sello del acta D1-2627-07-02")
