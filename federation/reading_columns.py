"""What the columns of files are called: on the page that maps them, and as headers of what is exported.

A test asks that each of these words, in both languages, is one under which the column is found again.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

COLUMNS: Mapping[str, Mapping[str, Any]] = {
    "people": {
        "licence": _("Licencia"),
        "surnames": _("Apellidos"),
        "surname_1": _("Primer apellido"),
        "surname_2": _("Segundo apellido"),
        "given_name": _("Nombre"),
        "surnames_given": _("Apellidos y nombre"),
        "given_surnames": _("Nombre y apellidos"),
        "full_name": _("Nombre completo"),
        "document": _("Documento de identidad"),
        "document_kind": _("Tipo de documento"),
        "birth_date": _("Fecha de nacimiento"),
        "fee": _("Cuota"),
        "club": _("Club"),
        "category": _("Categoría"),
        "licence_kind": _("Clase de licencia"),
        "valid_from": _("Válida desde"),
        "valid_to": _("Válida hasta"),
        "email": _("Correo electrónico"),
        "phone": _("Teléfono"),
        "address": _("Domicilio"),
        "guardian_name": _("Nombre del tutor"),
        "guardian_email": _("Correo del tutor"),
        "guardian_phone": _("Teléfono del tutor"),
        "consent": _("Consentimiento de publicación"),
    },
    "clubs": {
        "name": _("Nombre"),
        "short_name": _("Nombre corto"),
        "tax_id": _("CIF"),
        "contact_name": _("Persona de contacto"),
        "email": _("Correo electrónico"),
        "phone": _("Teléfono"),
        "address": _("Domicilio"),
        "colours": _("Colores"),
        "venue": _("Sede"),
        "venue_address": _("Dirección de la sede"),
        "domino_tables": _("Mesas de dominó"),
        "pool_tables": _("Mesas de billar"),
        "coin_tables": _("Mesas con monedas"),
    },
    "teams": {
        "name": _("Equipo"),
        "club": _("Club"),
        "venue": _("Sede"),
        "captain": _("Licencia del capitán"),
        "vice_captain": _("Licencia del subcapitán"),
        "player": _("Licencia del jugador"),
        "role": _("Función"),
        "joined_on": _("Desde"),
    },
    "calendar": {
        "round": _("Jornada"),
        "date": _("Fecha"),
        "time": _("Hora"),
        "home": _("Local"),
        "away": _("Visitante"),
        "venue": _("Sede"),
    },
    "results": {
        "round": _("Jornada"),
        "date": _("Fecha"),
        "time": _("Hora"),
        "home": _("Local"),
        "away": _("Visitante"),
        "venue": _("Sede"),
        "home_score": _("Partidas del local"),
        "away_score": _("Partidas del visitante"),
        "result": _("Resultado"),
        "remarks": _("Observaciones"),
    },
}
