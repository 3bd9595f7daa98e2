"""Two of the office at the same import at the same moment, with real connections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from federation.actions import people
from federation.actions.imports import uploading, working
from federation.models import AuditEntry, Import, Licence, Person, PersonalData
from federation.queries.audit import problems
from tests.federation import registry_world
from tests.federation.imports import making

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
Run = Callable[..., list[Any]]


def _codes(found: list[Any]) -> list[str]:
    return sorted(
        getattr(result, "code", repr(result)) if isinstance(result, Exception) else "done" for result in found
    )


def test_two_apply_one_import(run_together: Run) -> None:
    each = registry_world.build()
    source = making.people(each, *(making.person(number) for number in range(1, 30)))

    def apply() -> Import:
        return working.start(source=source, leave_out=False, by=each.office)

    assert _codes(run_together(apply, apply)) == ["done", "import_moved_on"]
    assert (Person.objects.count(), Licence.objects.count()) == (29, 29)
    assert AuditEntry.objects.filter(verb="import.applied").count() == 1
    assert list(problems()) == []


def test_two_workers_apply_one_big_import_once(run_together: Run) -> None:
    each = registry_world.build()
    source = making.people(each, *(making.person(number) for number in range(1, 20)))
    Import.objects.filter(pk=source.pk).update(state="applying", applied_by=each.office)
    run_together(lambda: working.work_on(source.pk), lambda: working.work_on(source.pk))
    working.work_on(source.pk)
    source.refresh_from_db()
    assert (source.state, Person.objects.count(), Licence.objects.count()) == ("applied", 19, 19)


def test_the_same_people_from_two_files_are_entered_once(run_together: Run) -> None:
    each = registry_world.build()
    rows = [making.person(number) for number in range(1, 20)]
    first, second = making.people(each, *rows), making.people(each, *rows)
    made = run_together(
        *(
            lambda source=source: working.start(source=source, leave_out=False, by=each.office)
            for source in (first, second)
        )
    )
    # Whoever came second has written nothing and is shown what he would do now: nothing.
    assert sorted(result.state for result in made) == ["applied", "ready"]
    assert (Person.objects.count(), Licence.objects.count()) == (19, 19)
    left = next(result for result in made if result.state == "ready")
    assert {verdict for _number, verdict in making.verdicts(left)} == {"equal"}
    assert list(problems()) == []


def test_somebody_enters_one_of_the_people_meanwhile(run_together: Run) -> None:
    each = registry_world.build()
    source = making.people(each, making.person(1), making.person(2))
    details = people.Details("DNI", making.dni(10_000_037))
    found = run_together(
        lambda: working.start(source=source, leave_out=False, by=each.office),
        lambda: each.person("Ana", "Núñez", surname_2="Abadba", details=details),
    )
    assert _codes(found) in (["document_taken", "done"], ["done", "done"])
    assert PersonalData.objects.filter(document=details.document).count() == 1
    source.refresh_from_db()
    assert source.state in ("applied", "ready")
    assert (source.state == "ready") == (Licence.objects.count() == 0)


def test_two_answer_different_things_and_both_are_kept(run_together: Run) -> None:
    each = registry_world.build()
    rows = [making.person(1, born="31/02/1990"), making.person(2, document="12345678A")]
    source = making.people(each, *rows)

    def correct(line: str, **cells: str) -> Callable[[], Import]:
        return lambda: uploading.correct(source=source, choices={"cells": {line: cells}}, by=each.office)

    found = run_together(correct("2", birth_date="28/02/1990"), correct("3", document=making.dni(5)))
    assert _codes(found) == ["done", "done"]
    assert making.verdicts(source) == [(2, "new"), (3, "new")]
