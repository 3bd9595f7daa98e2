"""The signing page: the frozen text, who signs and how, and every way in which it says no."""

import json

import pytest
from django.test import Client

from matches.actions import encounter_day
from matches.models import Signature
from matches.rules.sides import Side
from tests.factories import world
from tests.matches.views.after_close import (
    STROKES,
    at,
    closed,
    content_of,
    fresh,
    given,
    kept,
    missing,
    page,
    sign,
    signature,
    text_of,
    write,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker):
    with kept(django_db_blocker, closed) as made:
        yield made


@pytest.fixture
def each(built: world.World, db: None) -> world.World:
    return fresh(built)


# ---------------------------------------------------------------- what is shown
def test_the_text_is_the_frozen_one(each: world.World) -> None:
    answer = at(each.captains[Side.HOME]).get(page(each))

    assert answer.status_code == 200
    said = text_of(answer)
    content = content_of(each)
    assert answer.context["text"].hash == content.content_hash
    assert content.content_hash in said
    assert "320 –20" in said and "20– 320" in said
    assert "Sin incidencias" in said
    assert "Encuentro empatado." in said
    for name in ("Jugador00 Casa", "Jugador01 Fuera", "30-10000"):
        assert name in said
    assert "(por sorteo)" in said and "(cambio de asientos)" in said
    lines = [
        line for board in answer.context["text"].boards for sheet in board.sheets for line in sheet.lines
    ]
    assert [line.total for line in lines[:5]] == ["80–0", "80–20", "160–20", "240–20", "320–20"]


def test_nothing_is_computed_again(each: world.World, django_assert_max_num_queries, monkeypatch) -> None:
    """A rule that changed since would give another result; the page shows what was frozen."""
    before = text_of(at(each.captains[Side.HOME]).get(page(each)))
    monkeypatch.setattr("matches.queries.acta_facts.content_of", None)
    client = at(each.captains[Side.HOME])
    with django_assert_max_num_queries(24):
        assert text_of(client.get(page(each))) == before


def test_who_may_see(each: world.World) -> None:
    assert at(None).get(page(each)).status_code == 302
    assert at(each.stranger).get(page(each)).status_code == 404
    for user in (each.judge, each.vice, each.captains[Side.AWAY]):
        answer = at(user).get(page(each))
        assert answer.status_code == 200
        assert b'name="password"' in answer.content


def test_the_office_reads_and_does_not_sign(each: world.World, monkeypatch) -> None:
    monkeypatch.setattr("federation.middleware.has_second_factor", lambda request: True)
    client = at(each.office)
    answer = client.get(page(each))
    assert answer.status_code == 200
    assert b'name="password"' not in answer.content
    assert "El acta la firman los dos capitanes y el juez árbitro, si lo hay." in text_of(answer)
    refused = client.post(page(each), signature(each, "home_captain"))
    assert refused.status_code == 403
    assert "Solo puedes firmar en tu propio nombre." in text_of(refused)
    assert given(each) == {}


# ---------------------------------------------------------------- signing in one's own account
def test_signed_with_a_drawing(each: world.World) -> None:
    client = at(each.captains[Side.HOME])
    answer = client.post(page(each), signature(each, "home_captain"))
    assert (answer.status_code, answer["Location"]) == (302, page(each))
    row = Signature.objects.get()
    assert (row.role, row.kind, row.identified) == ("home_captain", "plain", "password")
    assert row.strokes == json.loads(STROKES)
    assert row.content_hash == content_of(each).content_hash
    after = client.get(page(each))
    assert b'name="password"' not in after.content
    assert "Tu firma ya consta" in text_of(after)


def test_signed_without_a_drawing_though_one_was_begun(each: world.World) -> None:
    body = signature(each, "home_captain", without_drawing="1")
    assert at(each.captains[Side.HOME]).post(page(each), body).status_code == 302
    assert Signature.objects.get().strokes == []


def test_a_protest_needs_its_text(each: world.World) -> None:
    client = at(each.captains[Side.AWAY])
    for text in ("", "   ", "\u200b\u200b"):
        answer = client.post(page(each), signature(each, "away_captain", kind="protest", text=text))
        assert answer.status_code == 422
        assert answer.context["form"].errors == {"text": ["Escribe qué protestas: saldrá en el acta."]}
    said = "La jugada 3\r\nse contó mal."
    done = client.post(page(each), signature(each, "away_captain", kind="protest", text=said))
    assert done.status_code == 302
    assert given(each)["away_captain"] == ("protest", "La jugada 3\nse contó mal.", "password")
    assert "La jugada 3 se contó mal." in text_of(at(each.judge).get(page(each)))


