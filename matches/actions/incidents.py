"""Writing incidents and amending them; earlier texts stay."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max

from competitions.models import Encounter
from federation import clock
from federation.actions import audit
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.actions.versions import bump
from matches.models import Incident, IncidentPerson, IncidentText, Partida, Pen
from matches.permissions import Actor, require_at_table
from matches.queries import encounters, line_ups, people
from matches.rules import incidents

WRITABLE = ("line_ups", "playing", "closing")
AMENDABLE = ("line_ups", "playing")


@transaction.atomic
def write_incident(
    *,
    encounter_id: int,
    partida_id: int | None,
    hand: int | None,
    kind: str,
    text: str,
    people_ids: Sequence[int],
    by: Actor,
) -> Incident:
    """Write an incident of an encounter or of one of its partidas (spec, discipline, Incident).

    RuleError from `rules.incidents.check`, or `incident_people_unknown`;
    ConflictError `incidents_closed` once the acta is signed.
    """
    encounter = encounters.locked(encounter_id)
    partida = None
    if partida_id is not None:
        partida = Partida.objects.select_related("board").get(pk=partida_id, board__encounter=encounter)
        require_at_table(by, partida.board_id, encounter)
    else:
        _require_concerned(by, encounter)
    if encounter.state not in WRITABLE:
        raise ConflictError("incidents_closed")
    if encounter.state == "closing" and not (by.user and people.is_judge(by.user, encounter)):
        raise ConflictError("incidents_closed")
    incidents.check(kind, text=text, people=len(people_ids))
    known = line_ups.sides_of_people(encounter)
    if any(person not in known for person in people_ids):
        raise RuleError("incident_people_unknown", field="people")
    return append_incident(
        encounter=encounter, partida=partida, hand=hand, kind=kind, text=text, people_ids=people_ids, by=by
    )


def append_incident(
    *,
    encounter: Encounter,
    partida: Partida | None,
    hand: int | None,
    kind: str,
    text: str,
    people_ids: Sequence[int],
    by: Actor,
) -> Incident:
    """Append an incident under the encounter's lock; also called by acts from which one arises by itself."""
    last = Incident.objects.filter(encounter=encounter).aggregate(last=Max("number"))["last"] or 0
    now = clock.now()
    known = incidents.BY_CODE[kind]
    author = None if known.of_a_body else _author(partida, by)
    incident = Incident.objects.create(
        encounter=encounter,
        number=last + 1,
        partida=partida,
        hand=hand,
        kind=kind,
        article=known.article,
        author_id=author,
        account=by.user,
        device=by.device,
        device_time=by.device_time,
        at=now,
    )
    IncidentPerson.objects.bulk_create(
        IncidentPerson(incident=incident, person_id=person) for person in dict.fromkeys(people_ids)
    )
    IncidentText.objects.create(incident=incident, revision=1, text=text.strip(), author_id=author, at=now)
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="incident.written",
        subject=f"incident:{incident.pk}",
        by=by.user,
        data={"kind": kind, "number": incident.number, "text": text, "people": list(people_ids)},
    )
    bump(encounter.pk)
    return incident


@transaction.atomic
def amend_incident(*, incident_id: int, text: str, by: Actor) -> IncidentText:
    """Give an incident a new text before the close; only its author may, and the earlier text stays."""
    incident = Incident.objects.get(pk=incident_id)
    encounter = encounters.locked(incident.encounter_id)
    if encounter.state not in AMENDABLE:
        raise ConflictError("incidents_closed")
    if not is_author(incident, by):
        raise ForbiddenError("only_the_author")
    incidents.check(incident.kind, text=text, people=incident.concerned.count())
    last = incident.texts.order_by("-revision").first()
    amended = IncidentText.objects.create(
        incident=incident,
        revision=(last.revision if last else 0) + 1,
        text=text.strip(),
        author_id=_author(incident.partida, by),
        at=clock.now(),
    )
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="incident.amended",
        subject=f"incident:{incident.pk}",
        by=by.user,
        data={"revision": amended.revision, "text": text},
    )
    bump(encounter.pk)
    return amended


def is_author(incident: Incident, by: Actor) -> bool:
    """Was the incident written with this account, or on this phone opened on the board?"""
    same_account = by.user is not None and by.user.pk == incident.account_id
    same_phone = by.session is not None and incident.account_id is None and by.device == incident.device
    return same_account or same_phone


def _author(partida: Partida | None, by: Actor) -> int | None:
    """The person behind the act: the account's, or whoever holds the pen on this phone."""
    if by.person_id is not None or partida is None:
        return by.person_id
    pen = Pen.objects.filter(partida=partida, given_up_at__isnull=True, device=by.device).first()
    return pen.person_id if pen else None


def _require_concerned(by: Actor, encounter: Encounter) -> None:
    if by.user is None:
        raise ForbiddenError("not_at_this_table")
    if people.side_of(by.user, encounter) is None and not people.is_judge(by.user, encounter):
        raise ForbiddenError("not_at_this_table")
