"""The public page of an encounter: what spectators see of the sheets, and what nobody is shown."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client

from competitions.models import Encounter
from federation.models import Person, Venue
from matches.actions import table_events
from matches.rules.domino.drops import DropDecision, DropMoment
from matches.rules.domino.hands import HandEnding
from matches.rules.event_reports import DropReport
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories import world as worlds
from tests.factories.world import World
from tests.matches.views.after_close import fresh, kept
from tests.matches.views.spectators import (
    attributes,
    contents,
    disagree,
    page,
    part,
    seen,
    settle,
    shown,
    take_back,
)
from tests.matches.views.visits import at, path, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=False):
        yield


def in_play() -> World:
    with time_machine.travel(worlds.NOW, tick=False):
        return worlds.playing.__wrapped__()


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker):
    with kept(django_db_blocker, in_play) as made:
        yield made


@pytest.fixture
def playing(built, db) -> World:
    """An encounter of one board that has just started."""
    return fresh(built)


# ---------------------------------------------------------------- names
def of_age_on(world: World, day: date, **change: object) -> str:
    """The first home player, eighteen on `day`, as the page names him."""
    birth = day.replace(year=day.year - 18)
    Person.objects.filter(pk=world.person(Side.HOME, 0).pk).update(birth_date=birth, **change)
    (card,) = seen(page(world)).cards
    return card.home.players[0].name


def test_a_minor_goes_by_initials_everywhere(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    tables.sit_down(playing, partida, phone)
    tables.play_hand(playing, partida, phone, 46)

    assert of_age_on(playing, date(2026, 11, 29)) == "J. C."

    body = part(page(playing)).content.decode()
    assert "Jugador00 Casa" not in body
    assert "Sale J. C." in body and "Anota J. C.," in body


def test_who_comes_of_age_that_very_day_is_named(playing):
    assert of_age_on(playing, date(2026, 11, 28)) == "Jugador00 Casa"


def test_the_day_is_that_of_the_place(playing):
    """Half past eleven in the evening in Madrid is the next day's morning in Tokyo."""
    Encounter.objects.update(scheduled_at=worlds.NOW.replace(hour=22, minute=30))
    assert of_age_on(playing, date(2026, 11, 29)) == "J. C."
    Venue.objects.update(time_zone="Asia/Tokyo")
    Encounter.objects.update(epoch=99)

    assert of_age_on(playing, date(2026, 11, 29)) == "Jugador00 Casa"


@pytest.mark.parametrize(
    ("consent", "name"), [(date(2026, 11, 28), "Jugador00 Casa"), (date(2026, 11, 29), "J. C.")]
)
def test_consent_counts_from_its_day(playing, consent, name):
    assert of_age_on(playing, date(2027, 3, 1), public_name_consent_on=consent) == name


def test_two_who_would_read_alike_get_both_surnames(playing):
    for index, second in enumerate(("Ros", "Egea")):
        who = playing.person(Side.HOME, index)
        Person.objects.filter(pk=who.pk).update(given_name="Juan", surname_1="Gil", surname_2=second)

    (card,) = seen(page(playing)).cards

    assert [each.name for each in card.home.players] == ["Juan Gil Ros", "Juan Gil Egea"]
    assert [each.name for each in card.away.players] == ["Jugador00 Fuera", "Jugador01 Fuera"]


