"""Judges: when each is away, who sees and notes it, and who is designated."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from competitions.actions import setup
from competitions.models import JudgeDesignation
from federation.actions import judges
from federation.models import AuditEntry, DataAccess, JudgeAbsence, Licence, LicenceKind, Person, User
from federation.queries.audit import problems
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from matches.rules.sides import Side
from tests.factories import world
from tests.factories.world import NOW, TODAY, World
from tests.federation.staff import fields, inside, office

pytestmark = pytest.mark.django_db
LIST = "/secretaria/jueces/"
OWN = "/cuenta/ausencias/"


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(NOW - timedelta(hours=10), tick=True):
        yield


@pytest.fixture
def each() -> World:
    return world.build()


@pytest.fixture
def browser(each: World) -> Client:
    return inside(office("otra.secretaria@example.org"))


def entering(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def the_judge(each: World) -> Person:
    assert each.judge is not None and each.judge.person is not None
    return each.judge.person


def another(each: World, surname: str = "Zurita", number: str = "J-0200") -> Licence:
    who = world.person("Otro", surname)
    world.licence(who, each.season, number, kind=LicenceKind.JUDGE)
    return who.licences.get()


def refused(code: str, field: str | None = None, error: type[RuleError] = RuleError):
    return pytest.raises(error, check=lambda found: (found.code, found.field) == (code, field))


def away(each: World, begins: int, ends: int, **values: object) -> JudgeAbsence:
    fields = {
        "person": the_judge(each),
        "by": each.office,
        "starts_on": TODAY + timedelta(begins),
        "ends_on": TODAY + timedelta(ends),
    }
    return judges.note_absence(**{**fields, **values})  # type: ignore[arg-type]


def text(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


# ---------------------------------------------------------------- absences
def test_a_judge_and_the_office_note_absences_and_nobody_else(each: World) -> None:
    away(each, 1, 3, by=each.judge, note="De viaje")
    away(each, 10, 10)
    with refused("only_own_absences", error=ForbiddenError):
        away(each, 20, 21, by=each.stranger)
    assert list(problems()) == []
    told = AuditEntry.objects.filter(verb="absence.noted")[0].detail.data
    assert "note" not in told and told["from"] == (TODAY + timedelta(1)).isoformat()


def test_absences_that_cannot_be(each: World) -> None:
    away(each, 1, 3)
    for begins, ends, code, field, error in (
        (3, 2, "dates_reversed", "ends_on", RuleError),
        (-5, -1, "absence_past", "ends_on", RuleError),
        (5, 400, "absence_too_long", "ends_on", RuleError),
        (3, 9, "absence_already", "starts_on", ConflictError),
    ):
        with refused(code, field, error):
            away(each, begins, ends)
    with refused("not_a_judge_now"):
        away(each, 20, 21, person=each.person(Side.HOME, 0))


def test_an_absence_is_taken_back_and_the_days_that_are_past_stay(each: World) -> None:
    ahead = away(each, 5, 9)
    running = away(each, -2, 2)
    for absence in (ahead, running):
        judges.take_back_absence(absence=absence, by=each.judge)
    assert [(row.starts_on, row.ends_on) for row in JudgeAbsence.objects.all()] == [
        (TODAY - timedelta(2), TODAY - timedelta(1))
    ]
    for absence in (ahead, running):
        with refused("absence_over", error=ConflictError):
            judges.take_back_absence(absence=absence, by=each.judge)


# ---------------------------------------------------------------- designation
def test_an_absent_judge_is_not_designated(each: World) -> None:
    licence = the_judge(each).licences.get()
    away(each, 0, 0)
    with refused("judge_absent", "judge"):
        setup.designate_judge(encounter=each.encounter, licence=licence, by=each.office)
    assert JudgeDesignation.objects.count() == 1
    other = another(each)
    setup.designate_judge(encounter=each.encounter, licence=other, by=each.office)
    assert JudgeDesignation.objects.exclude(state="replaced").get().licence == other
    with refused("only_office", error=ForbiddenError):
        setup.designate_judge(encounter=each.encounter, licence=other, by=each.stranger)


def test_the_day_of_an_encounter_is_the_one_where_it_is_played(each: World) -> None:
    """Half past midnight on the mainland is still the day before in the Canary Islands."""
    venue, encounter = each.encounter.venue, each.encounter
    venue.time_zone = "Atlantic/Canary"
    venue.save(update_fields=["time_zone"])
    encounter.scheduled_at = NOW.replace(hour=23, minute=30)
    encounter.save(update_fields=["scheduled_at"])
    licence = the_judge(each).licences.get()
    away(each, 1, 1)
    assert setup.designate_judge(encounter=encounter, licence=licence, by=each.office)
    away(each, 0, 0)
    with refused("judge_absent", "judge"):
        setup.designate_judge(encounter=encounter, licence=licence, by=each.office)


def test_the_page_that_designates_tells_what_speaks_against_each(each: World, browser: Client) -> None:
    own = another(each, "Local", "J-0201")
    Licence.objects.filter(pk=own.pk).update(club=each.teams[Side.HOME].club)
    gone = another(each, "Ausente", "J-0202")
    judges.note_absence(person=gone.person, starts_on=TODAY, ends_on=TODAY, by=each.office)
    path = f"/secretaria/encuentros/{each.encounter.pk}/juez/"
    answer = browser.get(path)
    labels = [label for _value, label in answer.context["form"].fields["judge"].choices]
    assert labels == [
        "Amparo Giner · absoluta · 1 designación",
        "Otro Local · absoluta · 0 designaciones · Es de uno de los dos clubes",
    ]
    assert "Otro Ausente</b> · No está disponible ese día" in text(answer)
    assert "Ahora está designado Amparo Giner" in text(answer)
    assert browser.post(path, fields(judge=gone.pk)).status_code == 422
    assert browser.post(path, fields()).status_code == 422
    sent = fields(judge=own.pk)
    assert [browser.post(path, sent).headers["Location"] for _ in range(2)] == [LIST] * 2
    assert JudgeDesignation.objects.exclude(state="replaced").get().licence == own


# ---------------------------------------------------------------- the office's pages
def test_the_list_tells_absences_and_designations_and_narrows(each: World, browser: Client) -> None:
    other = another(each)
    Licence.objects.filter(pk=other.pk).update(category="Nacional")
    away(each, 0, 2)
    rows = browser.get(LIST).context["rows"]
    assert [(str(row.licence.person), row.designations, row.away_today) for row in rows] == [
        ("Amparo Giner", 1, True),
        ("Otro Zurita", 0, False),
    ]
    for query, expected in {
        "q=giner": ["Amparo Giner"],
        "q=0200": ["Otro Zurita"],
        "categoria=Nacional": ["Otro Zurita"],
        f"libre={TODAY}": ["Otro Zurita"],
        f"libre={TODAY + timedelta(3)}": ["Amparo Giner", "Otro Zurita"],
        "libre=ayer&categoria=rara": ["Amparo Giner", "Otro Zurita"],
    }.items():
        found = browser.get(f"{LIST}?{query}").context["rows"]
        assert [str(row.licence.person) for row in found] == expected, query
    for hostile in ("' OR 1=1", "\x00", "<script>alert(1)</script>"):
        answer = browser.get(LIST, {"q": hostile, "libre": hostile})
        assert answer.status_code == 200 and b"<script>alert" not in answer.content


def test_the_list_is_taken_away_and_noted(each: World, browser: Client) -> None:
    away(each, 1, 3)
    lines = browser.get(f"{LIST}?formato=csv").getvalue().decode("utf-8-sig").splitlines()  # type: ignore[attr-defined]
    assert lines[1] == "Amparo Giner;J-0142;absoluta;;1;del 29 nov 2026 al 1 dic 2026"
    assert DataAccess.objects.get().count == 1


def test_encounters_without_a_judge_are_offered(each: World, browser: Client) -> None:
    path = f"/secretaria/encuentros/{each.encounter.pk}/juez/"
    assert path not in text(browser.get(LIST))
    JudgeDesignation.objects.update(state="replaced")
    said = text(browser.get(LIST))
    assert path in said and "28 nov 2026, 20:00" in said


def test_a_judge_s_page_shows_where_he_is_missing(each: World, browser: Client) -> None:
    who = the_judge(each)
    path = f"{LIST}{who.pk}/"
    sent = fields(starts_on=str(TODAY), ends_on=str(TODAY), note="Boda")
    assert [browser.post(path, sent).headers["Location"] for _ in range(2)] == [path] * 2
    said = text(browser.get(path))
    assert "Ausente ese día" in said and "Boda" in said
    again = browser.post(path, fields(starts_on=str(TODAY), ends_on=str(TODAY)))
    assert again.status_code == 409 and "ya consta como ausencia" in text(again)
    absence = JudgeAbsence.objects.get()
    gone = browser.post(f"/secretaria/ausencias/{absence.pk}/quitar/", fields())
    assert gone.headers["Location"] == path
    assert browser.get(f"{LIST}{each.person(Side.HOME, 0).pk}/").status_code == 404


# ---------------------------------------------------------------- the judge's own page
def test_a_judge_notes_his_own_absences_from_his_start_page(each: World) -> None:
    assert each.judge is not None
    client = entering(each.judge)
    assert OWN in text(client.get("/inicio/"))
    sent = fields(starts_on=str(TODAY), ends_on=str(TODAY + timedelta(1)))
    assert client.post(OWN, sent).headers["Location"] == OWN
    assert "Ausente ese día" in text(client.get(OWN))
    absence = JudgeAbsence.objects.get()
    assert client.get(f"/secretaria/ausencias/{absence.pk}/quitar/").status_code == 404
    assert client.post(f"{OWN}{absence.pk}/quitar/", fields()).headers["Location"] == OWN
    assert not JudgeAbsence.objects.exists()


def test_nobody_else_sees_or_ends_them(each: World) -> None:
    absence = away(each, 1, 2)
    other = world.account("otro.juez@example.org", another(each).person)
    for user in (other, each.captains[Side.HOME], each.stranger):
        assert entering(user).get(f"{OWN}{absence.pk}/quitar/").status_code == 404
        assert entering(user).post(f"{OWN}{absence.pk}/quitar/", fields()).status_code == 404
    assert entering(each.captains[Side.HOME]).get(OWN).status_code == 404
    assert OWN not in text(entering(each.captains[Side.HOME]).get("/inicio/"))
    assert entering(other).get(OWN).status_code == 200


def test_pages_cost_the_same_for_one_row_and_for_thirty(each: World, browser: Client) -> None:
    def add(number: int) -> None:
        licence = another(each, f"Z{number:02d}", f"J-1{number:03d}")
        judges.note_absence(
            person=licence.person, starts_on=TODAY + timedelta(2), ends_on=TODAY + timedelta(3), by=None
        )
        away(each, 10 + 2 * number, 10 + 2 * number)
        first = each.encounter
        round_ = setup.add_round(
            competition=first.round.competition, number=20 + number, starts_on=TODAY, by=None
        )
        made = setup.schedule_encounter(
            in_round=round_, number=1, home=first.home, away=first.away, venue=first.venue,
            at=NOW + timedelta(days=100), by=None,
        )  # fmt: skip
        setup.designate_judge(encounter=made, licence=the_judge(each).licences.get(), by=None)
        spare = setup.add_round(
            competition=first.round.competition, number=60 + number, starts_on=TODAY, by=None
        )
        setup.schedule_encounter(
            in_round=spare, number=1, home=first.home, away=first.away, venue=first.venue,
            at=NOW + timedelta(days=120), by=None,
        )  # fmt: skip

    def cost(path: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(path).status_code == 200
        return len(queries)

    add(0)
    paths = [LIST, f"{LIST}{the_judge(each).pk}/", f"/secretaria/encuentros/{each.encounter.pk}/juez/"]
    before = [(cost(path), cost(path))[1] for path in paths]
    for number in range(1, 30):
        add(number)
    assert [cost(path) for path in paths] == before


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_judge_is_designated_or_away_and_never_both(run_together) -> None:
    each = world.build()
    licence = another(each)
    found = run_together(
        lambda: setup.designate_judge(encounter=each.encounter, licence=licence, by=each.office),
        lambda: judges.note_absence(person=licence.person, starts_on=TODAY, ends_on=TODAY, by=each.office),
    )
    codes = [getattr(result, "code", "done") for result in found]
    # Noted first, it refuses; noted after, the judge's page shows the clash.
    assert codes in (["judge_absent", "done"], ["done", "done"])
    found = run_together(*[
        lambda: judges.note_absence(
            person=licence.person, starts_on=TODAY + timedelta(5), ends_on=TODAY + timedelta(6), by=None
        )
    ] * 2)  # fmt: skip
    assert sorted(getattr(result, "code", "done") for result in found) == ["absence_already", "done"]
