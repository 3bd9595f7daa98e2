"""Two records of one person made one, and made two again: nothing is lost either way.

What points at the record that goes is moved to the one that stays, except what was written once
(sheets, signatures, the audit) and what was played, which go on naming it. It stays, marked with the
record that it leads to, and shows its name. `PersonMerge.moved` holds what an undo needs:

    {"rows": [{"table", "field", "keys": {key: digest after the move}}],
     "person": {column: [kept's before, gone's before, both's after]},
     "apart": {"details": {"how", "columns", "digests"}, "photo": {…}},
     "found_by": {"words", "keys", "pairs"}: rows that were added so that either name finds it}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from federation import clock
from federation.actions import audit, duplicates, merging_apart
from federation.actions.people import SHOWN
from federation.models import Person, PersonMerge, PersonWord, User
from federation.permissions import require_office
from federation.queries import merging as queries
from federation.queries.people import keys_of
from federation.queries.rows import columns_of, digest, plain, valued
from federation.queries.ties import Tie, ties
from federation.rules import merging as rules
from federation.rules.errors import ConflictError
from federation.rules.merging import MergeRefusedError, Origin
from federation.rules.names import sort_key

VERSION = "version"
COLUMNS = {"consent_on": "public_name_consent_on"}
"""Fields of the rule whose column has another name."""


@transaction.atomic
def merge(*, kept: Person, gone: Person, chosen: Mapping[str, Origin], by: User | None) -> PersonMerge:
    """Make one record of two: `kept` stays, `gone` leads to it; `chosen` says whose value where they differ.

    MergeRefusedError with everything that forbids it; RuleError `merge_choose` (field) for a document
    or birth date that nobody has chosen. Forbidden for whoever does not run the office.
    """
    require_office(by)
    kept, gone = _locked(kept.pk, gone.pk)
    against = queries.everything_against(kept, gone)
    if against:
        raise MergeRefusedError(against)
    winners = rules.outcome(queries.record_of(kept), queries.record_of(gone), chosen)
    moved: dict[str, Any] = {"apart": merging_apart.take_over(kept, gone, winners)}
    moved["person"] = _take_over_name(kept, gone, winners)
    moved["rows"] = [each for tie in ties() if (each := _move(tie, kept.pk, gone.pk))]
    gone.merged_into = kept
    gone.save()
    moved["found_by"] = _find_by_both(kept, gone)
    made = PersonMerge.objects.create(kept=kept, gone=gone, moved=moved, by=by, at=clock.now())
    counts = {each["table"]: len(each["keys"]) for each in moved["rows"]}
    _record("person.merged", kept, by, {"other": gone.pk, "moved": counts})
    _record("person.merged_into", gone, by, {"other": kept.pk})
    return made


@transaction.atomic
def undo(*, merge: PersonMerge, by: User | None) -> PersonMerge:
    """Make two records again of what `merge` made one, exactly as they were.

    ConflictError `merge_undone_already`; `merge_changed_since` (`what` says what) when something that
    was moved or taken over says something else by now, or lies elsewhere: that is put right first.
    """
    require_office(by)
    _locked(merge.kept_id, merge.gone_id)
    locked = PersonMerge.objects.select_for_update().get(pk=merge.pk)
    kept = Person.objects.get(pk=locked.kept_id)
    gone = Person.objects.get(pk=locked.gone_id)
    if locked.undone_at is not None or gone.merged_into_id is None:
        raise ConflictError("merge_undone_already")
    changed = changed_since(locked, kept, gone)
    if changed:
        raise ConflictError("merge_changed_since", what=", ".join(changed))
    for each in locked.moved["rows"]:
        tie = _tie(each)
        tie.rows(kept.pk).filter(pk__in=list(each["keys"])).update(**{tie.field: gone.pk})
    merging_apart.give_back(kept, gone, locked.moved["apart"])
    _give_back_name(kept, gone, locked.moved["person"])
    locked.undone_at, locked.undone_by = clock.now(), by
    locked.save(update_fields=["undone_at", "undone_by"])
    PersonWord.objects.filter(pk__in=locked.moved["found_by"]["words"]).delete()
    duplicates.forget_added(locked.moved["found_by"])
    for person, other in ((kept, gone), (gone, kept)):
        duplicates.look_also(person)
        _record("person.separated", person, by, {"other": other.pk})
    return locked


def changed_since(merge: PersonMerge, kept: Person, gone: Person) -> list[str]:
    """What keeps a merge from being undone, in words; nothing when it can be."""
    if gone.merged_into_id != kept.pk or kept.merged_into_id or kept.erased_at:
        return [str(gone._meta.verbose_name)]  # noqa: SLF001
    found = []
    for each in merge.moved["rows"]:
        tie = _tie(each)
        rows = {str(row.pk): row for row in tie.rows(kept.pk).filter(pk__in=list(each["keys"]))}
        for key, before in each["keys"].items():
            row = rows.get(key)
            if row is None or _digest(tie, row) != before:
                found.append(f"{tie.model._meta.verbose_name} {row or key}")  # noqa: SLF001
    fields = {field.attname: field for field in columns_of(Person)}
    found += [
        str(fields[name].verbose_name)
        for name, (before, _gone, after) in merge.moved["person"].items()
        if name != VERSION and before != after and plain(fields[name], getattr(kept, name)) != after
    ]
    return found + merging_apart.changed_since(kept, gone, merge.moved["apart"])


def _locked(kept: int, gone: int) -> tuple[Person, Person]:
    # In the order of their keys, whichever is to stay: two who merge the same pair wait and never cross.
    rows = {
        row.pk: row for row in Person.objects.select_for_update().filter(pk__in=[kept, gone]).order_by("pk")
    }
    if len(rows) < 2:  # one of them is not there, or it is one
        raise ConflictError("person_gone")
    return rows[kept], rows[gone]


def _move(tie: Tie, kept: int, gone: int) -> dict[str, Any] | None:
    keys = list(queries.movable(tie, kept, gone).order_by("pk").values_list("pk", flat=True))
    if not keys:
        return None
    tie.rows(gone).filter(pk__in=keys).update(**{tie.field: kept})
    rows = tie.rows(kept).filter(pk__in=keys).order_by("pk")
    return {"table": tie.label, "field": tie.field, "keys": {str(row.pk): _digest(tie, row) for row in rows}}


def _digest(tie: Tie, row: Any) -> str:
    return digest(row, only=tie.rule.watched)


def _tie(told: Mapping[str, Any]) -> Tie:
    return next(tie for tie in ties() if (tie.label, tie.field) == (told["table"], told["field"]))


def _take_over_name(kept: Person, gone: Person, winners: Mapping[str, Origin]) -> dict[str, list[Any]]:
    """Give both records the name that stays; tell what they said before."""
    before = [_shown(kept), _shown(gone)]
    for name in rules.OWN_FIELDS:
        column = COLUMNS.get(name, name)
        source = gone if winners[name] is Origin.GONE else kept
        value = getattr(source, column)
        setattr(kept, column, value)
    kept.sort_key = sort_key(kept.surname_1, kept.surname_2, kept.given_name)
    # Whoever has its form open has read something else.
    kept.version += 1
    kept.save()
    _show_as(kept, [*keys_of(kept)[1:], *keys_of(gone)])
    for column in SHOWN:
        setattr(gone, column, getattr(kept, column))
    after = _shown(kept)
    told = {name: [before[0][name], before[1][name], after[name]] for name in SHOWN}
    return {**told, VERSION: [kept.version - 1, gone.version, kept.version]}


def _show_as(person: Person, others: list[int]) -> None:
    Person.objects.filter(pk__in=others).update(**{name: getattr(person, name) for name in SHOWN})


def _shown(person: Person) -> dict[str, Any]:
    fields = {field.attname: field for field in columns_of(Person)}
    return {name: plain(fields[name], getattr(person, name)) for name in SHOWN}


def _give_back_name(kept: Person, gone: Person, told: Mapping[str, list[Any]]) -> None:
    fields = {field.attname: field for field in columns_of(Person)}
    # A number that somebody has read since is never given back.
    version, _gone, after = told[VERSION]
    kept.version = version if kept.version == after else kept.version + 1
    for name, (kept_before, gone_before, after) in told.items():
        if name == VERSION:
            continue
        if kept_before != after:
            setattr(kept, name, valued(fields[name], kept_before))
        setattr(gone, name, valued(fields[name], gone_before))
    gone.merged_into = None
    for person in (kept, gone):
        person.save()
        _show_as(person, keys_of(person)[1:])


def _find_by_both(kept: Person, gone: Person) -> dict[str, list[int]]:
    """Whoever looks for either name finds the record that stays; give the rows that are new."""
    held = PersonWord.objects.filter(person=kept).values("word")
    words = PersonWord.objects.filter(person=gone).exclude(word__in=held).order_by("pk")
    made = PersonWord.objects.bulk_create([PersonWord(person=kept, word=row.word) for row in words])
    return {"words": [row.pk for row in made], **duplicates.look_also(kept)}


def _record(verb: str, person: Person, by: User | None, data: Mapping[str, object]) -> None:
    chain = f"person:{person.pk}"
    audit.record(chain=chain, verb=verb, subject=chain, by=by, data=data)
