"""How the constraints of the registry are broken: licences, personal data, requests, imports."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from federation import models as tables
from matches.rules.sides import Side
from tests.factories import world

Break = Callable[[world.World], object]
NOW = timezone.now


def _person(each: world.World, index: int = 2) -> tables.Person:
    return each.person(Side.HOME, index)


def _data(each: world.World, index: int = 2, **values: object) -> tables.PersonalData:
    fields = {"document_kind": "DNI", "document": "12345678Z"}
    return tables.PersonalData.objects.create(person=_person(each, index), **{**fields, **values})


def _step(each: world.World, **values: object) -> tables.LicenceStep:
    return tables.LicenceStep.objects.create(
        licence=_person(each).licences.first(), at=NOW(), **{"state": "granted", **values}
    )


def _series(**values: object) -> tables.LicenceSeries:
    return tables.LicenceSeries.objects.create(**{"kind": "coach", **values})


def _merge(each: world.World, gone: int = 3, **values: object) -> tables.PersonMerge:
    return tables.PersonMerge.objects.create(
        kept=_person(each), gone=_person(each, gone), moved=[], at=NOW(), **values
    )


def _pair(each: world.World, *indexes: int, **values: object) -> tables.PossibleDuplicate:
    first, second = (_person(each, index) for index in indexes)
    fields = {"reason": 1, "found_at": NOW()}
    return tables.PossibleDuplicate.objects.create(first=first, second=second, **{**fields, **values})


def _key_again(each: world.World) -> None:
    tables.PersonKey.objects.create(person=_person(each), key=_person(each).likeness_keys.first().key)


def _request(each: world.World, **values: object) -> tables.ClubRequest:
    team = each.teams[Side.HOME]
    fields = {"club": team.club, "season": each.season, "kind": "renewal", "data": {}, "sent_at": NOW()}
    return tables.ClubRequest.objects.create(**{**fields, **values})


def _squad_request(each: world.World) -> tables.ClubRequest:
    return _request(each, kind="squad", team=each.teams[Side.HOME])


def _request_step(each: world.World, **values: object) -> tables.RequestStep:
    return tables.RequestStep.objects.create(
        request=_request(each), at=NOW(), **{"state": "sent", "text": "", **values}
    )


def _import(each: world.World, **values: object) -> tables.Import:
    fields = {"kind": "people", "file_name": "a.csv", "sha256": "0" * 64, "at": NOW()}
    return tables.Import.objects.create(season=each.season, **{**fields, **values})


def _rows(each: world.World, *, verdicts: tuple[str, ...] = ("new", "new")) -> None:
    source = _import(each)
    for verdict in verdicts:
        tables.ImportRow.objects.create(source=source, number=2, verdict=verdict)


def _mapping() -> tables.ColumnMapping:
    return tables.ColumnMapping.objects.create(kind="people", headers_digest="0" * 64, columns={}, at=NOW())


def _retention(**values: object) -> tables.Retention:
    return tables.Retention.objects.create(**{"what": "photo", **values})


def _same_tax_id() -> None:
    for club in tables.Club.objects.all():
        tables.Club.objects.filter(pk=club.pk).update(tax_id="B12345674")


def _own_merge(each: world.World) -> None:
    person = _person(each)
    tables.Person.objects.filter(pk=person.pk).update(merged_into=person.pk)


def _own_reserve(each: world.World) -> None:
    team = each.teams[Side.HOME]
    tables.Team.objects.filter(pk=team.pk).update(reserve_of=team.pk)


def _word_again(each: world.World) -> None:
    tables.PersonWord.objects.create(person=_person(each), word=_person(each).words.first().word)


def _absence(each: world.World) -> None:
    today = NOW().date()
    tables.JudgeAbsence.objects.create(
        person=_person(each), starts_on=today, ends_on=today - timedelta(days=1), at=NOW()
    )


BREAKS: dict[str, Break] = {
    "club_tax_id_once": lambda w: _same_tax_id(),
    "club_state_known": lambda w: tables.Club.objects.update(state="x"),
    "person_not_merged_into_itself": _own_merge,
    "word_once_per_person": _word_again,
    "team_is_not_its_own_reserve": _own_reserve,
    "licence_code_once": lambda w: tables.Licence.objects.update(code="A" * 16),
    "granted_licence_has_its_number": lambda w: tables.Licence.objects.update(number=""),
    "licence_step_state_known": lambda w: _step(w, state="x"),
    "licence_series_width": lambda w: _series(width=11),
    "licence_series_kind_known": lambda w: _series(kind="x"),
    "document_once": lambda w: [_data(w), _data(w, 3)],
    "document_has_its_kind": lambda w: _data(w, document=""),
    "document_kind_known": lambda w: _data(w, document_kind="x"),
    "country_is_of_a_passport": lambda w: _data(w, document_country="FR"),
    "data_access_kind_known": lambda w: tables.DataAccess.objects.create(kind="x", at=NOW()),
    "erasure_basis_known": lambda w: tables.Erasure.objects.create(
        person=_person(w), basis="x", reason="x", counts={}, at=NOW()
    ),
    "one_open_hold_per_person": lambda w: [
        tables.ErasureHold.objects.create(person=_person(w), reason="x", at=NOW()) for _ in range(2)
    ],
    "retention_class_known": lambda w: _retention(what="x"),
    "retention_months_bounded": lambda w: _retention(months=1201),
    "person_merged_once": lambda w: [_merge(w), _merge(w)],
    "merge_of_two_people": lambda w: _merge(w, 2),
    "likeness_key_once_per_person": _key_again,
    "pair_of_two_people": lambda w: _pair(w, 3, 2),
    "pair_once": lambda w: [_pair(w, 2, 3), _pair(w, 2, 3)],
    "duplicate_reason_known": lambda w: _pair(w, 2, 3, reason=9),
    "request_kind_known": lambda w: _request(w, kind="x"),
    "request_state_known": lambda w: _request(w, state="x"),
    "request_of_a_squad_names_its_team": lambda w: _request(w, kind="squad"),
    "one_open_renewal_per_person": lambda w: [_request(w, person=_person(w)) for _ in range(2)],
    "one_open_squad_request_per_team": lambda w: [_squad_request(w), _squad_request(w)],
    "request_step_state_known": lambda w: _request_step(w, state="x"),
    "refusal_says_why": lambda w: _request_step(w, state="refused"),
    "import_kind_known": lambda w: _import(w, kind="x"),
    "import_state_known": lambda w: _import(w, state="x"),
    "applied_import_says_when": lambda w: _import(w, state="applied"),
    "import_row_once": _rows,
    "import_row_verdict_known": lambda w: _rows(w, verdicts=("x",)),
    "mapping_once_per_headers": lambda w: [_mapping(), _mapping()],
    "absence_ends_after_it_begins": _absence,
}
