"""The words for what is read: identity documents and names, by code.

Rules and files speak in codes; only this has sentences. A sentence says what happened and what to do;
`%(name)s` takes a figure of the problem's data.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from federation.messages import fill

# Why something could not be taken.
PROBLEMS: dict[str, Any] = {
    "given_name_missing": _("Falta el nombre. Escríbelo detrás de la coma: «Pérez López, Ana»."),
    "identity_digits_of_another_script": _(
        "Tiene cifras de otro alfabeto. Escríbelas con el teclado: 0 a 9."
    ),
    "identity_empty": _("Falta el número del documento."),
    "identity_letter_in_digits": _(
        "Hay una letra entre las cifras. Mira si es una O por un cero o una I por un uno."
    ),
    "identity_letter_never_used": _("Esa letra no la lleva ningún documento. Cópiala otra vez del original."),
    "identity_needs_digit": _("Este CIF tiene que acabar en una cifra. Cópialo otra vez del original."),
    "identity_needs_letter": _("Este CIF tiene que acabar en una letra. Cópialo otra vez del original."),
    "identity_not_personal": _("Es el CIF de una entidad. Escribe el documento de la persona."),
    "identity_not_understood": _("No parece un DNI, NIE, CIF ni pasaporte. Revísalo."),
    "identity_too_long": _("Sobran cifras o letras. Cópialo otra vez del original."),
    "identity_too_short": _("Faltan cifras. Cópialo otra vez del original."),
    "identity_unknown_entity": _("Ningún CIF empieza por esa letra. Cópialo otra vez del original."),
    "identity_wrong_control": _("La letra o cifra final no corresponde al número. Revisa las dos cosas."),
    "missing_letter": _("Falta la letra. Cópiala del documento: no se calcula para no tapar un error."),
    "name_empty": _("Falta el nombre."),
    "scientific_notation": _(
        "La hoja de cálculo ha cambiado el número y ha perdido cifras. Ponlo como texto y escríbelo entero."
    ),
    "surname_missing": _("Falta el primer apellido."),
}

# What was changed or looks odd, though it was taken.
CHANGES: dict[str, Any] = {
    "all_alike": _("Todas las cifras son iguales: mira que no sea un número de relleno."),
    "capitals": _("Se ha pasado a mayúsculas."),
    "country_prefix": _("Se ha quitado el prefijo ES."),
    "decimal_point": _("Se ha quitado el «,0» del final."),
    "lost_zeros": _("Se ha puesto delante el cero que faltaba."),
    "name_order": _("Sin coma no se sabe qué va primero: se ha tomado el nombre delante."),
    "old_zero": _("Se ha quitado el cero de más de los NIE antiguos."),
    "separators": _("Se han quitado espacios, puntos o guiones."),
    "surname_split": _("Los apellidos se pueden repartir de más de una manera: mira que estén bien."),
}


def problem_text(code: str, data: Mapping[str, object] | None = None) -> str:
    """Why something was not taken, in the language in force."""
    return fill(PROBLEMS[code], data or {})


def change_text(code: str, data: Mapping[str, object] | None = None) -> str:
    """What was changed or doubted while reading."""
    return fill(CHANGES[code], data or {})
