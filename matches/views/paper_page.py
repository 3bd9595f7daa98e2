"""What the Hojas on paper say: of an encounter, or of a competition alone."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from competitions.models import Competition, Encounter
from federation.models import Federation
from federation.rules.zones import in_zone
from matches.actions.acta_content import acta_number
from matches.paper.sheets import NOBODY, Heading, Hoja, Paper, Player
from matches.queries import encounters
from matches.queries.encounters import Terms
from matches.queries.paper import PaperPartida, Printed
from matches.rules.domino.seats import seats_by
from matches.rules.sides import Side


def heading_of_competition(competition: Competition) -> Heading:
    """The top of a Hoja of which only the competition is known."""
    return _heading(competition, encounters.terms_of_competition(competition))


def heading_of(encounter: Encounter, judge: str) -> Heading:
    """The top of the Hojas of an encounter, by the terms that it is played by."""
    known = _heading(encounter.round.competition, encounters.terms_or_due(encounter))
    return Heading(
        **{
            **vars(known),
            "round": _("jornada %(number)s") % {"number": encounter.round.number},
            "number": acta_number(encounter),
            "when": date_format(in_zone(encounter.scheduled_at, encounter.venue.time_zone), "j b Y, H:i"),
            "venue": encounter.venue.name,
            "home": encounter.home.name,
            "away": encounter.away.name,
            "judge": judge,
        }
    )


def _heading(competition: Competition, terms: Terms) -> Heading:
    federation = Federation.objects.first() or Federation(name="")
    second = seats_by(terms.parameters, team_competition=terms.team_competition, partida=2, has_loser=True)
    return Heading(
        federation=federation.name,
        competition=competition.name,
        season=competition.season.name,
        regulation=terms.regulation,
        version=terms.regulation_version,
        parameters=terms.parameters,
        target=terms.target,
        second_seats=second.value,
    )


def hojas_of(found: Printed) -> list[Hoja]:
    """One Hoja for each partida."""
    return [_hoja(each, found) for each in found.partidas]


def blank_hojas(paper: Paper) -> Sequence[Hoja]:
    """As many empty ones as lie on one page."""
    return [Hoja()] * paper.on_a_page


def _hoja(partida: PaperPartida, found: Printed) -> Hoja:
    def pair(side: Side) -> tuple[Player, ...]:
        return tuple(
            Player(found.people[key].full_name, found.licences.get(key, ""))
            for key in partida.pairs.get(side, ())
        )

    def short(key: str | None) -> str:
        return found.people[key].short_name if key is not None and key in found.people else ""

    table = partida.table.removeprefix(f"Mesa {partida.board}")
    return Hoja(
        board=f"{partida.board} ({table})" if table else str(partida.board),
        partida=str(partida.partida),
        home=pair(Side.HOME) or NOBODY,
        away=pair(Side.AWAY) or NOBODY,
        seats=tuple(short(key) for key in partida.seats),
        leader=partida.leader,
        scorer=short(partida.scorer),
        counter=short(partida.counter),
    )
