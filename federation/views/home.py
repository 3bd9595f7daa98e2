"""The front door, and what the machines around ask for."""

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@login_not_required
def home(request: HttpRequest) -> HttpResponse:
    """Say what this is to whoever comes by; send a person with an account to his encounters."""
    if request.user.is_authenticated:
        return redirect("matches:home")
    return render(request, "federation/home.html")


@require_safe
@login_not_required
@never_cache
def health(_request: HttpRequest) -> HttpResponse:
    """Tell a load balancer whether this process can serve: 200, or 503 without its database."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("no database\n", content_type="text/plain", status=503)
    return HttpResponse("ok\n", content_type="text/plain")
