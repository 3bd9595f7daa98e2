"""Secrets of the installation: read from the environment, or made once in debug.

Without `DJANGO_DEBUG` a missing secret stops the start with its name (design,
invariant 13). In debug each is made on first use in the state directory, outside
the repository, created exclusively with mode 600 so that two processes that
start together agree on one value.
"""

import contextlib
import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def read_or_make(name: str, *, debug: bool, state_dir: Path) -> str:
    """Give the secret `name`; raise ImproperlyConfigured with its name when it is missing outside debug."""
    value = os.environ.get(name, "")
    if value:
        return value
    path = os.environ.get(f"{name}_FILE", "")
    if path:
        try:
            return Path(path).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise ImproperlyConfigured(f"{name}_FILE: {error}") from error
    if not debug:
        raise ImproperlyConfigured(f"{name} is missing: set it, or {name}_FILE, in the environment")
    path_made = make_once(state_dir / name.lower(), lambda: secrets.token_urlsafe(48).encode())
    return path_made.read_text(encoding="utf-8").strip()


def make_once(path: Path, make: Callable[[], bytes]) -> Path:
    """Create `path` exclusively with mode 600 from what `make` gives, unless it is there; give `path`.

    Written whole under another name and linked into place: a second process never
    reads half a secret, and of two that start together one makes it and both use it.
    """
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as handle:
            handle.write(make())
        with contextlib.suppress(FileExistsError):
            os.link(temporary, path)
    finally:
        Path(temporary).unlink()
    return path
