"""A file taken in, corrected, answered, and thrown away."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from federation import clock
from federation.actions import audit
from federation.actions.imports.targets import importer, target
from federation.actions.imports.working import begin_check, chain_of
from federation.actions.people import log_access
from federation.files.reading import has_more_rows, read_headers
from federation.models import ColumnMapping, Import, ImportRow, ImportState, Season, User
from federation.permissions import require_import
from federation.rules.chains import canonical
from federation.rules.errors import RuleError
from federation.rules.importing import BIG, ImportAct, next_state

SMALL_BYTES = 256 * 1024
"""Above it nobody counts the rows: it is big."""


@transaction.atomic
def upload(
    *,
    kind: str,
    season: Season | None,
    competition_key: int | None,
    name: str,
    data: bytes,
    by: User | None,
) -> Import:
    """Take a file and read it: at once, or by the worker when it is big.

    RuleError `import_needs_season`, `import_needs_competition`; ForbiddenError for whoever may not import
    this kind. The columns that somebody chose for these headers before are taken again; of a file that
    was imported before, also what was answered.
    """
    require_import(by, kind)
    about = importer(kind)
    if about.asks == "season" and season is None:
        raise RuleError("import_needs_season", field="season")
    if about.asks == "competition" and competition_key not in dict(about.scopes()):
        raise RuleError("import_needs_competition", field="competition")
    source = Import(
        kind=kind,
        season=season,
        competition_key=competition_key,
        file_name=name[:200],
        file=data,
        sha256=hashlib.sha256(data).hexdigest(),
        by=by,
        at=clock.now(),
    )
    _remember(source, data)
    source.save()
    _record(source, "import.uploaded", by, {"file": source.file_name, "sha256": source.sha256, "kind": kind})
    if about.personal:
        log_access(kind="import_file", by=by, detail=f"subido: {source.file_name}")
    begin_check(source, big=is_big(source))
    return source


def is_big(source: Import) -> bool:
    """Is reading it a job of the worker?"""
    data = bytes(source.file or b"")
    return len(data) > SMALL_BYTES or has_more_rows(data, source.file_name, target(source.kind), BIG)


def _remember(source: Import, data: bytes) -> None:
    same = Import.objects.filter(
        kind=source.kind,
        sha256=source.sha256,
        season=source.season,
        competition_key=source.competition_key,
        state=ImportState.APPLIED,
    )
    before = same.order_by("-applied_at", "-pk").first()
    if before is not None:
        source.choices, source.detected = before.choices, {"again_of": before.pk}
        return
    reading = read_headers(data, source.file_name, target(source.kind))
    mapping = ColumnMapping.objects.filter(
        kind=source.kind, headers_digest=headers_digest([cell.text for cell in reading.headers])
    ).first()
    if mapping is not None and reading.headers:
        source.choices, source.detected = {"columns": mapping.columns}, {"remembered": True}


def headers_digest(texts: list[str]) -> str:
    """What tells one row of headers from another."""
    return hashlib.sha256(canonical(texts).encode()).hexdigest()


@transaction.atomic
def correct(*, source: Import, choices: Mapping[str, Any], by: User | None) -> Import:
    """Take corrections of how a file is read, or answers to what it asks, and read it again.

    `choices` as `files.reading.read_file` knows them, and those of the kinds; None takes one back.
    `answers` and `cells` are added to what is there. ConflictError `import_moved_on`.
    """
    require_import(by, source.kind)
    locked = Import.objects.select_for_update().get(pk=source.pk)
    locked.state = next_state(locked.state, ImportAct.CORRECT)
    locked.choices = _merged(locked.choices, choices)
    if "columns" in choices:
        _keep_mapping(locked, by)
    _record(locked, "import.corrected", by, {"what": sorted(choices)})
    begin_check(locked, big=is_big(locked))
    return locked


def _merged(before: Mapping[str, Any], choices: Mapping[str, Any]) -> dict[str, Any]:
    after = dict(before)
    for name, value in choices.items():
        held = after.get(name)
        if value is None:
            after.pop(name, None)
        elif name in ("answers", "cells") and isinstance(held, Mapping):
            after[name] = {key: each for key, each in {**held, **value}.items() if each is not None}
        elif name == "rows_out" and isinstance(held, list):
            after[name] = sorted({*held, *value})
        else:
            after[name] = value
    return after


def _keep_mapping(source: Import, by: User | None) -> None:
    reading = read_headers(bytes(source.file or b""), source.file_name, target(source.kind), source.choices)
    if reading.headers and reading.refusal is None:
        ColumnMapping.objects.update_or_create(
            kind=source.kind,
            headers_digest=headers_digest([cell.text for cell in reading.headers]),
            defaults={"columns": source.choices["columns"], "by": by, "at": clock.now()},
        )


@transaction.atomic
def discard(*, source: Import, by: User | None) -> Import:
    """Throw an import away that has written nothing: its file and its rows go, that it was stays."""
    require_import(by, source.kind)
    locked = Import.objects.select_for_update().get(pk=source.pk)
    locked.state = next_state(locked.state, ImportAct.DISCARD)
    ImportRow.objects.filter(source=locked).delete()
    locked.file, locked.choices, locked.detected = None, {}, {}
    locked.save()
    _record(locked, "import.discarded", by, {})
    return locked


def note_taken(source: Import, by: User | None) -> None:
    """Note that somebody takes the file away."""
    if importer(source.kind).personal:
        log_access(kind="import_file", by=by, detail=f"descargado: {source.file_name}")


def _record(source: Import, verb: str, by: User | None, data: Mapping[str, object]) -> None:
    audit.record(chain=chain_of(source), verb=verb, subject=chain_of(source), by=by, data=data)
