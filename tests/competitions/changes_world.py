"""A competition, other versions for it, and who may do what with them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from competitions.models import Competition
from federation.actions.regulations import publish_version
from federation.models import Discipline, RegulationVersion, Role, User
from tests.factories import world
from tests.factories.kept_rows import kept
from tests.factories.world import TODAY
from tests.federation.staff import person, staff


@dataclass
class Changes:
    """What the builder made."""

    world: world.World
    first: RegulationVersion
    second: RegulationVersion
    director: User
    committee: User
    both: User

    @property
    def competition(self) -> Competition:
        """The competition as it stands in the database."""
        return Competition.objects.get(pk=self.world.encounter.round.competition_id)


def version(
    name: str = "Reglamento de dominó",
    discipline: Discipline = Discipline.DOMINO,
    valid_from: date = TODAY,
    **overrides: object,
) -> RegulationVersion:
    """Publish one more."""
    return publish_version(
        name=name, discipline=discipline, overrides=overrides, valid_from=valid_from,
        reason="Acuerdo de la asamblea", by=None,
    )  # fmt: skip


@kept
def build(*, locked: bool = False) -> Changes:
    """One encounter ahead (its line-ups locked, if asked), a second version with 200 points, three people."""
    each = world.locked(boards=1) if locked else world.build(boards=1)
    first = each.encounter.round.competition.regulation_version
    return Changes(
        each,
        first,
        version(target_points=200),
        staff("direccion@example.org", Role.SPORTING_DIRECTOR, who=person("Dora", "Ruiz")),
        staff("comite@example.org", Role.COMMITTEE, who=person("Celia", "Mora")),
        staff("ambas@example.org", Role.SPORTING_DIRECTOR, Role.COMMITTEE, who=person("Ana", "Vera")),
    )
