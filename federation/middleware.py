"""What surrounds every view: the second factor, personal pages that nobody keeps, refusals in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect

from federation.accounts import enrolled_factors, has_second_factor
from federation.http import KEEP_TYPED, is_for_everybody, is_fragment, page_behind, page_of_form
from federation.queries.roles import PRIVILEGED, current_roles
from federation.rules.errors import RuleError
from federation.views.errors import refused
from federation.views.writes import status_of

GetResponse = Callable[[HttpRequest], HttpResponseBase]

WITHOUT_SECOND_FACTOR = frozenset(
    {
        "account_login",
        "account_logout",
        "account_reauthenticate",
        "mfa_authenticate",
        "mfa_reauthenticate",
        "mfa_reauthenticate_webauthn",
        "federation:set_language",
        "federation:health",
    }
)
"""Routes that somebody needs on the way to his second factor. Whatever is not here demands it."""


ENROLMENT = frozenset({"mfa_activate_totp", "mfa_add_webauthn"})
"""Routes to a first factor. Closed to whoever has one that this session has not shown: a session
that knows only the password must not get in by setting up a factor of its own."""


IDENTIFYING = frozenset(
    {
        "account_reauthenticate",
        "mfa_reauthenticate",
        "mfa_reauthenticate_webauthn",
        "mfa_activate_totp",
    }
)
"""Pages that somebody is sent to in the middle of something, to come back afterwards."""


class LoginMiddleware(LoginRequiredMiddleware):
    """Every view is behind the login unless it is marked as public.

    Django's own asks who looks even before it sees the mark; then each answer would depend
    on a cookie, and cost a look at the session.
    """

    def process_view(
        self, request: HttpRequest, view_func: Any, view_args: Any, view_kwargs: Any
    ) -> HttpResponseBase | None:
        """Send whoever has not entered to the login; None lets the view run."""
        if not getattr(view_func, "login_required", True):
            return None
        answer: HttpResponseBase | None = super().process_view(request, view_func, view_args, view_kwargs)
        return answer


class SecondFactorMiddleware:
    """Keeps people whose role demands it from every view until this session has shown a second factor.

    The roles are read at each request, so that one given in mid-session bites at once;
    the view is judged by the route that was resolved, never by the text of the path.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, *_arguments: Any) -> HttpResponseBase | None:
        """Send whoever lacks it to activate or to show the second factor; None lets the view run."""
        if is_for_everybody(view):
            return None
        match = request.resolver_match
        if match is None or match.view_name in WITHOUT_SECOND_FACTOR or not request.user.is_authenticated:
            return None
        if not current_roles(request.user) & PRIVILEGED or has_second_factor(request):
            return None
        enrolled = enrolled_factors(request.user)
        if not enrolled:
            return None if match.view_name in ENROLMENT else self._send_to("mfa_activate_totp", request)
        by_code = Authenticator.Type.TOTP in enrolled
        return self._send_to("mfa_reauthenticate" if by_code else "mfa_reauthenticate_webauthn", request)

    @staticmethod
    def _send_to(route: str, request: HttpRequest) -> HttpResponseBase:
        page = page_behind(request)
        return HttpResponseRedirect(f"{reverse(route)}?{urlencode({REDIRECT_FIELD_NAME: page})}")


class PersonalPagesMiddleware:
    """Nothing that a logged-in person sees is kept by a browser or a proxy, unless the view says how."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        # First the header: asking for the user makes the answer vary with the cookie.
        if not response.has_header("Cache-Control") and request.user.is_authenticated:
            response["Cache-Control"] = "no-store, private"
        return response


class RefusalMiddleware:
    """The last net under the views: a refusal that none of them caught still becomes words.

    Also turns the way to the login (or to the second factor) into a whole page when
    htmx asked for a part: a login form has no place inside a table.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        # A browser that goes back must not take a part, kept for the same address, for the page.
        patch_vary_headers(response, ["HX-Request"])
        if not isinstance(response, HttpResponseRedirect):
            return response
        if is_fragment(request):
            return self._whole_page(request, response)
        if request.method == "POST" and response.url == _login_for(request.get_full_path()):
            # Many addresses take a POST only: after the login the page with the form is wanted.
            return HttpResponseRedirect(_login_for(page_of_form(request)))
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer a refusal of a rule with its own status (403, 409 or 422); other exceptions pass."""
        if not isinstance(exception, RuleError):
            return None
        return refused(request, exception, status=status_of(exception))

    @staticmethod
    def _whole_page(request: HttpRequest, response: HttpResponseRedirect) -> HttpResponseBase:
        path = response.url.partition("?")[0]
        guards = {reverse(route) for route in IDENTIFYING}
        if path != resolve_url(settings.LOGIN_URL) and path not in guards:
            return response
        page = page_behind(request)
        whole = HttpResponseClientRedirect(f"{path}?{urlencode({REDIRECT_FIELD_NAME: page})}")
        whole[KEEP_TYPED] = "1"
        return whole


def _login_for(page: str) -> str:
    return f"{resolve_url(settings.LOGIN_URL)}?{urlencode({REDIRECT_FIELD_NAME: page}, safe='/')}"
