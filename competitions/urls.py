"""Routes of what is played, of who speaks for a team, and of what a person may do."""

from django.urls import path

from competitions.views import captaincy, people_rights, venues

app_name = "competitions"

urlpatterns = [
    path("secretaria/cuentas/<int:pk>/", people_rights.account, name="account"),
    path("cuenta/que-puedo-hacer/", people_rights.own, name="own_rights"),
    path("secretaria/sedes/<int:pk>/cerrar/", venues.close_venue, name="close_venue"),
    path("equipos/<int:pk>/capitan-en-funciones/", captaincy.acting_captain, name="acting_captain"),
    path("capitanes-en-funciones/<int:pk>/retirar/", captaincy.dismiss, name="dismiss_acting_captain"),
]
