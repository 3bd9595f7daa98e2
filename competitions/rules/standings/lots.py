"""Lots drawn with a published seed, so that anybody can draw them again. Pure.

Each number is written after the seed and a colon (`seed:7`); whoever has the smallest SHA-256, written in
hexadecimal, comes first. Neither the order of the input nor who else takes part changes who goes before whom.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256


def digest_of(seed: str, lot: int) -> str:
    """What a number draws with a seed."""
    return sha256(f"{seed}:{lot}".encode()).hexdigest()


def drawn(seed: str, lots: Iterable[int]) -> tuple[int, ...]:
    """The numbers in the order in which they come out."""
    return tuple(sorted(lots, key=lambda lot: (digest_of(seed, lot), lot)))
