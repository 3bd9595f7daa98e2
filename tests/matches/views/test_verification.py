"""The public verification: by code and by file, what each answer says and what it never shows."""

from datetime import date

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from federation.models import Person
from matches.acta import document
from matches.actions import signing
from matches.actions.sealing import seal_encounter
from matches.models import Acta, ActaContent, ActaFile, Signature
from matches.queries import actas
from matches.rules.sides import Side
from tests.factories import world
from tests.matches.views.after_close import at, closed, fresh, kept, sign, text_of

pytestmark = pytest.mark.django_db
HERE = "/verificar/"
NOT_OURS = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
)


def sealed_under_protest() -> world.World:
    each = closed()
    sign(each, "home_captain")
    protest = signing.Drawn(kind="protest", text="Secreto del acta.", strokes=[], without_drawing=True)
    sign(each, "away_captain", protest)
    sign(each, "judge")
    assert seal_encounter(each.encounter.pk) is not None
    return each


@pytest.fixture(scope="module")
def built(django_db_setup, django_db_blocker):
    with kept(django_db_blocker, sealed_under_protest) as made:
        yield made


@pytest.fixture
def each(built: world.World, db: None) -> world.World:
    return fresh(built)


def the_acta() -> Acta:
    return Acta.objects.select_related("content", "file").get(version=1)


def the_pdf() -> bytes:
    return bytes(the_acta().file.pdf)


def give(data: bytes, name: str = "acta.pdf", client: Client | None = None):
    cache.clear()
    file = SimpleUploadedFile(name, data, content_type="application/pdf")
    return (client or Client()).post(HERE, {"code": "", "pdf": file})


# ---------------------------------------------------------------- by code
def test_the_page_is_open_to_everybody(each: world.World) -> None:
    answer = Client().get(HERE)
    assert answer.status_code == 200
    assert "No hace falta cuenta." in text_of(answer)


@pytest.mark.parametrize(
    "spell", [str, str.lower, lambda code: code.replace("-", " "), lambda code: f" {code.replace('-', '')}."]
)
def test_a_code_in_any_writing(each: world.World, spell) -> None:
    code = the_acta().content.code
    answer = Client().post(HERE, {"code": spell(code)})
    assert (answer.status_code, answer["Location"]) == (302, f"/verificar/{code}/")
    assert "Acta válida" in text_of(Client().get(f"/verificar/{spell(code).strip()}/"))


def test_what_a_code_tells_the_public(each: world.World) -> None:
    acta = the_acta()
    answer = Client().get(f"/verificar/{acta.content.code}/")
    said = text_of(answer)
    for words in (
        "Acta válida",
        f"{acta.content.number}, versión 1",
        "Federación de Prueba",
        "sin sello de tiempo de un tercero",
        "Provisional hasta la homologación",
        "Sello de demostración",
        "La Seis Doble",
        "340 tantos",
        "Jugador00 Casa, Capitanía local: conforme",
        "Jugador00 Fuera, Capitanía visitante: bajo protesta",
        "Amparo Giner, Juez árbitro: conforme",
    ):
        assert words in said
    assert " ".join(acta.file.sha256[start : start + 4] for start in range(0, 32, 4)) in said
    assert "Secreto del acta" not in said and "Jugador01" not in said
    assert "acta.pdf" not in answer.content.decode() and "acta.json" not in answer.content.decode()


def test_a_party_gets_the_whole_from_here(each: world.World) -> None:
    path = f"/verificar/{the_acta().content.code}/"
    mine = at(each.captains[Side.HOME]).get(path).content.decode()
    assert f"/encuentros/{each.encounter.pk}/acta.pdf?version=1" in mine
    assert "acta.pdf" not in at(each.stranger).get(path).content.decode()


@pytest.mark.parametrize(
    ("born", "consent", "shown"),
    [
        (date(2015, 3, 1), None, "J. C., Capitanía local"),
        (None, None, "J. C., Capitanía local"),
        (date(2015, 3, 1), date(2026, 1, 1), "Jugador00 Casa, Capitanía local"),
    ],
)
def test_a_minor_by_initials_unless_consent(each: world.World, born, consent, shown: str) -> None:
    captain = each.person(Side.HOME, 0)
    Person.objects.filter(pk=captain.pk).update(birth_date=born, public_name_consent_on=consent)
    code = the_acta().content.code
    by_code, by_file = Client().get(f"/verificar/{code}/"), give(the_pdf())
    for answer in (by_code, by_file):
        assert shown in text_of(answer)
        assert ("Jugador00 Casa" in answer.content.decode()) is (consent is not None)


@pytest.mark.parametrize("code", ["2222-2222-22", "nada", "%00", "x" * 300, "../../etc"])
def test_an_unknown_code(each: world.World, code: str) -> None:
    answer = Client().get(f"/verificar/{code}/")
    assert answer.status_code == 404
    if code == "2222-2222-22":
        assert "Ninguna acta sellada lleva este código." in text_of(answer)
        assert 'value="2222-2222-22"' in answer.content.decode()


def test_a_text_that_was_never_sealed_has_no_code(each: world.World) -> None:
    stored = actas.current_content(each.encounter)
    assert stored is not None
    ActaContent.objects.create(
        encounter=each.encounter, version=1, attempt=9, number=stored.number, code="3333-3333-33",
        content=stored.content, content_hash=stored.content_hash, at=stored.at,
    )  # fmt: skip
    assert Client().get("/verificar/3333-3333-33/").status_code == 404


def test_a_damaged_store_is_told(each: world.World, monkeypatch) -> None:
    monkeypatch.setattr("matches.queries.verification.document.sha256", lambda data: "0" * 64)
    said = text_of(Client().get(f"/verificar/{the_acta().content.code}/"))
    assert "Documento dañado" in said and "Acta válida" not in said


