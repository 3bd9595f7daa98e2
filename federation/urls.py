"""All routes. Each page is behind the login unless its view is marked as public."""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path, re_path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from federation.admin import browse, site
from federation.views import (
    access_log,
    accounts,
    cards,
    club_area,
    club_asks,
    club_renewals,
    club_requests,
    clubs,
    email_change,
    erasure,
    errors,
    home,
    import_corrections,
    imports,
    invitations,
    licence_check,
    licence_series,
    licences,
    merging,
    office,
    office_acceptance,
    office_renewals,
    office_requests,
    passkeys,
    people,
    person_export,
    photos,
    privacy,
    renewals,
    retention,
    roles,
    seasons,
    sessions,
    venues,
)

# The library's own list has pages for what this product does not do (open sign-up,
# other addresses, social accounts); only those that are used are reachable.
_account_routes = [
    path("entrar/", account.login, name="account_login"),
    path("salir/", account.logout, name="account_logout"),
    path("registro/", account.signup, name="account_signup"),
    path("inactiva/", account.account_inactive, name="account_inactive"),
    path("identificarse/", account.reauthenticate, name="account_reauthenticate"),
    path("clave/", accounts.change_password, name="account_change_password"),
    path("clave/olvidada/", accounts.forgotten_password, name="account_reset_password"),
    path("clave/olvidada/enviado/", account.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^clave/nueva/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[-0-9A-Za-z]+)/$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "clave/nueva/hecho/",
        account.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("correo/", email_change.ask, name="account_change_email"),
    path("correo/confirmar/<str:token>/", email_change.confirm, name="account_confirm_new_email"),
    path("sesiones/", sessions.show, name="usersessions_list"),
    path("sesiones/<int:pk>/cerrar/", sessions.end, name="usersessions_end"),
    path("sesiones/cerrar/", sessions.end_others, name="usersessions_end_others"),
    path("dos-pasos/", mfa.index, name="mfa_index"),
    path("dos-pasos/codigo/", mfa.authenticate, name="mfa_authenticate"),
    path("dos-pasos/identificarse/", mfa.reauthenticate, name="mfa_reauthenticate"),
    path("dos-pasos/activar/", accounts.activate_second_factor, name="mfa_activate_totp"),
    path("dos-pasos/quitar/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path("dos-pasos/recuperacion/", recovery.view_recovery_codes, name="mfa_view_recovery_codes"),
    path(
        "dos-pasos/recuperacion/nuevos/", recovery.generate_recovery_codes, name="mfa_generate_recovery_codes"
    ),
    path(
        "dos-pasos/recuperacion/descargar/",
        recovery.download_recovery_codes,
        name="mfa_download_recovery_codes",
    ),
    path("llaves/entrar/", passkeys.enter, name="mfa_login_webauthn"),
    path("llaves/nueva/", passkeys.add, name="mfa_add_webauthn"),
    path("llaves/identificarse/", passkeys.identify, name="mfa_reauthenticate_webauthn"),
    path("llaves/<int:pk>/nombre/", passkeys.rename, name="mfa_edit_webauthn"),
    path("llaves/<int:pk>/quitar/", passkeys.remove, name="mfa_remove_webauthn"),
]

_federation_routes = [
    path("", home.home, name="home"),
    path("salud/", home.health, name="health"),
    path("cuenta/", accounts.account, name="account"),
    path("secretaria/", office.office, name="office"),
    path("secretaria/cuentas/", office.accounts, name="accounts"),
    path("secretaria/personas/", people.people, name="people"),
    path("secretaria/personas/nueva/", people.new_person, name="new_person"),
    path("secretaria/personas/<int:pk>/editar/", people.edit_person, name="edit_person"),
    path("secretaria/personas/<int:pk>/foto/", photos.change_photo, name="change_photo"),
    path("secretaria/personas/<int:pk>/foto/quitar/", photos.remove_photo, name="remove_photo"),
    path("personas/<int:pk>/foto.jpg", photos.photo, name="photo"),
    path("secretaria/personas/<int:pk>/datos/", people.person_data, name="person_data"),
    path("secretaria/personas/<int:pk>/licencias/nueva/", licences.new_licence, name="new_licence"),
    path("secretaria/licencias/", licences.licences, name="licences"),
    path("secretaria/licencias/renovar/", renewals.renew, name="renew_licences"),
    path("secretaria/licencias/tarjetas/", cards.licence_cards, name="licence_cards"),
    path("secretaria/licencias/tarjetas.pdf", cards.licence_cards_pdf, name="licence_cards_pdf"),
    path("secretaria/licencias/<int:pk>/tarjeta.pdf", cards.licence_card, name="licence_card"),
    path("licencia/", licence_check.check, name="check_licence"),
    path("licencia/<str:code>/", licence_check.checked, name="licence_checked"),
    path("secretaria/licencias/series/", licence_series.series, name="licence_series"),
    path("secretaria/licencias/series/<slug:kind>/", licence_series.change_series, name="change_series"),
    path("secretaria/licencias/<int:pk>/", licences.licence, name="licence"),
    path("secretaria/licencias/<int:pk>/corregir/", licences.correct_licence, name="correct_licence"),
    path("secretaria/licencias/<int:pk>/<slug:act>/", licences.act_on_licence, name="act_on_licence"),
    path("secretaria/duplicados/", merging.possible_duplicates, name="duplicates"),
    path("secretaria/duplicados/<int:person>/", merging.merge_with, name="merge_with"),
    path("secretaria/duplicados/<int:kept>/<int:gone>/", merging.merge, name="merge"),
    path("secretaria/duplicados/<int:kept>/<int:gone>/distintas/", merging.dismiss, name="dismiss_duplicate"),
    path("secretaria/personas/<int:person>/datos-personales/", privacy.privacy, name="privacy"),
    path("cuenta/mis-datos.zip", person_export.own_copy, name="own_copy"),
    path("secretaria/personas/<int:person>/copia.zip", person_export.person_copy, name="person_copy"),
    path("secretaria/personas/<int:person>/suprimir/", erasure.erase_person, name="erase_person"),
    path("secretaria/personas/<int:person>/conservar/", erasure.hold_data, name="hold_data"),
    path("secretaria/conservar/<int:pk>/levantar/", erasure.release_data, name="release_data"),
    path("secretaria/supresiones/", erasure.erasures, name="erasures"),
    path("secretaria/supresiones/<int:pk>/", erasure.erasure, name="erasure"),
    path("secretaria/conservacion/", retention.periods, name="retention"),
    path("secretaria/conservacion/<slug:what>/", retention.change_period, name="change_period"),
    path("secretaria/accesos/", access_log.access_log, name="access_log"),
    path("secretaria/uniones/<int:pk>/deshacer/", merging.undo, name="undo_merge"),
    path("secretaria/personas/<int:person>/invitar/", invitations.invite, name="invite"),
    path("secretaria/personas/<int:person>/delegado/", roles.name_delegate, name="name_delegate"),
    path("secretaria/delegados/<int:pk>/retirar/", roles.dismiss_delegate, name="dismiss_delegate"),
    path("secretaria/invitaciones/<int:pk>/reenviar/", invitations.resend, name="resend_invitation"),
    path("secretaria/invitaciones/<int:pk>/retirar/", invitations.withdraw, name="withdraw_invitation"),
    path("secretaria/cuentas/<int:pk>/funciones/", roles.give_role, name="give_role"),
    path("secretaria/funciones/<int:pk>/quitar/", roles.end_role, name="end_role"),
    path("secretaria/cuentas/<int:pk>/cerrar/", roles.close_account, name="close_account"),
    path("secretaria/cuentas/<int:pk>/abrir/", roles.reopen_account, name="reopen_account"),
    path("secretaria/temporadas/", seasons.seasons, name="seasons"),
    path("secretaria/temporadas/nueva/", seasons.new_season, name="new_season"),
    path("secretaria/temporadas/<int:pk>/equipos/", seasons.copy_teams, name="copy_teams"),
    path("secretaria/clubes/", clubs.clubs, name="clubs"),
    path("secretaria/clubes/nuevo/", clubs.new_club, name="new_club"),
    path("secretaria/clubes/<int:pk>/", clubs.club, name="club"),
    path("secretaria/clubes/<int:pk>/editar/", clubs.edit_club, name="edit_club"),
    path("secretaria/clubes/<int:pk>/baja/", clubs.close_club, name="close_club"),
    path("secretaria/clubes/<int:pk>/alta/", clubs.reopen_club, name="reopen_club"),
    path("secretaria/clubes/<int:pk>/sedes/nueva/", venues.new_venue, name="new_venue"),
    path("secretaria/sedes/<int:pk>/", venues.venue, name="venue"),
    path("secretaria/sedes/<int:pk>/editar/", venues.edit_venue, name="edit_venue"),
    path("secretaria/sedes/<int:pk>/abrir/", venues.reopen_venue, name="reopen_venue"),
    path("secretaria/mesas/<int:pk>/", venues.change_table, name="change_table"),
    path("secretaria/mesas/<int:pk>/quitar/", venues.remove_table, name="remove_table"),
    path("secretaria/importaciones/", imports.imports, name="imports"),
    path("secretaria/importaciones/nueva/<slug:kind>/", imports.new_import, name="new_import"),
    path("secretaria/importaciones/<int:pk>/", imports.show, name="import"),
    path("secretaria/importaciones/<int:pk>/importar/", imports.apply, name="apply_import"),
    path("secretaria/importaciones/<int:pk>/descartar/", imports.discard, name="discard_import"),
    path("secretaria/importaciones/<int:pk>/deshacer/", imports.undo, name="undo_import"),
    path("secretaria/importaciones/<int:pk>/original/", imports.original, name="import_original"),
    path("secretaria/importaciones/<int:pk>/lectura/", import_corrections.reading, name="import_reading"),
    path("secretaria/importaciones/<int:pk>/columnas/", import_corrections.columns, name="import_columns"),
    path(
        "secretaria/importaciones/<int:pk>/preguntas/", import_corrections.questions, name="import_questions"
    ),
    path("secretaria/importaciones/<int:pk>/filas/<int:number>/", import_corrections.row, name="import_row"),
    path("secretaria/solicitudes/", office_requests.requests, name="requests"),
    path(
        "secretaria/solicitudes/renovaciones/<int:club>/<int:season>/",
        office_renewals.decide_renewals,
        name="decide_renewals",
    ),
    path("secretaria/solicitudes/<int:pk>/", office_requests.request_page, name="request"),
    path(
        "secretaria/solicitudes/<int:pk>/licencia/", office_acceptance.accept_licence, name="accept_licence"
    ),
    path("secretaria/solicitudes/<int:pk>/datos/", office_acceptance.accept_change, name="accept_change"),
    path("secretaria/solicitudes/<int:pk>/foto.jpg", office_requests.request_photo, name="request_photo"),
    path(
        "secretaria/solicitudes/<int:pk>/responder/<slug:act>/", office_requests.reply, name="reply_request"
    ),
    path("club/", club_area.my_clubs, name="my_clubs"),
    path("club/<int:club>/", club_area.club_area, name="club_area"),
    path("club/<int:club>/personas/", club_area.club_people, name="club_people"),
    path("club/<int:club>/personas/<int:person>/", club_area.club_person, name="club_person"),
    path("club/<int:club>/personas/<int:person>/licencia/", club_asks.ask_licence, name="ask_licence"),
    path("club/<int:club>/personas/<int:person>/datos/", club_asks.ask_change, name="ask_change"),
    path("club/<int:club>/licencias/nueva/", club_asks.ask_newcomer, name="ask_newcomer"),
    path("club/<int:club>/licencias/renovar/", club_renewals.ask_renewals, name="ask_renewals"),
    path("club/<int:club>/solicitudes/", club_requests.club_requests, name="club_requests"),
    path(
        "club/<int:club>/solicitudes/renovaciones/<int:season>/",
        club_requests.club_renewals,
        name="club_renewals",
    ),
    path("club/<int:club>/solicitudes/<int:pk>/", club_requests.club_request, name="club_request"),
    path(
        "club/<int:club>/solicitudes/<int:pk>/contestar/",
        club_requests.answer_request,
        name="answer_request",
    ),
    path(
        "club/<int:club>/solicitudes/<int:pk>/licencia/",
        club_asks.correct_licence_request,
        name="correct_licence_request",
    ),
    path(
        "club/<int:club>/solicitudes/<int:pk>/datos/",
        club_asks.correct_change_request,
        name="correct_change_request",
    ),
    path(
        "club/<int:club>/solicitudes/<int:pk>/retirar/",
        club_requests.withdraw_request,
        name="withdraw_request",
    ),
    path("invitacion/<str:token>/", invitations.accept, name="accept_invitation"),
    path("idioma/", login_not_required(require_POST(set_language)), name="set_language"),
]

# The tables of the apps above join the administration here, where all apps meet.
browse("competitions")
browse("matches")

urlpatterns = [
    # First what everybody follows and every table writes: a route is found by trying one after the other.
    path("", include("matches.urls")),
    path("", include((_federation_routes, "federation"))),
    path("cuentas/", include(_account_routes)),
    path("admin/", site.urls),
    path("", include("competitions.urls")),
]

handler400 = errors.bad_request
handler403 = errors.permission_denied
handler404 = errors.not_found
handler500 = errors.server_error
# Not one of Django's: the limits ask for it by this name.
handler429 = errors.too_many_requests
