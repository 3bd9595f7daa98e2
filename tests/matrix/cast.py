"""Everybody who may knock at a page: each role, on an own and on a foreign object, and nobody at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.test import Client

from competitions.actions import entries, setup
from competitions.actions.regulation_changes import propose_change
from competitions.actions.setup import BoardSpec
from federation.actions import accounts, delegations, erasing, merging, registry
from federation.actions.imports import uploading
from federation.actions.photos import store_photo
from federation.models import (
    ClubRequest,
    Discipline,
    Erasure,
    ErasureBasis,
    Import,
    JudgeAbsence,
    LicenceKind,
    Person,
    PersonMerge,
    Role,
    User,
)
from matches.actions import admissions, paper
from matches.rules.sides import Side
from tests.competitions import changes_world
from tests.factories import pool, world
from tests.factories import tables as at_table
from tests.factories.pairs import competition_of_pairs
from tests.federation.people import PASSWORD, enrol, log_in

ACTORS = (
    "nobody",
    "home captain",
    "away captain",
    "other captain",
    "judge",
    "other judge",
    "player",
    "delegate",
    "office",
    "committee",
    "director",
    "administrator",
    "no factor",
    "helped captain",
    "table",
    "other table",
)


@dataclass
class Stage:
    """A world in play, its cast, and the objects that routes name."""

    each: world.World
    clients: dict[str, Client]
    keys: dict[str, object]


def _user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def _member(each: world.World, name: str, role: Role) -> User:
    user = world.account(f"{name}@example.org", world.person(name.title(), "Federado"))
    accounts.give_role(user=user, role=role, by=None)
    return user


def _with_factor(user: User) -> Client:
    user.set_password(PASSWORD)
    user.save(update_fields=["password"])
    return log_in(Client(), user, enrol(user))


def _other_captain(each: world.World) -> User:
    """The captain of a third team of the same competition, who plays elsewhere that night."""
    club = registry.register_club(name="Otro club", short_name="Otro", by=None)
    venue = registry.register_venue(
        club=club, name="Otra sede", address="", time_zone="Europe/Madrid", tables=[("domino", 1)], by=None
    )
    teams = [
        registry.register_team(club=club, season=each.season, name=name, venue=venue, by=None)
        for name in ("Tercero", "Cuarto")
    ]
    competition = each.encounter.round.competition
    home, away = (
        setup.enter_team(competition=competition, team=team, lot=lot, by=None)
        for lot, team in enumerate(teams, start=3)
    )
    setup.schedule_encounter(
        in_round=each.encounter.round, number=8, home=home, away=away, venue=venue, at=world.NOW, by=None
    )
    who = world.person("Otra", "Capitana")
    registry.add_to_squad(
        team=teams[0], person=who, role="captain", valid_from=each.season.starts_on, valid_to=None, by=None
    )
    return world.account("otra.capitana@example.org", who)


def _pairs(each: world.World, captain: Person) -> dict[str, object]:
    """A competition of pairs in which the other captain plays too, and his encounter, without a judge."""
    competition = competition_of_pairs(each.season)
    people = [captain, *(world.person("Pareja", name) for name in ("Dos", "Tres", "Cuatro", "Cinco", "Seis"))]
    for number, who in enumerate(people):
        world.licence(who, each.season, f"30-9{number:04d}")
    home, away, idle = (
        entries.enter_pair(
            competition=competition, player=people[n], partner=people[n + 1], name="", by=each.office
        )
        for n in (0, 2, 4)
    )
    encounter = setup.schedule_encounter(
        in_round=setup.add_round(competition=competition, number=1, starts_on=world.TODAY, by=None),
        number=1,
        home=home,
        away=away,
        venue=each.encounter.venue,
        at=world.NOW,
        by=None,
    )
    return {"competition": competition.pk, "entry": idle.pk, "pairs": encounter.pk}


def _other_judge(each: world.World) -> User:
    who = world.person("Otro", "Juez")
    world.licence(who, each.season, "J-0999", kind=LicenceKind.JUDGE)
    return world.account("otro.juez@example.org", who)


def _phone(each: world.World, board: int) -> Client:
    client = Client()
    client.post(f"/mesa/{each.boards()[board - 1].code}/")
    return client


def _helped(each: world.World) -> Client:
    _admission, token = admissions.admit_captain(
        encounter_id=each.encounter.pk, person_id=each.person(Side.HOME, 1).pk, by=each.director()
    )
    client = Client()
    client.post(f"/ayuda/{token}/")
    return client


def set_stage() -> Stage:
    """Two boards of domino and one of 8-ball in play; on the first a hand waits, on the last a frame does."""
    domino = [BoardSpec(1, number, Discipline.DOMINO, 2, 2) for number in (1, 2)]
    each = world.playing(specs=(*domino, pool.singles(3, block=2)))
    of_frames = world.phone(each, 3)
    pool.take_pen(each, each.partida(3), of_frames)
    pool.lag(each, each.partida(3), of_frames)
    pool.write(each, each.partida(3), of_frames, Side.HOME)
    phone = world.phone(each)
    at_table.sit_down(each, each.partida(), phone)
    at_table.propose(each, each.partida(), phone, 30)
    player = world.account("jugador@example.org", each.person(Side.HOME, 3))
    store_photo(person=each.person(Side.HOME, 4), jpeg=b"\xff\xd8\xff", by=None)
    delegate = world.account("delegada@example.org", world.person("Delegada", "Del Club"))
    delegation = delegations.name_delegate(
        club=each.teams[Side.HOME].club,
        person=delegate.person,
        valid_from=each.season.starts_on,
        valid_to=None,
        by=each.office,
    )
    makers: dict[str, Callable[[], Client]] = {
        "nobody": Client,
        "home captain": lambda: _user(each.captains[Side.HOME]),
        "away captain": lambda: _user(each.captains[Side.AWAY]),
        "other captain": lambda: _user(_other_captain(each)),
        "judge": lambda: _user(each.judge),  # type: ignore[arg-type]
        "other judge": lambda: _user(_other_judge(each)),
        "player": lambda: _user(player),
        "delegate": lambda: _user(delegate),
        "office": lambda: _with_factor(each.office),
        "committee": lambda: _with_factor(_member(each, "comite", Role.COMMITTEE)),
        "director": lambda: _with_factor(_member(each, "direccion", Role.SPORTING_DIRECTOR)),
        "administrator": lambda: _with_factor(_member(each, "administracion", Role.ADMINISTRATOR)),
        "no factor": lambda: _user(_member(each, "sinfactor", Role.OFFICE)),
        "helped captain": lambda: _helped(each),
        "table": lambda: _phone(each, 1),
        "other table": lambda: _phone(each, 2),
    }
    clients = {name: makers[name]() for name in ACTORS}
    keys = {"delegation": delegation.pk, **_keys(each, player), **_requests(each, delegate)}
    keys |= _pairs(each, Person.objects.get(user__email="otra.capitana@example.org"))
    paper.open_paper(partida_id=each.partida(2).pk, jpeg=b"\xff\xd8\xff", rival=None, by=each.director())
    return Stage(each, clients, keys)


def _merged(each: world.World) -> PersonMerge:
    kept, gone = world.person("Una", "Ficha"), world.person("Otra", "Ficha")
    return merging.merge(kept=kept, gone=gone, chosen={}, by=each.office)


def _imported(each: world.World) -> Import:
    """A list of people with an error in its second line."""
    data = "Apellidos;Nombre;DNI\r\nNúñez;Ana;12345678A\r\nRuiz;Leo;".encode()
    return uploading.upload(
        kind="people", season=each.season, competition_key=None, name="lista.csv", data=data, by=each.office
    )


def _requests(each: world.World, delegate: User) -> dict[str, object]:
    """What the delegate's club waits for, and the same of the club that plays against it."""
    home, away = (each.teams[side].club for side in (Side.HOME, Side.AWAY))
    fields = {"season": each.season, "sent_by": delegate, "sent_at": world.NOW, "data": {"licence": {}}}
    whose = each.person(Side.HOME, 4)
    licence = ClubRequest.objects.create(
        club=home, kind="licence", person=whose, photo=b"\xff\xd8\xff", **fields
    )
    change = ClubRequest.objects.create(club=home, kind="change", person=whose, **fields)
    proposed = {"day": world.TODAY.isoformat(), "joins": [], "leaves": [whose.pk]}
    squad = ClubRequest.objects.create(
        club=home, kind="squad", team=each.teams[Side.HOME], **{**fields, "data": proposed}
    )
    foreign = ClubRequest.objects.create(club=away, kind="licence", person=whose, **fields)
    return {
        "request": licence.pk,
        "change": change.pk,
        "squad_request": squad.pk,
        "foreign_club": away.pk,
        "foreign_request": foreign.pk,
    }


