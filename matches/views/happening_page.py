"""The pages of what has happened: choosing it, telling it, seeing what it changes before it is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from matches.forms.happenings import NOTHING, HappeningForm, InfractionForm
from matches.rules.domino.drops import DropDecision
from matches.rules.event_reports import Effect
from matches.rules.incidents import BY_CODE
from matches.rules.sheet import Phase
from matches.views import happening_words as words
from matches.views import panels
from matches.views.happening import CAPTAINS, JUDGE, PEN, Happening, rival_captain
from matches.views.happening_kinds import KINDS
from matches.views.happenings_of_hands import rivals_decide
from matches.views.noted_words import NOTED
from matches.views.panels import Panel
from matches.views.table import Table
from matches.views.table_words import who_directs


@dataclass(frozen=True)
class Offer:
    """One thing to choose; without an address, the sentence that says who writes it."""

    text: str
    article: str
    url: str
    who: str = ""


@dataclass(frozen=True)
class Group:
    """Some of them under a title."""

    title: str
    offers: tuple[Offer, ...]


def chooser(table: Table) -> Panel:
    """Everything that may have happened now, in plain words, each with its article."""
    told = [kind(table) for kind in KINDS]
    open_now = [each for each in told if each.is_open()]
    of_hands = [_offer(table, each) for each in open_now if not each.directed]
    of_partidas = [_offer(table, each) for each in open_now if each.directed]
    groups = [
        Group(_("En la jugada"), tuple(of_hands)),
        Group(_("La partida"), (*_players(table), *of_partidas)),
        Group(_("Solo consta en el acta"), tuple(_noted(table))),
    ]
    return panels.panel_of(
        table,
        "happenings",
        None,
        layout=panels.PLAIN,
        groups=[group for group in groups if group.offers],
        back=table.url,
    )


def _offer(table: Table, told: Happening) -> Offer:
    url = table.url_of("happening", told.slug) if told.way() else ""
    return Offer(str(told.title), told.article, url, "" if url else who_writes(table, told))


def _players(table: Table) -> list[Offer]:
    """Whoever enters or writes for another: pages of their own."""
    if not table.writable or table.sheet.phase in (Phase.ENDED, Phase.SUSPENDED):
        return []
    return [
        Offer(_("Entra un suplente"), "20", table.url_of("substitute")),
        Offer(_("Cambia quien anota o recuenta"), "6", table.url_of("name_officials")),
    ]


def _noted(table: Table) -> list[Offer]:
    if not table.writable:
        return []
    url = table.url_of("incident")
    return [Offer(str(text), BY_CODE[code].article, f"{url}?tipo={code}") for code, text in NOTED.items()]


def who_writes(table: Table, told: Happening) -> str:
    """Who may write it, for those who may not from here."""
    if not told.directed:
        return _("Lo anota quien tiene la anotación, o el juez árbitro.")
    return who_directs(table)


def tell(told: Happening, form: HappeningForm) -> Panel:
    """The first step: the facts that the article wants."""
    table = told.table
    decides = rivals_decide(table)
    return panels.panel_of(
        table,
        "happening",
        form,
        layout=panels.PLAIN,
        url=table.url_of("happening", told.slug),
        heading=told.title,
        article=told.article,
        slug=told.slug,
        taking_is_ruled=not decides["while_taking"],
        may=bool(told.way()),
        who=who_writes(table, told),
        pen_url=table.url_of("take_pen") if not told.directed and table.sheet.scorer else "",
        back=table.url_of("happenings"),
    )


def confirm(told: Happening, form: HappeningForm, found: Effect) -> Panel:
    """The second step: what it changes, and whoever must agree."""
    table = told.table
    return panels.panel_of(
        table,
        "happening_effect",
        form,
        layout=panels.PLAIN,
        url=table.url_of("happening", told.slug),
        heading=told.title,
        article=told.article,
        answers=form.answers,
        changes=words.changes(table, found),
        sentences=words.sentences(table, found),
        proof=_proof(told, form),
    )


@dataclass(frozen=True)
class Proof:
    """Who is asked to agree: PIN fields with whose they are, and the pair to choose from."""

    pins: tuple[tuple[Any, str], ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    judge_says: bool = False


def _proof(told: Happening, form: HappeningForm) -> Proof:
    table, way = told.table, told.way()
    if isinstance(form, InfractionForm) and way in (JUDGE, PEN):
        return _of_infraction(table, form, way)
    data = form.cleaned_data
    if way == PEN and data.get("decision") == DropDecision.ANNUL.value:
        label = _("PIN de %(name)s, que lo decide") % {"name": table.names.short(data["decided_by"])}
        return Proof(pins=((form["pin"], label),))
    if way == CAPTAINS and told.needs_proof:
        captain = rival_captain(table)
        name = captain.short_name if captain else ""
        label = _("PIN de %(name)s, que está de acuerdo") % {"name": name}
        return Proof(pins=((form["pin"], label),))
    return Proof()


def _of_infraction(table: Table, form: InfractionForm, way: str) -> Proof:
    data = form.cleaned_data
    if data["remedy"] == NOTHING:
        return Proof()
    if way == JUDGE:
        return Proof(judge_says=True)
    offending = table.side_of(data["offender"])
    pair: Sequence[str] = table.sheet.sides[offending] if offending else ()
    asker = _("PIN de %(name)s, que lo pide") % {"name": table.names.short(data["asked_by"])}
    return Proof(
        pins=((form["asker_pin"], asker), (form["agreed_pin"], _("Su PIN"))),
        choices=tuple((person, table.names.short(person)) for person in pair),
    )
