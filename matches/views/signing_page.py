"""What the signing page shows to whoever looks at it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.http import HttpRequest
from django.utils import dateformat, timezone
from django.utils.translation import gettext as _

from competitions.models import Encounter
from federation.models import User
from federation.rules.zones import in_zone
from matches.models import ActaContent
from matches.permissions import may_hand_over
from matches.queries import actas
from matches.queries.actas import Signatory
from matches.rules.signing import PAD_HEIGHT
from matches.views import side_words
from matches.views.acta_text import ActaText, acta_text
from matches.views.identity import account_of
from matches.views.signatories import SignatoryRow, own_role, signatory_rows


@dataclass(frozen=True)
class Signer:
    """Who signs with the form of the page: in his own account, or on the judge's phone."""

    role: str
    person_id: int
    name: str
    office: str
    handed: bool


@dataclass(frozen=True)
class SigningPage:
    """The signing page of one person at one moment."""

    encounter: Encounter
    content: ActaContent
    own: str | None
    rows: list[SignatoryRow]
    signer: Signer | None
    done: SignatoryRow | None

    @property
    def who_signs(self) -> str:
        """Who signs this acta."""
        both = {"both": side_words.both(self.encounter)}
        return _("El acta la firman %(both)s y el juez árbitro, si lo hay.") % both

    @property
    def shown_rows(self) -> list[SignatoryRow]:
        """The lines of "who has signed"; in another's hands the phone offers only his own signature."""
        if self.signer is None or not self.signer.handed:
            return self.rows
        return [replace(each, hand_over_url="", missing_url="") for each in self.rows]

    @property
    def text(self) -> ActaText:
        """The frozen text."""
        return acta_text(self.content)

    @property
    def closed_at(self) -> str:
        """At what time it was closed."""
        return clock(self.content.at, self.encounter)

    @property
    def claim_until(self) -> str:
        """Until when a protest signed now can become a claim; nothing where the regulation gives no time."""
        now = timezone.now()
        until = actas.claim_deadline(self.encounter, now)
        return long_moment(until, self.encounter) if until > now else ""

    @property
    def deadline(self) -> str:
        """When signatures stop being waited for."""
        found = actas.signing_deadline(self.encounter)
        return long_moment(found, self.encounter) if found else ""

    @property
    def pad_height(self) -> int:
        """How high the pad is when it is 1000 wide."""
        return PAD_HEIGHT

    @property
    def may_go_back(self) -> bool:
        """May the encounter still go back to play from here: nobody has answered, and this person directs?"""
        directs = self.own == "judge" or (self.own and all(row.role != "judge" for row in self.rows))
        return bool(directs) and all(row.is_awaited for row in self.rows)


def signing_page(
    request: HttpRequest, encounter: Encounter, content: ActaContent, role: str = ""
) -> SigningPage:
    """Put together what this person sees of the signing of an encounter.

    `role`: who is to sign here, when it is not the person of the account; one who has
    signed already is kept when he is named so, for the same sending gets the same answer.
    """
    signatories = actas.signatories(encounter)
    user = account_of(request)
    own = own_role(user, encounter)
    rows = signatory_rows(encounter, signatories, own)
    asked = role or request.GET.get("firmante") or own
    row = next((each for each in rows if each.role == asked and (each.is_awaited or role)), None)
    signer = _signer(user, signatories, row, own) if row else None
    done = next((each for each in rows if each.role == own and not each.is_awaited), None)
    return SigningPage(encounter, content, own, rows, signer, done)


def _signer(user: User, signatories: list[Signatory], row: SignatoryRow, own: str | None) -> Signer | None:
    """Who signs as a role from this account: its own person, or whom the judge hands his phone to."""
    if row.role == own and user.person is not None:
        return Signer(row.role, user.person.pk, user.person.full_name, row.office, handed=False)
    person = next(each.person for each in signatories if each.role == row.role)
    if person is None or not may_hand_over(own, row.role):
        return None
    return Signer(row.role, person.pk, person.full_name, row.office, handed=True)


def clock(moment: datetime, encounter: Encounter) -> str:
    """Hour and minute of a moment where the encounter is played."""
    return in_zone(moment, encounter.venue.time_zone).strftime("%H:%M")


def long_moment(moment: datetime, encounter: Encounter) -> str:
    """Day of the week, day, hour and minute of a moment where the encounter is played."""
    local = in_zone(moment, encounter.venue.time_zone)
    return _("%(day)s, %(hour)s") % {"day": dateformat.format(local, "l j"), "hour": local.strftime("%H:%M")}
