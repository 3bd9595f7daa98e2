"""Who takes part in the demonstration of an encounter: their accounts, and the ids of their writes."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from competitions.models import Encounter
from federation.models import User
from matches.actions import pins
from matches.actions.pins import Identified
from matches.demo import accounts
from matches.models import TableSession
from matches.permissions import Actor
from matches.queries import encounters, people
from matches.rules.sides import Side

ID_LENGTH = 32


class CannotPlayError(Exception):
    """This encounter cannot be played by the demonstration; the text says why."""


@dataclass
class Cast:
    """The accounts of an encounter, and where its chances come from."""

    encounter_id: int
    captains: dict[Side, User]
    judge: User | None
    rng: Random

    def encounter(self) -> Encounter:
        """The encounter as it stands now."""
        return Encounter.objects.select_related(*encounters.RELATED).get(pk=self.encounter_id)

    def by(self, user: User) -> Actor:
        """A write from somebody's account."""
        return Actor(user=user, session=None, device=f"cuenta-demo-{user.pk}", client_id=self._write_id())

    def captain(self, side: Side) -> Actor:
        """A write of a side's captain."""
        return self.by(self.captains[side])

    def at_table(self, session: TableSession) -> Actor:
        """A write from the phone of a table."""
        return Actor(user=None, session=session, device=f"mesa-{session.pk}", client_id=self._write_id())

    def directors(self) -> list[Actor]:
        """Who directs: the judge, or both captains one after the other."""
        if self.judge is not None:
            return [self.by(self.judge)]
        return [self.captain(side) for side in Side]

    def identify(self, person: int | str, device: str) -> Identified:
        """Somebody types his PIN on a device."""
        return pins.verify_pin(person_id=int(person), pin=accounts.PIN, device=device)

    def _write_id(self) -> str:
        # The encounter's own number comes first: the same seed plays two of them.
        return f"{self.encounter_id:x}-{self.rng.getrandbits(120):030x}"[:ID_LENGTH]


def cast_of(encounter: Encounter, seed: int) -> Cast:
    """The cast of an encounter; CannotPlayError when a captain or the judge has no account."""
    captains = {}
    for side in Side:
        captain = people.captain_of(encounter, side)
        account = User.objects.filter(person=captain).first() if captain else None
        if account is None:
            raise CannotPlayError(f"{encounter}: falta la cuenta de un capitán.")
        captains[side] = account
    designation = people.designation(encounter)
    judge = User.objects.filter(person=designation.licence.person).first() if designation else None
    if designation is not None and judge is None:
        raise CannotPlayError(f"{encounter}: falta la cuenta del juez árbitro.")
    rng = Random(f"{seed}/{encounter.round.number}/{encounter.number}")  # noqa: S311 - to be repeated, not to be secret
    return Cast(encounter.pk, captains, judge, rng)
