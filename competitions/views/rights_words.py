"""The words of the page "qué puede hacer y por qué"."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES: Mapping[str, Promise] = {
    "office": _("Secretaría"),
    "committee": _("Comité de competición"),
    "sporting_director": _("Dirección deportiva"),
    "administrator": _("Administración"),
    "captain": _("Capitán de %(of)s"),
    "non_playing_captain": _("Capitán que no juega de %(of)s"),
    "vice_captain": _("Subcapitán de %(of)s"),
    "acting_captain": _("Capitán en funciones de %(of)s"),
    "pairs": _("Juega en la pareja %(of)s"),
    "players": _("Juega: %(of)s"),
    "club_delegate": _("Delegado de %(of)s"),
    "judge": _("Juez árbitro de %(of)s"),
}

_SPEAKS = (
    _("Preparar y cerrar la alineación del equipo."),
    _("Abrir las mesas del encuentro en los teléfonos."),
    _("Firmar el acta por el equipo, también bajo protesta."),
)

_PLAYS = (
    _("Empezar y cerrar su encuentro de acuerdo con el rival, si no hay juez árbitro."),
    _("Abrir su mesa en el teléfono y poner los PIN de los suyos."),
    _("Firmar su acta, también bajo protesta."),
)

ABILITIES: Mapping[str, tuple[Promise, ...]] = {
    "office": (
        _("Ver todos los encuentros y sus actas."),
        _("Invitar a quien deba tener cuenta y nombrar delegados de club."),
        _("Nombrar capitán en funciones en cualquier equipo."),
    ),
    "committee": (
        _("Ver todos los encuentros, sus incidencias y sus actas."),
        _("Rectificar un acta sellada y reabrir su encuentro."),
    ),
    "sporting_director": (
        _("Ver todos los encuentros, sus incidencias y sus actas."),
        _("Publicar reglamentos y elegir con cuál se juega cada competición."),
    ),
    "administrator": (
        _("Dar y quitar funciones; cerrar y abrir cuentas."),
        _("Invitar a cualquiera, también con una función."),
        _("Consultar las tablas en la administración, sin cambiarlas."),
        _("Ver todos los encuentros y sus actas."),
    ),
    "captain": (*_SPEAKS, _("Nombrar capitán en funciones.")),
    "non_playing_captain": (*_SPEAKS, _("Nombrar capitán en funciones.")),
    "vice_captain": _SPEAKS,
    "acting_captain": _SPEAKS,
    "pairs": _PLAYS,
    "players": _PLAYS,
    "club_delegate": (
        _("Ver las personas, las licencias y los equipos del club, en «Mi club»."),
        _("Pedir licencias, renovaciones, cambios de datos y plantillas."),
    ),
    "judge": (
        _("Hacerse cargo del encuentro, comprobar licencias y poner los PIN."),
        _("Anotar incidencias, cerrar el acta y firmarla."),
    ),
}

LACKS: Mapping[str, Promise] = {
    "account_closed": _("Cuenta cerrada: mientras lo esté, nada de lo de abajo se puede usar."),
    "invitation_expired": _("Sin cuenta: la invitación ha caducado."),
    "invitation_unanswered": _("Sin cuenta: aún no ha respondido a la invitación."),
    "no_account": _("Sin cuenta: nada de lo de abajo se puede usar."),
    "no_judge_licence": _("Sin licencia de juez árbitro en vigor el día de %(of)s."),
    "no_licence": _("Sin licencia en vigor para %(of)s."),
    "no_person": _(
        "La cuenta no es de ninguna persona inscrita: con ella nadie es capitán, juez ni delegado."
    ),
    "no_second_factor": _(
        "Falta activar la verificación en dos pasos: hasta entonces la función no se puede usar."
    ),
}

SOURCES: Mapping[str, Promise] = {
    "captain": _("por la plantilla del equipo"),
    "non_playing_captain": _("por la plantilla del equipo"),
    "vice_captain": _("por la plantilla del equipo"),
    "judge": _("por su designación"),
    "pairs": _("por la inscripción de la pareja"),
    "players": _("por su inscripción"),
}

ACTS: Mapping[str, Promise] = {
    "account.closed": _("Cuenta cerrada: %(reason)s"),
    "account.created": _("Cuenta abierta para %(email)s"),
    "account.email_changed": _("Cambió su correo: de %(from)s a %(to)s"),
    "account.factor_added": _("Activó un segundo paso"),
    "account.factor_removed": _("Quitó un segundo paso"),
    "account.password_changed": _("Cambió su contraseña"),
    "account.password_reset": _("Puso contraseña nueva por correo"),
    "account.recovery_codes_renewed": _("Renovó sus códigos de recuperación"),
    "account.reopened": _("Cuenta abierta de nuevo: %(reason)s"),
    "delegate.dismissed": _("Delegación de club retirada"),
    "delegate.named": _("Delegado de club desde el %(from)s"),
    "import.undone": _("Se deshizo la importación n.º %(import)s"),
    "invitation.accepted": _("Invitación aceptada"),
    "invitation.sent": _("Invitación enviada a %(email)s"),
    "invitation.sent_again": _("Invitación enviada otra vez a %(email)s"),
    "invitation.withdrawn": _("Invitación retirada"),
    "licence.changed": _("Licencia corregida"),
    "licence.grant": _("Licencia %(number)s concedida"),
    "licence.granted": _("Licencia %(number)s concedida"),
    "licence.imported": _("Licencia %(number)s concedida al importarla"),
    "licence.refuse": _("Licencia denegada: %(reason)s"),
    "licence.renewed": _("Licencia %(number)s renovada para %(season)s"),
    "licence.requested": _("Licencia solicitada"),
    "licence.restore": _("Suspensión de la licencia %(number)s levantada"),
    "licence.suspend": _("Licencia %(number)s suspendida: %(reason)s"),
    "licence.withdraw": _("Licencia %(number)s retirada: %(reason)s"),
    "person.changed": _("Cambió el nombre, el nacimiento o el consentimiento"),
    "person.details_changed": _("Cambiaron documento, contactos o tutor"),
    "erasure.held": _("Obligación de conservar sus datos: %(reason)s"),
    "erasure.released": _("Levantada la obligación de conservar sus datos: %(reason)s"),
    "person.erased": _("Datos suprimidos"),
    "person.merged": _("Se unió a esta ficha otra, la n.º %(other)s"),
    "person.merged_into": _("Ficha unida a la n.º %(other)s"),
    "person.not_a_duplicate": _("Se dijo que no es la misma persona que la de la ficha n.º %(other)s"),
    "person.registered": _("Persona inscrita"),
    "person.separated": _("Se deshizo la unión con la ficha n.º %(other)s"),
    "photo.removed": _("Foto quitada"),
    "photo.stored": _("Foto guardada"),
    "role.ended": _("Función retirada: %(role)s"),
    "role.given": _("Función dada: %(role)s"),
}
