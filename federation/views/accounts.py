"""One's own account: the page that ties it together, and the steps of the library that we do differently."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.mixins import NextRedirectMixin
from allauth.account.views import PasswordChangeView, PasswordResetView
from allauth.core import ratelimit
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.views import ActivateTOTPView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from federation.accounts import FACTORS, delivery, record_second_factor
from federation.accounts.known_devices import remember_device
from federation.models import Role, User
from federation.queries.roles import PRIVILEGED, current_roles
from federation.queries.sessions import open_sessions


@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Show who is logged in, with what roles, how he gets in and where he is in."""
    user = cast("User", request.user)
    roles = current_roles(user)
    factors = list(Authenticator.objects.filter(user=user))
    kinds = {factor.type for factor in factors}
    codes = next((one for one in factors if one.type == Authenticator.Type.RECOVERY_CODES), None)
    context = {
        "roles": [Role(role).label for role in sorted(roles)],
        "has_application": Authenticator.Type.TOTP in kinds,
        "passkeys": sum(factor.type == Authenticator.Type.WEBAUTHN for factor in factors),
        "codes_left": len(codes.wrap().get_unused_codes()) if codes else None,
        "second_factor": bool(kinds.intersection(FACTORS)),
        "must_have_it": bool(roles & PRIVILEGED),
        "sessions": len(open_sessions(user)),
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
        record_second_factor(self.request, self.request.user, Authenticator.Type.TOTP)
        return response

    def get_success_url(self) -> str:
        """Go to the recovery codes: they must be kept before going on."""
        return reverse("mfa_view_recovery_codes" if self.did_generate_recovery_codes else "mfa_index")


class ChangePassword(PasswordChangeView):
    """Changes the password; this device stays known under the new one."""

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        remember_device(self.request, response, self.request.user)
        return response


class ForgottenPassword(PasswordResetView):
    """Asks for a link. The same is done for every address; the queue finds out whose it is."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Put the address into the queue, within its limits."""
        address = form.cleaned_data["email"]
        refused = ratelimit.consume_or_429(self.request, action="reset_password", key=address)
        if refused:
            return refused
        delivery.post(delivery.RESET, address)
        return HttpResponseRedirect(self.get_success_url())


activate_second_factor = ActivateSecondFactor.as_view()
change_password = ChangePassword.as_view()
forgotten_password = ForgottenPassword.as_view()
