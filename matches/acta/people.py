"""Names of the people whom an acta names. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any


class People:
    """Looks up the people and the teams of one acta's content."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self._people: Mapping[str, Mapping[str, Any]] = content["people"]
        self._teams: Mapping[str, Mapping[str, Any]] = content["teams"]

    def team(self, side: str) -> str:
        """The name of the team of a side."""
        return str(self._teams[side]["name"])

    def name(self, person: str) -> str:
        """The whole name; the identifier itself where nobody is described by it."""
        described = self._people.get(person)
        return str(described["name"]) if described else person

    def licence(self, person: str) -> str:
        """The licence number, or nothing."""
        described = self._people.get(person)
        return str(described["licence"] or "") if described else ""

    def entry(self, person: str) -> dict[str, str]:
        """Name and licence, for the template."""
        return {"name": self.name(person), "licence": self.licence(person)}

    def short_names(self, persons: Iterable[str]) -> dict[str, str]:
        """First names, or whole ones where two of these people share the first name."""
        asked = list(dict.fromkeys(persons))
        first = {person: self.name(person).split(" ", 1)[0] for person in asked}
        times = Counter(first.values())
        return {person: name if times[name] == 1 else self.name(person) for person, name in first.items()}