def test_a_protest_of_a_thousand_characters_fits_and_one_more_does_not(each: world.World) -> None:
    client = at(each.captains[Side.AWAY])
    too_long = client.post(page(each), signature(each, "away_captain", kind="protest", text="ñ" * 1001))
    assert too_long.status_code == 422
    assert too_long.context["form"].errors == {"text": ["Es demasiado largo: caben 1000 caracteres."]}
    # One that grows when it is brought to its canonical form.
    grows = client.post(page(each), signature(each, "away_captain", kind="protest", text="\u0958" * 600))
    assert grows.status_code == 422
    text = "a\r\n" * 400 + "b" * 200
    fits = client.post(page(each), signature(each, "away_captain", kind="protest", text=text))
    assert fits.status_code == 302
    assert len(Signature.objects.get().text) == 1000


def test_the_claim_clock_is_told(each: world.World) -> None:
    assert "Abre el plazo de reclamación: hasta el" in text_of(at(each.captains[Side.HOME]).get(page(each)))


def test_a_wrong_password_keeps_what_was_written(each: world.World) -> None:
    body = signature(each, "home_captain", kind="protest", text="No se contó bien.", password="otra")
    answer = at(each.captains[Side.HOME]).post(page(each), body)
    assert answer.status_code == 422
    assert answer.context["form"].errors == {"password": ["La contraseña no es correcta."]}
    html = answer.content.decode()
    assert "No se contó bien." in html
    assert STROKES in html
    assert world.PASSWORD not in html and 'value="otra"' not in html
    assert 'value="protest" required checked' in html
    assert given(each) == {}


def test_ten_wrong_passwords_block_the_account_and_nobody_else(each: world.World) -> None:
    client = at(each.captains[Side.HOME])
    for _ in range(10):
        client.post(page(each), signature(each, "home_captain", password="otra"))
    answer = client.post(page(each), signature(each, "home_captain"))
    assert answer.status_code == 422
    assert "Demasiados intentos seguidos" in answer.context["form"].errors["password"][0]
    assert given(each) == {}
    other = Client()
    other.force_login(each.captains[Side.AWAY])
    assert other.post(page(each), signature(each, "away_captain")).status_code == 302


@pytest.mark.parametrize(
    "strokes",
    [
        "nada",
        "{}",
        "[[[1,2],[3]]]",
        "[[[1.5,2]]]",
        "[[[1001,2]]]",
        "[[[1,401]]]",
        "[[[-1,2]]]",
        "[" * 5000,
        "[[]]",
    ],
)
def test_a_drawing_that_no_pad_draws_is_refused(each: world.World, strokes: str) -> None:
    answer = at(each.captains[Side.HOME]).post(page(each), signature(each, "home_captain", strokes=strokes))
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["strokes"]
    assert given(each) == {}


def test_drawn_or_said_to_be_not(each: world.World) -> None:
    answer = at(each.captains[Side.HOME]).post(page(each), signature(each, "home_captain", strokes=""))
    assert answer.status_code == 422
    assert answer.context["form"].errors == {"strokes": ["Dibuja la firma, o elige firmar sin dibujar."]}


def test_nothing_chosen(each: world.World) -> None:
    answer = at(each.captains[Side.HOME]).post(page(each), write(role="home_captain"))
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"seen_hash", "kind", "password"}


def test_another_text_than_was_shown(each: world.World) -> None:
    shown = signature(each, "home_captain", kind="protest", text="Lo que pienso.")
    encounter_day.back_to_play(encounter_id=each.encounter.pk, reason="Una hoja mal", by=each.director())
    encounter_day.close(encounter_id=each.encounter.pk, by=each.director())
    answer = at(each.captains[Side.HOME]).post(page(each), shown)
    assert answer.status_code == 409
    said = text_of(answer)
    assert "El texto del acta ha cambiado desde que lo abriste." in said
    assert content_of(each).content_hash in said
    html = answer.content.decode()
    assert f'name="seen_hash" value="{content_of(each).content_hash}"' in html
    assert "Lo que pienso." in html
    assert given(each) == {}


def test_the_same_sending_twice_is_one_signature(each: world.World) -> None:
    client = at(each.captains[Side.HOME])
    body = signature(each, "home_captain")
    first, second = client.post(page(each), body), client.post(page(each), body)
    assert (first.status_code, second.status_code) == (302, 302)
    assert Signature.objects.count() == 1
    third = client.post(page(each), signature(each, "home_captain"))
    assert third.status_code == 409
    assert "Esa firma ya consta en el acta." in text_of(third)


def test_the_last_signature_leads_to_the_acta(each: world.World) -> None:
    sign(each, "home_captain")
    sign(each, "away_captain")
    answer = at(each.judge).post(page(each), signature(each, "judge"))
    assert (answer.status_code, answer["Location"]) == (302, page(each, "acta/"))
    assert each.reload().state == "signed"


@pytest.mark.parametrize("role", ["away_captain", "judge", "nadie", ""])
def test_nobody_signs_for_another(each: world.World, role: str) -> None:
    answer = at(each.captains[Side.HOME]).post(page(each), signature(each, role))
    assert answer.status_code == 403
    assert given(each) == {}


