"""Routes of what is played, of who speaks for a team, and of what a person may do."""

from django.urls import path

from competitions.views import (
    captaincy,
    club_teams,
    competitions,
    judges,
    people_rights,
    regulation_changes,
    regulation_editor,
    regulations,
    squad_acceptance,
    squad_requests,
    squads,
    teams,
    venues,
)

app_name = "competitions"

_change = "secretaria/cambios-de-reglamento/<int:pk>/"
_team = "secretaria/equipos/<int:pk>/"

urlpatterns = [
    path("secretaria/cuentas/<int:pk>/", people_rights.account, name="account"),
    path("cuenta/que-puedo-hacer/", people_rights.own, name="own_rights"),
    path("secretaria/equipos/", teams.teams, name="teams"),
    path("secretaria/equipos/nuevo/", teams.new_team, name="new_team"),
    path(_team, teams.team, name="team"),
    path(_team + "editar/", teams.edit_team, name="edit_team"),
    path(_team + "capitania/", squads.captain, name="captain"),
    path(_team + "inscribir/", squads.find_person, name="find_person"),
    path(_team + "inscribir/<int:person>/", squads.join, name="join_squad"),
    path("secretaria/plantillas/<int:pk>/baja/", squads.leave, name="leave_squad"),
    path("secretaria/plantillas/<int:pk>/traspaso/", squads.transfer, name="transfer"),
    path("secretaria/plantillas/<int:pk>/retirar/", squads.take_out, name="take_out"),
    path("club/<int:club>/equipos/<int:team>/", club_teams.club_team, name="club_team"),
    path("club/<int:club>/equipos/<int:team>/plantilla/", squad_requests.ask_squad, name="ask_squad"),
    path(
        "club/<int:club>/solicitudes/<int:pk>/plantilla/",
        squad_requests.correct_squad,
        name="correct_squad",
    ),
    path("secretaria/solicitudes/<int:pk>/plantilla/", squad_acceptance.accept_squad, name="accept_squad"),
    path("secretaria/competiciones/", competitions.competitions, name="competitions"),
    path("secretaria/competiciones/<int:pk>/", competitions.competition, name="competition"),
    path("secretaria/competiciones/<int:pk>/inscribir/", competitions.enter, name="enter"),
    path(
        "secretaria/competiciones/<int:pk>/encuentros/nuevo/",
        competitions.new_encounter,
        name="new_encounter",
    ),
    path("secretaria/inscripciones/<int:pk>/quitar/", competitions.withdraw, name="withdraw_entry"),
    path("secretaria/jueces/", judges.judges, name="judges"),
    path("secretaria/jueces/<int:person>/", judges.judge, name="judge"),
    path("secretaria/ausencias/<int:pk>/quitar/", judges.take_back_absence, name="take_back_absence"),
    path("secretaria/encuentros/<int:pk>/juez/", judges.designate, name="designate"),
    path("secretaria/reglamentos/", regulations.regulations, name="regulations"),
    path("secretaria/reglamentos/nuevo/<slug:code>/", regulation_editor.new_version, name="new_regulation"),
    path("secretaria/reglamentos/<int:pk>/", regulations.version, name="regulation_version"),
    path(
        "secretaria/reglamentos/<int:before>/<int:after>/",
        regulations.comparison,
        name="compare_regulations",
    ),
    path(
        "secretaria/competiciones/<int:pk>/reglamento/",
        regulation_changes.competition_regulation,
        name="competition_regulation",
    ),
    path(
        "secretaria/competiciones/<int:pk>/reglamento/<int:version>/",
        regulation_changes.change_regulation,
        name="change_regulation",
    ),
    path(_change, regulation_changes.decide_change, name="decide_regulation_change"),
    path(_change + "retirar/", regulation_changes.withdraw_change, name="withdraw_regulation_change"),
    path("cuenta/ausencias/", judges.own_absences, name="own_absences"),
    path("cuenta/ausencias/<int:pk>/quitar/", judges.take_back_own_absence, name="take_back_own_absence"),
    path("secretaria/sedes/<int:pk>/cerrar/", venues.close_venue, name="close_venue"),
    path("equipos/<int:pk>/capitan-en-funciones/", captaincy.acting_captain, name="acting_captain"),
    path("capitanes-en-funciones/<int:pk>/retirar/", captaincy.dismiss, name="dismiss_acting_captain"),
]
