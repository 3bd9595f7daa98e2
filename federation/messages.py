"""The words of this app's refusals, by code. Rules and actions raise codes; only this speaks.

A message says what to do. `%(name)s` takes a figure of the error's data.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _

from federation.rules.errors import RuleError

MESSAGES: dict[str, Any] = {
    "absence_already": _("Alguno de esos días ya consta como ausencia."),
    "absence_over": _("Esa ausencia ya había terminado."),
    "absence_past": _("Esos días ya han pasado."),
    "absence_too_long": _("Una ausencia dura como mucho un año."),
    "account_closed": _("La cuenta está cerrada. Ábrela antes de darle una función."),
    "account_closed_already": _("La cuenta ya estaba cerrada."),
    "account_open_already": _("La cuenta ya estaba abierta."),
    "acts_only_with_clock": _(
        "Esto solo cuenta con reloj. Pon el tiempo de la partida, o deja aquí lo habitual."
    ),
    "acts_only_with_team_swap": _(
        "Esto solo cuenta si el cambio de asientos es el de las competiciones por equipos. Deja "
        "aquí lo habitual."
    ),
    "already_in_squad": _("Ya está en la plantilla en alguno de esos días."),
    "answer_missing": _("Escribe la respuesta."),
    "birth_date_missing": _("Escribe la fecha de nacimiento."),
    "born_in_the_future": _("Esa fecha de nacimiento está en el futuro. Revisa el año."),
    "born_too_long_ago": _("Con esa fecha tendría más de %(years)s años. Revisa el año."),
    "client_id_missing": _("Falta el número de este envío. Recarga la página."),
    "client_id_reused": _("Ese envío ya se hizo con otros datos. Recarga la página y mira lo que consta."),
    "club_closed_already": _("El club ya estaba de baja."),
    "club_name_missing": _("Escribe el nombre, y uno corto para las tablas."),
    "club_name_taken": _("Ya hay un club que se llama así. Si es el mismo, abre su ficha."),
    "club_not_active": _("El club está de baja: no puede pedir nada hasta que vuelva a darse de alta."),
    "club_open_already": _("El club ya estaba de alta."),
    "coins_are_for_pool": _("Solo las mesas de bola 8 funcionan con monedas."),
    "consent_in_the_future": _("El consentimiento no puede ser de un día que no ha llegado."),
    "dates_reversed": _("La fecha final es anterior a la inicial."),
    "day_unreadable": _("No se entiende «%(written)s». Escribe cada fecha así: 31/12/2026."),
    "delegate_already": _("Esa persona ya es delegada de ese club en alguno de esos días."),
    "delegation_over": _("Esa delegación ya había terminado."),
    "document_taken": _("Ese documento ya consta a nombre de %(person)s. Abre su ficha, o une las dos."),
    "duplicate_moved_on": _("Esas dos fichas ya no están por mirar. Recarga la lista."),
    "email_invited": _("A ese correo ya se le ha enviado otra invitación. Usa otro, o retira aquella."),
    "email_link_stale": _("El enlace ya no vale: el correo de la cuenta ha cambiado. Pide otro."),
    "email_taken": _("Ese correo ya tiene cuenta."),
    "erasure_contact": _("Consta como contacto de %(what)s. Cámbialo en la ficha del club."),
    "erasure_delegation": _("Es delegado de %(what)s. Retira la delegación."),
    "erasure_hold": _("Hay obligación de conservar sus datos: %(what)s."),
    "erasure_in_play": _("%(what)s no ha terminado y cuenta con él. Espera a que su acta esté sellada."),
    "erasure_licence": _("Tiene la licencia %(what)s. Retírala, o deniégala si está solicitada."),
    "erasure_protest": _("Hay una protesta o una reclamación sin resolver en %(what)s."),
    "erasure_request": _("Hay una solicitud de club sin responder que lo nombra: %(what)s."),
    "erasure_role": _("Su cuenta tiene la función «%(what)s». Quítasela."),
    "erasure_squad": _("Está en la plantilla de %(what)s. Dale de baja."),
    "federation_exists": _("La federación ya está dada de alta."),
    "forfeit_reversed": _("Quien gana tiene que llevarse más partidas que quien pierde."),
    "guardian_missing": _(
        "Es menor de edad: hace falta el nombre de su madre, padre o tutor, y un correo o un teléfono."
    ),
    "has_licence": _("Esa persona ya tiene una licencia de esa clase esta temporada."),
    "hold_already": _("Ya hay una obligación de conservar sus datos."),
    "hold_lifted_already": _("Esa obligación ya se levantó."),
    "import_broke": _(
        "El programa ha fallado al leerlo. No se ha cambiado nada; avisa a quien lo administra."
    ),
    "import_file_gone": _("El archivo ya no se conserva. Vuelve a subirlo."),
    "import_has_dependants": _("No se puede deshacer: %(what)s."),
    "import_has_errors": _("Quedan filas con errores o preguntas. Arréglalas, o marca que se dejen fuera."),
    "import_moved_on": _("La importación ya no está en ese punto. Recarga la página y mira cómo está."),
    "import_needs_competition": _("Elige la competición."),
    "import_needs_season": _("Elige la temporada de las licencias."),
    "import_nothing": _("No hay ninguna fila que cambie algo."),
    "import_only_compared": _("Estas filas solo se comparan: aquí no se escribe nada."),
    "invitation_just_sent": _("Acaba de salir un correo. Espera un minuto antes de enviar otro."),
    "invitation_open": _("Otra persona la ha invitado ya. No se ha enviado otro correo."),
    "invitation_over": _("La invitación ya se ha usado, se ha retirado o ha caducado."),
    "invitation_waiting": _(
        "El último correo aún no ha salido: saldrá en cuanto el servidor de correo responda."
    ),
    "kinds_mixed": _("Se renuevan las licencias de una sola clase y de una sola temporada."),
    "ladder_not_rising": _("Cada escalón tiene que ser más tarde que el anterior, y no quitar menos tantos."),
    "ladder_reaches_target": _(
        "Solo el último escalón puede llegar al límite de la partida (%(target)s): es la incomparecencia."
    ),
    "ladder_step_half": _("A un escalón le faltan los minutos o los tantos."),
    "last_administrator": _("Es la última cuenta con administración. Dásela antes a otra persona."),
    "licence_changed": _("Otra persona ha corregido esta licencia mientras la editabas. Mira lo que consta."),
    "licence_moved_on": _("La licencia ya no está en ese punto. Recarga la página y mira cómo está."),
    "licence_number_in_use": _("Esa persona ya tiene el número %(number)s en otra licencia de la temporada."),
    "licence_number_taken": _("El número de licencia %(number)s ya es de otra persona."),
    "licence_outside_season": _("La licencia no puede salir de su temporada: del %(begin)s al %(end)s."),
    "lots_last": _(
        "El último criterio tiene que ser el sorteo, para que nunca queden dos en el mismo puesto."
    ),
    "merge_changed_since": _("No se puede deshacer: después de unirlas ha cambiado esto: %(what)s."),
    "merge_choose": _("Las dos fichas dicen cosas distintas. Elige cuál vale."),
    "merge_clash": _(
        "Las dos constan a la vez en «%(table)s» (%(row)s). Quita una de las dos antes de unirlas."
    ),
    "merge_in_play": _(
        "%(encounter)s no ha terminado y cuenta con una de las dos. Espera a que su acta esté sellada."
    ),
    "merge_same_encounter": _(
        "Las dos constan en un mismo encuentro (%(encounter)s): son dos personas, o una alineación está mal."
    ),
    "merge_two_accounts": _(
        "Las dos tienen cuenta. Cierra la de la ficha que se une, o cambia cuál se queda."
    ),
    "merge_two_licences": _(
        "Las dos tienen en vigor una licencia de la misma clase y temporada (%(licence)s). Retira antes una."
    ),
    "merge_undone_already": _("Esa unión ya se deshizo."),
    "more_to_start_than_squad": _(
        "No pueden hacer falta más jugadores para empezar que los que caben en la plantilla (%(maximum)s)."
    ),
    "name_missing": _("Escribe al menos el nombre y el primer apellido."),
    "no_card": _("Solo tiene tarjeta la licencia concedida que no ha caducado."),
    "no_cards": _("Ninguna de esas licencias tiene tarjeta: están sin conceder, terminadas o caducadas."),
    "no_season_before": _("No hay una temporada anterior de la que copiar."),
    "not_a_judge_now": _("No tiene licencia de juez árbitro en vigor."),
    "not_of_the_club": _("Alguien de los que has marcado ya no es del club. Recarga la página."),
    "not_renewable": _("Ya no se puede renovar. Mira qué lo impide, o deniégala."),
    "nothing_chosen": _("No has marcado nada."),
    "nothing_to_copy": _("No queda ningún equipo que se pueda copiar."),
    "nothing_to_renew": _("No queda ninguna licencia que se pueda renovar."),
    "only_administrators": _("Esto solo lo puede hacer la administración."),
    "only_delegates": _("Esto solo lo pueden pedir los delegados del club."),
    "only_direction": _("Los reglamentos los publica la dirección deportiva; los demás los leen."),
    "only_office": _("Esto solo lo puede hacer la secretaría."),
    "only_own_absences": _("Las ausencias las anota el propio juez árbitro, o la secretaría."),
    "own_account": _("Nadie cierra su propia cuenta. Pídeselo a otra persona de la administración."),
    "own_administration": _(
        "Nadie se quita a sí mismo la administración. Pídeselo a otra persona que la tenga."
    ),
    "parameter_mark_one": _("Marca al menos una."),
    "parameter_not_valid": _("Ese valor no sirve para este parámetro. Revísalo."),
    "parameter_option": _("Elige una de las opciones: %(options)s."),
    "parameter_out_of_range": _("Escribe un número entre %(minimum)s y %(maximum)s."),
    "parameter_required": _("Este parámetro no puede quedar vacío."),
    "period_endless_not": _("Estos datos no se pueden guardar sin fin. Escribe los meses."),
    "period_out_of_range": _("Escribe un número de meses entre %(least)s y %(most)s."),
    "period_same": _("Ese plazo ya está puesto así."),
    "person_alike": _("Ya hay una persona con ese nombre y fecha de nacimiento."),
    "person_changed": _(
        "Otra persona ha cambiado esta ficha mientras la editabas. Mira lo que consta ahora."
    ),
    "person_gone": _("Esa ficha se unió a otra o sus datos se suprimieron. Usa la que queda."),
    "person_has_account": _("Esa persona ya tiene cuenta."),
    "photo_animated": _("La imagen se mueve. Elige una foto fija."),
    "photo_broken": _("La imagen está dañada y no se puede leer entera. Hazla o guárdala otra vez."),
    "photo_empty": _("El archivo está vacío. Elige otro."),
    "photo_heic": _("Las fotos HEIC no se pueden leer. Guárdala como JPEG, o hazla desde esta página."),
    "photo_not_picture": _("El archivo no es una foto JPEG, PNG ni WebP. Elige otro."),
    "photo_too_expensive": _("La imagen no se puede abrir sin riesgo. Guárdala otra vez como JPEG."),
    "photo_too_large": _("El archivo pasa de 5 MB. Hazla con menos calidad, o recórtala."),
    "photo_too_many_pixels": _("La imagen tiene demasiados puntos. Hazla más pequeña y prueba otra vez."),
    "photo_too_small": _("La imagen es demasiado pequeña. Hazla de 120 × 120 puntos o más."),
    "photo_wrong_extension": _(
        "El archivo acaba en «%(extension)s» y es %(kind)s. Guárdalo bien o elige otro."
    ),
    "position_missing": _("Escribe un 1 en lo que decide primero."),
    "position_not_a_number": _("Los puestos son números del 1 al %(most)s."),
    "position_twice": _("Hay dos con el puesto %(place)s. Da a cada uno el suyo."),
    "prescription_not_rising": _(
        "Una infracción más grave no puede prescribir antes: aquí van al menos %(least)s días."
    ),
    "quorum_above_signatories": _("No puede pedirse más firmas (%(quorum)s) que firmantes hay."),
    "reason_missing": _("Escribe el motivo."),
    "reason_names_person": _(
        "El motivo no puede nombrar a la persona ni decir su documento o su correo: se queda."
    ),
    "regulation_moved_on": _(
        "Otra persona ha publicado una versión mientras escribías esta. Mira otra vez qué cambia."
    ),
    "regulation_not_looked_at": _("Mira qué cambia antes de publicar: esto es lo que se publicaría ahora."),
    "regulation_of_another_game": _(
        "Ya hay un reglamento que se llama así y es de otro juego. Ponle otro nombre."
    ),
    "renewal_changed": _("Las licencias han cambiado mientras mirabas. Esto es lo que se renovaría ahora."),
    "request_already": _("El club ya ha pedido lo mismo y está sin resolver."),
    "request_changed": _("El club ha cambiado la solicitud mientras la mirabas. Esto es lo que pide ahora."),
    "request_moved_on": _("La solicitud ya no está en ese punto. Recarga la página y mira cómo está."),
    "request_says_nothing": _("No has cambiado nada. Escribe lo que hay que cambiar."),
    "request_squad_open": _("Ya hay una propuesta de plantilla de este equipo sin resolver."),
    "role_already_ended": _("Esa función ya había terminado."),
    "role_already_held": _("Esa cuenta ya tiene la función."),
    "score_half": _("Faltan las partidas de uno de los dos."),
    "season_name_taken": _("Ya hay una temporada que se llama así."),
    "season_overlaps": _("Se pisa con la temporada %(season)s. Cambia las fechas."),
    "season_too_long": _("Una temporada no dura más de dos años. Revisa las fechas."),
    "series_following": _("El siguiente número va de 1 a %(most)s con esas cifras."),
    "series_prefix": _("El prefijo lleva hasta %(longest)s letras, cifras, guiones, barras o puntos."),
    "series_width": _("Las cifras van de 1 a %(most)s."),
    "squad_limits_crossed": _("El máximo de la plantilla no puede ser menor que el mínimo (%(minimum)s)."),
    "table_gone": _("Esa mesa ya la ha quitado otra persona."),
    "table_number_out_of_range": _("El número va del 1 al %(most)s."),
    "table_number_taken": _("Ya hay otra mesa con el número %(number)s. Cambia antes la otra."),
    "tax_id_not_valid": _("Ese CIF no es válido. Cópialo otra vez del original."),
    "tax_id_taken": _("Ese CIF ya es de %(club)s."),
    "too_many_days": _("Caben como mucho %(most)s días."),
    "too_many_tables": _("En una sede caben como mucho %(most)s mesas de cada clase."),
    "unknown_parameter": _("El reglamento no tiene ningún parámetro «%(parameter)s»."),
    "venue_closed_already": _("La sede ya estaba cerrada."),
    "venue_name_taken": _("El club ya tiene una sede que se llama así."),
    "venue_open_already": _("La sede ya estaba abierta."),
    "version_before_the_last": _(
        "La versión %(number)s vale desde el %(day)s: esta no puede valer desde antes."
    ),
    "warning_not_before_limit": _(
        "El aviso debe darse antes de que acabe el tiempo de la partida (%(limit)s minutos)."
    ),
    "window_half": _("Falta el principio o el final. Deja los dos vacíos si no hay plazo."),
    "window_mixed": _("Escribe dos fechas, o dos números de jornada."),
    "window_reversed": _("El final va antes que el principio."),
}

UNKNOWN = _("Ahora no se puede hacer. Recarga la página y mira cómo está.")


class _Figures(dict[str, object]):
    """A figure that an error does not carry leaves a gap, never a broken page; a day is told as people do."""

    def __getitem__(self, key: str) -> object:
        value = super().__getitem__(key)
        return f"{value:%d/%m/%Y}" if isinstance(value, date) else value

    def __missing__(self, key: str) -> str:
        return ""


def fill(message: object, data: Mapping[str, object]) -> str:
    """A message in the language in force, with its figures."""
    return str(message) % _Figures(data)


def text(error: RuleError) -> str:
    """What this error says to people."""
    return fill(MESSAGES.get(error.code, UNKNOWN), error.data)
