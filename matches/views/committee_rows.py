"""The partidas before the committee as rows of its list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from matches import messages
from matches.queries.committee import Case
from matches.views import moments
from matches.views.incident_rows import titled
from matches.views.next_step import Chip
from matches.views.ruling_page import chip_of, decided_in_words, resumes_in_words

TOLD_SHOWN = 160


@dataclass(frozen=True)
class Row:
    """One partida."""

    url: str
    name: str
    where: str
    about: str
    chip: Chip
    score: str
    since: str
    told: str
    decided: str
    resumes: str


def rows_of(cases: Iterable[Case]) -> list[Row]:
    """The rows of a page of the list. Reads nothing."""
    return [_row(case) for case in cases if case.sheet is not None]


def _row(case: Case) -> Row:
    encounter, partida, sheet = case.encounter, case.partida, case.sheet
    assert sheet is not None  # noqa: S101 - the caller has asked
    said = {"board": partida.board.number, "partida": partida.number}
    round_ = encounter.round
    since = case.since
    return Row(
        url=reverse("matches:committee_partida", args=[partida.pk]),
        name=f"{encounter.home.name} – {encounter.away.name}",
        where=_("Mesa %(board)s, partida %(partida)s") % said,
        about=f"{round_.competition.name}, {_('jornada %(number)s') % {'number': round_.number}}",
        chip=chip_of(sheet),
        score=f"{sheet.totals.home}–{sheet.totals.away}",
        since=moments.short_day(since, encounter.venue.time_zone) if since else "",
        told=_told(case),
        decided=decided_in_words(case),
        resumes=resumes_in_words(case),
    )


def _told(case: Case) -> str:
    """Why it is before the committee: the suspension's reason, or the incident."""
    if case.suspended is not None:
        return str(case.suspended.data.get("reason", ""))
    if case.told is None:
        return ""
    texts = sorted(case.told.texts.all(), key=lambda text: text.revision)
    title = titled(case.told.article, messages.incident_title(case.told.kind))
    return f"{title}: {Truncator(texts[-1].text if texts else '').chars(TOLD_SHOWN)}"
