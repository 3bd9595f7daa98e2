"""The versions of an acta as lines: which is in force, what each came of, where to get and to verify it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.models import Encounter
from competitions.rules.lifecycle import OPEN_AGAIN
from federation.models import User
from matches.models import Acta, ActaReview
from matches.models.reviews import SUBJECTS
from matches.permissions import is_party, may_decide
from matches.queries import acta_versions
from matches.queries.reviews import REVIEWABLE
from matches.views.verification_page import long_moment


@dataclass(frozen=True)
class VersionLine:
    """One sealed version; `came_of` is the decision that made it, nothing for the first one."""

    version: int
    stands: str
    in_force: bool
    sealed_at: str
    came_of: str
    reason: str
    decision: str
    pdf_url: str
    verify_url: str


def _came_of(review: ActaReview) -> str:
    """What was decided, and about which partida or hand."""
    said = str(SUBJECTS[review.subject])
    if review.partida is None:
        return said
    where = {"board": review.partida.board.number, "number": review.partida.number, "hand": review.hand}
    if review.hand is None:
        place = _("mesa %(board)s, partida %(number)s") % where
    else:
        place = _("mesa %(board)s, partida %(number)s, jugada %(hand)s") % where
    return f"{said}: {place}"


def may_review(user: User, encounter: Encounter) -> bool:
    """May this account look into the acta of the encounter as it stands now?"""
    return encounter.state in REVIEWABLE and may_decide(user) and not is_party(user, encounter)


def version_lines(encounter: Encounter, versions: Sequence[Acta]) -> tuple[VersionLine, ...]:
    """The sealed versions, the last one first."""
    reviews = acta_versions.reviews_of(encounter) if versions else {}
    newest = versions[0].version if versions else 0
    return tuple(_line(encounter, each, reviews.get(each.version), newest) for each in versions)


def _line(encounter: Encounter, acta: Acta, review: ActaReview | None, newest: int) -> VersionLine:
    is_last = acta.version == newest
    stands = _("en vigor") if is_last else _("sustituida")
    if is_last and encounter.state in OPEN_AGAIN:
        stands = _("reabierta: la sustituirá la siguiente")
    return VersionLine(
        version=acta.version,
        stands=stands,
        in_force=is_last,
        sealed_at=long_moment(acta.sealed_at, encounter.venue.time_zone),
        came_of=_came_of(review) if review else "",
        reason=review.reason if review else "",
        decision=review.decision if review else "",
        pdf_url=f"{reverse('matches:acta_pdf', args=[encounter.pk])}?version={acta.version}",
        verify_url=reverse("matches:verify_code", args=[acta.content.code]),
    )
