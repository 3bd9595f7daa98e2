"""The clubs of the demonstration, their bars and teams: all invented, in towns of the Region of Murcia."""

from __future__ import annotations

from dataclasses import dataclass

TIME_ZONE = "Europe/Madrid"
FEDERATION = "Federación de Dominó y Billar del Sureste"
FEDERATION_SHORT = "FDB Sureste"
REGULATION = "Reglamento de dominó"
COMPETITION = "Primera División de dominó"
COMPETITION_CODE = "D1"
FORMAT = "4 mesas de dominó a 2 partidas"
BOARDS = 4
PARTIDAS = 2
TARGET = 300
DOMINO_TABLES = 6
POOL_TABLES = 2


@dataclass(frozen=True)
class TeamPlan:
    """A team: how many licences it has and the number that it drew."""

    name: str
    licences: int
    lot: int


@dataclass(frozen=True)
class ClubPlan:
    """A club with its bar and its two teams."""

    name: str
    short_name: str
    venue: str
    address: str
    teams: tuple[TeamPlan, TeamPlan]


# 96 licences of players in all; the judges' make them a hundred.
CLUBS = (
    ClubPlan(
        name="Club de Dominó Huerta del Segura",
        short_name="Huerta del Segura",
        venue="Bar La Acequia Vieja",
        address="Carril de los Naranjos, 14, Murcia",
        teams=(TeamPlan("Huerta Segura", 14, 1), TeamPlan("Huerta Norte", 11, 5)),
    ),
    ClubPlan(
        name="Asociación Recreativa Seis Doble",
        short_name="Seis Doble",
        venue="Café Muelle Chico",
        address="Calle del Cabrestante, 3, Cartagena",
        teams=(TeamPlan("Seis Doble", 12, 2), TeamPlan("Seis Doble Puerto", 11, 6)),
    ),
    ClubPlan(
        name="Peña Los Esparteros",
        short_name="Esparteros",
        venue="Mesón El Ramal",
        address="Paseo de la Atalaya, 27, Cieza",
        teams=(TeamPlan("Esparteros", 12, 3), TeamPlan("Esparteros Atalaya", 11, 7)),
    ),
    ClubPlan(
        name="Club de Billar y Dominó Levante",
        short_name="Levante",
        venue="Salón Recreativo Levante",
        address="Avenida de las Salinas, 61, San Pedro del Pinatar",
        teams=(TeamPlan("Levante", 12, 4), TeamPlan("Levante Salinas", 13, 8)),
    ),
)

# The first round of eight by lots; each encounter in a bar of its own. (home lot, away lot)
FIRST_ROUND = ((1, 8), (2, 7), (3, 6), (4, 5))
ROUNDS = 14
# Half of the season: everybody has met everybody once.
FIRST_LEG = 7
# The last one of tonight is directed by both captains.
WITHOUT_JUDGE = 4
JUDGES = 4
# Of these judges the accounts are told; only they can play an evening in the demonstration.
JUDGES_WITH_ACCOUNT = 3
