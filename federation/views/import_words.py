"""The words of each kind of import, and the form of its columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.forms.imports import ColumnsForm
from federation.models import Import
from federation.reading_columns import COLUMNS


@dataclass(frozen=True)
class KindWords:
    """What a kind of import is called, what it brings, and which columns it needs."""

    title: Promise
    text: Promise
    needs: Promise
    icon: str


KIND_WORDS: Mapping[str, KindWords] = {
    "people": KindWords(
        _("Personas y licencias"),
        _("Datos, contactos y la licencia de una temporada."),
        _("Hace falta el nombre y los apellidos; lo demás, si lo traes. Una celda en blanco no borra nada."),
        "users",
    ),
    "clubs": KindWords(
        _("Clubes y sedes"),
        _("Datos de cada club, dónde juega y con cuántas mesas."),
        _(
            "Hace falta el nombre. Un club con varias sedes va en varias filas. Las mesas se añaden, "
            "no se quitan."
        ),
        "house",
    ),
    "teams": KindWords(
        _("Equipos y plantillas"),
        _("Los equipos de una temporada y quién está en cada uno."),
        _("Hace falta el equipo; las personas, por su número de licencia, una en cada fila."),
        "users",
    ),
    "calendar": KindWords(
        _("Calendario"),
        _("Las jornadas y los encuentros de una competición."),
        _("Hacen falta jornada, fecha y hora, local y visitante."),
        "calendar",
    ),
    "results": KindWords(
        _("Resultados"),
        _("Los marcadores de una hoja, comparados con los oficiales."),
        _("Hacen falta local, visitante y el resultado en partidas."),
        "trophy",
    ),
}


def columns_form(source: Import, data: Any = None) -> ColumnsForm:
    """The columns of the file, each with what it feeds now."""
    return ColumnsForm(
        data,
        headers=source.detected.get("headers", ()),
        columns=list(COLUMNS[source.kind].items()),
    )
