from django.urls import URLPattern

app_name = "competitions"
urlpatterns: list[URLPattern] = []
