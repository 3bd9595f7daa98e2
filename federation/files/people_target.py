"""People with their licences, as the lists of a federation have them."""

from datetime import date

from federation.files.results import Value
from federation.files.targets import Column, Finished, Kind, Target, UniqueRule, Values, named, worded
from federation.rules.name_reading import NameOrder
from federation.rules.names import search_key

LICENCE_KINDS = worded(
    {
        "player": "jugador | jugadora | deportista | player",
        "judge": "juez | jueza | árbitro | árbitra | juez árbitro | jueza árbitra | judge | referee",
        "captain": "capitán | capitana | delegado | delegada | captain",
        "coach": "técnico | técnica | entrenador | entrenadora | monitor | monitora | coach",
    }
)
DOCUMENT_KINDS = worded(
    {
        "national": "dni | nie | nif | tarjeta de residencia | d | n",
        "passport": "pasaporte | passaport | passport | pas | p | otro | extranjero | other",
    }
)
WHOLE_NAMES = ("surnames_given", "given_surnames", "full_name")


def _finish(values: dict[str, Value], today: date) -> Finished:
    """A licence ends after it begins."""
    del today
    first, last = values.get("valid_from"), values.get("valid_to")
    if isinstance(first, str) and isinstance(last, str) and last < first:
        return Finished(values, (("valid_to", "dates_reversed"),))
    return Finished(values)


def _name_of(values: Values) -> str:
    return search_key(*(str(values.get(part) or "") for part in ("given_name", "surname_1", "surname_2")))


def _is_same_person(one: Values, other: Values) -> bool:
    """By document where both have one, otherwise by name and birth date."""
    documents = {one.get("document"), other.get("document")}
    if None not in documents:
        return len(documents) == 1
    births = {one.get("birth_date"), other.get("birth_date")} - {None}
    return _name_of(one) == _name_of(other) and len(births) <= 1


def _licence_repeated(earlier: Values, later: Values) -> str:
    return "duplicate_row" if _is_same_person(earlier, later) else "licence_taken"


def _document_key(values: Values) -> tuple[Value, ...] | None:
    document = values.get("document")
    # Somebody may hold a licence of each kind.
    return (values.get("document_kind"), document, values.get("licence_kind")) if document else None


def _document_repeated(earlier: Values, later: Values) -> str:
    licences = {earlier.get("licence"), later.get("licence")}
    return "identity_taken" if len(licences - {None}) == 2 else "duplicate_row"


