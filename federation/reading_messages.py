"""The words for what is read: identity documents, names and files, by code.

Rules and files speak in codes; only this has sentences. A sentence says what happened and what to do;
`%(name)s` takes a figure of the problem's data. The columns of files have theirs in `reading_columns`.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from federation.files.results import Refusal, RefusedRow
from federation.messages import fill

# Why a whole file is not read.
REFUSALS: dict[str, Any] = {
    "binary_workbook": _(
        "Es un libro binario (.xlsb), que aquí no se lee. Guárdalo como libro de Excel (.xlsx)."
    ),
    "cell_too_long": _(
        "En la línea %(row)s hay una celda de más de 32.000 letras. Mira si falta cerrar unas comillas."
    ),
    "choice_not_valid": _("Una de las correcciones no vale para este archivo. Elige otra."),
    "columns_missing": _("Faltan columnas. Di cuál es cada una, o añádelas al archivo."),
    "damaged_workbook": _("El libro está dañado o incompleto. Ábrelo en tu programa y guárdalo otra vez."),
    "duplicate_header": _(
        "El título «%(header)s» está en más de una columna. Cambia uno en el archivo o di cuál vale."
    ),
    "empty_file": _("El archivo está vacío."),
    "encrypted_workbook": _("El libro tiene contraseña. Guárdalo sin ella y vuelve a subirlo."),
    "file_too_large": _("El archivo pasa de %(megabytes)s MB. Pártelo en varios."),
    "header_not_found": _("No se encuentra la fila de los títulos. Di cuál es, y qué hay en cada columna."),
    "macro_file": _("El libro lleva macros y no se abre. Guárdalo como libro de Excel sin macros (.xlsx)."),
    "no_rows": _("Hay títulos, pero ninguna fila debajo. No se ha cambiado nada."),
    "no_visible_sheet": _("Todas las hojas del libro están ocultas. Muestra la que quieras traer."),
    "not_a_spreadsheet": _("No es una hoja de cálculo. Sube un archivo CSV o un libro de Excel (.xlsx)."),
    "not_this_encoding": _("El archivo no está escrito en %(encoding)s. Elige otra codificación."),
    "old_workbook": _(
        "Es un libro de Excel antiguo (.xls), que aquí no se lee. Guárdalo como libro de Excel (.xlsx)."
    ),
    "open_document": _("Es un libro de LibreOffice (.ods). Guárdalo como libro de Excel (.xlsx) o CSV."),
    "record_too_long": _("La línea %(row)s es larguísima: esto no parece una lista. Revisa el archivo."),
    "sheet_too_large": _(
        "La hoja tiene demasiadas celdas, quizá en blanco. Copia solo la lista a un libro nuevo."
    ),
    "too_many_columns": _(
        "Hay celdas escritas más allá de la columna %(most)s. Bórralas y vuelve a subirlo."
    ),
    "too_many_rows": _("Hay más de %(most)s filas. Parte el archivo en varios."),
    "too_many_sheets": _("El libro tiene demasiadas hojas. Guarda en otro la que quieras traer."),
    "unclosed_quote": _(
        "Unas comillas que se abren en la línea %(row)s no se cierran bien. Corrígelas, o di que no las hay."
    ),
    "workbook_bomb": _("El libro ocupa muchísimo más de lo que parece y no se abre. Revisa de dónde viene."),
    "workbook_too_large": _("El libro es demasiado grande. Copia solo la lista a un libro nuevo."),
}

# Why a row, or what somebody typed, could not be taken.
PROBLEMS: dict[str, Any] = {
    "amount_too_large": _("El importe es demasiado grande. Revísalo."),
    "cell_error": _("La celda muestra un error («%(value)s»). Corrígela en la hoja de cálculo."),
    "code_not_valid": _("Ese número de licencia no vale: solo letras, cifras, puntos, barras y guiones."),
    "date_incomplete": _("Solo está el año. Escribe también el día y el mes."),
    "date_not_day_first": _("Parece que el mes va delante del día. Escribe la fecha como día/mes/año."),
    "date_not_understood": _("No se entiende la fecha. Escríbela como día/mes/año: 05/03/1961."),
    "date_too_early": _("La fecha es demasiado antigua. Revisa el año."),
    "date_too_late": _("La fecha aún no ha llegado, o queda muy lejos. Revisa el año."),
    "dates_reversed": _("La fecha final es anterior a la inicial."),
    "duplicate_row": _("Repite la línea %(same_as)s. Quita una de las dos."),
    "email_not_valid": _("No es una dirección de correo, o hay más de una. Deja una sola."),
    "formula_without_result": _(
        "Es una fórmula sin resultado guardado. Abre el libro, deja que calcule y guárdalo otra vez."
    ),
    "given_name_missing": _("Falta el nombre. Escríbelo detrás de la coma: «Pérez López, Ana»."),
    "half_a_result": _("Falta el tanteo de uno de los dos equipos."),
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
    "identity_not_entity": _("Es el documento de una persona. Escribe el CIF del club."),
    "identity_not_personal": _("Es el CIF de una entidad. Escribe el documento de la persona."),
    "identity_not_understood": _("No parece un DNI, NIE, CIF ni pasaporte. Revísalo."),
    "identity_taken": _("Ese documento ya está en la línea %(same_as)s con otra licencia. Revisa las dos."),
    "identity_too_long": _("Sobran cifras o letras. Cópialo otra vez del original."),
    "identity_too_short": _("Faltan cifras. Cópialo otra vez del original."),
    "identity_unknown_entity": _("Ningún CIF empieza por esa letra. Cópialo otra vez del original."),
    "identity_wrong_control": _("La letra o cifra final no corresponde al número. Revisa las dos cosas."),
    "licence_taken": _("Esa licencia ya está en la línea %(same_as)s, de otra persona. Revisa las dos."),
    "missing_letter": _("Falta la letra. Cópiala del documento: no se calcula para no tapar un error."),
    "name_empty": _("Falta el nombre."),
    "name_taken": _("Ese nombre ya está en la línea %(same_as)s. Revisa las dos."),
    "negative_amount": _("El importe es negativo. Pon el que corresponda, o 0."),
    "negative_count": _("No puede ser menos que 0."),
    "neither_yes_nor_no": _("Escribe sí o no."),
    "no_such_date": _("Esa fecha no existe. Revisa el día y el mes."),
    "no_such_local_time": _("Esa hora no existió: los relojes se adelantaron. Pon otra."),
    "not_a_count": _("Tiene que ser un número entero, sin decimales ni letras."),
    "not_a_result": _("No se entiende el resultado. Escríbelo así: 5-3."),
    "not_an_amount": _("No es un importe. Escríbelo así: 25,50."),
    "phone_not_valid": _("No es un teléfono, o hay más de uno. Deja uno solo."),
    "scientific_notation": _(
        "La hoja de cálculo ha cambiado el número y ha perdido cifras. Ponlo como texto y escríbelo entero."
    ),
    "surname_missing": _("Falta el primer apellido."),
    "team_against_itself": _("Local y visitante son el mismo equipo."),
    "text_too_long": _("Es demasiado largo: caben %(longest)s letras. Acórtalo."),
    "time_not_understood": _("No se entiende la hora. Escríbela así: 20:30."),
    "too_few_cells": _("Le faltan celdas y no se sabe cuáles. Compárala con los títulos."),
    "too_many_cells": _("Le sobran celdas y quizá están corridas. Compárala con los títulos."),
    "too_many_decimals": _("Tiene más de dos decimales. Mira si el punto o la coma están en su sitio."),
    "unknown_option": _("«%(value)s» no es ninguna de las opciones. Elige una de ellas."),
    "value_missing": _("Falta este dato."),
}

# What only the user can say.
QUESTIONS: dict[str, Any] = {
    "ambiguous_local_time": _("Esa hora hubo dos: la noche del cambio se repite. ¿Cuál es?"),
    "became_date": _("La hoja de cálculo lo ha convertido en una fecha. ¿Qué ponía?"),
    "date_order": _("En esta columna, ¿va primero el día o el mes?"),
    "identity_letter_in_digits": _("Hay una letra entre las cifras. ¿Es este el número?"),
    "lost_characters": _("Se han perdido letras por el camino. ¿Qué ponía?"),
    "lost_zeros": _("Puede que se hayan perdido ceros por delante. ¿Cómo es completo?"),
    "missing_letter": _("Falta la letra del documento. ¿Cuál es?"),
    "mojibake": _("Las letras con acento están estropeadas. ¿Es esto lo que ponía?"),
    "name_order": _("En esta columna, ¿va primero el nombre o los apellidos?"),
    "passport": _("No es un DNI ni un NIE. ¿Es un pasaporte?"),
    "serial_date": _("Es un número de día de hoja de cálculo. ¿Es esta la fecha?"),
}

# How a question may be answered.
ANSWERS: dict[str, Any] = {
    "blank": _("Dejarlo en blanco"),
    "keep": _("Dejarlo como está"),
    "leave_out": _("No traer esta fila"),
    "take": _("Sí"),
    "width": _("Completar con ceros hasta"),
    "write": _("Escribirlo"),
}
OFFERS: dict[str, Any] = {
    "day_first": _("Día/mes/año"),
    "given_first": _("Primero el nombre"),
    "month_first": _("Mes/día/año"),
    "surnames_first": _("Primero los apellidos"),
}

# Rows that are no data, and why.
SKIPPED: dict[str, Any] = {
    "hidden_row": _("Fila oculta"),
    "left_out": _("La has dejado fuera"),
    "repeated_header": _("Títulos repetidos"),
    "total_row": _("Fila de totales"),
}

# What was changed or looks odd, though it was taken.
CHANGES: dict[str, Any] = {
    "all_alike": _("Todas las cifras son iguales: mira que no sea un número de relleno."),
    "capitals": _("Se ha pasado a mayúsculas."),
    "capitals_set_down": _("Se han puesto mayúsculas y minúsculas como en un nombre."),
    "column_also_fits": _("La columna «%(header)s» también podría ser esta; se ha tomado la primera."),
    "country_prefix": _("Se ha quitado el prefijo ES."),
    "decimal_point": _("Se ha quitado el «,0» del final."),
    "formula_as_text": _("Empieza como una fórmula: se queda como texto y no se calcula."),
    "hidden_column": _("La columna «%(header)s» estaba oculta y se ha leído."),
    "hidden_row": _("Estaba oculta en la hoja."),
    "line_break_in_cell": _("Tenía un salto de línea: se ha puesto un espacio."),
    "lost_zeros": _("Se ha puesto delante el cero que faltaba."),
    "merged_cells": _("Había celdas combinadas: su contenido se ha puesto en cada fila que abarcan."),
    "name_order": _("Sin coma no se sabe qué va primero: se ha tomado el nombre delante."),
    "old_zero": _("Se ha quitado el cero de más de los NIE antiguos."),
    "separators": _("Se han quitado espacios, puntos o guiones."),
    "surname_split": _("Los apellidos se pueden repartir de más de una manera: mira que estén bien."),
    "two_digit_year": _("El año tenía dos cifras: se ha tomado el último que cabe."),
}


def refusal_text(refusal: Refusal) -> str:
    """Why a whole file is not read, in the language in force."""
    return fill(REFUSALS[refusal.code], refusal.data)


def refused_row_text(refused: RefusedRow) -> str:
    """Why a row does not enter."""
    return fill(PROBLEMS[refused.code], {**refused.data, "same_as": refused.same_as})


def problem_text(code: str, data: Mapping[str, object] | None = None) -> str:
    """Why something was not taken."""
    return fill(PROBLEMS[code], data or {})


def change_text(code: str, data: Mapping[str, object] | None = None) -> str:
    """What was changed or doubted while reading."""
    return fill(CHANGES[code], data or {})