def _erased() -> Erasure:
    who = world.person("Alguien", "Que Se Fue")
    return erasing.erase(person=who, basis=ErasureBasis.ASKED, reason="Por escrito", by=None)


def _versions(each: world.World) -> dict[str, object]:
    """Another version for the competition of the world, and its proposal to the committee."""
    competition, other = each.encounter.round.competition, changes_world.version(target_points=200)
    change = propose_change(competition=competition, version=other, reason="Asamblea", by=None)
    return {"other_version": other.pk, "regulation_change": change.pk}


def _keys(each: world.World, player: User) -> dict[str, object]:
    return {
        "encounter": each.encounter.pk,
        "round": each.encounter.round_id,
        "board": each.boards()[0].pk,
        "board_of_pool": each.boards()[2].pk,
        "partida": each.partida().pk,
        "board_on_paper": each.boards()[1].pk,
        "person": each.person(Side.HOME, 4).pk,
        "licence": each.person(Side.HOME, 4).licences.get().pk,
        "other": world.person("Ficha", "Repetida").pk,
        "merge": _merged(each).pk,
        "erasure": _erased().pk,
        "hold": erasing.hold(person=each.person(Side.AWAY, 3), reason="Pleito", by=None).pk,
        "licence_code": each.person(Side.HOME, 4).licences.get().code,
        "account": player.pk,
        "team": each.teams[Side.HOME].pk,
        "club": each.teams[Side.HOME].club_id,
        "venue": each.encounter.venue_id,
        "season": each.season.pk,
        "regulation": each.encounter.round.competition.regulation_version_id,
        **_versions(each),
        "judge": each.judge.person_id,  # type: ignore[union-attr]
        "absence": JudgeAbsence.objects.create(
            person=each.judge.person,  # type: ignore[union-attr]
            starts_on=world.TODAY + timedelta(days=7),
            ends_on=world.TODAY + timedelta(days=8),
            at=world.NOW,
        ).pk,
        "place": each.person(Side.HOME, 4).roster_entries.get().pk,
        "venue_table": each.encounter.venue.tables.first().pk,
        "code": each.boards()[0].code,
        "import": _imported(each).pk,
    }
