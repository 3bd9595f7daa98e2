"""Finding people, and what the registry knows of them."""

from __future__ import annotations

from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from federation.models import Licence, Person, PersonalData, PersonWord
from federation.rules import people as rules
from federation.rules.people import Guardian
from federation.rules.searching import backwards, looks_like_number, search_words


def guardian_of(data: PersonalData | None) -> Guardian:
    """Who answers for a minor, as far as it is known."""
    if data is None:
        return Guardian()
    return Guardian(data.guardian_name, data.guardian_email, data.guardian_phone)


def lacks_guardian(person: Person, day: date) -> bool:
    """Is this a minor on that day whose guardian cannot be reached? One query, only for a minor."""
    if not rules.is_minor(person.birth_date, day):
        return False
    data = PersonalData.objects.filter(person=person).first()
    return rules.lacks_guardian(person.birth_date, guardian_of(data), day)


def present() -> QuerySet[Person]:
    """People who are neither merged into another record nor erased."""
    return Person.objects.filter(merged_into__isnull=True, erased_at__isnull=True)


def found_by(text: str, *, documents: bool) -> Q:
    """The people whom a text finds: words of the name by their beginnings, or a number.

    A number is a licence's, by its last figures, or with `documents` (for the office alone) an
    identity document, whole or by its last figures and letter. A text without words finds nobody.
    """
    if looks_like_number(text):
        return _by_number(text, documents=documents)
    words = search_words(text)
    found = Q() if words else Q(pk__in=[])
    for word in words:
        found &= Q(Exists(PersonWord.objects.filter(person=OuterRef("pk"), word__startswith=word)))
    return found


def _by_number(number: str, *, documents: bool) -> Q:
    licences = Licence.objects.filter(person=OuterRef("pk"), reversed_number__startswith=backwards(number))
    found = Q(Exists(licences))
    if documents:
        data = PersonalData.objects.filter(
            person=OuterRef("pk"), reversed_document__startswith=backwards(number)
        )
        found |= Q(Exists(data))
    return found