def test_the_vice_captain_signs_in_the_captains_place(each: world.World) -> None:
    assert at(each.vice).post(page(each), signature(each, "home_captain")).status_code == 302
    assert Signature.objects.get().person_id == each.vice.person_id


# ---------------------------------------------------------------- on the judge's phone
def handed(each: world.World, role: str, pin: str, **fields: object) -> dict[str, object]:
    return signature(each, role, password="", pin=pin, **fields)


def test_a_captain_signs_by_pin_on_the_judges_phone(each: world.World) -> None:
    client = at(each.judge)
    there = page(each) + "?firmante=away_captain"
    shown = client.get(there)
    assert b'name="pin"' in shown.content and b'name="password"' not in shown.content
    captain = each.person(Side.AWAY, 0)
    assert captain.full_name in text_of(shown)
    wrong = client.post(there, handed(each, "away_captain", "9090"))
    assert wrong.status_code == 422
    assert wrong.context["form"].errors == {"pin": ["El PIN no es correcto. Quedan 4 intentos."]}
    body = handed(each, "away_captain", each.pin(captain.pk))
    assert client.post(there, body).status_code == 302
    assert client.post(there, body).status_code == 302
    row = Signature.objects.get()
    assert (row.person_id, row.identified) == (captain.pk, "pin_in_judge_session")


def test_misses_are_kept_though_nothing_was_signed(each: world.World) -> None:
    client = at(each.judge)
    for _ in range(5):
        answer = client.post(page(each), handed(each, "away_captain", "9090"))
    assert "Demasiados intentos" in answer.context["form"].errors["pin"][0]
    right = each.pin(each.person(Side.AWAY, 0).pk)
    assert client.post(page(each), handed(each, "away_captain", right)).status_code == 422
    assert given(each) == {}


def test_a_captain_hands_his_phone_to_nobody(each: world.World) -> None:
    client = at(each.captains[Side.HOME])
    there = page(each) + "?firmante=away_captain"
    assert b'name="pin"' not in client.get(there).content
    right = each.pin(each.person(Side.AWAY, 0).pk)
    assert client.post(there, handed(each, "away_captain", right)).status_code == 403
    assert given(each) == {}


# ---------------------------------------------------------------- who is missing
def test_the_judge_records_a_refusal_with_a_witness(each: world.World) -> None:
    client = at(each.judge)
    there = page(each, "firma/falta/")
    assert client.get(there + "?firmante=away_captain").status_code == 200
    answer = client.post(there, missing(each, "away_captain"))
    assert (answer.status_code, answer["Location"]) == (302, page(each))
    assert given(each)["away_captain"] == ("refused", "No está de acuerdo.", "judge")
    said = text_of(client.get(page(each)))
    assert "Se niega a firmar" in said and "Testigo: Rosa Testigo" in said


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"witness": ""}, "witness"), ({"witness": " \u200b "}, "witness"), ({"kind": "plain"}, "kind"),
     ({"role": "nadie"}, "role"), ({"text": "x" * 1001}, "text"), ({"witness": "x" * 121}, "witness")],
)  # fmt: skip
def test_a_refusal_that_lacks_something(each: world.World, fields: dict[str, str], field: str) -> None:
    answer = at(each.judge).post(page(each, "firma/falta/"), missing(each, "away_captain", **fields))
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert given(each) == {}


def test_with_a_judge_no_captain_records_it(each: world.World) -> None:
    client = at(each.captains[Side.HOME])
    assert client.get(page(each, "firma/falta/")).status_code == 403
    assert client.post(page(each, "firma/falta/"), missing(each, "away_captain")).status_code == 403
    assert at(each.stranger).post(page(each, "firma/falta/"), missing(each, "judge")).status_code == 404
    assert given(each) == {}


def test_nobody_is_missing_by_his_own_word(each: world.World) -> None:
    assert at(each.judge).post(page(each, "firma/falta/"), missing(each, "judge")).status_code == 403


# ---------------------------------------------------------------- following
def test_the_list_follows_and_spares_what_is_the_same(each: world.World) -> None:
    client = at(each.captains[Side.HOME])
    part = {"HX-Request": "true", "HX-Target": "firmas"}
    first = client.get(page(each), headers=part)
    assert b"<html" not in first.content
    same = client.get(page(each), headers={**part, "If-None-Match": first["ETag"]})
    assert same.status_code == 304
    sign(each, "away_captain")
    after = client.get(page(each), headers={**part, "If-None-Match": first["ETag"]})
    assert after.status_code == 200
    assert "Conforme" in text_of(after)
    sign(each, "home_captain")
    sign(each, "judge")
    moved = client.get(page(each), headers=part)
    assert moved["HX-Redirect"] == page(each, "acta/")
