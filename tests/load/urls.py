"""The product's routes, and those of the floors."""

from django.urls import include, path

from tests.load import views

urlpatterns = [
    path("banco/proceso/", views.process),
    path("banco/insercion/", views.one_insert),
    path("banco/sin-cambios/", views.unchanged),
    path("banco/tabla/", views.thirty_rows),
    path("", include("federation.urls")),
]
