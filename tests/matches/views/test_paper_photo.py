"""The photo of a Hoja of paper, through the pages: taken in, refused, shown to those who may see it."""

from __future__ import annotations

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from federation.photos import drawing
from matches.models import PaperSheet, SheetEntry
from matches.rules.sides import Side
from tests.factories import tables
from tests.factories import world as worlds
from tests.federation.photos import opened, picture
from tests.matches.views.phones import open_phone, page, to
from tests.matches.views.visits import at, at_office, said, send, text_of

pytestmark = pytest.mark.django_db
LINK = "Jugada en papel: transcribir la Hoja"


@pytest.fixture(autouse=True)
def _the_day():
    with time_machine.travel(worlds.NOW, tick=True):
        yield


def file(data: bytes, name: str = "hoja.jpg") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, content_type="image/jpeg")


def test_the_judge_photographs_a_hoja_and_types_its_hands_in():
    world = worlds.playing(boards=2)
    partida, judge = world.partida(), at(world.judge)
    assert LINK in page(judge, partida)
    assert LINK not in page(at(world.captains[Side.HOME]), partida)
    shown = judge.get(to(partida, "papel/"))
    assert "valen las firmas de la Hoja" in text_of(shown)
    assert "PIN del otro capitán" not in text_of(shown)

    # A page of A4 taken with the phone on its side stays whole, and becomes no larger than is read.
    sent = {"photo": file(picture((3000, 2000))), "client_id": "foto-0000001"}
    answer = judge.post(to(partida, "papel/"), sent)
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/mesas/{partida.board_id}/")
    kept = PaperSheet.objects.get()
    assert opened(bytes(kept.jpeg)).size == (1650, 1100)
    # The same request once more has the same answer and leaves nothing more.
    again = judge.post(to(partida, "papel/"), {**sent, "photo": file(picture((3000, 2000)))})
    assert again.status_code == 302
    assert SheetEntry.objects.filter(kind="paper").count() == PaperSheet.objects.count() == 1
    assert LINK not in page(judge, partida)
    assert "Foto de la Hoja en papel" in page(judge, partida)

    # The pen is the judge's, and a tap is a hand with its approval.
    phone = worlds.phone(world)
    tables.sit_down(world, partida, phone)
    assert send(judge, to(partida, "anotar/")).status_code == 302
    hand = {"hand": 1, "revision": 1, "points": 46, "side": "home", "ending": "domino"}
    assert send(judge, to(partida, "jugada/"), hand).status_code == 302
    assert tables.state(world, partida).totals.home == 46
    told = f"Transcrita de la Hoja en papel (20:00). Foto de la Hoja, SHA-256: {kept.sha256}."
    assert told in page(judge, partida)

    other = at(world.captains[Side.AWAY])
    for client in (judge, other, at_office(world), open_phone(partida.board)):
        photo = client.get(to(partida, "papel.jpg"))
        assert (photo.status_code, photo.content) == (200, bytes(kept.jpeg))
    for client in (at(world.stranger), open_phone(world.boards()[1])):
        assert client.get(to(partida, "papel.jpg")).status_code == 404
    assert judge.get(to(world.partida(2), "papel.jpg")).status_code == 404
    listed = other.get(f"/encuentros/{world.encounter.pk}/hojas/").content.decode()
    assert to(partida, "papel.jpg") in listed
    assert "Mesa 1, partida 1: foto de la Hoja" in listed


def test_what_is_no_photo_is_refused_beside_its_field():
    world = worlds.playing()
    partida, judge = world.partida(), at(world.judge)
    for data, status, words in (
        ({}, 422, "Elige una foto"),
        ({"photo": file(b"no es una foto")}, 422, ""),
        ({"photo": file(picture((100, 100)))}, 422, ""),
        ({"photo": file(b"\xff\xd8\xff" + b"0" * (drawing.MOST_BYTES + 1))}, 413, ""),
        ({"photo": file(b"0" * (drawing.MOST_BYTES + 100_000))}, 413, ""),
    ):
        answer = send(judge, to(partida, "papel/"), data)
        assert answer.status_code == status
        assert answer.context["form"].errors["photo"]
        assert words in text_of(answer)
    assert not PaperSheet.objects.exists()


def test_without_a_judge_the_other_captain_is_there_with_his_pin():
    world = worlds.playing(judge=False)
    partida, captain = world.partida(), at(world.captains[Side.HOME])
    rival = world.person(Side.AWAY, 0)
    wrong = send(captain, to(partida, "papel/"), {"photo": file(picture()), "pin": "9999"})
    assert wrong.status_code == 422
    assert wrong.context["form"].errors["pin"]
    right = send(captain, to(partida, "papel/"), {"photo": file(picture()), "pin": world.pin(rival.pk)})
    assert right.status_code == 302
    assert SheetEntry.objects.get(kind="paper").data["captains"] == [
        str(world.person(Side.HOME, 0).pk),
        str(rival.pk),
    ]


def test_only_the_judge_is_asked_where_there_is_one_and_only_while_there_is_something_to_type():
    world = worlds.playing(partidas=1, parameters={"target_points": 40})
    partida, phone = world.partida(), worlds.phone(world)
    # A phone opened on the table is nobody's account: it is sent to the entrance.
    for client, status in ((at(world.captains[Side.HOME]), 403), (open_phone(partida.board), 302)):
        assert client.get(to(partida, "papel/")).status_code == status
        assert send(client, to(partida, "papel/"), {"photo": file(picture())}).status_code == status
    forged = Client(enforce_csrf_checks=True)
    forged.force_login(world.judge)
    assert forged.post(to(partida, "papel/"), {"photo": file(picture())}).status_code == 403
    tables.sit_down(world, partida, phone)
    tables.play_hand(world, partida, phone, 60)
    judge = at(world.judge)
    assert LINK not in page(judge, partida)
    assert judge.get(to(partida, "papel/")).status_code == 302
    late = send(judge, to(partida, "papel/"), {"photo": file(picture())})
    assert late.status_code == 422
    assert said(late) or late.context["form"].non_field_errors()
    assert not PaperSheet.objects.exists()
