"""Routes of what happens in an encounter, from the line-up to the sealed acta."""

from django.urls import path

from matches.views import (
    actas,
    admissions,
    board,
    direction,
    encounters,
    hands,
    home,
    incidents,
    line_ups,
    live,
    officials,
    open_board,
    people,
    seating,
    signing,
    verification,
)

app_name = "matches"

_encounter = "encuentros/<int:pk>/"
_partida = "mesas/<int:pk>/<int:number>/"

urlpatterns = [
    path("inicio/", home.home, name="home"),
    path("secretaria/personas/<int:pk>/", people.person, name="person"),
    path(_encounter, encounters.encounter, name="encounter"),
    path(_encounter + "incidencia/", encounters.encounter_incident, name="encounter_incident"),
    path("incidencias/<int:pk>/", encounters.amend_incident, name="amend_incident"),
    path(_encounter + "alineacion/", line_ups.line_up, name="line_up"),
    path(_encounter + "juez/", direction.direction, name="direction"),
    path(_encounter + "juez/cargo/", direction.take_charge, name="take_charge"),
    path(_encounter + "empezar/", direction.start, name="start"),
    path(_encounter + "presencia/", direction.check_in, name="check_in"),
    path(_encounter + "presencia/<int:person>/desbloquear/", direction.unblock, name="unblock"),
    path(_encounter + "ayuda/", admissions.help_captain, name="help_captain"),
    path("ayuda/<str:token>/", admissions.take_admission, name="take_admission"),
    path(_encounter + "cerrar/", direction.close, name="close"),
    path(_encounter + "volver-al-juego/", direction.back_to_play, name="back_to_play"),
    path(_encounter + "firma/", signing.signing, name="signing"),
    path(_encounter + "firma/falta/", signing.record_missing, name="record_missing"),
    path(_encounter + "acta/", actas.acta, name="acta"),
    path(_encounter + "acta.pdf", actas.acta_pdf, name="acta_pdf"),
    path(_encounter + "acta.json", actas.acta_json, name="acta_json"),
    path("directo/", live.live, name="live"),
    path("directo/jornadas/<int:pk>/", live.live_round, name="live_round"),
    path("directo/encuentros/<int:pk>/", live.live_encounter, name="live_encounter"),
    path("verificar/", verification.verify, name="verify"),
    path("verificar/<str:code>/", verification.verify_code, name="verify_code"),
    path("mesa/", open_board.open_board, name="open_board"),
    path("mesa/salir/", open_board.leave_board, name="leave_board"),
    path("mesa/<str:code>/", open_board.open_board_code, name="open_board_code"),
    path("mesas/<int:pk>/", board.board, name="board"),
    path(_partida + "jugadas/", board.hands, name="hands"),
    path(_partida + "nombrar/", officials.name_officials, name="name_officials"),
    path(_partida + "anotar/", officials.take_pen, name="take_pen"),
    path(_partida + "anotar/dejar/", officials.give_up_pen, name="give_up_pen"),
    path(_partida + "sorteo/", seating.draw, name="draw"),
    path(_partida + "asientos/", seating.seat, name="seat"),
    path(_partida + "sustitucion/", seating.substitute, name="substitute"),
    path(_partida + "jugada/", hands.propose, name="propose"),
    path(_partida + "jugada/<int:hand>/<int:revision>/conforme/", hands.approve, name="approve"),
    path(_partida + "jugada/<int:hand>/<int:revision>/no-conforme/", hands.disagree, name="disagree"),
    path(_partida + "jugada/<int:hand>/<int:revision>/resolver/", hands.settle, name="settle"),
    path(_partida + "jugada/<int:hand>/<int:revision>/deshacer/", hands.retract, name="retract"),
    path(_partida + "incidencia/", incidents.incident, name="incident"),
]
