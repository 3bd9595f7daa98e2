"""The work on an import: reading and comparing its rows, and applying them, in the request or as a job.

Both are found by state (`checking`, `applying`), so that a worker that was killed in the middle loses
nothing. Comparing writes its rows in one short transaction at the end, unless the state has moved on
meanwhile; applying looks at everything again behind its locks and writes in one transaction, or, when a
row would do something else by now than what was shown, writes nothing and shows it anew.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction

from federation import clock
from federation.actions import audit
from federation.actions.imports import rows as import_rows
from federation.actions.imports.targets import Importer, Scope, importer, target
from federation.files.reading import read_file
from federation.files.results import FileReading
from federation.models import Federation, Import, ImportRow, ImportState, RowVerdict, User
from federation.permissions import require_import
from federation.rules.errors import RuleError
from federation.rules.importing import BIG, ImportAct, Plan, next_state

logger = logging.getLogger(__name__)

ENTERING = (RowVerdict.NEW, RowVerdict.CHANGED, RowVerdict.EQUAL)
WRITING = (RowVerdict.NEW.value, RowVerdict.CHANGED.value)


def waiting() -> list[int]:
    """The imports that a worker has something to do for, the oldest first."""
    found = Import.objects.filter(state__in=[ImportState.CHECKING, ImportState.APPLYING])
    return list(found.order_by("pk").values_list("pk", flat=True))


def work_on(key: int) -> None:
    """Do what an import waits for; what breaks leaves it failed, with nothing half-written."""
    try:
        state = Import.objects.values_list("state", flat=True).get(pk=key)
        if state == ImportState.CHECKING:
            check(key)
        elif state == ImportState.APPLYING:
            apply(key)
    except RuleError as error:
        fail(key, error.code, error.data)
    except Exception:
        logger.exception("import %s broke", key)
        fail(key, "import_broke")


def check(key: int) -> None:
    """Read the file of an import that is being checked, compare its rows, and keep what they would do."""
    source = Import.objects.select_related("season").get(pk=key)
    if source.state != ImportState.CHECKING:
        return
    if source.file is None:
        fail(key, "import_file_gone")
        return

    def progress(done: int, total: int) -> None:
        Import.objects.filter(pk=key).update(progress=done, counts={"total": total})

    reading = read_file(
        bytes(source.file),
        source.file_name,
        target(source.kind),
        source.choices,
        today=clock.today(),
        time_zone=_zone(),
        told=progress,
    )
    found = [] if reading.refusal else _compared(source, reading)
    with transaction.atomic():
        # Whatever somebody has done meanwhile goes before what was read.
        locked = Import.objects.select_for_update().get(pk=key)
        if locked.state != ImportState.CHECKING or locked.choices != source.choices:
            return
        locked.detected = {**import_rows.detected_of(reading), **_kept(locked)}
        if reading.refusal is not None:
            refusal = reading.refusal
            _move(locked, ImportAct.FAIL, problem={"code": refusal.code, "data": dict(refusal.data)})
            ImportRow.objects.filter(source=locked).delete()
            return
        import_rows.replace(locked, found)
        _move(locked, ImportAct.CHECKED)


def _kept(source: Import) -> dict[str, Any]:
    return {name: source.detected[name] for name in ("remembered", "again_of") if name in source.detected}


def _compared(source: Import, reading: FileReading) -> list[ImportRow]:
    """The rows of a reading: those that may enter compared with the registry, the others as they are."""
    by = importer(source.kind)
    complete = [(row.number, row.values) for row in reading.rows if row.complete]
    plans = by.plan(complete, _scope(source))
    return import_rows.rows_of(source, reading, plans)


@transaction.atomic
def start(*, source: Import, leave_out: bool, by: User | None) -> Import:
    """Apply an import, or leave it to the worker above `BIG` rows.

    `leave_out`: rows with an error or an open question stay out; otherwise they keep everything out.
    RuleError `import_has_errors`, `import_nothing`, `import_only_compared`; ConflictError
    `import_moved_on`. When something has changed since it was looked at nothing is written: the import
    is `ready` again, its rows say what they would do now.
    """
    require_import(by, source.kind)
    locked = Import.objects.select_for_update().get(pk=source.pk)
    after = next_state(locked.state, ImportAct.APPLY)
    if importer(locked.kind).only_compared:
        raise RuleError("import_only_compared")
    counts = locked.counts
    if not leave_out and counts.get("error", 0) + counts.get("question", 0):
        raise RuleError("import_has_errors", field="leave_out")
    writing = counts.get("new", 0) + counts.get("changed", 0)
    if not writing:
        raise RuleError("import_nothing")
    locked.state, locked.applied_by, locked.progress = after, by, 0
    locked.detected.pop("changed_meanwhile", None)
    locked.save(update_fields=["state", "applied_by", "progress", "detected"])
    if writing <= BIG:
        apply(locked.pk)
        locked.refresh_from_db()
    return locked


def apply(key: int) -> None:
    """Write what an import that is being applied would do, all in one transaction."""
    with transaction.atomic():
        # A second worker passes by; where locks are not skipped it waits and finds it done.
        found = Import.objects.select_for_update(of=("self",), skip_locked=True).filter(pk=key)
        source = found.select_related("season", "applied_by").first()
        if source is None or source.state != ImportState.APPLYING:
            return
        rows = list(ImportRow.objects.filter(source=source))
        entering = [row for row in rows if row.verdict in ENTERING]
        by, scope = importer(source.kind), _scope(source)
        by.lock([row.written for row in entering], scope)
        plans = _planned(by, entering, scope)
        touched = _others(entering, plans)
        if not touched:
            touched = _write(by, entering, plans, scope)
        if touched:
            _show_anew(source, rows, touched)
        else:
            _finish(source, rows, plans)


def _planned(by: Importer, entering: Sequence[ImportRow], scope: Scope) -> list[Plan]:
    return by.plan([(row.number, row.values) for row in entering], scope)


def _others(entering: Sequence[ImportRow], plans: Sequence[Plan]) -> dict[int, Plan]:
    """The plans that are not what was shown, by the number of their row."""
    return {
        plan.number: plan
        for row, plan in zip(entering, plans, strict=True)
        if not plan.same_as(row.verdict, row.changes, row.written)
    }


def _write(
    by: Importer, entering: Sequence[ImportRow], plans: Sequence[Plan], scope: Scope
) -> dict[int, Plan]:
    """Write; when somebody else wrote the same between our look and this, give what is other now."""
    try:
        with transaction.atomic():
            by.write([plan for plan in plans if plan.verdict in WRITING], scope, scope.source.applied_by)
    except IntegrityError:
        touched = _others(entering, _planned(by, entering, scope))
        if not touched:
            raise
        return touched
    return {}


def _show_anew(source: Import, rows: Sequence[ImportRow], touched: Mapping[int, Plan]) -> None:
    for row in rows:
        if row.number in touched:
            import_rows.take_plan(row, touched[row.number], changed_meanwhile=True)
    import_rows.replace(source, rows)
    source.detected = {**source.detected, "changed_meanwhile": len(touched)}
    source.applied_by = None
    _move(source, ImportAct.CHECKED)


def _finish(source: Import, rows: Sequence[ImportRow], plans: Sequence[Plan]) -> None:
    by_number = {plan.number: plan for plan in plans}
    for row in rows:
        plan = by_number.get(row.number)
        row.written = {**plan.keys, **plan.work.get("written", {})} if plan is not None else {}
    import_rows.replace(source, rows)
    source.applied_at = clock.now()
    source.detected = {name: value for name, value in source.detected.items() if name != "sample"}
    _move(source, ImportAct.APPLIED)
    audit.record(
        chain=chain_of(source),
        verb="import.applied",
        subject=chain_of(source),
        by=source.applied_by,
        data={"counts": source.counts},
    )


def fail(key: int, code: str, data: Mapping[str, object] | None = None) -> None:
    """Note why the work on an import came to nothing."""
    with transaction.atomic():
        locked = Import.objects.select_for_update().get(pk=key)
        if locked.state in (ImportState.CHECKING, ImportState.APPLYING):
            told = {name: str(value) for name, value in (data or {}).items()}
            _move(locked, ImportAct.FAIL, problem={"code": code, "data": told})


def begin_check(source: Import, *, big: bool) -> None:
    """Let an import that was uploaded or corrected be checked: now, or by the worker when it is big."""
    source.progress = 0
    _move(source, ImportAct.CHECK, problem={})
    if not big:
        check(source.pk)
        source.refresh_from_db()


def chain_of(source: Import) -> str:
    """Where the audit tells of an import."""
    return f"import:{source.pk}"


def _scope(source: Import) -> Scope:
    return Scope(source, source.season, source.choices, clock.today())


def _zone() -> str:
    federation = Federation.objects.first()
    return federation.time_zone if federation else "Europe/Madrid"


def _move(source: Import, act: ImportAct, problem: dict[str, Any] | None = None) -> None:
    source.state = next_state(source.state, act)
    if problem is not None:
        source.problem = problem
    source.save()
