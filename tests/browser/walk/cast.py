"""Who takes part in the walk: real-looking names, their PINs, and the places they play at."""

from __future__ import annotations

from federation.models import Person
from federation.rules.names import sort_key
from matches.rules.sides import Side
from tests.factories.world import World

NAMES = {
    Side.HOME: (
        ("María Dolores", "Sánchez", "Ortega"),
        ("José Antonio", "Fernández de la Cruz", "Ruiz"),
        ("Paca", "Nicolás", "Belmonte"),
        ("Iván", "Martínez", "Cánovas"),
        ("Encarnación", "Hernández", "Saura"),
        ("Ginés", "Conesa", "Ros"),
        ("Julián", "Pagán", "Egea"),
        ("Rosario", "Zapata", "Marín"),
        ("Francisco Javier", "Albaladejo", "Olmos"),
        ("Pilar", "Roca", "Vivancos"),
    ),
    Side.AWAY: (
        ("Antonio", "Guirao", "Lax"),
        ("Concepción", "Montesinos", "Abellán"),
        ("Blas", "Soler", "Vidal"),
        ("Fuensanta", "Cerezo", "Lorca"),
        ("Miguel Ángel", "Espinosa", "Torralba"),
        ("Lola", "Bernal", "Navarro"),
        ("Andrés", "Peñalver", "Inglés"),
        ("Remedios", "Carrasco", "Hita"),
        ("Diego", "Ayala", "Meroño"),
        ("Trinidad", "Lozano", "Gea"),
    ),
}


def give_names(world: World) -> None:
    """Names of the length that names have, so that the pages are seen as people will see them."""
    for side in Side:
        for who, (given, first, second) in zip(world.people[side], NAMES[side], strict=False):
            who.given_name, who.surname_1, who.surname_2 = given, first, second
            who.sort_key = sort_key(first, second, given)
            who.save()


def give_pins(world: World) -> None:
    """The PIN that each will choose at check-in."""
    for side in Side:
        for index, who in enumerate(world.people[side]):
            world.pins[who.pk] = f"{4 if side is Side.HOME else 5}0{index:02d}"


def pair(world: World, board: int, side: Side) -> tuple[Person, Person]:
    """The two of a side who start at a board."""
    first = 2 * board - 2
    return world.people[side][first], world.people[side][first + 1]
