"""Encounters as those who oversee see them: how far each is, and what it waits for. Constant queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Sum

from competitions.models import Encounter, Round
from competitions.queries.entries import of_sides
from competitions.rules.acta_time import AWAITS_ACTA, acta_due, days_late
from competitions.rules.lifecycle import State
from federation import clock
from federation.models import Person, User
from federation.rules.zones import day_in_zone
from matches.models import ActaContent, Board, EncounterVersion, Signature
from matches.queries import acta_versions, actas, agenda, people
from matches.queries.actas import Signatory
from matches.queries.agenda import Standing
from matches.queries.people import encounter_day
from matches.queries.play import Play, play_of
from matches.rules.sides import Side

# States in which a protest still waits for somebody.
PROTEST_STANDS = (State.CLOSING, State.SIGNED, State.SEALED, State.DISPUTED)
IN_PLAY = (State.PLAYING, State.SUSPENDED)
# Before there is an outcome, the score is that of the sheets.
BEFORE_SEAL = (*IN_PLAY, State.CLOSING, State.SIGNED)
MOST_WAITING = 300


@dataclass(frozen=True)
class Overview:
    """One encounter: where it stands, its boards, who signs, until when its acta is due.

    `boards`: how many have ended, of how many; none before it starts.
    """

    standing: Standing
    captains: dict[Side, Person | None]
    signatories: tuple[Signatory, ...]
    play: Play | None
    boards: tuple[int, int]
    due: datetime
    days_late: int
    # Since when a correction of the committee waits for the seal.
    corrected_at: datetime | None = None

    @property
    def encounter(self) -> Encounter:
        """The encounter itself."""
        return self.standing.encounter

    @property
    def state(self) -> State:
        """Its state."""
        return State(self.encounter.state)

    @property
    def awaited(self) -> tuple[Signatory, ...]:
        """Who has not answered, while signatures are taken."""
        if self.state is not State.CLOSING:
            return ()
        return tuple(each for each in self.signatories if each.signature is None)

    @property
    def protests(self) -> tuple[Signatory, ...]:
        """Who signed under protest, while that waits for somebody."""
        if self.state not in PROTEST_STANDS:
            return ()
        return self._answered("protest")

    @property
    def refusals(self) -> tuple[Signatory, ...]:
        """Who refused to sign, or is noted absent."""
        return self._answered("refused", "absent")

    @property
    def signed_at(self) -> datetime | None:
        """When the last signature came: since then it waits for the seal."""
        return max((each.signature.at for each in self.signatories if each.signature), default=None)

    @property
    def waits_for_seal_since(self) -> datetime | None:
        """Since when it is signed, or corrected, and not sealed; None when it does not wait for that."""
        if self.corrected_at is not None:
            return self.corrected_at
        if self.state is not State.SIGNED:
            return None
        return self.signed_at or self.encounter.closed_at

    @property
    def signing_deadline(self) -> datetime | None:
        """When signatures stop being waited for, while they are."""
        return actas.signing_deadline(self.encounter) if self.state is State.CLOSING else None

    @property
    def waits_for_close(self) -> bool:
        """Have all boards ended, and nobody has closed?"""
        return self.state is State.PLAYING and self.play is not None and self.play.is_over

    def _answered(self, *kinds: str) -> tuple[Signatory, ...]:
        return tuple(each for each in self.signatories if each.signature and each.signature.kind in kinds)


def acta_hours(encounter: Encounter) -> int:
    """`acta_deadline_hours` of an encounter: as it was frozen at the start, else as it will be."""
    stored = encounter.terms["parameters"] if encounter.terms else None
    parameters = stored or encounter.round.competition.regulation_version.parameters
    return int(parameters["acta_deadline_hours"])


def overviews_of(user: User, encounters: Sequence[Encounter]) -> list[Overview]:
    """How these encounters stand, for an account that may see them all."""
    standings = agenda.standings_of(user, encounters)
    judges = {each.encounter.pk: each.judge for each in standings if each.judge is not None}
    signatories = actas.signatories_of(encounters, judges)
    captains = people.captains_of(encounters)
    play = play_of([each for each in encounters if each.state in BEFORE_SEAL])
    boards = _boards(encounters, play)
    keys = [each.pk for each in encounters]
    corrected, called_back = _corrected_at(keys), _called_back_at(keys)
    now = clock.now()
    found = []
    for each in standings:
        encounter = each.encounter
        due = due_of(encounter, called_back.get(encounter.pk))
        made = Overview(
            standing=each,
            captains=captains[encounter.pk],
            signatories=tuple(signatories[encounter.pk]),
            play=play.get(encounter.pk),
            boards=boards.get(encounter.pk, (0, 0)),
            due=due,
            days_late=days_late(State(encounter.state), due, now),
            corrected_at=corrected.get(encounter.pk),
        )
        found.append(made)
    return found


def _corrected_at(encounters: Sequence[int]) -> dict[int, datetime]:
    found = acta_versions.unsealed_corrections().filter(encounter__in=encounters)
    return dict(found.values_list("encounter", "at"))


def _boards(encounters: Sequence[Encounter], play: Mapping[int, Play]) -> dict[int, tuple[int, int]]:
    """Those of what is sealed have all ended; their sheets are not read again for that."""
    found = {pk: (each.over, len(each.boards)) for pk, each in play.items()}
    others = [each.pk for each in encounters if each.pk not in found]
    counts = Board.objects.filter(encounter__in=others).values("encounter").annotate(all=Count("pk"))
    return found | {pk: (all_, all_) for pk, all_ in counts.values_list("encounter", "all")}


def _called_back_at(encounters: Sequence[int]) -> dict[int, datetime]:
    """When those that were suspended or reopened are, or were, to be played on. One query."""
    found = Encounter.objects.filter(pk__in=encounters).annotate(
        resumed=Max("resumptions__at"),
        reopened=Max("acta_reviews__at", filter=Q(acta_reviews__way="reopen")),
    )
    rows = found.exclude(resumed=None, reopened=None).values_list("pk", "resumed", "reopened")
    return {pk: max(moment for moment in moments if moment) for pk, *moments in rows}


def due_of(encounter: Encounter, called_back_at: datetime | None) -> datetime:
    """Until when the acta of an encounter is to be sealed: it may have been played on a later day."""
    zone, day = encounter.venue.time_zone, encounter_day(encounter)
    if called_back_at is not None:
        day = max(day, day_in_zone(called_back_at, zone))
    return acta_due(day, zone, encounter.closed_at, acta_hours(encounter))


def of_round(user: User, round_: Round) -> list[Overview]:
    """Every encounter of a round, in its order."""
    return overviews_of(user, list(_related(round_.encounters.all()).order_by("number")))


def _related(encounters: QuerySet[Encounter]) -> QuerySet[Encounter]:
    return encounters.select_related(
        "round__competition__season",
        "round__competition__regulation_version",
        *of_sides(club=True),
        "venue",
        "format",
    )


def _current() -> QuerySet[Encounter]:
    """The encounters of the competitions whose season runs today."""
    today = clock.today()
    seasons = "round__competition__season"
    return Encounter.objects.filter(
        **{f"{seasons}__starts_on__lte": today, f"{seasons}__ends_on__gte": today}
    )


def _waiting() -> QuerySet[Encounter]:
    """Those that may wait for something: begun or past without an acta, or signed under protest."""
    unsealed = Q(state__in=AWAITS_ACTA, scheduled_at__lt=clock.now()) | Q(
        state__in=[State.CLOSING, State.SIGNED]
    )
    return (
        _current()
        .annotate(is_protested=Exists(_protests()))
        .filter(
            unsealed
            | Q(state__in=PROTEST_STANDS, is_protested=True)
            | Q(pk__in=acta_versions.unsealed_corrections().values("encounter"))
        )
    )


def _protests() -> QuerySet[Signature]:
    """Protests on the text of the encounter in question that is signed now, or was last."""
    version, attempt = OuterRef("content__version"), OuterRef("content__attempt")
    closings = ActaContent.objects.filter(encounter=OuterRef("content__encounter"), origin="closing")
    later = closings.filter(Q(version__gt=version) | Q(version=version, attempt__gt=attempt))
    return Signature.objects.filter(~Exists(later), kind="protest", content__encounter=OuterRef("pk"))


def waiting(user: User) -> list[Overview]:
    """Encounters of all current competitions that wait for an acta, a signature, a seal or an answer.

    The oldest first, `MOST_WAITING` at most.
    """
    found = list(_related(_waiting()).order_by("scheduled_at", "pk")[:MOST_WAITING])
    overviews = overviews_of(user, found)
    return [each for each in overviews if each.days_late or each.awaited or each.protests or _queued(each)]


def _queued(overview: Overview) -> bool:
    return overview.waits_for_seal_since is not None


def count_waiting() -> tuple[int, int]:
    """How many encounters `waiting` would show, and how many of those are overdue. Two light queries."""
    now = clock.now()
    found = _waiting().select_related("venue", "round__competition__regulation_version")
    rows = list(found.order_by("scheduled_at", "pk")[:MOST_WAITING])
    called_back = _called_back_at([each.pk for each in rows])
    waits = late = 0
    for each in rows:
        is_late = bool(days_late(State(each.state), due_of(each, called_back.get(each.pk)), now))
        late += is_late
        # Sealed ones are among them only for a protest, or a correction that is to be sealed.
        waits += is_late or each.state in PROTEST_STANDS
    return waits, late


def mark_of_round(round_: Round) -> tuple[object, ...]:
    """What changes whenever something of a round's encounters is written. One query."""
    return _mark(Encounter.objects.filter(round=round_))


def mark_of_waiting() -> tuple[object, ...]:
    """What changes whenever something is written of an encounter that waits, or one more does. One query."""
    return _mark(_waiting())


def _mark(encounters: QuerySet[Encounter]) -> tuple[object, ...]:
    """Epochs and versions only rise, so that their sums tell each change; those of the keys, who is there."""
    versions = EncounterVersion.objects.filter(pk=OuterRef("pk")).values("version")
    found = encounters.annotate(row_version=Subquery(versions)).aggregate(
        all=Count("pk"), keys=Sum("pk"), epochs=Sum("epoch"), versions=Sum("row_version")
    )
    return tuple(found.values())