PEOPLE = Target(
    "people",
    (
        Column(
            "licence",
            Kind.CODE,
            named(
                "licencia | lic | código de licencia | cod licencia | cod lic | id licencia | "
                "código | carnet | ficha | nº federado | nº jugador | nº de socio | "
                "nº de ficha | nº de carnet | nlicencia | nlic | llicència | licenza | "
                "licence | license"
            ),
            longest=20,
        ),
        Column(
            "surnames",
            Kind.SURNAMES,
            named(
                "apellidos | apellido | apell | apellidos del jugador | cognoms | apelidos | "
                "surnames | surname | last name | last names | family name"
            ),
            required=True,
            longest=121,
        ),
        Column(
            "surname_1",
            Kind.NAME,
            named(
                "primer apellido | 1er apellido | 1º apellido | apellido 1 | apellido 1º | "
                "apellido i | 1 apellido | primer cognom | cognom 1 | primeiro apelido | "
                "first surname | surname 1"
            ),
            required=True,
            longest=60,
        ),
        Column(
            "surname_2",
            Kind.NAME,
            named(
                "segundo apellido | 2º apellido | 2do apellido | apellido 2 | apellido 2º | "
                "apellido ii | 2 apellido | segon cognom | cognom 2 | segundo apelido | "
                "second surname | surname 2"
            ),
            longest=60,
        ),
        Column(
            "given_name",
            Kind.NAME,
            named(
                "nombre | nombres | nombre de pila | nombre del jugador | nom | nome | given name | "
                "first name | name"
            ),
            required=True,
            longest=60,
        ),
        Column(
            "surnames_given",
            Kind.FULL_NAME,
            named(
                "apellidos y nombre | apellidos y nombres | cognoms i nom | surname and name | "
                "surnames and name"
            ),
            required=True,
            longest=182,
            order=NameOrder.SURNAMES_FIRST,
        ),
        Column(
            "given_surnames",
            Kind.FULL_NAME,
            named(
                "nombre y apellidos | nom i cognoms | nome e apelidos | name and surname | name and surnames"
            ),
            required=True,
            longest=182,
            order=NameOrder.GIVEN_FIRST,
        ),
        Column(
            "full_name",
            Kind.FULL_NAME,
            named(
                "nombre completo | jugador | jugadora | jugador/a | deportista | federado | "
                "federada | persona | titular | socio | participante | miembro | full name | player | "
                "person"
            ),
            required=True,
            longest=182,
        ),
        Column(
            "document",
            Kind.IDENTITY,
            named(
                "dni | nif | nie | cif | dni/nie | nie/dni | dni/nif | nif/dni | nif/nie | nie/nif | "
                "dni/nif/nie | dni/nie/nif | dni/nie/pasaporte | dni/pasaporte | pasaporte | "
                "documento | doc | doc identidad | documento de identidad | "
                "documento identificativo | identificación | cédula | dni del jugador | document | "
                "identity document | identity | id card | passport"
            ),
            longest=20,
        ),
        Column(
            "document_kind",
            Kind.CHOICE,
            named(
                "tipo de documento | tipo doc | tipo de documento de identidad | clase de documento | "
                "tipo id | document type | kind of document"
            ),
            options=DOCUMENT_KINDS,
        ),
        Column(
            "birth_date",
            Kind.DAY,
            named(
                "fecha de nacimiento | fecha nac | fecha nacim | f nacimiento | f nac | fnac | "
                "fec nac | fec nacimiento | nacimiento | nacido | nacida | nacido el | fecha | fn | "
                "data de naixement | data de nacemento | birth date | date of birth | dob | born | "
                "birthday"
            ),
            past=True,
        ),
        Column(
            "fee",
            Kind.AMOUNT,
            named(
                "cuota | importe | cuota de licencia | importe de licencia | precio | tasa | fee | "
                "amount | price"
            ),
        ),
        Column(
            "club",
            Kind.TEXT,
            named(
                "club | nombre del club | entidad | peña | sociedad | asociación | club de origen | "
                "club actual"
            ),
            longest=80,
        ),
        Column(
            "category", Kind.TEXT, named("categoría | cat | categoría de licencia | category"), longest=30
        ),
        Column(
            "licence_kind",
            Kind.CHOICE,
            named(
                "clase | clase de licencia | tipo de licencia | tipo | estamento | kind | "
                "kind of licence | licence kind | licence type"
            ),
            options=LICENCE_KINDS,
        ),
        Column(
            "valid_from", Kind.DAY, named("válida desde | desde | fecha de alta | alta | valid from | from")
        ),
        Column(
            "valid_to",
            Kind.DAY,
            named(
                "válida hasta | hasta | caduca | caducidad | fecha de caducidad | vencimiento | valid to | to"
            ),
        ),
        Column(
            "email",
            Kind.EMAIL,
            named(
                "correo | correo electrónico | email | e-mail | correu | correu electrònic | email address"
            ),
            longest=254,
        ),
        Column(
            "phone",
            Kind.PHONE,
            named(
                "teléfono | tel | telf | tfno | tlf | tlfno | tf | móvil | teléfono móvil | "
                "teléfono de contacto | telèfon | mòbil | phone | mobile | telephone"
            ),
            longest=20,
        ),
        Column(
            "address",
            Kind.TEXT,
            named("dirección | domicilio | dirección postal | adreça | enderezo | address"),
            longest=160,
        ),
        Column(
            "guardian_name",
            Kind.TEXT,
            named(
                "tutor | tutora | tutor/a | nombre del tutor | tutor nombre | tutor legal | "
                "padre/madre/tutor | madre, padre o tutor | padre, madre o tutor | padre o tutor | "
                "padre o madre | responsable | guardian | guardian name | name of the guardian | "
                "parent | parent or guardian | mother, father or guardian"
            ),
            longest=120,
        ),
        Column(
            "guardian_email",
            Kind.EMAIL,
            named(
                "correo del tutor | email del tutor | tutor correo | tutor email | guardian email | "
                "guardian's email"
            ),
            longest=254,
        ),
        Column(
            "guardian_phone",
            Kind.PHONE,
            named(
                "teléfono del tutor | tel tutor | tfno tutor | móvil del tutor | tutor teléfono | "
                "tutor móvil | contacto del tutor | guardian phone | guardian's phone"
            ),
            longest=20,
        ),
        Column(
            "consent",
            Kind.CONSENT,
            named(
                "consentimiento | consiente | autoriza | autorización | consentimiento de imagen | "
                "consentimiento de publicación | autoriza publicar | publicar nombre | "
                "consiente publicar su nombre desde | consent | consents | consent to publication"
            ),
        ),
    ),
    needed=(
        ("surnames", "surname_1", *WHOLE_NAMES),
        ("given_name", *WHOLE_NAMES),
    ),
    finish=_finish,
    unique=(
        UniqueRule("licence", lambda values: values.get("licence"), _licence_repeated),
        UniqueRule("document", _document_key, _document_repeated),
    ),
    instead=("given_name", "full_name", ("surnames", "surname_1", *WHOLE_NAMES)),
)
