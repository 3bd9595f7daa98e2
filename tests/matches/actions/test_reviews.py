"""A committee corrects a sealed acta or reopens its encounter: version n+1, and what stays of version n."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from competitions.models import Outcome
from federation.actions import accounts
from federation.models import User
from federation.queries import audit
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.acta import document
from matches.acta.recompute import recompute
from matches.acta.verify import Status
from matches.actions import reviews
from matches.actions.sealing import seal_encounter, waiting
from matches.models import Acta, ActaReview, Incident, Signature
from matches.queries import actas
from matches.queries.verification import verify_file
from matches.rules.reviews import Finding, Subject, Way
from matches.rules.sides import Side
from tests.factories import world
from tests.federation.people import PASSWORD
from tests.matches.views.after_close import fresh, kept, sealed

REASON = "Probado que en la jugada 2 se pasó en falso con un 4 en la mano."


def committee() -> User:
    """An account of the committee, without a person."""
    user = accounts.create_account(email="comite@example.org", password=PASSWORD, person=None, by=None)
    accounts.give_role(user=user, role="committee", by=None)  # type: ignore[arg-type]
    return user


@pytest.fixture(scope="module")
def built(django_db_setup: Any, django_db_blocker: Any) -> Iterator[tuple[world.World, User]]:
    """A sealed encounter, 1–1, and the committee: partida 1 is 80, 20, 80, 80, 80 (320–20)."""

    def build() -> tuple[world.World, User]:
        each, _acta = sealed()
        return each, committee()

    with kept(django_db_blocker, build) as made:
        yield made


@pytest.fixture
def play(built: tuple[world.World, User], db: Any) -> tuple[world.World, world.Actor]:
    each, user = built
    return fresh(each), world.actor(user, device="cuenta-comite")


def finding(each: world.World, subject: Subject, **changes: Any) -> Finding:
    usual = {"reason": REASON, "partida": each.partida().pk, "distorted": True}
    return Finding(subject=subject, **{**usual, **changes})


def decide(
    each: world.World, by: world.Actor, told: Finding, way: Way = Way.CORRECT, seen: int = 1
) -> ActaReview:
    return reviews.review_acta(
        encounter_id=each.encounter.pk, seen_version=seen, way=way, finding=told, by=world.again(by)
    )


def test_a_void_hand_that_leaves_the_partida_ended_makes_version_2(play) -> None:
    each, by = play
    first = Acta.objects.get()
    before = actas.content_data(first.content)

    review = decide(each, by, finding(each, Subject.VOID_HAND, hand=2, decision="Resolución 3/2026"))

    assert (review.version, review.way, each.reload().state) == (2, "correct", "sealed")
    assert waiting() == [each.encounter.pk]
    second = seal_encounter(each.encounter.pk)
    assert second is not None and second.version == 2
    assert waiting() == [] and seal_encounter(each.encounter.pk) is None
    content, signed = document.read_attached(second.attached.encode())
    assert recompute(content) == []
    assert signed["signatures"] == []
    told = content["replaces"]
    assert (told["version"], told["code"], told["content_hash"]) == (
        1,
        first.content.code,
        first.content.content_hash,
    )
    assert (told["reason"], told["decision"], told["body"], told["how"]) == (
        REASON,
        "Resolución 3/2026",
        "comité de competición",
        "correct",
    )
    assert told["result"] == before["result"]
    assert told["signed"]["version"] == 1
    assert {each["content_hash"] for each in told["signed"]["signatures"]} == {first.content.content_hash}
    assert content["boards"][0]["partidas"][0]["result"] | {"counted": None} == {
        "winner": "home", "home": 320, "away": 0, "hands": 4, "status": "ended", "counted": None,
    }  # fmt: skip
    same = ("number", "people", "teams", "line_ups", "judge", "encounter", "closed_by", "regulation", "round")
    assert {name: content[name] for name in same} == {name: before[name] for name in same}
    partida = content["boards"][0]["partidas"][0]
    without = [row for row in partida["entries"] if row["kind"] != "ruling"]
    board = {**content["boards"][0], "partidas": [{**partida, "entries": without}]}
    assert recompute({**content, "boards": [board]}) != []
    outcome = Outcome.objects.order_by("-version").first()
    assert outcome is not None
    assert (outcome.version, outcome.kind, outcome.away_tantos) == (2, "corrected", 320)
    assert list(audit.problems()) == []


def test_both_versions_verify_and_the_command_says_which_is_in_force(play, tmp_path: Path) -> None:
    each, by = play
    decide(each, by, finding(each, Subject.HAND_STANDS, hand=1))
    assert seal_encounter(each.encounter.pk) is not None
    told = {}
    for acta in Acta.objects.select_related("file", "content"):
        pdf = bytes(acta.file.pdf)
        assert verify_file(pdf).status is Status.VALID
        path = tmp_path / f"v{acta.version}.pdf"
        path.write_bytes(pdf)
        out = StringIO()
        with pytest.raises(SystemExit) as left:
            call_command("verify_acta", str(path), stdout=out)
        told[acta.version] = (left.value.code, out.getvalue())
        path.write_bytes(pdf.replace(b"%PDF-1.7", b"%PDF-1.6"))
        with pytest.raises(SystemExit) as left:
            call_command("verify_acta", str(path), stdout=StringIO())
        assert left.value.code == 1
    second = Acta.objects.select_related("content").get(version=2).content.code
    assert told[1][0] == told[2][0] == 0
    assert f"Sustituida: la versión en vigor es la 2, {second}." in told[1][1]
    assert "Sustituida" not in told[2][1]


def test_a_void_hand_that_leaves_the_partida_open_reopens_the_encounter(play) -> None:
    each, by = play
    told = finding(each, Subject.VOID_HAND, hand=5)
    with pytest.raises(ConflictError, match="review_effect_changed"):
        decide(each, by, told)

    review = decide(each, by, told, Way.REOPEN)

    encounter = each.reload()
    assert (review.way, encounter.state, encounter.closed_at) == ("reopen", "suspended", None)
    assert waiting() == []
    assert Acta.objects.count() == 1 and Outcome.objects.count() == 1


def test_a_fact_is_noted_in_the_name_of_the_body_and_signatures_stay_those_of_version_1(play) -> None:
    each, by = play
    text = "La firma del capitán visitante consta como ausencia y sí estaba."
    decide(each, by, finding(each, Subject.NOTE, partida=None, text=text))
    acta = seal_encounter(each.encounter.pk)
    assert acta is not None
    content, _signed = document.read_attached(acta.attached.encode())
    note = content["incidents"][-1]
    assert (note["kind"], note["title"], note["text"], note["author"]) == (
        "committee_note",
        "Diligencia del comité",
        text,
        None,
    )
    assert Signature.objects.exclude(content__version=1).count() == 0


def test_a_name_is_printed_as_the_registry_has_it_now(play) -> None:
    each, by = play
    who = each.person(Side.AWAY, 1)
    told = finding(each, Subject.NAME, partida=None, person=who.pk)
    with pytest.raises(RuleError, match="review_name_same"):
        decide(each, by, told)
    type(who).objects.filter(pk=who.pk).update(surname_1="Afuera")

    decide(each, by, told)
    acta = seal_encounter(each.encounter.pk)

    assert acta is not None
    people = json.loads(acta.content.content)["people"]
    assert people[str(who.pk)]["name"] == "Jugador01 Afuera"
    first = actas.content_data(Acta.objects.get(version=1).content)["people"]
    assert {key: each for key, each in people.items() if key != str(who.pk)} == {
        key: each for key, each in first.items() if key != str(who.pk)
    }


def test_a_third_version_hands_on_the_signatures_of_the_first(play) -> None:
    each, by = play
    decide(each, by, finding(each, Subject.HAND_STANDS, hand=1))
    seal_encounter(each.encounter.pk)
    decide(each, by, finding(each, Subject.HAND_STANDS, hand=2), seen=2)
    third = seal_encounter(each.encounter.pk)
    assert third is not None
    content = actas.content_data(third.content)
    assert (content["replaces"]["version"], content["replaces"]["signed"]["version"]) == (2, 1)
    assert len(content["replaces"]["signed"]["signatures"]) == 3
    assert recompute(content) == []


@pytest.mark.parametrize(
    ("subject", "changes", "code"),
    [
        (Subject.VOID_HAND, {"hand": 2, "reason": "  "}, "reason_needed"),
        (Subject.VOID_HAND, {"hand": 2, "reason": "x" * 1001}, "reason_long"),
        (Subject.VOID_HAND, {"hand": 2, "decision": "x" * 201}, "decision_long"),
        (Subject.VOID_HAND, {"hand": None}, "review_hand_needed"),
        (Subject.VOID_HAND, {"hand": 99}, "review_hand_unknown"),
        (Subject.VOID_HAND, {"hand": 2, "partida": None}, "review_partida_needed"),
        (Subject.VOID_HAND, {"hand": 2, "partida": 10**9}, "review_partida_unknown"),
        (Subject.RESUME, {}, "partida_not_suspended"),
        (Subject.NOTE, {"partida": None, "text": " "}, "review_text_needed"),
        (Subject.NAME, {"partida": None}, "review_person_needed"),
        (Subject.NAME, {"partida": None, "person": 10**9}, "review_person_unknown"),
    ],
)  # fmt: skip
def test_what_is_refused_leaves_nothing(play, subject, changes, code) -> None:
    each, by = play
    with pytest.raises(RuleError) as caught:
        decide(each, by, finding(each, subject, **changes))
    assert caught.value.code == code
    assert not ActaReview.objects.exists()
    assert each.reload().state == "sealed"


@pytest.mark.parametrize("who", ["judge", "office", "captain"])
def test_only_the_committee_decides(play, who) -> None:
    each, _by = play
    user = {"judge": each.judge, "office": each.office, "captain": each.captains[Side.HOME]}[who]
    with pytest.raises(ForbiddenError, match="only_the_committee"):
        decide(each, world.actor(user), finding(each, Subject.HAND_STANDS, hand=1))


def test_nothing_is_decided_on_a_version_that_is_being_replaced(play) -> None:
    each, by = play
    decide(each, by, finding(each, Subject.HAND_STANDS, hand=1))
    with pytest.raises(RuleError, match="version_awaits_seal"):
        decide(each, by, finding(each, Subject.HAND_STANDS, hand=2))
    seal_encounter(each.encounter.pk)
    with pytest.raises(ConflictError, match="acta_has_newer_version"):
        decide(each, by, finding(each, Subject.HAND_STANDS, hand=2))
    assert [row.kind for row in Incident.objects.all()] == ["ruling"]


def test_what_is_final_moves_by_a_resolution_only(play) -> None:
    each, by = play
    type(each.encounter).objects.filter(pk=each.encounter.pk).update(state="final")
    told = finding(each, Subject.HAND_STANDS, hand=1)
    with pytest.raises(RuleError, match="decision_needed"):
        decide(each, by, told)
    decide(each, by, finding(each, Subject.HAND_STANDS, hand=1, decision="Resolución 3/2026"))
    assert each.reload().state == "sealed"
