"""Routes of what happens in an encounter, from the line-up to the sealed acta."""

from django.urls import include, path

from matches.views import (
    actas,
    admissions,
    board,
    counted,
    direction,
    encounters,
    frame_ends,
    frames,
    hands,
    happenings,
    home,
    incidents,
    line_ups,
    live,
    officials,
    open_board,
    paper,
    paper_photo,
    people,
    rounds,
    seating,
    signing,
    verification,
)

app_name = "matches"

# Grouped by how they begin: a request is compared with whole groups, not with every route. First what
# spectators and tables ask for all the time.
_live = [
    path("", live.live, name="live"),
    path("jornadas/<int:pk>/", live.live_round, name="live_round"),
    path("encuentros/<int:pk>/", live.live_encounter, name="live_encounter"),
]
_partida = [
    path("jugada/", hands.propose, name="propose"),
    path("jugada/<int:hand>/<int:revision>/conforme/", hands.approve, name="approve"),
    path("jugada/<int:hand>/<int:revision>/no-conforme/", hands.disagree, name="disagree"),
    path("jugada/<int:hand>/<int:revision>/resolver/", hands.settle, name="settle"),
    path("jugada/<int:hand>/<int:revision>/deshacer/", hands.retract, name="retract"),
    path("jugada/contada/", counted.propose_counted, name="propose_counted"),
    path("jugadas/", board.hands, name="hands"),
    path("nombrar/", officials.name_officials, name="name_officials"),
    path("anotar/", officials.take_pen, name="take_pen"),
    path("anotar/dejar/", officials.give_up_pen, name="give_up_pen"),
    path("sorteo/", seating.draw, name="draw"),
    path("asientos/", seating.seat, name="seat"),
    path("sustitucion/", seating.substitute, name="substitute"),
    path("incidencia/", incidents.incident, name="incident"),
    path("papel/", paper_photo.paper, name="paper"),
    path("papel.jpg", paper_photo.paper_photo, name="paper_photo"),
    path("algo/", happenings.happenings, name="happenings"),
    path("algo/<slug:kind>/", happenings.happening, name="happening"),
]
_frames = [
    path("juego/", frames.frame, name="frame"),
    path("juego/<int:hand>/<int:revision>/conforme/", frames.approve_frame, name="approve_frame"),
    path(
        "juego/<int:hand>/<int:revision>/no-conforme/", frames.disagree_with_frame, name="disagree_with_frame"
    ),
    path("juego/<int:hand>/<int:revision>/resolver/", frames.settle_frame, name="settle_frame"),
    path("juego/<int:hand>/<int:revision>/deshacer/", frames.retract_frame, name="retract_frame"),
    path("juegos/", frames.frame_list, name="frame_list"),
    path("juegos/anotar/", frames.take_frame_pen, name="take_frame_pen"),
    path("juegos/anotar/dejar/", frames.give_up_frame_pen, name="give_up_frame_pen"),
    path("arrime/", frames.lag, name="lag"),
    path("apertura/", frames.break_, name="break"),
    path("triangulo/", frames.rack, name="rack"),
    path("concedida/", frame_ends.concede, name="concede"),
    path("ausencia/", frame_ends.absent, name="absent"),
    path("retraso/", frame_ends.late_side, name="late_side"),
]
_encounter = [
    path("", encounters.encounter, name="encounter"),
    path("incidencia/", encounters.encounter_incident, name="encounter_incident"),
    path("alineacion/", line_ups.line_up, name="line_up"),
    path("juez/", direction.direction, name="direction"),
    path("juez/cargo/", direction.take_charge, name="take_charge"),
    path("empezar/", direction.start, name="start"),
    path("presencia/", direction.check_in, name="check_in"),
    path("presencia/<int:person>/desbloquear/", direction.unblock, name="unblock"),
    path("ayuda/", admissions.help_captain, name="help_captain"),
    path("cerrar/", direction.close, name="close"),
    path("volver-al-juego/", direction.back_to_play, name="back_to_play"),
    path("firma/", signing.signing, name="signing"),
    path("firma/falta/", signing.record_missing, name="record_missing"),
    path("acta/", actas.acta, name="acta"),
    path("acta.pdf", actas.acta_pdf, name="acta_pdf"),
    path("acta.json", actas.acta_json, name="acta_json"),
    path("hojas/", paper.encounter_sheets, name="encounter_sheets"),
    path("hojas.pdf", paper.encounter_sheets_pdf, name="encounter_sheets_pdf"),
]

urlpatterns = [
    path("directo/", include(_live)),
    path("mesas/<int:pk>/", board.board, name="board"),
    path("mesas/<int:pk>/<int:number>/", include([*_partida, *_frames])),
    path("encuentros/<int:pk>/", include(_encounter)),
    path("inicio/", home.home, name="home"),
    path("secretaria/personas/<int:pk>/", people.person, name="person"),
    path("jornadas/<int:pk>/", rounds.round_of_encounters, name="round"),
    path("secretaria/actas/", rounds.pending_actas, name="pending_actas"),
    path("incidencias/<int:pk>/", encounters.amend_incident, name="amend_incident"),
    path("ayuda/<str:token>/", admissions.take_admission, name="take_admission"),
    path("secretaria/hojas/", paper.blank_sheets, name="blank_sheets"),
    path("secretaria/hojas.pdf", paper.blank_sheets_pdf, name="blank_sheets_pdf"),
    path("verificar/", verification.verify, name="verify"),
    path("verificar/<str:code>/", verification.verify_code, name="verify_code"),
    path("mesa/", open_board.open_board, name="open_board"),
    path("mesa/salir/", open_board.leave_board, name="leave_board"),
    path("mesa/<str:code>/", open_board.open_board_code, name="open_board_code"),
]
