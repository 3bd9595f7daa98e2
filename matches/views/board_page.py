"""What the page of a board shows around its panel: bar, score, seats, who writes, what waits, the hands."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.rules.domino.lead import number_of, procedure
from matches.rules.domino.officials import ApprovalHow
from matches.rules.sheet import HandRow, HandState, Phase
from matches.rules.sides import Side
from matches.views import paper_links, side_words
from matches.views import table_words as words
from matches.views.table import Table


@dataclass(frozen=True)
class Half:
    """One side of the score tile."""

    name: str
    letters: str
    total: int
    missing: int
    proposed: int
    lead: bool
    note: str = ""


@dataclass(frozen=True)
class Seat:
    """One seat of the drawn table; `number` 1 to 4 in the hand to come."""

    letter: str
    name: str
    number: int | None = None
    leader: bool = False
    moves: bool = False


@dataclass(frozen=True)
class Writer:
    """Who holds the pen and what may be done about it from here."""

    title: str
    where: str
    give_up_url: str
    take_url: str


@dataclass(frozen=True)
class Approval:
    """One approval that is awaited, and the way to give it from here."""

    label: str
    url: str


@dataclass(frozen=True)
class Proposal:
    """The hand that waits for its approvals."""

    title: str
    waits_for: str
    approvals: tuple[Approval, ...]


@dataclass(frozen=True)
class Frozen:
    """A hand with two figures that waits for its settlement."""

    title: str
    text: str
    url: str


@dataclass(frozen=True)
class Row:
    """One line of the list of hands."""

    number: int
    leader: str
    points: str
    ending: str
    home: str
    away: str
    state: str
    label: str
    icon: str
    tone: str
    # By which article it is annulled, and that somebody else was due to lead it, as was found out later.
    note: str = ""


@dataclass(frozen=True)
class Step:
    """One line of the card "antes de jugar"."""

    label: str
    value: str


@dataclass(frozen=True)
class More:
    """Something that is done seldom: a link, or a sentence that says what it needs."""

    text: str
    url: str
    icon: str
    primary: bool = False


def halves(table: Table) -> tuple[Half, Half]:
    """Both halves of the score tile: approved hands only, the proposed points beside."""
    state, seats = table.sheet, table.sheet.seats
    to_reach = goal(table)
    note = "" if to_reach else _("a %(target)s") % {"target": state.terms.target}
    made = []
    for side in Side:
        total = state.totals.of(side)
        where = tuple(sorted(seats.index(person) for person in state.sides[side])) if seats else ()
        made.append(
            Half(
                name=table.name_of_side(side),
                letters=words.letters(where),
                total=total,
                missing=max(state.terms.target - total, 0),
                proposed=state.proposed_totals.of(side) - total,
                lead=state.winner is side,
                note=note,
            )
        )
    return made[0], made[1]


def goal(table: Table) -> int | None:
    """What is played to; None once the partida has ended, when nothing is missing any more."""
    return None if table.sheet.phase is Phase.ENDED else table.sheet.terms.target


def seats(table: Table) -> list[Seat] | None:
    """The four at their seats with their numbers in the hand to come, once they sit."""
    state = table.sheet
    if state.seats is None:
        return None
    leader = state.next_leader
    return [
        Seat(
            letter=str(words.LETTERS[index]),
            name=table.names.short(person),
            number=None if leader is None else number_of(index, leader),
            leader=index == leader,
        )
        for index, person in enumerate(state.seats)
    ]


def steps(table: Table) -> list[Step]:
    """What is done before the hand to come, by whom (art. 8.2 to 8.8)."""
    state, names = table.sheet, table.names
    leader = state.next_leader_person
    if state.seats is None or leader is None:
        return []
    order = procedure(state.seats, leader)
    after = order.lift_after_lead[0]
    return [
        Step(_("Revuelve primero"), f"{names.short(order.shuffle[0])} (4)"),
        Step(_("Revuelve después"), f"{names.short(order.shuffle[1])} (1)"),
        Step(_("Cogen fichas"), ", ".join(names.given(person) for person in order.take)),
        Step(_("Levantan antes"), _("1, 2 y 4")),
        Step(_("Levanta tras la salida"), f"{names.short(after)} (3)"),
        Step(_("Primera ficha"), _("un doble, atravesado; otra, con la mitad alta hacia el 3")),
    ]


def writer(table: Table) -> Writer:
    """Who writes, visible on every device, with the way to give or to take the pen."""
    names, pen = table.names, table.pen
    take = table.url_of("take_pen") if table.writable and table.sheet.scorer is not None else ""
    if pen is None:
        return Writer(_("Nadie anota ahora"), _("toma la anotación quien anota"), "", take)
    name = names.short(str(pen.person_id))
    role = _("juez árbitro") if table.is_the_judge(pen.person_id) else _("anota")
    if table.has_pen:
        where = _("%(role)s · este teléfono") % {"role": role}
        return Writer(_("Anota %(name)s") % {"name": name}, where, table.url_of("give_up_pen"), "")
    where = _("%(role)s · en otro teléfono") % {"role": role}
    return Writer(_("Anota %(name)s") % {"name": name}, where, "", take)


def proposal(table: Table) -> Proposal | None:
    """The hand that waits, with one way to approve for each who is awaited."""
    row = table.last_hand()
    if row is None or row.state is not HandState.PROPOSED:
        return None
    names = table.names
    title = _("Jugada %(hand)s · %(points)s") % {"hand": row.number, "points": _of_side(table, row)}
    waiting = words.joined([names.given(person) for person in row.missing_approvals])
    waits_for = _("Propuesta: falta %(names)s") % {"names": waiting}
    if not row.missing_approvals:
        waits_for = _("Propuesta: falta señalar quién recuenta")
    approvals = tuple(_approval(table, row, person) for person in row.missing_approvals if table.writable)
    return Proposal(title, waits_for, approvals)


def _of_side(table: Table, row: HandRow) -> str:
    if row.side is None:
        return _("cierre empatado")
    return f"{row.points} {table.name_of_side(row.side)}"


def _approval(table: Table, row: HandRow, person: str) -> Approval:
    label = _("Conforme…")
    if len(row.missing_approvals) > 1:
        label = _("%(name)s…") % {"name": table.names.given(person)}
    return Approval(label, f"{table.url_of('approve', row.number, row.revision)}?de={person}")


def frozen(table: Table) -> list[Frozen]:
    """The hands that two people counted differently and nobody has settled."""
    return [
        Frozen(
            title=_("Jugada %(hand)s en desacuerdo") % {"hand": row.number},
            text=two_counts(table, row),
            url=table.url_of("settle", row.number, row.revision) if table.settles and table.writable else "",
        )
        for row in table.sheet.hands
        if row.state is HandState.DISAGREED
    ]


def two_counts(table: Table, row: HandRow) -> str:
    """Both counts of a frozen hand in a sentence."""
    if row.disagreement is None:
        return ""
    return _("Propuesta: %(proposed)s. Recuento de %(name)s: %(counted)s.") % {
        "proposed": words.figures(table, row.proposed),
        "name": table.names.given(row.disagreed_by),
        "counted": words.figures(table, row.disagreement),
    }


def rows(table: Table) -> list[Row]:
    """The hands, the newest on top; what was taken back stays, struck."""
    return [_row(table, row) for row in reversed(table.sheet.hands)]


def _row(table: Table, row: HandRow) -> Row:
    kind, label, icon, tone = words.HAND_STATES[row.state]
    points = words.points(row)
    if row.state is HandState.DISAGREED and row.disagreement is not None:
        points = f"{words.points(row.proposed)}/{words.points(row.disagreement)}"
    home, away = _totals_after(table, row)
    return Row(
        number=row.number,
        leader=table.names.given(row.leader_person),
        points=points,
        ending=words.ending(row.ending),
        home=home,
        away=away,
        state=kind,
        label=str(label),
        icon=icon,
        tone=tone,
        note=words.note(row),
    )


def _totals_after(table: Table, row: HandRow) -> tuple[str, str]:
    if row.totals is not None:
        return str(row.totals.home), str(row.totals.away)
    if row.state is not HandState.PROPOSED:
        return "", ""
    before, after = table.sheet.totals, table.sheet.proposed_totals
    shown = [
        str(before.of(side)) if before.of(side) == after.of(side) else f"({after.of(side)})" for side in Side
    ]
    return shown[0], shown[1]


def titles(table: Table) -> tuple[str, str]:
    """The bar's two lines: where we are, who writes and to how many."""
    board, state = table.board, table.sheet
    title = _("Mesa %(board)s · Partida %(partida)s") % {"board": board.number, "partida": table.number}
    teams = f"{table.name_of_side(Side.HOME)} – {table.name_of_side(Side.AWAY)}"
    if state.phase in (Phase.PLAYING, Phase.SETTLEMENT):
        goal = _("a %(target)s") % {"target": state.terms.target}
        if table.pen is None:
            return title, f"{teams} · {goal}"
        name = table.names.given(str(table.pen.person_id))
        return title, f"{_('Anota %(name)s') % {'name': name}} · {goal}"
    if state.phase is not Phase.ENDED and table.number > 1:
        title = _("Mesa %(board)s · Antes de la partida %(partida)s") % {
            "board": board.number,
            "partida": table.number,
        }
    return title, teams


