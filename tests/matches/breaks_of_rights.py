"""How the constraints of invitations, delegations, acting captains and admissions are broken."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from competitions.models import ActingCaptain, RegulationChange
from federation.models import ClubDelegation, Invitation, RegulationVersion
from matches.models import CaptainAdmission, PaperSheet, Resumption
from matches.rules.sides import Side
from tests.factories import world

NOW = timezone.now


def admission(each: world.World, **values: object) -> CaptainAdmission:
    """The stranger admitted by the judge."""
    fields = {"encounter": each.encounter, "side": "home", "account": each.stranger, "given_by": each.judge}
    return CaptainAdmission.objects.create(given_at=NOW(), **{**fields, "token_digest": "a", **values})


def invitation(each: world.World, **values: object) -> Invitation:
    """A player invited by the office."""
    fields = {
        "person": each.person(Side.HOME, 3),
        "email": "nueva@example.org",
        "token_digest": "a",
        "invited_by": each.office,
        "invited_at": NOW(),
        "renewed_at": NOW(),
        "expires_at": NOW() + timedelta(days=7),
    }
    return Invitation.objects.create(**{**fields, **values})


def delegation(each: world.World, **values: object) -> ClubDelegation:
    """A player made delegate of his club."""
    fields = {
        "club": each.teams[Side.HOME].club,
        "person": each.person(Side.HOME, 2),
        "valid_from": each.season.starts_on,
        "given_at": NOW(),
    }
    return ClubDelegation.objects.create(**{**fields, **values})


def acting(each: world.World, **values: object) -> ActingCaptain:
    """A player made acting captain for the encounter."""
    fields = {
        "team": each.teams[Side.HOME],
        "person": each.person(Side.HOME, 2),
        "encounter": each.encounter,
        "given_at": NOW(),
    }
    return ActingCaptain.objects.create(**{**fields, **values})


def resumption(each: world.World, **values: object) -> Resumption:
    """The day on which a suspended encounter goes on."""
    made = NOW()
    fields = {"number": 1, "epoch": 1, "at": made + timedelta(days=7), "venue": each.encounter.venue}
    return Resumption.objects.create(encounter=each.encounter, made_at=made, **{**fields, **values})


def paper(each: world.World) -> PaperSheet:
    """The photo of a partida's Hoja of paper."""
    return PaperSheet.objects.create(partida=each.partida(), jpeg=b"x", sha256="a" * 64, at=NOW())


def regulation_change(each: world.World, **values: object) -> RegulationChange:
    """A change of regulation of the world's competition, proposed by its captain."""
    competition = each.encounter.round.competition
    before = competition.regulation_version
    after, _made = RegulationVersion.objects.get_or_create(
        regulation=before.regulation, number=2, defaults={"valid_from": before.valid_from, "parameters": {}}
    )
    fields = {
        "competition": competition,
        "before": before,
        "after": after,
        "state": "proposed",
        "reason": "Asamblea",
        "proposed_by": each.captains[Side.HOME],
        "proposed_at": NOW(),
    }
    return RegulationChange.objects.create(**{**fields, **values})


BREAKS: dict[str, Callable[[world.World], object]] = {
    "resumption_number_once": lambda w: [resumption(w), resumption(w)],
    "a_resumption_is_to_come": lambda w: resumption(w, at=NOW()),
    "regulation_change_state_known": lambda w: regulation_change(w, state="lost"),
    "regulation_change_changes_something": lambda w: regulation_change(
        w, after=w.encounter.round.competition.regulation_version
    ),
    "one_open_regulation_change": lambda w: [regulation_change(w), regulation_change(w)],
    "season_change_has_a_reason": lambda w: regulation_change(w, reason=""),
    "regulation_change_decided_by_another": lambda w: regulation_change(
        w, state="approved", decided_by=w.captains[Side.HOME], decided_at=NOW()
    ),
    "regulation_change_open_is_undecided": lambda w: regulation_change(w, decided_at=NOW()),
    "paper_sheet_once": lambda w: [paper(w), paper(w)],
    "one_open_admission_per_captain": lambda w: [admission(w), admission(w, token_digest="b")],
    "admission_side_known": lambda w: admission(w, side="east"),
    "one_open_invitation_per_person": lambda w: [
        invitation(w),
        invitation(w, token_digest="b", email="otra@example.org"),
    ],
    "one_open_invitation_per_address": lambda w: [
        invitation(w),
        invitation(w, token_digest="b", person=w.person(Side.HOME, 2), email="NUEVA@example.org"),
    ],
    "invitation_ends_one_way": lambda w: invitation(
        w, accepted_at=NOW(), withdrawn_at=NOW(), account=w.stranger
    ),
    "accepted_invitation_has_its_account": lambda w: invitation(w, accepted_at=NOW()),
    "invitation_role_known": lambda w: invitation(w, role="queen"),
    "delegation_open_once_per_club": lambda w: [delegation(w), delegation(w)],
    "delegation_ends_after_it_begins": lambda w: delegation(
        w, valid_to=w.season.starts_on - timedelta(days=1)
    ),
    "acting_for_encounter_or_dates": lambda w: acting(w, valid_from=w.season.starts_on),
    "acting_ends_after_it_begins": lambda w: acting(
        w,
        encounter=None,
        valid_from=w.season.starts_on,
        valid_to=w.season.starts_on - timedelta(days=1),
    ),
    "one_acting_captain_per_encounter": lambda w: [acting(w), acting(w, person=w.person(Side.HOME, 3))],
}