def test_no_name_stands_in_an_attribute_or_a_title(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    tables.sit_down(playing, partida, phone)
    tables.play_hand(playing, partida, phone, 46)

    for answer in shown(playing):
        assert "Jugador" not in attributes(answer)
        assert "Amparo" not in attributes(answer)
        assert playing.boards()[0].code not in answer.content.decode()


# ---------------------------------------------------------------- hands
def test_a_proposed_hand_changes_nothing_that_spectators_see(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    tables.sit_down(playing, partida, phone)
    tables.play_hand(playing, partida, phone, 31)
    before, tag = contents(part(page(playing))), part(page(playing))["ETag"]

    tables.propose(playing, partida, phone, 46, Side.AWAY, HandEnding.BLOCK)

    after = part(page(playing))
    assert after["ETag"] != tag, "the version has been raised, so that this is a page made again"
    assert contents(after) == before
    assert "jugada 2" in before and "46" not in before


def test_an_approved_hand_is_there_with_its_figures(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    tables.sit_down(playing, partida, phone)
    tables.play_hand(playing, partida, phone, 31)
    tables.play_hand(playing, partida, phone, 46, Side.AWAY)

    (card,) = seen(page(playing)).cards

    assert card.chip.label == "Partida 1, jugada 3"
    assert (card.home.total, card.away.total, card.home.lead, card.away.lead) == (31, 46, False, True)
    (sheet,) = card.sheets
    assert [(line.number, line.leader, line.home, line.away) for line in sheet.lines] == [
        (2, "Jugador00 Fuera", 31, 46),
        (1, "Jugador00 Casa", 31, 0),
    ]
    assert [(line.home_gain, line.away_gain) for line in sheet.lines] == [(0, 46), (31, 0)]
    told = text_of(part(page(playing)))
    assert "20:00 Mesa 1, jugada 2 31–46 Los Molinos, 46 por dominó." in told
    assert "20:00 Mesa 1, jugada 1 31–0 La Seis Doble, 31 por dominó." in told
    assert "20:00 Mesa 1, empieza la partida 1 Sale Jugador00 Casa." in told


def test_the_leader_is_that_of_the_hand_in_play(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    tables.sit_down(playing, partida, phone)

    def leader() -> list[str]:
        (card,) = seen(page(playing)).cards
        return [f"{each.seat} {each.name}" for each in (*card.home.players, *card.away.players) if each.leads]

    assert leader() == ["N Jugador00 Casa"]
    tables.propose(playing, partida, phone, 31)
    assert leader() == ["N Jugador00 Casa"], "until it is approved the hand in play is still the first"
    tables.approve(playing, partida, phone)
    assert leader() == ["O Jugador00 Fuera"]


def test_a_disputed_hand_is_told_without_figures(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    tables.sit_down(playing, partida, phone)
    tables.propose(playing, partida, phone, 57)
    disagree(playing, partida, phone, 52)
    tables.play_hand(playing, partida, phone, 31, Side.AWAY)

    answer = part(page(playing))

    (card,) = seen(page(playing)).cards
    assert card.chip.label == "Partida 1, en desacuerdo"
    assert [(line.number, line.word, line.ending) for line in card.sheets[0].lines] == [
        (2, "", "Dominó"),
        (1, "En desacuerdo", ""),
    ]
    assert "En desacuerdo: falta resolverla." in text_of(answer)
    assert not {"57", "52"} & set(
        contents(answer).replace(">", " ").replace("<", " ").replace("+", " ").split()
    )
    assert "0–31" in text_of(answer)

    settle(playing, partida, 1, 55)
    told = text_of(part(page(playing)))
    assert "Mesa 1, jugada 1 55–0 La Seis Doble, 55 por dominó." in told
    assert "57" not in told and "Se cuentan otra vez" not in told


def test_a_hand_taken_back_is_gone_and_said_to_be_so(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    tables.sit_down(playing, partida, phone)
    tables.play_hand(playing, partida, phone, 57)
    take_back(playing, partida, phone)

    answer = part(page(playing))

    (card,) = seen(page(playing)).cards
    assert (card.home.total, card.sheets) == (0, ())
    assert "Mesa 1, jugada 1 Rectificada: no cuenta." in text_of(answer)
    assert "57" not in text_of(answer)


def test_a_hand_annulled_for_a_dropped_tile_is_told_and_not_whose_it_was(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    tables.sit_down(playing, partida, phone)
    tables.play_hand(playing, partida, phone, 57)
    fallen = DropReport(
        side=Side.HOME,
        person=str(playing.person(Side.HOME, 0).pk),
        moment=DropMoment.DURING_HAND,
        decision=DropDecision.ANNUL,
    )
    table_events.report_drop(partida_id=partida.pk, report=fallen, by=playing.director())

    told = text_of(part(page(playing)))

    assert "Mesa 1, jugada 2 Anulada: no cuenta." in told
    assert "caída" not in told


def test_a_hand_taken_back_before_anybody_approved_it_was_never_there(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    tables.sit_down(playing, partida, phone)
    before = contents(part(page(playing)))
    tables.propose(playing, partida, phone, 57)
    take_back(playing, partida, phone)

    assert contents(part(page(playing))) == before


def test_a_level_block_gives_nothing_to_anybody(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    tables.sit_down(playing, partida, phone)
    tables.propose(playing, partida, phone, 0, None, HandEnding.TIED_BLOCK)
    tables.approve(playing, partida, phone)

    told = text_of(part(page(playing)))

    assert "Mesa 1, jugada 1 0–0 Cierre empatado." in told


# ---------------------------------------------------------------- partidas, boards, the encounter
def test_two_partidas_and_the_one_in_play_on_top(playing):
    phone = worlds.phone(playing)
    tables.play_partida(playing, playing.partida(), phone, Side.AWAY)
    (card,) = seen(page(playing)).cards
    assert card.chip.label == "Partida 2, sin empezar"
    assert (card.home.total, card.away.total) == (0, 0)
    tables.sit_down(playing, playing.partida(number=2), phone)
    tables.play_hand(playing, playing.partida(number=2), phone, 25)

    answer = part(page(playing))

    assert [half.total for half in seen(page(playing)).score] == [0, 1]
    assert seen(page(playing)).progress == "1 de 2 partidas terminadas"
    (card,) = seen(page(playing)).cards
    assert [(sheet.title, sheet.score, sheet.note) for sheet in card.sheets] == [
        ("Partida 2", "25–0", "1 jugada"),
        ("Partida 1", "20–320", "Los Molinos"),
    ]
    assert "Mesa 1, fin de la partida 1 20–320 Gana Los Molinos." in text_of(answer)


def test_a_board_that_is_over_shows_its_partidas(playing):
    tables.play_board(playing, 1, worlds.phone(playing))

    answer = part(page(playing))

    (card,) = seen(page(playing)).cards
    assert (card.chip.label, card.over, card.home.total, card.away.total) == ("Terminada", True, 1, 1)
    assert not any(player.leads or player.seat for player in (*card.home.players, *card.away.players))
    assert "Mesa 1 termina 20–320 Gana Los Molinos." in text_of(answer)
    assert [half.total for half in seen(page(playing)).score] == [1, 1]
    assert not any(half.lead for half in seen(page(playing)).score)


def test_only_the_last_eight_happenings_are_told(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    tables.sit_down(playing, partida, phone)
    with time_machine.travel(worlds.NOW + timedelta(minutes=5), tick=True):
        for _n in range(9):
            tables.play_hand(playing, partida, phone, 30)

        found = seen(page(playing)).happenings

    assert [each.title for each in found] == [f"Mesa 1, jugada {n}" for n in range(9, 1, -1)]
    assert {each.when for each in found} == {"20:05"}


def test_hours_are_those_of_the_place_and_another_day_is_named(playing):
    Venue.objects.update(time_zone="Atlantic/Canary")
    assert "19:00 Empieza el encuentro" in text_of(part(page(playing)))
    with time_machine.travel(worlds.NOW + timedelta(days=3), tick=False):
        tables.sit_down(playing, playing.partida(), worlds.phone(playing))
        assert "19:00 Mesa 1, empieza la partida 1 mar 1 dic · Sale Jugador00 Casa." in text_of(
            part(page(playing))
        )


def test_a_substitute_is_named(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    tables.name(playing, partida, phone)
    tables.take_pen(playing, partida, phone, playing.person(Side.HOME, 0).pk)
    worlds_in, worlds_out = playing.person(Side.AWAY, 2), playing.person(Side.AWAY, 1)
    from matches.actions.sheets import substitute

    substitute(
        partida_id=partida.pk,
        player_out=worlds_out.pk,
        player_in=worlds_in.pk,
        reason="Se marea.",
        by=worlds.again(phone),
    )

    told = text_of(part(page(playing)))

    assert "Mesa 1, sustitución Entra Jugador02 Fuera por Jugador01 Fuera." in told
    assert "marea" not in told


def test_incidents_are_not_public(playing):
    from matches.actions.incidents import write_incident

    write_incident(
        encounter_id=playing.encounter.pk,
        partida_id=playing.partida().pk,
        hand=None,
        kind="comment",
        text="Comenta la jugada.",
        people_ids=[playing.person(Side.AWAY, 1).pk],
        by=playing.director(),
    )

    body = Client().get(page(playing)).content.decode()

    assert "Comenta" not in body and "incidencia" not in body.lower()


# ---------------------------------------------------------------- unknown, and the way here
@pytest.mark.parametrize("key", ["999999", "99999999999999999999999"])
@pytest.mark.parametrize("kind", ["encuentros", "jornadas"])
def test_what_does_not_exist_is_unknown(key, kind):
    assert Client().get(f"/directo/{kind}/{key}/").status_code == 404
    assert part(f"/directo/{kind}/{key}/").status_code == 404


def test_the_pages_of_accounts_lead_here(playing):
    for user in (playing.captains[Side.HOME], playing.judge):
        assert f'href="{page(playing)}"' in at(user).get(path(playing)).content.decode()
    assert 'href="/directo/"' in Client().get("/").content.decode()


def test_it_is_a_tab_of_the_public_and_of_people_with_four_at_most(playing):
    for client in (Client(), at(playing.captains[Side.HOME])):
        tabs = client.get(page(playing)).context["tabs"]
        assert [tab.label for tab in tabs if tab.current] == ["En directo"]
        assert len(tabs) <= 4


def test_without_script_the_page_says_how_old_it_is_and_can_be_asked_for_again(playing):
    body = Client().get(page(playing)).content.decode()

    assert "Página de las 20:00:00" in body
    assert f'<a class="btn quiet" href="{page(playing)}">' in body
    assert '<meta name="description" content="La Seis Doble – Los Molinos.' in body


def test_in_english_too(playing):
    phone, partida = worlds.phone(playing), playing.partida()
    tables.sit_down(playing, partida, phone)
    tables.play_hand(playing, partida, phone, 31)

    told = text_of(Client().get(page(playing), headers={"Accept-Language": "en"}))

    assert "Board 1, hand 1 31–0 La Seis Doble, 31 by domino." in told
    assert "Saturday 28 November, 20:00" in told
