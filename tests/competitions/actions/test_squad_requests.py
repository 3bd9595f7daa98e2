"""A club proposes a squad: nothing changes before the office accepts, and then all of it or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine

from competitions.actions import squad_requests, squads
from competitions.rules.squad_proposals import NOBODY, Proposal
from federation.actions import delegations, erasing, merging, requests
from federation.actions.requests import Asked
from federation.models import (
    ClubDelegation,
    ClubRequest,
    ErasureBasis,
    OutgoingMail,
    RequestKind,
    RosterEntry,
)
from federation.queries.audit import problems
from federation.rules.erasure import ErasureRefusedError
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from federation.rules.requests import RequestAct
from tests.competitions import proposals_world
from tests.competitions.proposals_world import Proposals
from tests.competitions.squads_world import NOW, TODAY

YESTERDAY = TODAY - timedelta(days=1)
SHUT = {"registration_window": {"from": "2026-09-01", "to": "2026-10-31"}}


@pytest.fixture(autouse=True)
def _the_day() -> Iterator[None]:
    with time_machine.travel(NOW, tick=True):
        yield


@pytest.fixture
def each(db: None) -> Proposals:
    return proposals_world.build(squad_max=3)


def refused(code: str, field: str | None = None, error: type[RuleError] = RuleError):
    return pytest.raises(error, check=lambda found: (found.code, found.field) == (code, field))


def rows() -> list[tuple[int, str, date, date | None]]:
    return list(RosterEntry.objects.order_by("pk").values_list("person", "role", "valid_from", "valid_to"))


def test_a_squad_is_written_whole_once_it_is_accepted(each: Proposals) -> None:
    before, (first, _second) = rows(), each.outside
    asked = each.ask(
        joins=(first.pk,), leaves=(each.captain.pk,), captain=first.pk, vice_captain=each.player.pk
    )
    assert rows() == before
    done = each.accept(asked)
    first_team = each.squads.first
    assert each.squads.squad(first_team) == {
        first.given_name: "captain",
        each.player.given_name: "vice_captain",
    }
    assert each.squads.squad(first_team, YESTERDAY) == {
        each.captain.given_name: "captain",
        each.player.given_name: "player",
    }
    people = sorted([first.pk, each.captain.pk, each.player.pk])
    assert done.result == {"team": first_team.pk, "people": people}
    steps = OutgoingMail.objects.filter(data__asks="squad").values_list("data__step", flat=True)
    assert list(steps) == ["sent", "accepted"]
    assert list(problems()) == []


def test_a_proposal_that_says_nothing_or_what_cannot_be(each: Proposals) -> None:
    elsewhere = each.squads.registry.person("Otro", "Club")
    each.squads.registry.licence(
        elsewhere, season=each.squads.registry.after, club=each.squads.registry.other
    )
    one, two = (who.pk for who in each.outside)
    with refused("squad_proposal_empty"):
        each.ask()
    with refused("not_of_the_club"):
        each.ask(joins=(elsewhere.pk,))
    with refused("already_in_squad", f"join_{each.player.pk}"):
        each.ask(joins=(each.player.pk,))
    # Four do not go into a squad of three, but do when one leaves.
    with refused("squad_full", f"join_{two}"):
        each.ask(joins=(one, two))
    asked = each.ask(joins=(one, two), leaves=(each.player.pk,))
    with refused("request_squad_open", None, ConflictError):
        each.ask(vice_captain=each.player.pk)
    assert len(each.squads.squad(each.squads.first)) == 2
    requests.withdraw(request=asked, by=each.delegate)
    assert each.ask(vice_captain=NOBODY).state == "sent"


def test_refusals_of_an_acceptance_stand_beside_whom_they_are_about(each: Proposals) -> None:
    one, two = each.outside
    asked, before = each.ask(joins=(one.pk, two.pk), leaves=(each.player.pk,)), rows()
    squads.leave_squad(
        entry=each.player.roster_entries.get(), last_day=YESTERDAY, by=each.squads.registry.office
    )
    with refused("place_over", f"leave_{each.player.pk}", ConflictError):
        each.accept(asked)
    requests.withdraw(request=asked, by=each.delegate)
    again = each.ask(joins=(two.pk, one.pk))
    each.squads.join(each.squads.first, one, day=TODAY)
    with refused("already_in_squad", f"join_{one.pk}"):
        each.accept(again)
    assert len(rows()) == len(before) + 1
    with refused("dates_past", "day"):
        each.accept(_captain(each, again), day=YESTERDAY)


def _captain(each: Proposals, asked: ClubRequest) -> ClubRequest:
    requests.withdraw(request=asked, by=each.delegate)
    return each.ask(captain=each.outside[0].pk)


@pytest.mark.django_db
def test_an_exception_needs_the_offices_reason() -> None:
    each = proposals_world.build(**SHUT)
    asked = each.ask(joins=(each.outside[0].pk,))
    with refused("registration_closed", "reason"):
        each.accept(asked)
    assert each.accept(asked, reason="Baja médica").state == "accepted"


def test_the_office_asks_for_more_and_the_club_proposes_again(each: Proposals) -> None:
    asked = each.ask(joins=(each.outside[0].pk,))
    read = requests.last_step(asked)
    requests.reply(
        request=asked, act=RequestAct.ASK_MORE, text="¿Quién capitanea?", by=each.squads.registry.office
    )
    other = Proposal(TODAY, joins=(each.outside[1].pk,), captain=each.outside[1].pk)
    with refused("squad_proposal_empty"):
        squad_requests.answer_squad(request=asked, proposal=Proposal(TODAY), by=each.delegate)
    squad_requests.answer_squad(request=asked, proposal=other, text="Dos", by=each.delegate)
    with refused("request_changed", None, ConflictError):
        each.accept(asked, read=read)
    each.accept(asked)
    assert each.squads.squad(each.squads.first)[each.outside[1].given_name] == "captain"


def test_a_person_merged_meanwhile_joins_under_the_record_that_stays(each: Proposals) -> None:
    gone, kept = each.outside[0], each.squads.person("Uno", licensed=False)
    asked = each.ask(joins=(gone.pk,))
    merging.merge(kept=kept, gone=gone, chosen={}, by=each.squads.registry.office)
    each.accept(asked)
    assert kept.given_name in each.squads.squad(each.squads.first)


def test_only_who_may(each: Proposals) -> None:
    asked = each.ask(vice_captain=each.player.pk)
    with refused("only_office", None, ForbiddenError):
        each.accept(asked, by=each.delegate)
    with refused("only_delegates", None, ForbiddenError):
        squad_requests.ask_squad(
            team=each.squads.rival, proposal=Proposal(TODAY, vice_captain=NOBODY), by=each.delegate
        )
    held = ClubDelegation.objects.get()
    delegations.dismiss_delegate(delegation=held, by=each.squads.registry.office)
    with refused("only_delegates", None, ForbiddenError):
        squad_requests.answer_squad(
            request=asked, proposal=Proposal(TODAY, vice_captain=NOBODY), by=each.delegate
        )


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_accept_one_squad_and_two_propose_it(run_together: Callable[..., list[Any]]) -> None:
    each = proposals_world.build()
    one, two = (who.pk for who in each.outside)
    codes = _codes(run_together(lambda: each.ask(joins=(one,)), lambda: each.ask(joins=(two,))))
    assert codes == ["done", "request_squad_open"]
    asked = ClubRequest.objects.get()
    found = run_together(
        lambda: each.accept(asked), lambda: requests.withdraw(request=asked, by=each.delegate)
    )
    assert _codes(found) == ["done", "request_moved_on"]
    asked.refresh_from_db()
    assert RosterEntry.objects.count() == 2 + (asked.state == "accepted")


def _codes(found: list[Any]) -> list[str]:
    return sorted(
        getattr(result, "code", repr(result)) if isinstance(result, Exception) else "done" for result in found
    )


def test_whoever_is_proposed_is_not_erased_meanwhile(each: Proposals) -> None:
    who = each.squads.registry.person("Ana", "Sola")
    team = each.squads.first
    data = Proposal(TODAY, joins=(who.pk,)).as_json()
    asked = Asked(RequestKind.SQUAD, team.season, data, team=team)
    (waiting,) = requests.send(club=team.club, asked=[asked], by=each.delegate)
    with pytest.raises(ErasureRefusedError):
        erasing.erase(person=who, basis=ErasureBasis.ASKED, reason="Por escrito", by=None)
    requests.withdraw(request=waiting, by=each.delegate)
    erasing.erase(person=who, basis=ErasureBasis.ASKED, reason="Por escrito", by=None)
    waiting.refresh_from_db()
    assert squad_requests.proposal_of(waiting) is None