def test_queries_are_few(each: world.World, django_assert_max_num_queries) -> None:
    path = f"/verificar/{the_acta().content.code}/"
    cache.clear()
    with django_assert_max_num_queries(14):
        Client().get(path)


# ---------------------------------------------------------------- by file
def test_the_very_file(each: world.World) -> None:
    answer = give(the_pdf(), "mi acta.pdf")
    assert answer.status_code == 200
    said = text_of(answer)
    assert "Acta válida" in said and "Archivo mi acta.pdf" in said
    assert "Secreto del acta" not in said


def test_one_byte_changed(each: world.World) -> None:
    data = bytearray(the_pdf())
    data[len(data) // 3] ^= 1
    said = text_of(give(bytes(data)))
    assert "Documento alterado" in said and "No lo des por bueno." in said
    assert document.sha256(bytes(data))[:4] in said


def test_something_appended(each: world.World) -> None:
    answer = give(the_pdf() + b"\n% y algo mas\n")
    said = text_of(answer)
    acta = the_acta()
    assert "Documento alterado" in said
    assert f"{acta.content.number}, versión 1" in said
    assert acta.file.sha256[:4] in said
    assert f"/verificar/{acta.content.code}/" in answer.content.decode()


def test_a_pdf_of_somebody_else(each: world.World) -> None:
    said = text_of(give(NOT_OURS))
    assert "No consta aquí" in said and "Acta válida" not in said


def test_a_replaced_version(each: world.World) -> None:
    first = the_acta()
    content = first.content
    second = ActaContent.objects.create(
        encounter=each.encounter, version=2, attempt=1, number=content.number, code="4444-4444-44",
        content=content.content, content_hash=content.content_hash, at=content.at,
    )  # fmt: skip
    acta = Acta.objects.create(
        encounter=each.encounter,
        version=2,
        content=second,
        attached=first.attached,
        sealed_at=first.sealed_at,
    )
    ActaFile.objects.create(
        acta=acta,
        pdf=b"%PDF-2",
        sha256="2" * 64,
        unsigned_sha256="2" * 64,
        certificate=first.file.certificate,
    )
    for answer in (Client().get(f"/verificar/{content.code}/"), give(the_pdf())):
        said = text_of(answer)
        assert "Acta sustituida" in said and "hay una versión posterior" in said
        assert "versión 2, del" in said
        assert "/verificar/4444-4444-44/" in answer.content.decode()


# ---------------------------------------------------------------- what is no question
@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({}, "__all__", "Escribe el código del acta o elige su PDF."),
        ({"code": "   "}, "__all__", "Escribe el código del acta o elige su PDF."),
        ({"code": "4KQ7"}, "code", "Un código tiene diez letras y cifras"),
        ({"code": "OOOO-1111-II"}, "code", "Un código tiene diez letras y cifras"),
        ({"code": "x" * 61}, "code", ""),
        ({"pdf": "no es un archivo"}, "__all__", "Escribe el código del acta o elige su PDF."),
    ],
)
def test_an_unclear_question(each: world.World, fields: dict[str, str], field: str, words: str) -> None:
    answer = Client().post(HERE, fields)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert words in answer.context["form"].errors[field][0]
    if fields.get("code", "").strip():
        assert f'value="{fields["code"]}"' in answer.content.decode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "El archivo está vacío."),
        (b"hola", "El archivo no es un PDF."),
        (b"\x00\xff" * 4000, "El archivo no es un PDF."),
    ],
)
def test_no_pdf(each: world.World, data: bytes, words: str) -> None:
    answer = give(data)
    assert answer.status_code == 422
    assert words in answer.context["form"].errors["pdf"][0]


def test_a_little_too_large(each: world.World) -> None:
    answer = give(b"%PDF-1.7" + b"x" * 5 * 1024 * 1024)
    assert answer.status_code == 413
    assert "pasa de 5 MB" in answer.context["form"].errors["pdf"][0]


def test_far_too_large_is_refused_by_its_announced_length(each: world.World, monkeypatch) -> None:
    def never(*_args: object) -> None:
        raise AssertionError("the body was read into the form")

    monkeypatch.setattr("django.http.request.HttpRequest._load_post_and_files", never)
    # Not even the mark against forged forms is asked for, since it lies in the body.
    answer = give(b"%PDF-1.7" + b"x" * 50 * 1024 * 1024, client=Client(enforce_csrf_checks=True))
    assert answer.status_code == 413
    assert "El archivo pasa de 5 MB" in text_of(answer)


def test_a_large_upload_elsewhere_is_kept_nowhere(each: world.World) -> None:
    """Not on the disk and not in memory: the file is simply not there."""
    file = SimpleUploadedFile("grande.bin", b"x" * 7 * 1024 * 1024)
    answer = Client().post("/cuentas/entrar/", {"login": "a@example.org", "f": file})
    assert answer.wsgi_request.FILES == {}


def test_forged_forms_are_refused(each: world.World) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(HERE, {"code": the_acta().content.code}).status_code == 403


def test_checks_are_limited_per_address(each: world.World) -> None:
    cache.clear()
    client = Client()
    for _ in range(30):
        file = SimpleUploadedFile("a.pdf", b"hola")
        assert client.post(HERE, {"pdf": file}).status_code == 422
    answer = client.post(HERE, {"pdf": SimpleUploadedFile("a.pdf", b"hola")})
    assert answer.status_code == 429
    assert "Demasiadas comprobaciones seguidas." in text_of(answer)
    assert Signature.objects.count() == 3
