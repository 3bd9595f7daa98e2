"""What is too large is refused by the length that it announces, without keeping it anywhere."""

from __future__ import annotations

import time

from django.http import HttpRequest

# A form's other fields and the borders between them.
ROOM_FOR_FIELDS = 64 * 1024
CHUNK = 64 * 1024
MOST_THROWN_AWAY = 64 * 1024 * 1024
SECONDS = 10


def is_oversize(request: HttpRequest, most: int) -> bool:
    """Say whether a request announces more than a form with a file of `most` bytes can have."""
    announced = request.META.get("CONTENT_LENGTH") or "0"
    return announced.isdecimal() and int(announced) > most + ROOM_FOR_FIELDS


def throw_away(request: HttpRequest) -> None:
    """Read what is coming and forget it, within limits.

    A browser shows the answer only when it could send everything; closing earlier
    would look like a fault of the network.
    """
    left, until = MOST_THROWN_AWAY, time.monotonic() + SECONDS
    while left > 0 and time.monotonic() < until:
        got = len(request.read(CHUNK))
        if not got:
            return
        left -= got
