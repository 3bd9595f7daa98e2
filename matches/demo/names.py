"""Invented people: given names, surnames and birth dates, drawn so that a seed repeats them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

WOMEN = (
    "Adela", "Ainhoa", "Alba", "Amparo", "Ana Belén", "Ángela", "Antonia", "Carmen", "Caridad", "Clara",
    "Concepción", "Encarna", "Eva", "Fuensanta", "Inés", "Irene", "Isabel", "Josefa", "Juana", "Laura",
    "Lucía", "Magdalena", "María Dolores", "María José", "Marta", "Noelia", "Paloma", "Pilar", "Rocío",
    "Rosario", "Sofía", "Verónica",
)  # fmt: skip
MEN = (
    "Adrián", "Agustín", "Álvaro", "Andrés", "Ángel", "Antonio", "Bartolomé", "Cayetano", "Cristóbal",
    "Damián", "Diego", "Emilio", "Esteban", "Fermín", "Francisco", "Fulgencio", "Ginés", "Gregorio",
    "Isidro", "Joaquín", "José Antonio", "José Luis", "Juan", "Juan Pedro", "Julián", "Lorenzo", "Mariano",
    "Matías", "Miguel Ángel", "Nicolás", "Pascual", "Pedro", "Ramón", "Salvador", "Tomás", "Vicente",
)  # fmt: skip
SURNAMES = (
    "Abellán", "Alarcón", "Almagro", "Andreu", "Arnaldos", "Avilés", "Ayala", "Balsalobre", "Belmonte",
    "Bernal", "Caballero", "Cánovas", "Carrasco", "Castejón", "Cerezo", "Conesa", "Egea", "Espín",
    "Fernández", "Franco", "Galindo", "Gallego", "García", "Garre", "Gil", "Gómez", "Guillén", "Hernández",
    "Hidalgo", "Ibáñez", "Jiménez", "Lorca", "Lozano", "Lucas", "Madrid", "Marín", "Martínez", "Meroño",
    "Molina", "Montesinos", "Moreno", "Muñoz", "Navarro", "Nicolás", "Olmos", "Ortuño", "Pagán", "Pardo",
    "Peñalver", "Pérez", "Pujante", "Ramírez", "Ríos", "Robles", "Rosique", "Ruiz", "Saura", "Sánchez",
    "Serrano", "Soler", "Tovar", "Valverde", "Vidal", "Yelo", "Zamora", "Zapata",
)  # fmt: skip

# Names that pages, sorting and the acta must get right, whoever draws the others.
UNUSUAL = (
    ("Íñigo", "Núñez", "Ibáñez"),
    ("María José", "García", "de la Torre"),
    ("Pat", "O’Donnell", "Ruiz"),
    ("Gal·la", "Col·lell i", "Puig"),
    ("Rui", "dos Santos", ""),
    ("Eva", "Sánchez-Cano", "Martín"),
    ("Jürgen", "Müller", ""),
    ("María de los Ángeles del Sagrado Corazón", "Fernández de Córdoba", "Fernández de Córdoba"),
    ("Argüelles", "Güell", "Agüero"),
    ("Oriol", "D’Alòs-Moner", "L’Hereu"),
)

OF_AGE = 18


@dataclass(frozen=True)
class Invented:
    """A person who does not exist yet."""

    given_name: str
    surname_1: str
    surname_2: str
    birth_date: date


class Names:
    """Draws people, each name once."""

    def __init__(self, rng: Random, today: date) -> None:
        self._rng = rng
        self._today = today
        self._used: set[tuple[str, str, str]] = set()
        self._unusual = list(UNUSUAL)

    def woman(self) -> Invented:
        """An adult woman."""
        return self._drawn(WOMEN, *self._adult_ages())

    def man(self) -> Invented:
        """An adult man."""
        return self._drawn(MEN, *self._adult_ages())

    def anybody(self) -> Invented:
        """An adult; domino in a bar has more men, as it is."""
        return self.woman() if self._rng.random() < 0.4 else self.man()

    def minor(self) -> Invented:
        """Somebody between 14 and 17 years old."""
        return self._drawn(WOMEN if self._rng.random() < 0.5 else MEN, 14, OF_AGE)

    def unusual(self) -> Invented:
        """An adult with the next of the unusual names; an ordinary one when they are used up."""
        if not self._unusual:
            return self.anybody()
        name = self._unusual.pop(0)
        self._used.add(name)
        return Invented(*name, birth_date=self._born(*self._adult_ages()))

    def _adult_ages(self) -> tuple[int, int]:
        return (19, 45) if self._rng.random() < 0.35 else (45, 79)

    def _drawn(self, given_names: tuple[str, ...], youngest: int, oldest: int) -> Invented:
        while True:
            first, second = self._rng.choice(SURNAMES), self._rng.choice(SURNAMES)
            name = (self._rng.choice(given_names), first, second)
            if first != second and name not in self._used:
                self._used.add(name)
                return Invented(*name, birth_date=self._born(youngest, oldest))

    def _born(self, youngest: int, oldest: int) -> date:
        """A day that makes somebody at least `youngest` and under `oldest` years old today."""
        latest = _years_before(self._today, youngest)
        earliest = _years_before(self._today, oldest) + timedelta(days=1)
        return earliest + timedelta(days=self._rng.randrange((latest - earliest).days + 1))


def _years_before(day: date, years: int) -> date:
    # The day before a birthday of 29 February is as good as the day itself.
    return day.replace(year=day.year - years, day=min(day.day, 28))
