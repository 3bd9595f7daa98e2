"""What two people could do at once is held by the database: each constraint is broken once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import CheckConstraint, UniqueConstraint
from django.utils import timezone

from competitions import models as competitions
from federation import models as federation
from matches import models as matches
from matches.rules.sides import Side
from tests.factories import tables as at_table
from tests.factories import world
from tests.matches import breaks_of_entries, breaks_of_registry, breaks_of_reviews, breaks_of_rights

pytestmark = pytest.mark.django_db
Break = Callable[[world.World], object]
NOW = timezone.now


def _again(row: object) -> object:
    """Insert a row with the same values under a new key."""
    row.pk = None  # type: ignore[attr-defined]
    row._state.adding = True  # type: ignore[attr-defined]
    return row.save(force_insert=True)  # type: ignore[attr-defined]


def _entry(each: world.World, kind: str = "hand") -> matches.SheetEntry:
    return matches.SheetEntry.objects.filter(kind=kind).first()


def _with(row: object, **values: object) -> object:
    for name, value in values.items():
        setattr(row, name, value)
    return _again(row)


def _content(each: world.World, attempt: int = 1, code: str = "4KQ7-M2XR-9D") -> matches.ActaContent:
    return matches.ActaContent.objects.create(
        encounter=each.encounter, version=1, attempt=attempt, number="D1-1", code=code, content="{}",
        content_hash="0" * 64, at=NOW(),
    )  # fmt: skip


def _signature(content: matches.ActaContent, **values: object) -> matches.Signature:
    fields = {"role": "judge", "kind": "plain", "strokes": [], "identified": "password", "device": "x"}
    return matches.Signature.objects.create(
        content=content, content_hash="0" * 64, at=NOW(), **{**fields, **values}
    )


def _two_signatures(each: world.World) -> None:
    content = _content(each)
    _signature(content)
    _signature(content)


def _acta(each: world.World) -> matches.Acta:
    return matches.Acta.objects.create(
        encounter=each.encounter, version=1, content=_content(each), attached="{}", sealed_at=NOW()
    )


def _two_actas(each: world.World) -> None:
    _acta(each)
    matches.Acta.objects.create(
        encounter=each.encounter,
        version=1,
        content=_content(each, 2, "4KQ7-M2XR-9E"),
        attached="{}",
        sealed_at=NOW(),
    )


def _outcome(each: world.World, **values: object) -> competitions.Outcome:
    figures = {
        f"{side}_{name}": 0
        for side in ("home", "away")
        for name in ("partidas", "boards", "tantos", "points")
    }
    fields = {"version": 1, "kind": "sealed", "at": NOW(), **figures, **values}
    return competitions.Outcome.objects.create(encounter=each.encounter, **fields)


def _file(each: world.World) -> None:
    certificate = matches.SealCertificate.objects.create(
        fingerprint="f", pem="p", is_demo=True, first_used_at=NOW()
    )
    row = matches.ActaFile.objects.create(
        acta=_acta(each), pdf=b"x", sha256="a", unsigned_sha256="b", certificate=certificate
    )
    _again(row)


def _appear_in_two_encounters(each: world.World) -> None:
    other = competitions.Encounter.objects.get()
    home, away = other.away, other.home
    other = _plain_encounter(each, home=home, away=away, number=9)
    first = matches.Appearance.objects.first()
    matches.Appearance.objects.create(
        encounter=other, round_id=first.round_id, person_id=first.person_id, side="home"
    )


def _plain_encounter(each: world.World, **values: object) -> competitions.Encounter:
    row = each.encounter
    fields = {
        "round": row.round, "number": 3, "home": row.home, "away": row.away, "venue": row.venue,
        "scheduled_at": NOW(), "format": row.format, **values,
    }  # fmt: skip
    return competitions.Encounter.objects.create(**fields)


def _update(row: object, **values: object) -> int:
    return type(row).objects.filter(pk=row.pk).update(**values)  # type: ignore[attr-defined]


BREAKS: dict[str, Break] = {
    **breaks_of_entries.BREAKS,
    **breaks_of_rights.BREAKS,
    "entry_seq_once": lambda w: _with(_entry(w, "naming"), client_id="otro"),
    "one_revision_of_a_hand": lambda w: _with(_entry(w), seq=900, client_id="otro"),
    "one_revision_of_a_frame": lambda w: [
        _with(_entry(w), seq=900 + again, client_id=f"otro-{again}", kind="frame") for again in range(2)
    ],
    "entry_client_id_once": lambda w: _with(_entry(w), seq=900, revision=9),
    "entry_about_a_hand_names_it": lambda w: _with(_entry(w), seq=900, hand=None, client_id="otro"),
    "one_writer_per_partida": lambda w: _with(matches.Pen.objects.get(given_up_at=None), device="otro"),
    "one_line_up_per_side": lambda w: _again(matches.LineUp.objects.first()),
    "line_up_side_known": lambda w: _update(matches.LineUp.objects.first(), side="east"),
    "locked_line_up_says_when": lambda w: _update(matches.LineUp.objects.first(), locked_at=None),
    "one_name_per_place": lambda w: _again(matches.LineUpSlot.objects.filter(board__isnull=False).first()),
    "one_substitute_per_place": lambda w: _again(matches.LineUpSlot.objects.filter(board=None).first()),
    "one_encounter_per_person_and_round": _appear_in_two_encounters,
    "appearance_side_known": lambda w: _update(matches.Appearance.objects.first(), side="east"),
    "one_board_per_person_and_block": lambda w: _with(matches.BoardAppearance.objects.first(), board=2),
    "board_number_once": lambda w: _with(matches.Board.objects.first(), code="OTROCODE"),
    "board_of_pool_has_frames": lambda w: _update(matches.Board.objects.first(), frames=5),
    "first_breaker_is_a_side": lambda w: _update(matches.Board.objects.first(), first_breaker="east"),
    "partida_number_once": lambda w: _again(matches.Partida.objects.first()),
    "checked_in_once": lambda w: _again(matches.CheckIn.objects.first()),
    "misses_per_person_and_device": lambda w: [
        matches.PinMisses.objects.create(person=w.person(Side.HOME, 0), device="d") for _ in range(2)
    ],
    "incident_number_once": lambda w: [
        matches.Incident.objects.create(encounter=w.encounter, number=1, kind="other", device="d", at=NOW())
        for _ in range(2)
    ],
    "incident_names_a_person_once": lambda w: [
        matches.IncidentPerson.objects.create(incident=incident, person=w.person(Side.HOME, 0))
        for incident in [
            matches.Incident.objects.create(
                encounter=w.encounter, number=1, kind="other", device="d", at=NOW()
            )
        ]
        * 2
    ],
    "incident_revision_once": lambda w: [
        matches.IncidentText.objects.create(incident=incident, revision=1, text="x", at=NOW())
        for incident in [
            matches.Incident.objects.create(
                encounter=w.encounter, number=1, kind="other", device="d", at=NOW()
            )
        ]
        * 2
    ],
    "one_content_per_attempt": lambda w: [_content(w), _content(w, 1, "4KQ7-M2XR-9E")],
    "one_signature_per_role": _two_signatures,
    "signatory_role_known": lambda w: _signature(_content(w), role="publico"),
    "signature_kind_known": lambda w: _signature(_content(w), kind="quizá"),
    "a_protest_says_what": lambda w: _signature(_content(w), kind="protest", text=""),
    "one_acta_per_version": _two_actas,
    "one_outcome_per_version": lambda w: [_outcome(w), _outcome(w)],
    "outcome_winner_known": lambda w: _outcome(w, winner="east"),
    "outcome_kind_known": lambda w: _outcome(w, kind="typed"),
    "encounter_number_once_per_round": lambda w: _plain_encounter(
        w, number=w.encounter.number, home=w.encounter.away, away=w.encounter.home
    ),
    "home_once_per_round": lambda w: _plain_encounter(w, away=_entry_of_third_team(w)),
    "away_once_per_round": lambda w: _plain_encounter(w, home=_entry_of_third_team(w)),
    "nobody_meets_himself": lambda w: _update(w.encounter, away=w.encounter.home_id),
    "encounter_state_known": lambda w: _update(w.encounter, state="perdido"),
    "a_started_encounter_has_its_terms": lambda w: _update(w.encounter, started_at=None),
    "one_judge_per_encounter": lambda w: _again(competitions.JudgeDesignation.objects.get()),
    "designation_state_known": lambda w: _update(competitions.JudgeDesignation.objects.get(), state="x"),
    "one_yes_per_side": lambda w: [_yes(w, "home"), _yes(w, "home")],
    "confirmation_side_known": lambda w: _yes(w, "east"),
    "competition_code_once_per_season": lambda w: _again(competitions.Competition.objects.get()),
    "entrants_known": lambda w: _update(competitions.Competition.objects.get(), entrants="horses"),
    "round_number_once": lambda w: _again(competitions.Round.objects.get()),
    "team_entered_once": lambda w: _with(competitions.Entry.objects.first(), lot=77),
    "entry_lot_once": lambda w: _with(competitions.Entry.objects.first(), team=_third_team(w)),
    "block_number_once": lambda w: _again(competitions.FormatBlock.objects.get()),
    "board_number_once_per_block": lambda w: _again(competitions.FormatBoard.objects.get()),
    "board_of_one_to_nine_partidas": lambda w: _update(competitions.FormatBoard.objects.get(), partidas=0),
    "domino_is_by_pairs": lambda w: _update(competitions.FormatBoard.objects.get(), players_per_side=1),
    "frames_are_of_pool": lambda w: _update(
        competitions.FormatBoard.objects.get(), discipline="pool", length="race"
    ),
    "user_email_once_whatever_case": lambda w: _update(w.stranger, email=w.office.email.upper()),
    "role_open_once_per_user": lambda w: _again(federation.RoleAssignment.objects.get()),
    "role_ends_after_it_begins": lambda w: _update(
        federation.RoleAssignment.objects.get(), valid_to=NOW() - timedelta(days=9)
    ),
    "role_known": lambda w: _update(federation.RoleAssignment.objects.get(), role="queen"),
    "federation_is_one": lambda w: federation.Federation.objects.create(only=2, name="Otra", short_name="O"),
    "season_ends_after_start": lambda w: _update(w.season, ends_on=w.season.starts_on),
    "venue_name_once_per_club": lambda w: _again(federation.Venue.objects.first()),
    "venue_table_number_once": lambda w: _again(federation.VenueTable.objects.first()),
    "only_pool_tables_take_coins": lambda w: _update(
        federation.VenueTable.objects.first(), coin_operated=True
    ),
    "licence_number_once_per_season": lambda w: _with(
        federation.Licence.objects.first(), person=w.stranger.person
    ),
    "one_live_licence_per_person_season_kind": lambda w: _with(
        federation.Licence.objects.first(), number="9"
    ),
    "licence_ends_after_it_begins": lambda w: _update(
        federation.Licence.objects.first(), valid_to=w.season.starts_on - timedelta(days=1)
    ),
    "licence_kind_known": lambda w: _update(federation.Licence.objects.first(), kind="x"),
    "licence_state_known": lambda w: _update(federation.Licence.objects.first(), state="x"),
    "team_name_once_per_season": lambda w: _again(federation.Team.objects.first()),
    "person_open_once_per_team": lambda w: _with(
        federation.RosterEntry.objects.filter(role="player").first(), valid_from=w.season.ends_on
    ),
    "one_captain_per_team": lambda w: _update(
        federation.RosterEntry.objects.filter(role="player").first(), role="captain"
    ),
    "roster_ends_after_it_begins": lambda w: _update(
        federation.RosterEntry.objects.first(), valid_to=w.season.starts_on - timedelta(days=1)
    ),
    "roster_role_known": lambda w: _update(federation.RosterEntry.objects.first(), role="x"),
    "regulation_version_once": lambda w: _again(federation.RegulationVersion.objects.get()),
    "audit_seq_once_per_chain": lambda w: _again(federation.AuditEntry.objects.first()),
    **breaks_of_registry.BREAKS,
    **breaks_of_reviews.BREAKS,
}


def _third_team(each: world.World) -> federation.Team:
    team = each.teams[Side.HOME]
    return federation.Team.objects.create(club=team.club, season=each.season, name="Tercer equipo")


def _entry_of_third_team(each: world.World) -> competitions.Entry:
    return competitions.Entry.objects.create(
        competition=each.encounter.round.competition, team=_third_team(each), lot=3
    )


def _yes(each: world.World, side: str) -> competitions.TransitionConfirmation:
    return competitions.TransitionConfirmation.objects.create(
        encounter=each.encounter, epoch=1, action="start", side=side, by=each.office, at=NOW()
    )


@pytest.fixture
def each() -> world.World:
    made = world.playing()
    phone = world.phone(made)
    at_table.sit_down(made, made.partida(), phone)
    at_table.play_hand(made, made.partida(), phone, 30)
    return made


def _constraints() -> dict[str, object]:
    return {
        constraint.name: model
        for app in ("federation", "competitions", "matches")
        for model in apps.get_app_config(app).get_models()
        for constraint in model._meta.constraints
        if isinstance(constraint, CheckConstraint | UniqueConstraint)
    }


def test_every_constraint_of_our_tables_is_broken_here() -> None:
    assert set(BREAKS) == set(_constraints())


def _broken(each: world.World, name: str) -> str | None:
    """What went wrong in breaking a constraint: None when the database refused it by its name."""
    try:
        with transaction.atomic():
            BREAKS[name](each)
    except IntegrityError as error:
        return None if _speaks_of(name, str(error)) else str(error)
    return "nothing refused it"


def test_the_database_holds_each(each: world.World) -> None:
    """One world for all: each attempt is undone whole."""
    found = {name: _broken(each, name) for name in sorted(BREAKS)}
    assert {name: problem for name, problem in found.items() if problem} == {}


def _speaks_of(name: str, message: str) -> bool:
    """PostgreSQL and SQLite's CHECK name the constraint; SQLite's UNIQUE names its columns."""
    if name in message:
        return True
    model = _constraints()[name]
    constraint = next(each for each in model._meta.constraints if each.name == name)  # type: ignore[attr-defined]
    table = model._meta.db_table  # type: ignore[attr-defined]
    columns = [model._meta.get_field(field).column for field in getattr(constraint, "fields", ())]  # type: ignore[attr-defined]
    return message == "UNIQUE constraint failed: " + ", ".join(f"{table}.{column}" for column in columns)
