"""The office's list of people and their records: found, entered, changed, looked at."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation import clock
from federation.actions import people
from federation.models import DataAccess, Person, PersonalData, PersonPhoto
from tests.federation import registry_world, staff
from tests.federation.registry_world import Registry
from tests.federation.staff import fields, inside

pytestmark = pytest.mark.django_db

LIST, NEW = "/secretaria/personas/", "/secretaria/personas/nueva/"
HOSTILE = [
    "<script>alert(1)</script>",
    "O'Neill d'Alòs-Moner",
    "Ñúñez Ñandú",
    "محمد عبد الله",
    "\u202eoirartnoc",
    "👩‍👩‍👧 Gil",
    "Ana\u0000",
    "A" * 60,
    "{{ seven }}",
    "%(name)s",
]
RECORD = {
    "given_name": "Íñigo",
    "surname_1": "Núñez",
    "surname_2": "Oca",
    "birth_date": "1980-05-17",
    "document_type": "es",
    "document": "12.345.678-z",
}
WRONG = [
    ({"given_name": ""}, "given_name", "obligatorio"),
    ({"given_name": "👩‍👩‍👧"}, "given_name", "Escribe al menos el nombre"),
    ({"surname_1": "—"}, "surname_1", "Escribe al menos el nombre"),
    ({"given_name": "A" * 61}, "given_name", "60"),
    ({"given_name": "Ana\x00"}, "given_name", "nulos"),
    ({"birth_date": "2099-01-01"}, "birth_date", "está en el futuro"),
    ({"birth_date": "1901-01-01"}, "birth_date", "más de 120 años"),
    ({"birth_date": "0001-01-01"}, "birth_date", "entre 1900 y 2100"),
    ({"birth_date": "2026-02-31"}, "birth_date", "fecha válida"),
    ({"birth_date": "ayer"}, "birth_date", "fecha válida"),
    ({"birth_date": "2020-01-01"}, "guardian_name", "Es menor de edad"),
    ({"consent_on": "2099-01-01"}, "consent_on", "un día que no ha llegado"),
    ({"document": "12345678A"}, "document", "no corresponde"),
    ({"document": "12345678"}, "document", "Falta la letra"),
    ({"document": "B12345674"}, "document", "Es el CIF de una entidad"),
    ({"document": "1234567OZ"}, "document", "Hay una letra entre las cifras"),
    ({"document": "AB123456"}, "document", "elige esa clase"),
    ({"document": "?", "document_type": "passport"}, "document", "Revísalo"),
    ({"document_type": "king"}, "document_type", "no es una de las opciones"),
    ({"document_country": "F1"}, "document_country", "dos letras"),
    ({"email": "a@b"}, "email", "correo"),
    ({"phone": "llámame"}, "phone", "Escribe un teléfono"),
]


@pytest.fixture
def each() -> Registry:
    return registry_world.build()


@pytest.fixture
def office() -> Client:
    return inside(staff.office("oficina@example.org"))


def names(page: object) -> list[str]:
    return [row.name for row in page.context["rows"]]


def photo_of(who: Person) -> None:
    PersonPhoto.objects.create(person=who, jpeg=b"x", sha256="0" * 64, at=clock.now())


# ---------------------------------------------------------------- the list
def test_somebody_is_found_by_name_licence_or_document(each: Registry, office: Client) -> None:
    who = each.person(details=people.Details(document_kind="DNI", document="12345678Z"))
    each.licence(who, "30-01234")
    each.person("Ana", "García-López")
    for text in ("nunez", "NÚÑ iñi", "1234", "30-01234", "12345678z", "678Z"):
        assert names(office.get(LIST, {"q": text})) == ["Núñez, Íñigo"], text
    assert names(office.get(LIST, {"q": "lopez"})) == ["García-López, Ana"]
    assert names(office.get(LIST, {"q": "nadie"})) == []


def test_names_come_as_spanish_sorts_them(each: Registry, office: Client) -> None:
    for surname in ("Nuñez", "Nuzo", "Ñu", "Oca", "Núma", "Nuez"):
        each.person("Ana", surname)
    shown = [name.split(",")[0] for name in names(office.get(LIST))]
    wanted = ["Nuez", "Núma", "Nuñez", "Nuzo", "Ñu", "Oca"]
    assert [name for name in shown if name in wanted] == wanted


def test_the_list_is_narrowed_by_what_is_known(each: Registry, office: Client) -> None:
    today = clock.today()
    guardian = people.Details(guardian_name="Eva", guardian_phone="600000000")
    minor = each.person("Nico", "Menor", birth_date=date(today.year - 10, 1, 1), details=guardian)
    licensed, judge, gone = (each.person(name, "Casal") for name in ("Lía", "Juez", "Ida"))
    each.licence(licensed, season=each.after)
    each.licence(judge, season=each.after, kind="judge", club=None)
    each.licence(gone, season=each.before, club=each.other)
    photo_of(licensed)
    staff.staff("juez@example.org", who=judge)
    after, other = each.after.pk, each.other.pk
    mine = {"Menor, Nico": minor, "Casal, Lía": licensed, "Casal, Juez": judge, "Casal, Ida": gone}

    for query, expected in {
        "edad=menores": ["Menor, Nico"],
        f"clase=judge&temporada={after}": ["Casal, Juez"],
        f"club={each.club.pk}": ["Casal, Lía"],
        "licencia=expired": ["Casal, Ida"],
        f"licencia=granted&temporada={after}": ["Casal, Juez", "Casal, Lía"],
        f"licencia=none&temporada={after}": ["Casal, Ida", "Menor, Nico"],
        f"licencia=none&temporada={after}&club={other}": ["Casal, Ida"],
        "foto=with": ["Casal, Lía"],
        "cuenta=with": ["Casal, Juez"],
        "club=999999&licencia=king&temporada=x&foto=1": sorted(mine),
    }.items():
        assert [name for name in names(office.get(f"{LIST}?{query}")) if name in mine] == expected, query


def test_whoever_has_no_account_can_be_invited_from_the_list(each: Registry, office: Client) -> None:
    who = each.person()
    page = office.get(f"{LIST}?cuenta=without&q=nunez").content.decode()
    assert f"/secretaria/personas/{who.pk}/invitar/" in page
    assert "invitar" not in office.get(f"{LIST}?q=nunez").content.decode()


def test_merged_and_erased_people_are_in_no_list(each: Registry, office: Client) -> None:
    kept, gone, erased = (each.person(name) for name in ("Una", "Otra", "Nadie"))
    Person.objects.filter(pk=gone.pk).update(merged_into=kept)
    Person.objects.filter(pk=erased.pk).update(erased_at=clock.now())
    assert names(office.get(f"{LIST}?q=nunez")) == ["Núñez, Una"]


def test_no_search_breaks_the_list(office: Client) -> None:
    for text in [*HOSTILE, "'; DROP TABLE x; --", "%", "é" * 500, "\uffff", "9" * 60]:
        page = office.get(LIST, {"q": text, "tras": text, "antes": text, "club": text, "temporada": text})
        assert page.status_code == 200, text
        assert b"<script>alert" not in page.content


def test_a_long_list_is_walked_forth_and_back(each: Registry, office: Client) -> None:
    for number in range(120):
        each.person("Ana", f"Igual {number % 7}")
    seen, query = [], ""
    for _ in range(3):
        page = office.get(f"{LIST}?q=igual{query}")
        seen.append(names(page))
        query = f"&tras={page.context['page'].after}"
    assert [len(part) for part in seen] == [50, 50, 20]
    assert seen[0] + seen[1] + seen[2] == sorted(seen[0] + seen[1] + seen[2])
    assert page.context["page"].after is None
    back = office.get(f"{LIST}?q=igual&antes={page.context['page'].before}")
    assert names(back) == seen[1]
    first = office.get(f"{LIST}?q=igual&antes={back.context['page'].before}")
    assert names(first) == seen[0]
    assert first.context["page"].before is None
    assert b"120 personas" in first.content


def test_the_list_costs_the_same_for_one_and_for_thirty(each: Registry, office: Client) -> None:
    def cost(query: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert office.get(LIST + query).status_code == 200
        return len(queries)

    asked = ("", "?q=igual", "?cuenta=without", "?licencia=granted&edad=menores&foto=with")
    each.licence(each.person("Ana", "Igual"), season=each.after)
    cost("")
    one = [cost(query) for query in asked]
    for number in range(30):
        each.licence(each.person("Ana", f"Igual {number}"), season=each.after)
    assert [cost(query) for query in asked] == one


# ---------------------------------------------------------------- a new person
def test_a_person_is_entered_once(each: Registry, office: Client) -> None:
    form = fields(**RECORD, phone="+34 600 000 000")
    answers = [office.post(NEW, form) for _ in range(2)]
    who = Person.objects.get(surname_1="Núñez")
    assert [answer.headers["Location"] for answer in answers] == [f"{LIST}{who.pk}/"] * 2
    kept = PersonalData.objects.get(person=who)
    assert (kept.document_kind, kept.document, kept.phone) == ("DNI", "12345678Z", "+34 600 000 000")


def test_what_cannot_be_is_said_beside_its_field(each: Registry, office: Client) -> None:
    for wrong, field, words in WRONG:
        answer = office.post(NEW, fields(**{**RECORD, "address": "Calle Mayor, 1", **wrong}))
        assert answer.status_code == 422, wrong
        (said,) = answer.context["form"].errors[field]
        assert words in said, wrong
        assert "Calle Mayor, 1" in answer.content.decode()
    assert not Person.objects.filter(surname_1="Núñez").exists()


def test_strange_names_break_no_page(each: Registry, office: Client) -> None:
    for name in HOSTILE:
        form = {**RECORD, "given_name": name, "surname_1": name, "document": ""}
        answer = office.post(NEW, fields(**form), follow=True)
        assert answer.status_code == (422 if "\x00" in name else 200), name
        shown = office.get(f"{LIST}?q=oca")
        assert shown.status_code == 200
        for page in (answer, shown):
            assert b"<script>alert" not in page.content
            assert "\u202e" not in page.content.decode()


def test_a_passport_with_its_country(each: Registry, office: Client) -> None:
    form = {**RECORD, "document_type": "passport", "document": "12ab 34567", "document_country": "fr"}
    assert office.post(NEW, fields(**form)).status_code == 302
    kept = PersonalData.objects.get()
    assert (kept.document_kind, kept.document, kept.document_country) == ("passport", "12AB34567", "FR")


def test_what_was_repaired_in_a_document_is_said(each: Registry, office: Client) -> None:
    answer = office.post(NEW, fields(**{**RECORD, "document": "1234567L"}), follow=True)
    assert PersonalData.objects.get().document == "01234567L"
    assert "Se ha puesto delante el cero que faltaba" in answer.content.decode()


def test_somebody_alike_is_shown_before_a_second_record_is_made(each: Registry, office: Client) -> None:
    there = each.person("Íñigo", "Núñez", surname_2="Oca")
    form = {**RECORD, "given_name": "inigo", "document": ""}

    answer = office.post(NEW, fields(**form))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Ya hay una persona con ese nombre y fecha de nacimiento." in page
    assert f'href="{LIST}{there.pk}/"' in page
    assert "17 May 1980" in page or "17 may 1980" in page
    assert Person.objects.filter(surname_1="Núñez").count() == 1

    assert office.post(NEW, fields(**form, confirmed="on")).status_code == 302
    assert Person.objects.filter(surname_1="Núñez").count() == 2


def test_another_day_of_birth_is_another_person(each: Registry, office: Client) -> None:
    each.person("Íñigo", "Núñez", birth_date=date(1990, 1, 1))
    assert office.post(NEW, fields(**{**RECORD, "surname_2": ""})).status_code == 302


def test_a_document_that_is_somebody_elses(each: Registry, office: Client) -> None:
    each.person("Ana", "Abad", details=people.Details(document_kind="DNI", document="12345678Z"))
    answer = office.post(NEW, fields(**RECORD))
    assert answer.status_code == 422
    assert "ya consta a nombre de Ana Abad" in answer.context["form"].errors["document"][0]


# ---------------------------------------------------------------- changing a person
def test_a_record_is_changed_and_tells_its_history(each: Registry, office: Client) -> None:
    who = each.person()
    path = f"{LIST}{who.pk}/editar/"
    shown = office.get(path)
    assert shown.context["form"]["given_name"].value() == "Íñigo"
    form = fields(**{**RECORD, "surname_2": "Gil"}, read=shown.context["read"])
    assert office.post(path, form).headers["Location"] == f"{LIST}{who.pk}/"
    who.refresh_from_db()
    assert (who.full_name, who.version) == ("Íñigo Núñez Gil", 2)
    # The same form again, lost on its way back: the first answer, and no conflict.
    assert office.post(path, form).status_code == 302
    who.refresh_from_db()
    assert who.version == 2


def test_nothing_is_overwritten_unseen(each: Registry, office: Client) -> None:
    who = each.person(surname_2="Oca")
    path = f"{LIST}{who.pk}/editar/"
    first, second = inside(staff.office("otra@example.org")), office
    read = [browser.get(path).context["read"] for browser in (first, second)]
    record = {**RECORD, "document": ""}
    assert first.post(path, fields(**record, phone="600111111", read=read[0])).status_code == 302

    answer = second.post(path, fields(**record, phone="600222222", address="Mía, 2", read=read[1]))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Otra persona ha cambiado esta ficha" in page
    shown = {(each.label, each.now, each.yours) for each in answer.context["differences"]}
    assert shown == {("Teléfono", "600111111", "600222222"), ("Dirección", "", "Mía, 2")}
    assert 'value="Mía, 2"' in page
    assert PersonalData.objects.get(person=who).phone == "600111111"

    # Having seen it, one's own may stand.
    again = fields(**record, phone="600222222", address="Mía, 2", read=answer.context["read"])
    assert second.post(path, again).status_code == 302
    assert PersonalData.objects.get(person=who).phone == "600222222"


def test_a_form_that_says_no_version_meets_the_conflict(each: Registry, office: Client) -> None:
    path = f"{LIST}{each.person().pk}/editar/"
    for read in ("", "0", "x", "-1", "9" * 40):
        assert office.post(path, fields(**RECORD, read=read)).status_code == 409, read


def test_a_record_that_is_gone_is_not_changed(each: Registry, office: Client) -> None:
    kept, gone = each.person("Una"), each.person("Otra")
    Person.objects.filter(pk=gone.pk).update(merged_into=kept)
    path = f"{LIST}{gone.pk}/editar/"
    assert office.get(path).headers["Location"] == f"{LIST}{kept.pk}/"
    answer = office.post(path, fields(**RECORD, read=1))
    assert answer.status_code == 409
    assert "Usa la que queda" in answer.content.decode()


# ---------------------------------------------------------------- who looked
def test_whoever_looks_at_document_and_contacts_is_noted(each: Registry, office: Client) -> None:
    details = people.Details(document_kind="DNI", document="12345678Z", email="i@example.org")
    who = each.person(details=details)
    assert "12345678Z" not in office.get(f"{LIST}?q=nunez").content.decode()
    assert not DataAccess.objects.exists()

    page = office.get(f"{LIST}{who.pk}/datos/").content.decode()
    assert "12345678Z" in page
    assert "i@example.org" in page
    assert sorted(DataAccess.objects.values_list("kind", flat=True)) == ["contact", "document"]
    office.get(f"{LIST}{who.pk}/editar/")
    assert DataAccess.objects.filter(person=who, by__email="oficina@example.org").count() == 4


def test_what_is_not_known_is_no_access(each: Registry, office: Client) -> None:
    who = each.person()
    assert "no consta" in office.get(f"{LIST}{who.pk}/datos/").content.decode()
    assert not DataAccess.objects.exists()


def test_a_minor_without_guardian_is_told(each: Registry, office: Client) -> None:
    who = each.person()
    Person.objects.filter(pk=who.pk).update(birth_date=date(clock.today().year - 9, 1, 1))
    assert (
        "Es menor y no consta quien responde por él." in office.get(f"{LIST}{who.pk}/datos/").content.decode()
    )


# ---------------------------------------------------------------- taken away
def test_the_list_is_taken_away_as_it_is_narrowed_and_noted(each: Registry, office: Client) -> None:
    who = each.person("=Íñigo", "Núñez", surname_2="Oca")
    each.licence(who, "0042", each.after)
    each.person("Ana", "Abad")
    answer = office.get(f"{LIST}?q=nunez&temporada={each.after.pk}&formato=csv&tras=1")
    head, line = answer.getvalue().decode("utf-8-sig").splitlines()  # type: ignore[attr-defined]
    assert head.startswith("Primer apellido;Segundo apellido;Nombre;Fecha de nacimiento;")
    assert line.startswith("Núñez;Oca;'=Íñigo;17/05/1980;no;0042;jugador;")
    assert line.endswith(";Peña Uno;Absoluta;2026-27;no;no")
    note = DataAccess.objects.get()
    assert (note.kind, note.count) == ("list", 1)
    assert note.detail == "Personas (Temporada: 2026-27; con un texto)"
    book = office.get(f"{LIST}?q=nunez&formato=xlsx")
    assert book.content.startswith(b"PK")
    assert office.get(f"{LIST}?formato=pdf").headers["Content-Type"].startswith("text/html")


def test_a_whole_list_costs_no_query_per_row(each: Registry, office: Client) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            office.get(f"{LIST}?formato=csv").getvalue()  # type: ignore[attr-defined]
        return len(queries)

    each.licence(each.person("Ana", "Igual"), season=each.after)
    cost()
    one = cost()
    for number in range(30):
        each.licence(each.person("Ana", f"Igual {number}"), season=each.after)
    assert cost() == one
