"""Judges in the browser: the office's pages, and a judge who notes when he is away."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from competitions.actions import setup
from federation.actions import judges
from federation.models import JudgeAbsence, Licence, LicenceKind, Season
from tests.browser.entering import log_in
from tests.browser.test_clubs import check, enter
from tests.factories import world
from tests.factories.world import World

pytestmark = pytest.mark.django_db(transaction=True)


def a_season() -> World:
    """An encounter in a week with its judge, in a season that runs on any day."""
    today = timezone.localdate()
    each = world.build(at=timezone.now() + timedelta(days=7))
    begins, ends = today - timedelta(days=90), today + timedelta(days=90)
    Season.objects.update(starts_on=begins, ends_on=ends)
    Licence.objects.update(valid_from=begins, valid_to=ends)
    return each


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_each_page_is_accessible_and_fits(open_page, screenshot: Callable, size: str) -> None:
    each = a_season()
    assert each.judge is not None and each.judge.person is not None
    today = timezone.localdate()
    away = judges.note_absence(
        person=each.judge.person, starts_on=today, ends_on=today + timedelta(8), note="De viaje", by=None
    )
    first = each.encounter
    round_ = setup.add_round(competition=first.round.competition, number=8, starts_on=today, by=None)
    unjudged = setup.schedule_encounter(
        in_round=round_, number=1, home=first.home, away=first.away, venue=first.venue,
        at=timezone.now() + timedelta(days=14), by=None,
    )  # fmt: skip
    page = open_page(size)
    enter(page)
    for name, path in {
        "judges": "jueces/",
        "judge": f"jueces/{each.judge.person_id}/",
        "take-back": f"ausencias/{away.pk}/quitar/",
        "designate": f"encuentros/{unjudged.pk}/juez/",
        "designate-refused": f"encuentros/{first.pk}/juez/",
    }.items():
        page.goto(f"/secretaria/{path}")
        check(page)
        screenshot(page, f"registry-{name}-{size}")


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_a_judge_notes_an_absence_and_another_is_designated(open_page, script: bool) -> None:  # noqa: FBT001
    each = a_season()
    assert each.judge is not None
    other = world.person("Berta", "Zurita")
    world.licence(other, each.season, "J-0200", kind=LicenceKind.JUDGE)
    Licence.objects.filter(person=other).update(valid_from=Season.objects.get().starts_on)
    day = timezone.localdate() + timedelta(days=7)
    own = open_page("phone", script=script)
    log_in(own, each.judge.email, world.PASSWORD, "/inicio/")
    own.get_by_role("link", name="Mis ausencias como juez árbitro").click()
    for label in ("Desde", "Hasta"):
        own.get_by_label(label).fill(f"{day - timedelta(days=1) if label == 'Desde' else day}")
    own.get_by_role("button", name="Anotar la ausencia").click()
    expect(own.get_by_text("Ausencia anotada.")).to_be_visible()
    expect(own.get_by_text("Ausente ese día")).to_be_visible()
    if script:
        check(own)
    assert JudgeAbsence.objects.count() == 1

    office = open_page("desktop", script=script)
    enter(office)
    office.get_by_role("link", name="Jueces árbitros").click()
    office.get_by_role("link", name="Amparo Giner").click()
    office.get_by_role("link", name="Cambiar el juez árbitro de").click()
    expect(office.get_by_text("No está disponible ese día")).to_be_visible()
    office.get_by_label("Berta Zurita").check(force=True)
    office.get_by_role("button", name="Designar").click()
    expect(office.get_by_text("Juez árbitro designado.")).to_be_visible()
    assert each.encounter.designations.exclude(state="replaced").get().licence.person == other
