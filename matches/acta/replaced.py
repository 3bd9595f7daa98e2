"""What a version says of the one that it replaces: why, by whom, what has changed, who signed that one."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import formats
from django.utils.translation import gettext as _

from matches.acta import words


def replaced(content: Mapping[str, Any], zone: ZoneInfo, entrants: str) -> dict[str, Any] | None:
    """The section on the version before, for the template; None in a first version.

    `entrants` are those who meet: teams, pairs or players.
    """
    before = content["replaces"]
    if not before:
        return None
    rows = [
        (label, _both(before["result"][key]), _both(content["result"][key]))
        for key, label in (
            ("partidas", _("Partidas")),
            ("boards", _("Mesas")),
            ("tantos", _("Tantos")),
            ("points", _("Puntos")),
        )
    ]
    return {
        "before": before,
        "rows": rows,
        "decided": _moment(before["decided_at"], zone),
        "title": words.REPLACED_HOW.get(before.get("how", "correct"), words.REPLACED_HOW["correct"]),
        "body": before.get("body", ""),
        "signed": _signed(before, zone, entrants),
    }


def _both(pair: Mapping[str, int]) -> str:
    return f"{pair['home']}–{pair['away']}"


def _moment(text: str, zone: ZoneInfo) -> str:
    moment = datetime.fromisoformat(text).astimezone(zone)
    return _("%(day)s a las %(hour)s") % {
        "day": formats.date_format(moment, "DATE_FORMAT"),
        "hour": moment.strftime("%H:%M"),
    }


def _signed(before: Mapping[str, Any], zone: ZoneInfo, entrants: str) -> dict[str, Any] | None:
    """The signatures of the last version that the parties signed: theirs on that one, and on no other."""
    signed = before.get("signed")
    if not signed:
        return None
    rows = [
        {
            "name": each["name"],
            "role": words.office(each["role"], entrants),
            "kind": words.SIGNATURE_KINDS[each["kind"]],
            "at": _moment(each["at"], zone),
            "text": each["text"],
        }
        for each in signed["signatures"]
    ]
    hashes = {each["content_hash"] for each in signed["signatures"]}
    return {"version": signed["version"], "rows": rows, "hash": ", ".join(sorted(hashes))}
