"""Acting captains: who names them, for what, what it gives them and when it ends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from competitions.actions.captaincy import Days, dismiss_acting_captain, name_acting_captain
from competitions.models import ActingCaptain, Encounter
from federation.models import AuditEntry
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.actions import line_ups, tables
from matches.queries import agenda, people
from matches.rules.sides import Side
from tests.factories import world

pytestmark = pytest.mark.django_db


def soon() -> datetime:
    """Tomorrow evening: acting captains are named from today on."""
    return datetime.combine(timezone.localdate() + timedelta(days=1), datetime.min.time(), UTC).replace(
        hour=19
    )


def ready() -> tuple[world.World, world.User]:
    """An encounter of tomorrow, and an account of a player of the home squad."""
    each = world.build(at=soon())
    return each, world.account("jugadora@example.org", each.person(Side.HOME, 2))


def name(each: world.World, *, index: int = 2, term: object = None, by: object = None) -> ActingCaptain:
    return name_acting_captain(
        team=each.teams[Side.HOME],
        person=each.person(Side.HOME, index),
        term=term or each.encounter,  # type: ignore[arg-type]
        by=by,  # type: ignore[arg-type]
    )


def days(first: int, last: int) -> Days:
    today = timezone.localdate()
    return Days(today + timedelta(days=first), today + timedelta(days=last))


@pytest.mark.parametrize("term", [None, (0, 3)], ids=["one encounter", "some days"])
def test_who_is_named_speaks_for_the_team(term: tuple[int, int] | None) -> None:
    each, user = ready()
    assert people.side_of(user, each.encounter) is None
    assert not people.visible_encounters(user).exists()

    made = name(each, term=days(*term) if term else None, by=each.captains[Side.HOME])

    assert made.given_by == each.captains[Side.HOME]
    assert people.side_of(user, each.encounter) is Side.HOME
    assert people.captain_of(each.encounter, Side.HOME) == user.person
    assert list(people.visible_encounters(user)) == [each.encounter]
    assert agenda.standing_of(user, each.encounter).side is Side.HOME
    assert [row.encounter for row in agenda.own_agenda(user)[0]] == [each.encounter]
    line_ups.lock_line_up(
        encounter_id=each.encounter.pk, names=world.names(each, Side.HOME), by=world.actor(user)
    )
    # The captain is still captain, and the rival's side is nobody else's.
    assert people.side_of(each.captains[Side.HOME], each.encounter) is Side.HOME
    assert people.captain_of(each.encounter, Side.AWAY) == each.person(Side.AWAY, 0)


@pytest.mark.parametrize("term", [None, (0, 3)], ids=["one encounter", "some days"])
def test_it_ends_at_once_when_it_is_taken_back(term: tuple[int, int] | None) -> None:
    each, user = ready()
    made = name(each, term=days(*term) if term else None)

    dismiss_acting_captain(acting=made, by=each.captains[Side.HOME])

    assert people.side_of(user, each.encounter) is None
    assert not people.visible_encounters(user).exists()
    assert people.captain_of(each.encounter, Side.HOME) == each.person(Side.HOME, 0)
    with pytest.raises(ConflictError, match="acting_captaincy_over"):
        dismiss_acting_captain(acting=made, by=None)
    chain = AuditEntry.objects.filter(chain=f"team:{each.teams[Side.HOME].pk}", verb__startswith="acting")
    assert list(chain.order_by("seq").values_list("verb", flat=True)) == [
        "acting_captain.named",
        "acting_captain.dismissed",
    ]


def test_days_count_on_those_days_only() -> None:
    each, user = ready()
    name(each, term=days(2, 5))
    assert people.side_of(user, each.encounter) is None
    assert not people.visible_encounters(user).exists()


def test_an_encounter_counts_for_itself_only() -> None:
    each, user = ready()
    other = world_of_another_encounter(each)
    name(each)
    assert people.side_of(user, other) is None
    assert list(people.visible_encounters(user)) == [each.encounter]


def world_of_another_encounter(each: world.World) -> Encounter:
    from competitions.actions import setup

    round_ = setup.add_round(
        competition=each.encounter.round.competition, number=8, starts_on=timezone.localdate(), by=None
    )
    return setup.schedule_encounter(
        in_round=round_,
        number=1,
        home=each.encounter.home,
        away=each.encounter.away,
        venue=each.encounter.venue,
        at=soon(),
        by=None,
    )


def test_who_may_name() -> None:
    each, user = ready()
    name(each, term=days(0, 0), by=each.office)
    for by in (user, each.vice, each.captains[Side.AWAY], each.judge, each.stranger):
        with pytest.raises(ForbiddenError, match="only_the_captain_or_office"):
            name(each, by=by)
    # Who acts as captain names nobody.
    name(each, by=each.captains[Side.HOME])
    with pytest.raises(ForbiddenError, match="only_the_captain_or_office"):
        name(each, index=3, term=days(7, 8), by=user)


def test_what_cannot_be_named() -> None:
    each, _user = ready()
    cases = [
        ({"term": days(3, 1)}, "dates_reversed"),
        ({"term": days(-1, 1)}, "dates_past"),
        ({"index": 0}, "not_in_squad"),
    ]
    for values, code in cases:
        with pytest.raises(RuleError, match=code):
            name(each, **values)  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="not_in_squad"):
        name_acting_captain(
            team=each.teams[Side.HOME], person=each.person(Side.AWAY, 2), term=each.encounter, by=None
        )
    each.encounter.home.team.roster.filter(person=each.person(Side.HOME, 2)).update(
        valid_to=timezone.localdate() - timedelta(days=1)
    )
    with pytest.raises(RuleError, match="not_in_squad"):
        name(each)
    assert not ActingCaptain.objects.exists()


def test_one_at_a_time() -> None:
    each, user = ready()
    name(each)
    name(each, term=days(0, 3), index=3)
    with pytest.raises(ConflictError, match="acting_captain_already"):
        name(each, index=3)
    with pytest.raises(ConflictError, match="acting_captain_already"):
        name(each, term=days(3, 4))
    name(each, term=days(4, 5))
    # Whoever was named for the encounter signs it.
    assert people.captain_of(each.encounter, Side.HOME) == user.person


@pytest.mark.parametrize("state", ["closing", "signed"])
def test_nobody_changes_while_the_acta_is_being_signed(state: str) -> None:
    each, _user = ready()
    for_it, for_days = name(each), name(each, term=days(0, 3), index=3)
    moment = timezone.now()
    Encounter.objects.filter(pk=each.encounter.pk).update(
        state=state,
        terms={},
        started_at=moment,
        regulation_version=each.encounter.round.competition.regulation_version,
    )
    for act, code in (
        (lambda: name(each), "encounter_closed"),
        (lambda: dismiss_acting_captain(acting=for_it, by=None), "encounter_closed"),
        (lambda: dismiss_acting_captain(acting=for_days, by=None), "encounter_being_signed"),
    ):
        with pytest.raises(ConflictError, match=code):
            act()


def test_the_database_keeps_encounter_and_days_apart() -> None:
    each, user = ready()
    values = {"team": each.teams[Side.HOME], "person": user.person, "given_at": timezone.now()}
    today = timezone.localdate()
    for wrong in (
        {},
        {"encounter": each.encounter, "valid_from": today, "valid_to": today},
        {"valid_from": today},
        {"valid_from": today, "valid_to": today - timedelta(days=1)},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            ActingCaptain.objects.create(**values, **wrong)


def test_an_acting_captain_opens_boards() -> None:
    each = world.playing(at=soon())
    user = world.account("jugadora@example.org", each.person(Side.HOME, 2))
    name(each)
    session, _token = tables.open_board(code=each.boards()[0].code, device="cuenta-jugadora", by=user)
    assert session.board_id == each.boards()[0].pk


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("term", [None, (0, 3)], ids=["one encounter", "some days"])
def test_captain_and_office_name_two_people_at_once(run_together, term: tuple[int, int] | None) -> None:
    each, _user = ready()
    when = days(*term) if term else None
    found = run_together(
        lambda: name(each, term=when, by=each.captains[Side.HOME]),
        lambda: name(each, term=when, index=3, by=each.office),
    )
    assert sorted(getattr(result, "code", "named") for result in found) == ["acting_captain_already", "named"]
    assert ActingCaptain.objects.count() == 1
