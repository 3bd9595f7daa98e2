"""Passkeys: made, named, removed, and shown to confirm who one is."""

from __future__ import annotations

from typing import Any

from allauth.account.mixins import NextRedirectMixin
from allauth.account.utils import passthrough_next_redirect_url
from allauth.mfa.adapter import get_adapter
from allauth.mfa.internal.flows.add import redirect_if_add_not_allowed
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import views as webauthn
from allauth.mfa.webauthn.internal import auth
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse, reverse_lazy

from federation.accounts import record_second_factor
from federation.queries.roles import PRIVILEGED, current_roles


class AddPasskey(NextRedirectMixin, webauthn.AddWebAuthnView):
    """Makes a passkey on this device; whoever made it just now has shown it in this session."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Ask the device for one that also opens the account by itself, where it can make such."""
        context = super().get_context_data(**kwargs)
        options = auth.begin_registration(self.request.user, passwordless=False)
        wanted = dict(options["publicKey"])
        wanted["authenticatorSelection"] = {"residentKey": "preferred", "userVerification": "preferred"}
        context["passkey_options"] = {"publicKey": wanted}
        context["must_have_it"] = bool(current_roles(self.request.user) & PRIVILEGED)
        return context | kwargs

    def form_valid(self, form: Any) -> HttpResponse:
        """Keep it, and write it down in the session."""
        response = super().form_valid(form)
        record_second_factor(self.request, self.request.user, Authenticator.Type.WEBAUTHN)
        return response

    def get_success_url(self) -> str:
        """Go to the recovery codes when they are new: they must be kept before going on."""
        return reverse("mfa_view_recovery_codes" if self.did_generate_recovery_codes else "mfa_index")


class RemovePasskey(webauthn.RemoveWebAuthnView):
    """Removes one, unless a role demands a second factor and it is the last."""

    success_url = reverse_lazy("mfa_index")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say whether it may go, and what is lost with the last one."""
        context = super().get_context_data(**kwargs)
        context["may_go"] = get_adapter().can_delete_authenticator(self.object)
        return context

    def form_valid(self, form: Any) -> HttpResponse:
        """Remove it; 403 with the page that says why not."""
        if not get_adapter().can_delete_authenticator(self.object):
            return self.render_to_response(self.get_context_data(form=form), status=403)
        return super().form_valid(form)


class RenamePasskey(webauthn.EditWebAuthnView):
    """Gives one another name."""

    success_url = reverse_lazy("mfa_index")


class IdentifyByPasskey(webauthn.ReauthenticateWebAuthnView):
    """Confirms with a passkey who one is; a wrong one is told on the same page."""

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The library leaves the form of a wrong answer out; here its message is shown."""
        context = super().get_context_data(**kwargs)
        return context | kwargs


class EnterByPasskey(webauthn.LoginWebAuthnView):
    """Logs in with a passkey alone."""

    def form_invalid(self, form: Any) -> HttpResponse:
        """Tell it on the login page, which goes on knowing where one was going to."""
        super().form_invalid(form)
        login = passthrough_next_redirect_url(self.request, reverse("account_login"), REDIRECT_FIELD_NAME)
        return HttpResponseRedirect(login)


add = redirect_if_add_not_allowed(AddPasskey.as_view())
remove = RemovePasskey.as_view()
rename = RenamePasskey.as_view()
identify = IdentifyByPasskey.as_view()
enter = EnterByPasskey.as_view()
