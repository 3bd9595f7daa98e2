"""A registry of so many licences, written in bulk, and what the office asks of it.

`python -m tests.load.registry 30000` fills the database of the settings and prints as JSON the session of
somebody of the office, the pages that are measured, and how many questions each puts to the database.
The person who is looked for and looked at is the same in every size, with the same history; so is his
club, of thirty. The others belong to clubs of three hundred.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.load.settings")
django.setup()

# Only now: models can be read once the applications are there.
from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from federation.actions import duplicates  # noqa: E402
from federation.models import (  # noqa: E402
    Club,
    Licence,
    LicenceKind,
    LicenceState,
    LicenceStep,
    Person,
    PersonalData,
    PersonKey,
    PersonWord,
    Season,
)
from federation.rules import duplicates as likeness  # noqa: E402
from federation.rules.names import sort_key  # noqa: E402
from federation.rules.searching import backwards, search_words  # noqa: E402
from tests.federation import registry_world, staff  # noqa: E402
from tests.federation.registry_world import Registry  # noqa: E402
from tests.federation.two_records import details, join, team  # noqa: E402

OWN_CLUB = 30
OTHER_CLUBS = 300
AT_ONCE = 2000
GIVEN = ("Ana", "Íñigo", "María de los Ángeles", "Pau", "Uxía", "Nerea", "José Luis", "Begoña", "Álvaro")
SURNAMES = (
    "García", "Núñez", "Fernández", "Ibáñez", "Xuclà", "Etxeberria", "Muñoz", "Peña", "López", "Ruiz", "Oca",
    "Vázquez", "Gil", "Sanz", "Alcaraz", "Bengoa", "Quiroga", "Zubizarreta", "Ferrer", "Domènech", "Castro",
)  # fmt: skip


def build(count: int) -> dict[str, Any]:
    """Fill the database; give the session, the pages and their questions."""
    each = registry_world.build()
    who = _the_one(each)
    rows = _people(each, count - 1)
    _licences(each, rows)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    session = _office_session()
    pages = _pages(each, who)
    return {
        "session": session,
        "pages": pages,
        "questions": {name: _questions(session, path) for name, path in pages.items()},
    }


def _the_one(each: Registry) -> Person:
    """Somebody with a document, two licences and a squad."""
    who = each.person(
        "Wenceslao",
        "Ybarra",
        surname_2="Zuazo",
        details=details(document_kind="DNI", document="12345678Z", phone="600111222"),
    )
    for season in (each.before, each.after):
        each.licence(who, "B-99077", season)
    join(team(each), who)
    return who


def _people(each: Registry, count: int) -> list[Person]:
    chance = Random(7)
    rows: list[Person] = []
    for _number in range(count):
        given, first, second = chance.choice(GIVEN), chance.choice(SURNAMES), chance.choice(SURNAMES)
        born = date(1950, 1, 1) + timedelta(days=chance.randrange(20_000))
        rows.append(
            Person(
                given_name=given,
                surname_1=first,
                surname_2=second,
                birth_date=born,
                sort_key=sort_key(first, second, given),
            )
        )
    made = [row for some in _batches(rows) for row in Person.objects.bulk_create(some)]
    for some in _batches(made):
        _found_by(some)
    return made


def _found_by(people: Sequence[Person]) -> None:
    PersonalData.objects.bulk_create(
        PersonalData(
            person=who,
            document_kind="passport",
            document=f"PA{who.pk:07d}",
            reversed_document=backwards(f"PA{who.pk:07d}"),
        )
        for who in people
    )
    PersonWord.objects.bulk_create(
        PersonWord(person=who, word=word)
        for who in people
        for word in search_words(who.given_name, who.surname_1, who.surname_2)
    )
    PersonKey.objects.bulk_create(
        PersonKey(person=who, key=key)
        for who in people
        for key in likeness.keys(duplicates.known_of(who, PersonalData(document=f"PA{who.pk:07d}")))
    )


def _licences(each: Registry, people: Sequence[Person]) -> None:
    clubs = [each.club] * (OWN_CLUB - 1)
    for number in range(-(-max(0, len(people) - OWN_CLUB + 1) // OTHER_CLUBS)):
        name = f"Club {number}"
        club = Club.objects.create(name=name, short_name=name, sort_key=sort_key(name, "", ""))
        clubs += [club] * OTHER_CLUBS
    rows = [
        _licence(who, each.before, club, f"A-{number:05d}")
        for number, (who, club) in enumerate(zip(people, clubs, strict=False), start=1)
    ]
    made = [row for some in _batches(rows) for row in Licence.objects.bulk_create(some)]
    for some in _batches(made):
        LicenceStep.objects.bulk_create(
            LicenceStep(licence=row, state=LicenceState.GRANTED, at=timezone.now()) for row in some
        )


def _licence(who: Person, season: Season, club: Club, number: str) -> Licence:
    return Licence(
        person=who,
        season=season,
        club=club,
        kind=LicenceKind.PLAYER,
        number=number,
        reversed_number=backwards(number),
        category="Absoluta",
        state=LicenceState.GRANTED,
        valid_from=season.starts_on,
        valid_to=season.ends_on,
    )


def _batches(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (rows[begin : begin + AT_ONCE] for begin in range(0, len(rows), AT_ONCE))


def _office_session() -> str:
    """The session of somebody of the office who has shown both factors."""
    browser = staff.inside(staff.office("banco@example.org"))
    return str(browser.cookies[settings.SESSION_COOKIE_NAME].value)


def _pages(each: Registry, who: Person) -> dict[str, str]:
    people, licences = "/secretaria/personas/", "/secretaria/licencias/"
    return {
        "people": people,
        "people of a club": f"{people}?club={each.club.pk}",
        "search, a name": f"{people}?q=wences+yba",
        "search, a common surname": f"{people}?q=garcia",
        "search, a licence": f"{people}?q=99077",
        "search, a document": f"{people}?q=5678Z",
        "licences": licences,
        "licences of a club": f"{licences}?club={each.club.pk}",
        "licences, a name": f"{licences}?q=wences+yba",
        "person's page": f"{people}{who.pk}/",
    }


def _questions(session: str, path: str) -> int:
    browser = Client()
    browser.cookies[settings.SESSION_COOKIE_NAME] = session
    browser.get(path)
    with CaptureQueriesContext(connection) as queries:
        answer = browser.get(path)
    if answer.status_code != 200:
        raise RuntimeError(f"{answer.status_code} for {path}")
    return len(queries)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(build(int(sys.argv[1]))))
