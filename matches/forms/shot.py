"""What happened in one stroke of 8-ball, as a judge or a captain tells it in a few taps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.rules.errors import RuleError
from matches import messages
from matches.rules.pool.balls import BALLS, Group, group_of
from matches.rules.pool.shots import Call, Choice, Foul, Phase, Shot, check_shot

PHASES = (
    (Phase.BREAK.value, _("Apertura")),
    (Phase.OPEN_TABLE.value, _("Mesa abierta")),
    (Phase.GROUP_PLAY.value, _("Con grupos")),
)
GROUPS = ((Group.LOW.value, _("Lisas (1-7)")), (Group.HIGH.value, _("Rayadas (9-15)")))
MORE, LAST, NONE_LEFT = "more", "last", "none"
LEFT = (
    (MORE, _("Quedan más de su grupo")),
    (LAST, _("Las que entraron eran las últimas")),
    (NONE_LEFT, _("Ninguna: jugaba la 8")),
)
NOT_CALLED = "none"
CALLED = (
    ("", _("Elige")),
    (NOT_CALLED, _("No anunció ninguna")),
    *((str(ball), str(ball)) for ball in BALLS),
)
AS_CALLED, ELSEWHERE = "as_called", "elsewhere"
POCKETS = ((AS_CALLED, _("En la anunciada")), (ELSEWHERE, _("En otra tronera")))
FOULS = (
    (Foul.CUE_BALL_POCKETED.value, _("Blanca entronerada")),
    (Foul.CUE_BALL_OFF_TABLE.value, _("Blanca fuera de la mesa")),
    (Foul.WRONG_BALL_FIRST.value, _("No tocó antes una de su grupo")),
    (Foul.NO_CUSHION.value, _("Ninguna bola tocó banda")),
    (Foul.BALL_TOUCHED.value, _("Tocó o movió una bola")),
    (Foul.NO_FOOT_ON_FLOOR.value, _("Sin un pie en el suelo")),
    (Foul.SCOOPED_JUMP.value, _("Salto picando por debajo")),
    (Foul.ADVISED.value, _("Consejo de su equipo")),
    (Foul.UNSPECIFIED.value, _("Otra falta")),
)
FOUR, FEWER, NOT_TOLD = "four", "fewer", "not_told"
CUSHIONS = ((FOUR, _("Cuatro o más")), (FEWER, _("Menos de cuatro")), (NOT_TOLD, _("No se sabe")))
TO_CUSHION: Mapping[str, int | None] = {FOUR: 4, FEWER: 0, NOT_TOLD: None}
NORMAL, COIN, COIN_OFFICIAL = "normal", "coin", "coin_official"
TABLES = (
    (NORMAL, _("Normal")),
    (COIN, _("De monedas")),
    (COIN_OFFICIAL, _("De monedas, en competición oficial")),
)
# The called pocket and any other: which ones they are makes no difference to a ruling.
THE_POCKET, ANOTHER_POCKET = 1, 2
NUMBERS = tuple((str(ball), str(ball)) for ball in BALLS)
FIELD_OF = {"called_ball": "called", "group_left": "left"}


def _one(label: Any, choices: Sequence[tuple[str, Any]], initial: str = "") -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, choices=choices, initial=initial, required=False, widget=forms.RadioSelect
    )


def _balls(label: Any) -> forms.TypedMultipleChoiceField:
    return forms.TypedMultipleChoiceField(
        label=label, choices=NUMBERS, coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )


class ShotForm(forms.Form):
    """One stroke. What does not belong to its phase is not looked at."""

    phase = forms.ChoiceField(
        label=_("¿Cuándo fue?"),
        choices=PHASES,
        widget=forms.RadioSelect,
        error_messages={"required": _("Indica si fue la apertura, con la mesa abierta o con grupos.")},
    )
    group = _one(_("Quien tiraba juega"), GROUPS)
    left = _one(_("Antes de tirar le quedaban"), LEFT, MORE)
    falls = _balls(_("Bolas que entraron"))
    called = forms.ChoiceField(label=_("Bola anunciada"), choices=CALLED, required=False)
    pocket = _one(_("Si la anunciada entró, ¿dónde?"), POCKETS, AS_CALLED)
    through_eight = forms.BooleanField(label=_("Entró por combinación con la 8"), required=False)
    cushions = _one(_("Bolas de color que fueron a banda"), CUSHIONS, NOT_TOLD)
    fouls = forms.MultipleChoiceField(
        label=_("¿Hubo algo de esto?"), choices=FOULS, required=False, widget=forms.CheckboxSelectMultiple
    )
    off = _balls(_("Bolas de color que saltaron de la mesa"))
    table = _one(_("Mesa"), TABLES, NORMAL)
    competition = forms.ChoiceField(label=_("Reglamento"), required=False)
    choice = forms.ChoiceField(
        required=False, choices=[(choice.value, choice.value) for choice in Choice], widget=forms.HiddenInput
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, competitions: Sequence[tuple[str, str]] = ()
    ) -> None:
        super().__init__(data, label_suffix="")
        field = self.fields["competition"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", _("El habitual")), *competitions]

    def clean(self) -> dict[str, Any]:
        """Refuse what cannot be of one stroke, beside the field where it is told."""
        given = super().clean() or self.cleaned_data
        if self.errors:
            return given
        if given["phase"] != Phase.BREAK and given["falls"] and not given["called"]:
            self.add_error("called", _("Indica qué bola anunció, o que no anunció ninguna."))
            return given
        try:
            check_shot(self.shot())
        except RuleError as error:
            field = FIELD_OF.get(str(error.field), error.field)
            self.add_error(field if field in self.fields else None, messages.text(error))
        return given

    def shot(self) -> Shot:
        """The stroke as the rules take it."""
        given = self.cleaned_data
        phase = Phase(given["phase"])
        group = Group(given["group"]) if phase is Phase.GROUP_PLAY and given["group"] else None
        called = self._called(phase)
        falls: dict[int, int | None] = dict.fromkeys(given["falls"])
        if called is not None and called.ball in falls:
            falls[called.ball] = ANOTHER_POCKET if given["pocket"] == ELSEWHERE else THE_POCKET
        return Shot(
            phase=phase,
            group=group,
            group_left=self._left(group),
            called=called,
            falls=falls,
            off=tuple(given["off"]),
            through_eight=given["through_eight"],
            fouls=tuple(Foul(foul) for foul in given["fouls"]),
            to_cushion=TO_CUSHION.get(given["cushions"]) if phase is Phase.BREAK else None,
            choice=Choice(given["choice"]) if given["choice"] else None,
            coin_table=given["table"] in (COIN, COIN_OFFICIAL),
            official=given["table"] != COIN,
        )

    def _called(self, phase: Phase) -> Call | None:
        said = self.cleaned_data["called"]
        if phase is Phase.BREAK or said in ("", NOT_CALLED):
            return None
        return Call(int(said), THE_POCKET)

    def _left(self, group: Group | None) -> tuple[int, ...] | None:
        """What the shooter had left: nothing but the 8, just what left the table now, or more than that."""
        left = self.cleaned_data["left"]
        if group is None or left not in (LAST, NONE_LEFT):
            return None
        if left == NONE_LEFT:
            return ()
        gone = [*self.cleaned_data["falls"], *self.cleaned_data["off"]]
        return tuple(ball for ball in gone if group_of(ball) is group) or None
