"""Which licences have a card to print, with the photos that go on it, and whose card a code is."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import QuerySet

from federation import clock
from federation.models import DataAccess, Licence, LicenceState, PersonPhoto, User
from federation.rules.licences import normal_code

# In one PDF: so many pages are rendered within seconds and some hundred megabytes.
MOST_CARDS = 200
MOST_PARTS = 25


def with_card(found: QuerySet[Licence]) -> QuerySet[Licence]:
    """Those licences of a list that are granted and have not run out."""
    return found.filter(state=LicenceState.GRANTED, valid_to__gte=clock.today())


def parts_of(found: QuerySet[Licence]) -> tuple[list[tuple[int | None, int]], bool]:
    """The PDFs that a list makes: after which licence each begins and how many cards it has; are there more?

    In the order of the list, by name. One query.
    """
    ordered = found.order_by("person__sort_key", "pk").values_list("pk", flat=True)
    keys = list(ordered[: MOST_CARDS * MOST_PARTS + 1])
    more = len(keys) > MOST_CARDS * MOST_PARTS
    keys = keys[: MOST_CARDS * MOST_PARTS]
    starts = range(0, len(keys), MOST_CARDS)
    return [(keys[at - 1] if at else None, len(keys[at : at + MOST_CARDS])) for at in starts], more


def without_photo(found: QuerySet[Licence]) -> QuerySet[Licence]:
    """Those whose person has no photo."""
    return found.filter(person__photo__isnull=True)


def photos_of(licences: Iterable[Licence]) -> dict[str, bytes]:
    """The photos of the people of these licences, by the person's key as text. One query."""
    rows = PersonPhoto.objects.filter(person__in=[each.person_id for each in licences])
    return {str(key): bytes(jpeg) for key, jpeg in rows.values_list("person", "jpeg")}


def printed_lately(user: User) -> int:
    """How often an account has printed cards within the last minute."""
    since = clock.now() - timedelta(minutes=1)
    return DataAccess.objects.filter(kind="card", by=user, at__gt=since).count()


def licence_by_code(typed: str) -> Licence | None:
    """The licence whose card carries this code, in any writing; None for nobody's, or erased since."""
    code = normal_code(typed)
    if code is None:
        return None
    found = Licence.objects.filter(code=code, person__erased_at__isnull=True)
    return found.select_related("person", "club").first()
