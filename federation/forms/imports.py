"""The forms of an import: the file, how it is read, its columns, and whether to go on. They never save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from federation.files import limits
from federation.files.delimited import DELIMITERS
from federation.files.encodings import ENCODINGS
from federation.files.reading import read_headers
from federation.files.targets import Kind, Target
from federation.models import Season
from federation.reading_messages import REFUSALS, refusal_text
from federation.rules.importing import CORRECTABLE
from federation.rules.importing_licences import SERIES

MEGABYTES = limits.LARGEST_FILE // 1024 // 1024
TOO_LARGE = REFUSALS["file_too_large"] % {"megabytes": MEGABYTES}
DATES_ARE = "date_order"


class UploadForm(forms.Form):
    """A file, and what it is for. `is_oversize`: what came was not even read."""

    file = forms.FileField(
        label=_("Archivo"),
        help_text=_("CSV o Excel (.xlsx) de hasta %(megabytes)s MB, tal como lo tengas.")
        % {"megabytes": MEGABYTES},
        max_length=255,
        allow_empty_file=True,
        widget=forms.FileInput(
            attrs={
                "accept": ".csv,.txt,.tsv,.xlsx",
                "data-most-bytes": limits.LARGEST_FILE,
                "data-text-too-large": TOO_LARGE,
            }
        ),
        error_messages={
            "required": _("Elige el archivo."),
            "max_length": _("El nombre del archivo es demasiado largo. Cámbialo y prueba otra vez."),
            "invalid": _("No ha llegado ningún archivo. Elígelo otra vez."),
        },
    )

    def __init__(
        self,
        *args: Any,
        target: Target,
        asks: str,
        scopes: Sequence[tuple[int, str]] = (),
        is_oversize: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._target, self.is_oversize = target, is_oversize
        if asks == "season":
            self.fields["season"] = forms.ModelChoiceField(
                label=_("Temporada"),
                queryset=Season.objects.order_by("-starts_on"),
                empty_label=None,
                error_messages={"required": _("Elige la temporada.")},
            )
        elif asks == "competition":
            self.fields["competition"] = forms.TypedChoiceField(
                label=_("Competición"),
                choices=scopes,
                coerce=int,
                error_messages={"required": _("Elige la competición.")},
            )

    def clean(self) -> dict[str, Any]:
        """Say that it is too large where nothing was read at all."""
        if self.is_oversize:
            self.errors.clear()
            self.add_error("file", forms.ValidationError(TOO_LARGE, code="too_large"))
        return self.cleaned_data

    def clean_file(self) -> tuple[str, bytes]:
        """Give name and bytes; refuse at once what nobody could put right here, with the reason."""
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > limits.LARGEST_FILE:
            raise forms.ValidationError(TOO_LARGE, code="too_large")
        name, data = str(file.name), file.read(limits.LARGEST_FILE + 1)
        refusal = read_headers(data, name, self._target).refusal
        if refusal is not None and refusal.code not in CORRECTABLE:
            raise forms.ValidationError(refusal_text(refusal), code=refusal.code)
        return name, data


SEPARATORS = {";": _("punto y coma"), ",": _("coma"), "\t": _("tabulador"), "|": _("barra")}
# A blank is lost on its way through a form.
SIGNS = {"\t": "tab"}
NO_QUOTES = "none"
ENCODING_WORDS = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8 (BOM)",
    "cp1252": "Windows-1252",
    "latin-1": "Latin-1",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16 (BE)",
    "utf-32-le": "UTF-32",
    "utf-32-be": "UTF-32 (BE)",
    "cp850": "MS-DOS 850",
    "mac-roman": "Mac Roman",
}


class ReadingForm(forms.Form):
    """How a file is to be read, where what was detected is wrong; empty means as detected."""

    header_row = forms.IntegerField(
        label=_("Línea de los títulos"),
        required=False,
        min_value=0,
        max_value=limits.MOST_RECORDS,
        help_text=_("0 si el archivo no los tiene."),
    )

    def __init__(
        self, *args: Any, target: Target, detected: Mapping[str, Any], series: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        as_detected = ("", _("Como se ha detectado"))
        if detected.get("kind") == "workbook":
            sheets = [(name, name) for name in detected.get("sheets", ())]
            self.fields["sheet"] = forms.ChoiceField(
                label=_("Hoja"), required=False, choices=[as_detected, *sheets]
            )
            self.fields["hidden_rows"] = forms.ChoiceField(
                label=_("Filas ocultas"),
                required=False,
                choices=[("", _("Leerlas y avisar")), ("skip", _("Saltarlas"))],
            )
        else:
            self.fields["encoding"] = forms.ChoiceField(
                label=_("Codificación"),
                required=False,
                choices=[as_detected, *((name, ENCODING_WORDS[name]) for name in ENCODINGS)],
            )
            self.fields["delimiter"] = forms.ChoiceField(
                label=_("Separador"),
                required=False,
                choices=[as_detected, *((SIGNS.get(sign, sign), SEPARATORS[sign]) for sign in DELIMITERS)],
            )
            self.fields["quote"] = forms.ChoiceField(
                label=_("Comillas"),
                required=False,
                choices=[as_detected, ('"', _("Dobles")), ("'", _("Simples")), (NO_QUOTES, _("No hay"))],
            )
        self.fields["short_rows"] = forms.ChoiceField(
            label=_("Filas a las que les faltan celdas al final"),
            required=False,
            choices=[("", _("Son un error")), ("blank", _("Las que faltan están en blanco"))],
        )
        self.days = [column.name for column in target.columns if column.kind in (Kind.DAY, Kind.MOMENT)]
        self.fields[DATES_ARE] = forms.ChoiceField(
            label=_("Fechas"),
            required=False,
            choices=[
                ("", _("Día/mes/año, y preguntar si no cuadra")),
                ("day_first", _("Día/mes/año")),
                ("month_first", _("Mes/día/año")),
            ],
        )
        if series:
            self.fields["numberless"] = forms.ChoiceField(
                label=_("Filas sin número de licencia"),
                required=False,
                choices=[
                    ("", _("Dar de alta solo a la persona")),
                    (SERIES, _("Darle el siguiente número de la serie")),
                ],
            )

    def choices(self) -> dict[str, Any]:
        """What was chosen, as the import keeps it."""
        data = dict(self.cleaned_data)
        order = data.pop(DATES_ARE)
        found: dict[str, Any] = {name: value if value != "" else None for name, value in data.items()}
        if found.get("quote") == NO_QUOTES:
            found["quote"] = ""
        if found.get("delimiter") == SIGNS["\t"]:
            found["delimiter"] = "\t"
        answer = {"way": "take", "value": order} if order else None
        found["answers"] = {f"{DATES_ARE}:*:{name}": answer for name in self.days}
        return found

    @staticmethod
    def initial_of(choices: Mapping[str, Any], days: Sequence[str]) -> dict[str, Any]:
        """What was chosen before."""
        initial = dict(choices)
        if choices.get("quote") == "":
            initial["quote"] = NO_QUOTES
        initial["delimiter"] = SIGNS.get(choices.get("delimiter", ""), choices.get("delimiter"))
        answers = choices.get("answers") or {}
        told = [answers.get(f"{DATES_ARE}:*:{name}") for name in days]
        initial[DATES_ARE] = next((answer.get("value") for answer in told if answer), "")
        return initial


class ColumnsForm(forms.Form):
    """Which column of ours each column of the file feeds."""

    def __init__(
        self,
        *args: Any,
        headers: Sequence[Sequence[Any]],
        columns: Sequence[tuple[str, Any]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._names = [name for name, _label in columns]
        for number, text, column in headers:
            self.fields[f"column_{number}"] = forms.ChoiceField(
                label=text or _("Columna %(number)s") % {"number": number},
                required=False,
                initial=column or "",
                choices=[("", _("No importar")), *columns],
            )

    def clean(self) -> dict[str, Any]:
        """Refuse one column of ours fed by two of the file."""
        data: dict[str, Any] = super().clean() or {}
        seen: set[str] = set()
        for name, column in list(data.items()):
            if column and column in seen:
                self.add_error(
                    name, forms.ValidationError(_("Ya la has elegido en otra columna."), code="twice")
                )
            seen.add(column)
        return data

    def choices(self) -> dict[str, Any]:
        """The place of each of our columns; None for one that the file does not feed."""
        fed = {
            column: int(name.removeprefix("column_")) for name, column in self.cleaned_data.items() if column
        }
        return {"columns": {name: fed.get(name) for name in self._names}}


class RowForm(forms.Form):
    """The cells of one row, to be written anew."""

    def __init__(self, *args: Any, columns: Sequence[tuple[str, Any]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in columns:
            self.fields[name] = forms.CharField(label=label, required=False, max_length=500)

    def choices(self, number: int) -> dict[str, Any]:
        """The cells that say something else now."""
        cells = {name: self.cleaned_data[name] for name in self.changed_data}
        return {"cells": {str(number): cells}}


class ApplyForm(forms.Form):
    """Whether rows with errors or open questions stay out."""

    leave_out = forms.BooleanField(label=_("Dejar fuera las filas con errores o preguntas"), required=False)
