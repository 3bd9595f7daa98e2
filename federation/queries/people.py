"""Finding people, and what the registry knows of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from federation.models import Licence, Person, PersonalData, PersonWord
from federation.rules import people as rules
from federation.rules.people import Guardian
from federation.rules.searching import backwards, looks_like_number, search_words

MOST_ALIKE = 10


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


def alike(*name: str, birth_date: date | None) -> list[Person]:
    """People whose name has all the words of this one, in any order, and who were born that day.

    Whoever has no birth date on record may be anybody of that name; so may everybody when none is
    given. At most ten.
    """
    words = search_words(*name)
    if not words:
        return []
    same = present().filter(_each_word(words, "word"))
    if birth_date is not None:
        same = same.filter(Q(birth_date=birth_date) | Q(birth_date__isnull=True))
    return list(same.order_by("pk")[:MOST_ALIKE])


def keys_of(person: Person) -> list[int]:
    """The person's record and those that were merged into it: what was played names one of them."""
    return [person.pk, *Person.objects.filter(merged_into=person).order_by("pk").values_list("pk", flat=True)]


def by_records(people: Collection[int]) -> Q:
    """Rows of what these people played: what was played under a record merged into his was played by him."""
    return Q(person__in=people) | Q(person__merged_into__in=people)


def found_by(text: str, *, documents: bool) -> Q:
    """The people whom a text finds: words of the name by their beginnings, or a number.

    A number is a licence's, by its last figures, or with `documents` (for the office alone) an
    identity document, whole or by its last figures and letter. A text without words finds nobody.
    """
    if looks_like_number(text):
        return _by_number(text, documents=documents)
    words = search_words(text)
    return _each_word(words, "word__startswith") if words else Q(pk__in=[])


def _each_word(words: Iterable[str], how: str) -> Q:
    found = Q()
    for word in words:
        found &= Q(Exists(PersonWord.objects.filter(person=OuterRef("pk"), **{how: word})))
    return found


def _by_number(number: str, *, documents: bool) -> Q:
    found = Licence.objects.filter(reversed_number__startswith=backwards(number)).values("person")
    if documents:
        data = PersonalData.objects.filter(reversed_document__startswith=backwards(number))
        # Two conditions joined by "or" would be asked of everybody; a union is walked by its indexes.
        found = found.union(data.values("person"))
    return Q(pk__in=found)
