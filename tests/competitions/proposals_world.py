"""A team whose club has a delegate, with people to propose: what tests of proposed squads begin with."""

from __future__ import annotations

from dataclasses import dataclass, field

from competitions.actions import squad_requests
from competitions.rules.squad_proposals import Proposal
from federation.actions import delegations, requests
from federation.models import ClubRequest, Person, User
from tests.competitions import squads_world
from tests.competitions.squads_world import TODAY, Squads
from tests.federation.club_world import account


@dataclass
class Proposals:
    """What was built: in the first team a captain and a player; two more of the club outside."""

    squads: Squads
    delegate: User
    captain: Person
    player: Person
    outside: list[Person] = field(default_factory=list)

    def ask(self, **values: object) -> ClubRequest:
        """Propose something for the first team, from today on unless it says another day."""
        proposal = Proposal(**{"day": TODAY, **values})  # type: ignore[arg-type]
        return squad_requests.ask_squad(team=self.squads.first, proposal=proposal, by=self.delegate)

    def accept(self, asked: ClubRequest, **values: object) -> ClubRequest:
        """Accept it as it was proposed."""
        fields = {
            "day": TODAY,
            "read": requests.last_step(asked),
            "by": self.squads.registry.office,
            **values,
        }
        return squad_requests.accept_squad(request=asked, **fields)  # type: ignore[arg-type]


def build(**parameters: object) -> Proposals:
    """A captain and a player in the first team, two licensed people outside, and a delegate."""
    return build_on(squads_world.build(**parameters))


def build_on(each: Squads) -> Proposals:
    """The same in a world that is there."""
    captain, player, *outside = (each.person(name) for name in ("Cano", "Paz", "Uno", "Dos"))
    each.join(each.first, captain, "captain", reason="x")
    each.join(each.first, player, reason="x")
    delegate = account("delegada@example.org", each.registry.person("Dora", "Delegada"))
    delegations.name_delegate(
        club=each.registry.club,
        person=delegate.person,  # type: ignore[arg-type]
        valid_from=each.registry.after.starts_on,
        valid_to=None,
        by=each.registry.office,
    )
    return Proposals(each, delegate, captain, player, outside)
