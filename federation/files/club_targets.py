"""Clubs with their venues, and teams with their squads."""

from federation.files.results import Value
from federation.files.targets import Column, Kind, Target, UniqueRule, Values, named, no_finish, worded
from federation.rules.names import search_key

ROLES = worded(
    {
        "player": "jugador | jugadora | player",
        "captain": "capitán | capitana | capitán jugador | captain",
        "vice_captain": "subcapitán | subcapitana | segundo capitán | vice captain | vicecaptain",
        "non_playing_captain": "capitán no jugador | capitana no jugadora | capitán que no juega | delegado |"
        "non-playing captain",
    }
)
VENUES = "sede | local | local de juego | lugar | instalación | venue | place"


def _club_key(values: Values) -> Value:
    # One row for each venue of a club: the club's name may come again with another venue.
    name, venue = search_key(str(values.get("name") or "")), search_key(str(values.get("venue") or ""))
    return f"{name}|{venue}" if name else None


def _name_repeated(earlier: Values, later: Values) -> str:
    del earlier, later
    return "name_taken"


def _tax_identity_repeated(earlier: Values, later: Values) -> str | None:
    same = search_key(str(earlier.get("name") or "")) == search_key(str(later.get("name") or ""))
    return None if same else "identity_taken"


CLUBS = Target(
    "clubs",
    (
        Column(
            "name",
            Kind.TEXT,
            named(
                "nombre | club | nombre del club | entidad | peña | denominación | razón social | "
                "name | club name"
            ),
            required=True,
            longest=80,
        ),
        Column(
            "short_name",
            Kind.TEXT,
            named("nombre corto | abreviatura | siglas | corto | short name | abbreviation"),
            longest=24,
        ),
        Column(
            "tax_id",
            Kind.TAX_IDENTITY,
            named("cif | nif | cif/nif | nif/cif | tax id | tax number"),
            longest=20,
        ),
        Column(
            "contact_name",
            Kind.TEXT,
            named(
                "persona de contacto | contacto | presidente | presidenta | responsable | contact | "
                "contact person"
            ),
            longest=120,
        ),
        Column(
            "email",
            Kind.EMAIL,
            named("correo | correo electrónico | email | e-mail | correo del club | email address"),
            longest=254,
        ),
        Column(
            "phone",
            Kind.PHONE,
            named(
                "teléfono | tel | telf | tfno | tlf | móvil | teléfono del club | phone | mobile | telephone"
            ),
            longest=20,
        ),
        Column(
            "address",
            Kind.TEXT,
            named("dirección | domicilio | domicilio social | dirección del club | address"),
            longest=160,
        ),
        Column("colours", Kind.TEXT, named("colores | color | colours | colors"), longest=60),
        Column("venue", Kind.TEXT, named(f"{VENUES} | nombre de la sede"), longest=80),
        Column(
            "venue_address",
            Kind.TEXT,
            named("dirección de la sede | dirección del local | domicilio de la sede | venue address"),
            longest=160,
        ),
        Column(
            "domino_tables",
            Kind.COUNT,
            named("mesas dominó | mesas de dominó | dominó | nº mesas dominó | domino tables"),
        ),
        Column(
            "pool_tables",
            Kind.COUNT,
            named("mesas billar | mesas de billar | billar | mesas de pool | mesas pool | pool tables"),
        ),
        Column(
            "coin_tables",
            Kind.COUNT,
            named(
                "mesas con monedas | mesas de monedas | billares de monedas | "
                "mesas de billar con monedas | funcionan con monedas | coin tables | "
                "coin-operated tables"
            ),
        ),
    ),
    needed=(("name",),),
    finish=no_finish,
    unique=(
        UniqueRule("name", _club_key, _name_repeated),
        UniqueRule("tax_id", lambda values: values.get("tax_id"), _tax_identity_repeated),
    ),
)


TEAMS = Target(
    "teams",
    (
        Column(
            "name",
            Kind.TEXT,
            named("equipo | nombre del equipo | nombre | team | team name | name"),
            required=True,
            longest=60,
        ),
        Column("club", Kind.TEXT, named("club | nombre del club | entidad | peña"), longest=80),
        Column("venue", Kind.TEXT, named(VENUES), longest=80),
        Column(
            "captain",
            Kind.CODE,
            named(
                "capitán | capitana | licencia del capitán | capitán licencia | capitán (licencia) | "
                "captain | captain's licence | captain licence"
            ),
            longest=20,
        ),
        Column(
            "vice_captain",
            Kind.CODE,
            named(
                "subcapitán | licencia del subcapitán | subcapitán licencia | subcapitán (licencia) | "
                "vice captain | vice captain's licence"
            ),
            longest=20,
        ),
        Column(
            "player",
            Kind.CODE,
            named(
                "licencia | licencia del jugador | jugador (licencia) | jugador licencia | "
                "player licence | licence"
            ),
            longest=20,
        ),
        Column(
            "role",
            Kind.CHOICE,
            named("función | rol | papel | puesto | cargo | role | function"),
            options=ROLES,
        ),
        Column("joined_on", Kind.DAY, named("desde | fecha de alta | alta | from | since")),
    ),
    needed=(("name",),),
    finish=no_finish,
)
