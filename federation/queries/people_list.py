"""The office's list of people: who is in it, by what it is narrowed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from federation import clock
from federation.models import ENDED_LICENCES, Invitation, Licence, Person, PersonPhoto, User
from federation.models.invitations import OPEN
from federation.queries import seasons
from federation.queries.licences import standing_on
from federation.queries.people import found_by, present
from federation.rules.names import ADULT_AGE

NO_LICENCE = "none"


@dataclass(frozen=True)
class PeopleFilter:
    """What the list of people is narrowed to; empty means all.

    `standing` is a way in which a licence stands, or `NO_LICENCE`; with it `club` means those who
    have had a licence of that club, in any season. `photo` and `account` are "with" or "without".
    """

    text: str = ""
    club: int | None = None
    kind: str = ""
    standing: str = ""
    season: int | None = None
    minors: bool = False
    photo: str = ""
    account: str = ""


def people(chosen: PeopleFilter) -> QuerySet[Person]:
    """The people of a filter, each with `has_photo`, `has_account` and `open_invitations`.

    Neither merged records nor erased people are in it. The caller orders and bounds them.
    """
    photos = PersonPhoto.objects.filter(person=OuterRef("pk"))
    accounts = User.objects.filter(person=OuterRef("pk"))
    found = present().annotate(has_photo=Exists(photos), has_account=Exists(accounts))
    if chosen.text:
        found = found.filter(found_by(chosen.text, documents=True))
    if chosen.minors:
        found = found.filter(birth_date__gt=_adults_born_by(clock.today()))
    if chosen.photo:
        found = found.filter(Exists(photos) if chosen.photo == "with" else ~Exists(photos))
    if chosen.account:
        found = found.filter(Exists(accounts) if chosen.account == "with" else ~Exists(accounts))
    invited = Prefetch("invitations", queryset=Invitation.objects.filter(OPEN), to_attr="open_invitations")
    return _by_licence(found, chosen).prefetch_related(invited)


def _by_licence(found: QuerySet[Person], chosen: PeopleFilter) -> QuerySet[Person]:
    held = Licence.objects.filter(person=OuterRef("pk"))
    if chosen.standing == NO_LICENCE:
        if chosen.club is not None:
            found = found.filter(Exists(held.filter(club=chosen.club)))
        live = held.exclude(state__in=ENDED_LICENCES).filter(season=chosen.season or seasons.current())
        return found.filter(~Exists(live.filter(kind=chosen.kind) if chosen.kind else live))
    exact = {"club": chosen.club, "kind": chosen.kind or None, "season": chosen.season}
    wanted = {name: value for name, value in exact.items() if value is not None}
    if chosen.standing:
        held = held.filter(standing_on(chosen.standing, clock.today()))
    if not wanted and not chosen.standing:
        return found
    return found.filter(Exists(held.filter(**wanted)))


def _adults_born_by(day: date) -> date:
    """The last birth date of those who are of age on a day."""
    try:
        return day.replace(year=day.year - ADULT_AGE)
    except ValueError:
        # Whoever was born on the 29th of February comes of age on the 1st of March.
        return day.replace(year=day.year - ADULT_AGE, day=28)
