"""Acting captains: named by the captain himself or by the office, for one encounter or some days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Q

from competitions.models import ActingCaptain, Encounter
from competitions.permissions import require_captaincy
from competitions.queries.captaincy import BEFORE_THE_CLOSE, BEING_SIGNED, day_of, squad
from federation import clock
from federation.actions import audit
from federation.actions.registry import lock_standing
from federation.models import Person, Team, User
from federation.rules.errors import ConflictError, RuleError


@dataclass(frozen=True)
class Days:
    """From one day to another, both included."""

    first: date
    last: date


@transaction.atomic
def name_acting_captain(
    *, team: Team, person: Person, term: Encounter | Days, by: User | None
) -> ActingCaptain:
    """Name somebody of the squad captain of a team for one encounter, or for some days from today on.

    RuleError `dates_reversed`, `dates_past`, `not_your_encounter`, `not_in_squad`; ConflictError
    `encounter_closed`, `encounter_being_signed`, `acting_captain_already`. Forbidden for
    whoever is neither the team's captain nor of the office.
    """
    require_captaincy(by, team)
    if isinstance(term, Encounter):
        # The encounter first: its row is what everybody locks who changes it (design, invariant 1).
        encounter = _locked_encounter(term, team)
        day, made = day_of(encounter), ActingCaptain(encounter=encounter)
    else:
        encounter = None
        day, made = term.first, ActingCaptain(valid_from=term.first, valid_to=term.last)
    Team.objects.select_for_update().get(pk=team.pk)
    if encounter is None:
        _check_days(made, team)
    elif ActingCaptain.objects.filter(team=team, encounter=encounter, ended_at__isnull=True).exists():
        raise ConflictError("acting_captain_already", field="encounter")
    lock_standing(person)
    if not squad(team, day).filter(pk=person.pk).exists():
        raise RuleError("not_in_squad", field="person")
    made.team, made.person, made.given_by, made.given_at = team, person, by, clock.now()
    made.save()
    _record("acting_captain.named", made, by)
    return made


def _locked_encounter(encounter: Encounter, team: Team) -> Encounter:
    locked = Encounter.objects.select_for_update().get(pk=encounter.pk)
    if team.pk not in (locked.home.team_id, locked.away.team_id):
        raise RuleError("not_your_encounter", field="encounter")
    if locked.state not in BEFORE_THE_CLOSE:
        raise ConflictError("encounter_closed", field="encounter")
    return locked


def _check_days(made: ActingCaptain, team: Team) -> None:
    if made.valid_from is None or made.valid_to is None or made.valid_to < made.valid_from:
        raise RuleError("dates_reversed", field="valid_to")
    # What was signed yesterday was signed by who spoke for the team yesterday.
    if made.valid_from < clock.today():
        raise RuleError("dates_past", field="valid_from")
    if _signing(team, made.valid_from, made.valid_to):
        raise ConflictError("encounter_being_signed", field="valid_from")
    standing = ActingCaptain.objects.filter(team=team, ended_at__isnull=True, encounter__isnull=True)
    if standing.filter(valid_from__lte=made.valid_to, valid_to__gte=made.valid_from).exists():
        raise ConflictError("acting_captain_already", field="valid_from")


def _signing(team: Team, first: date, last: date) -> bool:
    """Has the team an acta of those days whose text names its captain and is not signed whole?"""
    return Encounter.objects.filter(
        Q(home__team=team) | Q(away__team=team),
        state__in=BEING_SIGNED,
        scheduled_at__date__range=(first, last),
    ).exists()


@transaction.atomic
def dismiss_acting_captain(*, acting: ActingCaptain, by: User | None) -> ActingCaptain:
    """Take an acting captaincy back now; ConflictError when it had ended, or its acta is being signed.

    Codes `acting_captaincy_over`, `encounter_closed`, `encounter_being_signed`.
    """
    require_captaincy(by, acting.team)
    locked = ActingCaptain.objects.select_for_update(of=("self",)).get(pk=acting.pk)
    past = locked.valid_to is not None and locked.valid_to < clock.today()
    if locked.ended_at is not None or past:
        raise ConflictError("acting_captaincy_over")
    if locked.encounter is not None and locked.encounter.state not in BEFORE_THE_CLOSE:
        raise ConflictError("encounter_closed")
    if locked.valid_from and locked.valid_to and _signing(locked.team, locked.valid_from, locked.valid_to):
        raise ConflictError("encounter_being_signed")
    locked.ended_at = clock.now()
    locked.save(update_fields=["ended_at"])
    _record("acting_captain.dismissed", locked, by)
    return locked


def _record(verb: str, acting: ActingCaptain, by: User | None) -> None:
    data = {
        "person": acting.person_id,
        "encounter": acting.encounter_id,
        "from": acting.valid_from.isoformat() if acting.valid_from else None,
        "to": acting.valid_to.isoformat() if acting.valid_to else None,
    }
    subject = f"acting_captain:{acting.pk}"
    audit.record(chain=f"team:{acting.team_id}", verb=verb, subject=subject, by=by, data=data)
