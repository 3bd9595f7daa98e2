"""Accounts: the person's own page, and the steps of the library that we do a little differently."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.mixins import NextRedirectMixin
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.views import ActivateTOTPView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from federation.accounts import record_second_factor
from federation.models import Role, User
from federation.queries.roles import PRIVILEGED, current_roles


@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Show who is logged in, with what roles, and the ways to his password and second factor."""
    user = cast("User", request.user)
    roles = current_roles(user)
    totp = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP)
    context = {
        "roles": [Role(role).label for role in sorted(roles)],
        "second_factor": totp.exists(),
        "must_have_it": bool(roles & PRIVILEGED),
    }
    return render(request, "federation/account.html", context)


class ActivateSecondFactor(NextRedirectMixin, ActivateTOTPView):
    """Activates the application of codes; the code typed here counts as shown in this session."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add whether the person's roles oblige, and the secret in groups of four to be typed by hand."""
        context = super().get_context_data(**kwargs)
        secret = context["form"].secret
        context["secret_groups"] = [secret[start : start + 4] for start in range(0, len(secret), 4)]
        context["must_have_it"] = bool(current_roles(self.request.user) & PRIVILEGED)
        return context

    def form_valid(self, form: Any) -> HttpResponse:
        """Activate, write the factor down in the session, and show the recovery codes once."""
        response = super().form_valid(form)
        record_second_factor(self.request, self.request.user)
        return response

    def get_success_url(self) -> str:
        """Go to the recovery codes: they must be kept before going on."""
        return reverse("mfa_view_recovery_codes" if self.did_generate_recovery_codes else "mfa_index")


activate_second_factor = ActivateSecondFactor.as_view()
