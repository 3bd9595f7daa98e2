"""The words for what imports find in the registry, by code: errors, questions and warnings about rows.

What reading a file finds has its words in `reading_messages`; an app above has its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

COMMON_WORDS: Mapping[str, Any] = {
    "import_changed_meanwhile": _("Lo que consta ha cambiado después de revisarla: mírala otra vez."),
    "import_rows_disagree": _("La línea %(line)s dice otra cosa de lo mismo. Deja un solo valor."),
}

PEOPLE_WORDS: Mapping[str, Any] = {
    "club_unknown": _("No hay ningún club con ese nombre. ¿Cuál es?"),
    "import_alike_in_file": _("Se llama como la persona de la línea %(line)s: se toman por dos."),
    "import_alike_other_licence": _(
        "Ya hay alguien que se llama así, con la licencia %(number)s: se toman por dos personas."
    ),
    "import_club_closed": _("%(club)s está de baja: no se le dan licencias."),
    "import_document_of_several": _("Ese documento consta en más de una ficha. Únelas o corrige una."),
    "import_licence_of_another": _("El documento es de otra persona: esa licencia es de %(person)s."),
    "import_licence_of_gone": _("La licencia %(number)s es de alguien cuyos datos se suprimieron."),
    "import_licence_requested": _("Su licencia está solicitada. Concédela o deniégala antes."),
    "import_licence_twice": _("Otra línea le da ya una licencia de esa clase. Deja una."),
    "import_name_too_long": _("Es demasiado largo: caben %(longest)s letras. Acórtalo."),
    "import_other_document": _("Esa licencia es de %(person)s, y consta con otro documento."),
    "import_other_number": _("Esta temporada ya tiene licencia de esa clase, con el número %(number)s."),
    "person_alike": _("Ya hay alguien que se llama así. ¿Es la misma persona?"),
    "person_differs": _("Consta a nombre de %(person)s. ¿Es la misma persona, y cambia su nombre?"),
}

CLUB_WORDS: Mapping[str, Any] = {
    "import_more_coins": _("Hay más mesas con monedas que mesas de billar."),
    "import_tables_fewer": _("Constan %(there)s mesas: las que sobren se quitan en la página de la sede."),
    "import_tax_id_of_another": _("El nombre es de otro club: ese CIF es de %(club)s."),
    "import_venue_missing": _("Falta el nombre de la sede a la que corresponde."),
}
