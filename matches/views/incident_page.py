"""What the pages of incidents offer and show."""

from __future__ import annotations

from dataclasses import dataclass

from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext as _

from competitions.models import Encounter
from matches import messages
from matches.actions.incidents import AMENDABLE
from matches.forms.incidents import Choice, IncidentChoices, IncidentForm
from matches.models import Incident
from matches.queries import day, sheets
from matches.rules.incidents import OFFERED, IncidentKind
from matches.rules.sides import Side
from matches.views import moments
from matches.views.incident_rows import titled, where


def choices_of(encounter: Encounter, *, shows_line_ups: bool) -> IncidentChoices:
    """Kinds led by their article, people by team (the line-up first once it is revealed), boards in play."""
    squads = day.attendance(encounter, list(Side), line_ups_of=list(Side) if shows_line_ups else [])
    teams = {Side.HOME: encounter.home.name, Side.AWAY: encounter.away.name}
    return IncidentChoices(
        kinds=_kinds(),
        people=[
            (teams[side], [(row.person.pk, row.person.full_name) for row in squads[side]]) for side in Side
        ],
        boards=_boards(encounter),
    )


def people_groups(form: IncidentForm, choices: IncidentChoices) -> list[tuple[str, list[BoundWidget], bool]]:
    """The boxes of the people, team by team, and whether somebody of it is chosen."""
    boxes = iter(form["people"].subwidgets)
    groups = [(team, [next(boxes) for _person in people]) for team, people in choices.people]
    return [(team, people, any(box.data["selected"] for box in people)) for team, people in groups]


def _kinds() -> list[tuple[str, list[Choice]]]:
    groups = (
        (_("El artículo las quiere en el acta"), [kind for kind in OFFERED if kind.wanted_by_article]),
        (
            _("Otras del reglamento"),
            [kind for kind in OFFERED if kind.article and not kind.wanted_by_article],
        ),
        (_("Generales"), [kind for kind in OFFERED if not kind.article]),
    )
    return [(title, [_choice(kind) for kind in kinds]) for title, kinds in groups]


def _choice(kind: IncidentKind) -> Choice:
    return kind.code, titled(kind.article, messages.incident_title(kind.code))


def _boards(encounter: Encounter) -> list[Choice]:
    if encounter.terms is None:
        return []
    return [
        (
            view.current.pk,
            _("Mesa %(board)s, partida %(partida)s")
            % {"board": view.board.number, "partida": view.state.current},
        )
        for view in sheets.board_views(encounter)
    ]


@dataclass(frozen=True)
class OldText:
    """One revision of an incident's text."""

    hour: str
    text: str


@dataclass(frozen=True)
class AmendPage:
    """An incident that is amended, with all its texts."""

    encounter: Encounter
    number: int
    title: str
    where: str
    people: str
    texts: tuple[OldText, ...]
    open: bool


def amend_page(incident: Incident, encounter: Encounter) -> AmendPage:
    """Read an incident and its texts."""
    zone = encounter.venue.time_zone
    concerned = incident.concerned.select_related("person")
    return AmendPage(
        encounter=encounter,
        number=incident.number,
        title=titled(incident.article, messages.incident_title(incident.kind)),
        where=where(incident),
        people=", ".join(each.person.short_name for each in concerned),
        texts=tuple(
            OldText(moments.hour(text.at, zone), text.text) for text in incident.texts.order_by("revision")
        ),
        open=encounter.state in AMENDABLE,
    )
