"""The acta as data: canonical JSON, its hash, the attached file, the short code. Pure, knows no tables.

`content` is everything that the parties see and sign; `signatures` is who signed it
and how. The file that travels inside the PDF holds both. docs/acta.md explains each
field, docs/acta.schema.json is obeyed to the letter.
"""

import hashlib
import json
import secrets
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from matches.acta import shape

SCHEMA = "acta/1"
ATTACHMENT_NAME = "acta.json"

# What one document may hold; beyond it the renderer takes minutes (see docs/acta.md).
MAX_BYTES = 1_000_000
MAX_HANDS = 600
MAX_STROKE_POINTS = 6_000

# Without 0 O, 1 I L and U: nothing that an eye or an ear confuses.
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_GROUPS = (4, 4, 2)

# Marks that turn the direction of what follows, and other invisible ones that let two
# different names look the same.
_INVISIBLE = frozenset(
    chr(point)
    for point in (
        0x00AD,
        0x061C,
        0x180E,
        0xFEFF,
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
    )
)


class DocumentError(ValueError):
    """The data is not an acta of this schema: a fault of the caller, or a forged file."""


def clean(value: Any) -> Any:
    """Give a copy of `value` fit to be signed: texts in NFC, without control or invisible characters.

    Line breaks stay; tabs become spaces. Lone surrogates, bidirectional marks and
    non-characters go, because the page would not show them or would show them as
    something else. Numbers and structure are left as they are.
    """
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, Mapping):
        return {clean_text(str(name)): clean(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [clean(item) for item in value]
    return value


def clean_text(text: str) -> str:
    """Give `text` as it may be signed and printed (see `clean`)."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    kept = "".join(" " if character == "\t" else character for character in lines if _may_stay(character))
    return unicodedata.normalize("NFC", kept).strip()


def _may_stay(character: str) -> bool:
    if character in "\n\t":
        return True
    if character in _INVISIBLE:
        return False
    point = ord(character)
    is_noncharacter = point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF
    return not is_noncharacter and unicodedata.category(character) not in {"Cc", "Cs"}


def check_content(content: Mapping[str, Any]) -> None:
    """Raise DocumentError unless `content` is an acta's content: shape, limits, clean texts, known people."""
    _check(content, "content")
    hands = sum(
        entry["kind"] in ("hand", "frame")
        for board in content["boards"]
        for partida in board["partidas"]
        for entry in partida["entries"]
    )
    if hands > MAX_HANDS:
        raise DocumentError(f"content.boards: more than {MAX_HANDS} hands in one document")
    unknown = sorted(_named(content) - set(content["people"]))
    if unknown:
        raise DocumentError(f"content.people: {', '.join(unknown[:5])} named but not described")


def check_signatures(signed: Mapping[str, Any], content_hash: str) -> None:
    """Raise DocumentError unless `signed` has the right shape and each signature is of this content."""
    _check(signed, "signed")
    if any(each != content_hash for each in _signed_hashes(signed)):
        raise DocumentError("signatures: a signature belongs to another content")
    points = sum(len(stroke) for each in signed["signatures"] for stroke in each["strokes"])
    if points > MAX_STROKE_POINTS:
        raise DocumentError(f"signatures: more than {MAX_STROKE_POINTS} points drawn")


def _check(value: Mapping[str, Any], definition: str) -> None:
    found = next(shape.problems(value, definition), None)
    if found:
        raise DocumentError(found)
    if clean(value) != value:
        raise DocumentError(f"{definition}: holds characters that cannot be signed; pass it through clean()")


def _signed_hashes(signed: Mapping[str, Any]) -> list[str]:
    return [signed["content_hash"], *(each["content_hash"] for each in signed["signatures"])]


def _named(content: Mapping[str, Any]) -> set[str]:
    """Everybody whom teams, line-ups, sheets and incidents name."""
    named: set[str] = set()
    for side in ("home", "away"):
        named.update(filter(None, [content["teams"][side]["captain"]]))
        line_up = content["line_ups"][side]
        named.update(line_up["substitutes"], *line_up["boards"])
        for board in content["boards"]:
            named.update(*(partida["starting"][side] for partida in board["partidas"]))
    if content["judge"]:
        named.add(content["judge"]["person"])
    for incident in content["incidents"]:
        named.update(incident["people"])
    return named


def canonical(value: object) -> bytes:
    """Give the one byte form of `value`: UTF-8, members sorted, no spaces, integers only.

    Raises DocumentError on floats, on text that has no UTF-8 form, and on anything that
    is not JSON.
    """
    _refuse_floats(value)
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
        return text.encode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise DocumentError(f"not a document: {error}") from error


def _refuse_floats(value: object) -> None:
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, float):
            raise DocumentError("figures are integers; a fraction was given")
        if isinstance(item, Mapping):
            pending.extend(item.values())
            if not all(isinstance(name, str) for name in item):
                raise DocumentError("a member's name is not text")
        elif isinstance(item, (list, tuple)):
            pending.extend(item)


def sha256(data: bytes) -> str:
    """Give the SHA-256 of `data`, in lower-case hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def content_hash(content: Mapping[str, Any]) -> str:
    """Check `content` and give the hash that the parties sign and the page prints."""
    check_content(content)
    return sha256(canonical(content))


def signed_part(content: Mapping[str, Any], signatures: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Give the second part of the file; each signature must carry the hash of what it saw."""
    return {"content_hash": content_hash(content), "signatures": [dict(each) for each in signatures]}


def attached_file(content: Mapping[str, Any], signed: Mapping[str, Any]) -> bytes:
    """Give the bytes of acta.json; raise DocumentError when the two parts do not belong together."""
    check_signatures(signed, content_hash(content))
    data = canonical({"content": content, "signatures": signed})
    if len(data) > MAX_BYTES:
        raise DocumentError(f"the document is larger than {MAX_BYTES} bytes")
    return data


def read_attached(data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read acta.json back into content and signatures.

    Raises DocumentError on anything but the exact bytes that `attached_file` writes:
    another order, repeated members, fractions or a hash that is not the content's.
    """
    if len(data) > MAX_BYTES:
        raise DocumentError(f"the document is larger than {MAX_BYTES} bytes")
    try:
        loaded = json.loads(data.decode("utf-8"), parse_float=_no_fraction, parse_constant=_no_fraction)
    except (ValueError, RecursionError) as error:
        raise DocumentError(f"not a document: {error}") from error
    if not isinstance(loaded, dict) or set(loaded) != {"content", "signatures"}:
        raise DocumentError("content and signatures expected")
    content, signed = loaded["content"], loaded["signatures"]
    if not isinstance(content, dict) or not isinstance(signed, dict):
        raise DocumentError("content and signatures expected")
    # Comparing bytes also finds repeated members and every other spelling of the same data.
    if attached_file(content, signed) != data:
        raise DocumentError("not in canonical form")
    return content, signed


def _no_fraction(text: str) -> None:
    raise DocumentError(f"figures are integers; found {text[:20]}")


def new_code() -> str:
    """Make a short code for the verification page, such as 4KQ7-M2XR-9D (48 bits of chance)."""
    return _grouped("".join(secrets.choice(CODE_ALPHABET) for _ in range(sum(CODE_GROUPS))))


def normal_code(typed: str) -> str | None:
    """Give the code that a person meant by `typed` (any case, spaces or hyphens), or None when it is none."""
    bare = "".join(character for character in typed.upper() if character.isalnum())
    if len(bare) != sum(CODE_GROUPS) or any(character not in CODE_ALPHABET for character in bare):
        return None
    return _grouped(bare)


def _grouped(bare: str) -> str:
    groups, start = [], 0
    for size in CODE_GROUPS:
        groups.append(bare[start : start + size])
        start += size
    return "-".join(groups)
