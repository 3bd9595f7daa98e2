"""What must be true of a person's record. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from federation.rules.errors import RuleError
from federation.rules.names import ADULT_AGE, age_on

OLDEST = 120


@dataclass(frozen=True)
class Guardian:
    """Who answers for a minor, and how he is reached."""

    name: str = ""
    email: str = ""
    phone: str = ""

    @property
    def reachable(self) -> bool:
        """Is there a name and a way to reach it?"""
        return bool(self.name.strip() and (self.email.strip() or self.phone.strip()))


def is_minor(birth_date: date | None, day: date) -> bool:
    """Under age on that day; without a birth date nobody is taken for a minor here."""
    return birth_date is not None and age_on(birth_date, day) < ADULT_AGE


def lacks_guardian(birth_date: date | None, guardian: Guardian, day: date) -> bool:
    """Is this a minor whose guardian cannot be reached?"""
    return is_minor(birth_date, day) and not guardian.reachable


def check_person(
    *,
    given_name: str,
    surname_1: str,
    birth_date: date | None,
    consent_on: date | None,
    day: date,
) -> None:
    """RuleError for what cannot be true: no name, born tomorrow or 121 years ago, a consent to come."""
    for field, part in (("given_name", given_name), ("surname_1", surname_1)):
        if not any(sign.isalpha() for sign in part):
            raise RuleError("name_missing", field=field)
    if birth_date is not None and birth_date > day:
        raise RuleError("born_in_the_future", field="birth_date")
    if birth_date is not None and age_on(birth_date, day) > OLDEST:
        raise RuleError("born_too_long_ago", field="birth_date", years=OLDEST)
    if consent_on is not None and consent_on > day:
        raise RuleError("consent_in_the_future", field="consent_on")


def check_guardian(birth_date: date | None, guardian: Guardian, day: date) -> None:
    """RuleError `guardian_missing` for a minor without a guardian who can be reached."""
    if lacks_guardian(birth_date, guardian, day):
        raise RuleError("guardian_missing", field="guardian_name")
