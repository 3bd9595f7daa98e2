"""All that a file may feed, by name."""

from collections.abc import Mapping

from federation.files.club_targets import CLUBS, TEAMS
from federation.files.match_targets import CALENDAR, RESULTS
from federation.files.people_target import PEOPLE
from federation.files.targets import Target

TARGETS: Mapping[str, Target] = {target.name: target for target in (PEOPLE, CLUBS, TEAMS, CALENDAR, RESULTS)}