def back(table: Table) -> tuple[str, str]:
    """Where the arrow leads: an account to its encounter, a shared phone out of the board."""
    if table.on_shared_phone:
        return reverse("matches:leave_board"), _("Salir de la mesa")
    return reverse("matches:encounter", args=[table.encounter.pk]), _("Volver al encuentro")


def is_counted(table: Table) -> bool:
    """Are hands written by what is left here (`hand_entry`)? A Hoja of paper has points alone."""
    state = table.sheet
    return state.terms.parameters["hand_entry"] != "points" and state.facts.paper is None


def writes_points_alone(table: Table) -> bool:
    """May the judge write the next hand by its points, where hands are counted by what is left?"""
    return (
        is_counted(table) and table.writable and table.is_judge and table.has_pen and table.sheet.can_propose
    )


def more(table: Table) -> list[More]:
    """What is done seldom, below the hands."""
    state, found = table.sheet, []
    if writes_points_alone(table):
        found.append(More(_("Anotar la jugada solo con los tantos"), table.url_of("propose"), "pen-line"))
    if table.writable and state.phase not in (Phase.ENDED, Phase.SUSPENDED):
        found.append(More(_("Cambiar quién anota o recuenta"), table.url_of("name_officials"), "users"))
        captains = table.judge_id is None and table.side is not None
        if table.is_judge or captains or (table.has_pen and not state.facts.rows):
            found.append(More(_("Entra un suplente"), table.url_of("substitute"), "user-plus"))
        else:
            found.append(
                More(
                    _("Una sustitución durante la partida la permite el juez árbitro.")
                    if table.judge_id is not None
                    else _("Una sustitución durante la partida la permiten %(both)s.")
                    % {"both": side_words.both(table.encounter)},
                    "",
                    "user-plus",
                )
            )
    found.extend(
        More(
            _("Hoja de la partida %(number)s") % {"number": number},
            table.url_of("hands", number=number),
            "list-ordered",
        )
        for number in range(1, table.view.state.current + 1)
        if number != table.number
    )
    found.extend(More(*each) for each in paper_links.links(table))
    if table.on_shared_phone:
        found.append(More(_("Salir de la mesa en este teléfono"), reverse("matches:leave_board"), "log-out"))
    return found


def ways_to_approve(table: Table, person: str) -> frozenset[ApprovalHow]:
    """How one person may approve from here (`approval_mode` and who looks)."""
    if table.looker == person and table.allows(ApprovalHow.OWN_ACCOUNT):
        return frozenset({ApprovalHow.OWN_ACCOUNT})
    ways = {ApprovalHow.PIN} if table.allows(ApprovalHow.PIN) else set()
    if table.is_judge and table.allows(ApprovalHow.JUDGE_MARK):
        ways.add(ApprovalHow.JUDGE_MARK)
    return frozenset(ways)
