"""A suspended encounter: the day on which it goes on, and going on."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max

from competitions.actions.lifecycle import advance
from competitions.models import Encounter
from competitions.rules.lifecycle import Action, State
from federation import clock
from federation.actions import audit
from federation.models import Venue
from federation.rules.errors import ConflictError, RuleError
from federation.rules.zones import day_in_zone
from matches.actions import event_texts
from matches.actions.admissions import end_admissions
from matches.actions.encounter_day import facts_of, who_directs
from matches.actions.incidents import append_incident
from matches.actions.tables import end_sessions
from matches.actions.versions import bump
from matches.models import Resumption
from matches.permissions import Actor, require_ruling
from matches.queries import encounters
from matches.queries.resumptions import resumption_of
from matches.rules import incidents
from matches.rules.resumptions import Appointment, check_appointment, check_day


@transaction.atomic
def suspend_encounter(*, encounter_id: int, reason: str, by: Actor) -> Encounter:
    """Stop an encounter that cannot be finished today: its phones close, its sheets wait as they are.

    By the judge, or by both captains where there is none (the second yes suspends it). RuleError
    `incident_text_needed` or `incident_text_long` at the reason; ConflictError when it is not played.
    """
    encounter = encounters.locked(encounter_id)
    who = who_directs(by, encounter)
    _check_reason(reason)
    facts = facts_of(encounter, by=who, reason=reason)
    after = advance(encounter, Action.SUSPEND, facts, by=by.user)
    if after is State.SUSPENDED:
        end_sessions(encounter)
        end_admissions(encounter)
        append_incident(
            encounter=encounter, partida=None, hand=None, kind="suspension", text=reason, people_ids=(), by=by
        )
    bump(encounter.pk)
    return encounter


def _check_reason(reason: str) -> None:
    try:
        incidents.check("suspension", text=reason, people=0)
    except RuleError as error:
        raise RuleError(error.code, field="reason", **error.data) from None


@transaction.atomic
def resume_encounter(*, encounter_id: int, by: Actor) -> Encounter:
    """Go on with a suspended encounter, on the day that the committee has set or later.

    As `suspend_encounter`; everybody opens his board and identifies himself again. RuleError
    `resumption_not_yet` before that day.
    """
    encounter = encounters.locked(encounter_id)
    who = who_directs(by, encounter)
    found = resumption_of(encounter)
    if found is not None:
        zone = found.venue.time_zone
        check_day(day_in_zone(found.at, zone), day_in_zone(clock.now(), zone))
    advance(encounter, Action.RESUME, facts_of(encounter, by=who), by=by.user)
    bump(encounter.pk)
    return encounter


@transaction.atomic
def set_resumption(*, encounter_id: int, appointment: Appointment, by: Actor) -> Resumption:
    """The committee sets, or changes, when and where a suspended encounter goes on (art. 20).

    RuleError from `check_appointment`, `venue_unknown`; ConflictError `encounter_not_suspended`.
    """
    encounter = encounters.locked(encounter_id)
    require_ruling(by, encounter)
    if encounter.state != State.SUSPENDED:
        raise ConflictError("encounter_not_suspended")
    found = appoint(encounter, appointment, by=by)
    append_incident(
        encounter=encounter,
        partida=None,
        hand=None,
        kind="resumption",
        text=event_texts.resumed_on(found.at, found.venue),
        people_ids=(),
        by=by,
    )
    return found


def appoint(encounter: Encounter, appointment: Appointment, *, by: Actor) -> Resumption:
    """Keep a day for a suspended encounter, under its lock, within what the committee decides."""
    check_appointment(appointment.at, clock.now())
    venue = Venue.objects.filter(pk=appointment.venue_id).first()
    if venue is None:
        raise RuleError("venue_unknown", field="venue")
    last = Resumption.objects.filter(encounter=encounter).aggregate(last=Max("number"))["last"] or 0
    made = Resumption.objects.create(
        encounter=encounter,
        number=last + 1,
        epoch=encounter.epoch,
        at=appointment.at,
        venue=venue,
        account=by.user,
        device=by.device,
        made_at=clock.now(),
    )
    audit.record(
        chain=f"encounter:{encounter.pk}",
        verb="encounter.resumption_set",
        subject=f"encounter:{encounter.pk}",
        by=by.user,
        data={"at": appointment.at.isoformat(), "venue": venue.pk, "number": made.number},
    )
    bump(encounter.pk)
    return made
