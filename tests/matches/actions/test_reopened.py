"""A reopened encounter: nothing that was sealed counts meanwhile, and it ends in version 2, signed anew."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.management import call_command

from competitions.models import Outcome
from competitions.queries.outcomes import results_of
from federation.models import Person
from federation.queries import audit
from federation.rules.errors import ConflictError
from matches.acta import document
from matches.acta.recompute import recompute
from matches.actions import encounter_day, resumptions, signing
from matches.actions.pins import Identified
from matches.models import Acta, ActaReview, Signature
from matches.queries import actas, overviews, person_history
from matches.queries.acta_versions import awaits_seal
from matches.rules.reviews import Subject, Way
from matches.rules.sides import Side
from tests.factories import tables as at_table
from tests.factories import world
from tests.matches.actions.test_reviews import committee, decide, finding
from tests.matches.views.after_close import PLAIN, content_of, fresh, kept, roles, sealed, sign


@pytest.fixture(scope="module")
def reopened(django_db_setup: Any, django_db_blocker: Any) -> Iterator[world.World]:
    """Sealed 1–1; the committee voids the last hand of partida 1, which is to be played on."""

    def build() -> world.World:
        each, _acta = sealed()
        by = world.actor(committee(), device="cuenta-comite")
        decide(each, by, finding(each, Subject.VOID_HAND, hand=5), Way.REOPEN)
        return each

    with kept(django_db_blocker, build) as made:
        yield made


@pytest.fixture
def each(reopened: world.World, db: Any) -> world.World:
    return fresh(reopened)


def close(each: world.World) -> None:
    """The judge resumes it, the hand is played again, 80 for home, and he closes."""
    resumptions.resume_encounter(encounter_id=each.encounter.pk, by=each.director())
    phone = world.phone(each)
    at_table.take_pen(each, each.partida(), phone, int(at_table.state(each, each.partida()).scorer or 0))
    at_table.play_hand(each, each.partida(), phone, 80)
    encounter_day.close(encounter_id=each.encounter.pk, by=each.director())
    each.reload()


def test_until_the_next_version_no_result_counts(each) -> None:
    assert Outcome.objects.count() == 1
    assert results_of([each.encounter.pk]) == {}
    assert person_history.tallies_of([each.person(Side.HOME, 0).pk]) == []
    assert each.encounter.closed_at is None and actas.signing_deadline(each.encounter) is None
    assert not awaits_seal(each.encounter)


def test_it_is_played_closed_signed_and_sealed_as_version_2(each) -> None:
    close(each)
    first = Acta.objects.get()
    frozen = content_of(each)
    assert (frozen.version, frozen.attempt, frozen.origin) == (2, 1, "closing")
    assert frozen.code != first.content.code
    for role in roles(each):
        sign(each, role)
    call_command("work", "--once")

    assert each.reload().state == "sealed"
    second = Acta.objects.get(version=2)
    content, signed = document.read_attached(second.attached.encode())
    assert recompute(content) == []
    assert len(signed["signatures"]) == 3
    told = content["replaces"]
    assert (told["version"], told["how"], told["content_hash"]) == (1, "reopen", first.content.content_hash)
    assert [row["kind"] for row in told["signed"]["signatures"]] == ["plain"] * 3
    rows = [row for row in content["boards"][0]["partidas"][0]["entries"] if row["kind"] == "ruling"]
    assert [(row["hand"], row["by"]) for row in rows] == [(5, None)]
    result = results_of([each.encounter.pk])[each.encounter.pk]
    assert (result.version, result.kind, result.home_partidas, result.away_partidas) == (2, "corrected", 1, 1)
    assert Signature.objects.filter(content__version=1).count() == 3
    assert list(audit.problems()) == []


def test_a_signature_on_version_1_signs_nothing_of_version_2(each) -> None:
    old = Acta.objects.get().content.content_hash
    close(each)
    user = roles(each)["home_captain"]
    with pytest.raises(ConflictError, match="acta_changed"):
        signing.sign(
            encounter_id=each.encounter.pk,
            role="home_captain",
            seen_hash=old,
            drawn=PLAIN,
            who=Identified(user.person_id or 0, "password", "cuenta"),
            by=world.actor(user),
        )
    found = overviews.overviews_of(each.office, [actas.Encounter.objects.get(pk=each.encounter.pk)])[0]
    assert [row.role for row in found.awaited] == ["home_captain", "away_captain", "judge"]


def test_going_back_to_play_makes_another_attempt_of_version_2(each) -> None:
    close(each)
    encounter_day.back_to_play(encounter_id=each.encounter.pk, reason="Falta una jugada.", by=each.director())
    encounter_day.close(encounter_id=each.encounter.pk, by=each.director())
    each.reload()
    frozen = content_of(each)
    assert (frozen.version, frozen.attempt) == (2, 2)


def test_the_time_to_sign_counts_from_the_new_close(each) -> None:
    with time_machine.travel(world.NOW + timedelta(days=20), tick=True):
        close(each)
        call_command("work", "--once")
        assert each.reload().state == "closing"
    with time_machine.travel(world.NOW + timedelta(days=22), tick=True):
        call_command("work", "--once")
    assert each.reload().state == "sealed"
    assert set(Signature.objects.filter(content__version=2).values_list("kind", flat=True)) == {"absent"}


def test_its_acta_is_overdue_from_the_day_on_which_it_was_reopened(each) -> None:
    """Played three weeks ago, reopened that night; without that it would be late at once."""
    resumptions.resume_encounter(encounter_id=each.encounter.pk, by=each.director())
    row = actas.Encounter.objects.get(pk=each.encounter.pk)
    row.scheduled_at -= timedelta(days=21)
    row.save(update_fields=["scheduled_at"])
    decided = ActaReview.objects.get().at
    for days, late in ((0, 0), (1, 0), (3, 2)):
        with time_machine.travel(decided + timedelta(days=days)):
            found = overviews.overviews_of(each.office, [row])[0]
            assert found.days_late == late


def test_whose_data_were_erased_keeps_the_name_that_version_1_gives_him(each) -> None:
    who = each.person(Side.AWAY, 2)
    printed = actas.content_data(Acta.objects.get().content)["people"][str(who.pk)]["name"]
    Person.objects.filter(pk=who.pk).update(given_name="Persona", surname_1="suprimida", erased_at=world.NOW)
    close(each)
    assert actas.content_data(content_of(each))["people"][str(who.pk)]["name"] == printed
