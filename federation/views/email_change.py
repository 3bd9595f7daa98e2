"""Changing one's address: a link goes to the new one, word of it to the old one."""

from __future__ import annotations

from typing import cast

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation.accounts import delivery, recently_identified
from federation.accounts.email_change import EmailChange, read_token
from federation.actions.own_account import change_email
from federation.forms.accounts import NewEmailForm
from federation.http import add_rule_error
from federation.messages import text
from federation.models import OutgoingMail, User
from federation.rules.errors import RuleError

CHANGED = "account/email/email_changed"


@require_http_methods(["GET", "HEAD", "POST"])
@recently_identified
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for the new address and send the link there; whether it has an account is told to nobody."""
    user = cast("User", request.user)
    form = NewEmailForm(request.POST or None, old=user.email)
    if request.method == "POST" and form.is_valid():
        new = form.cleaned_data["email"]
        refused = ratelimit.consume_or_429(request, action="change_email_address", key=new, user=user)
        if refused:
            return refused
        delivery.post(delivery.CONFIRM_ADDRESS, new, user=user)
        said = _(
            "Enviamos un enlace a %(address)s. Ábrelo antes de 24 horas; hasta entonces sigue el de ahora."
        )
        messages.success(request, said % {"address": new})
        return redirect("account_change_email")
    waiting = OutgoingMail.objects.filter(user=user, kind=delivery.CONFIRM_ADDRESS, attempts__gt=0)
    context = {"form": form, "waiting": waiting.exists()}
    return render(request, "account/email_change.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Change the address when the link is right, at the press of a button: some mail programs open links."""
    user = cast("User", request.user)
    change = read_token(token, user)
    if change is None:
        return render(request, "account/email_confirm.html", {"change": None}, status=404)
    if request.method != "POST":
        return render(request, "account/email_confirm.html", {"change": change})
    return _change(request, user, change)


def _change(request: HttpRequest, user: User, change: EmailChange) -> HttpResponse:
    form = NewEmailForm({"email": change.new}, old=change.old)
    told = {"from_email": change.old, "to_email": change.new}
    try:
        with transaction.atomic():
            change_email(user=user, old=change.old, new=change.new)
            get_adapter().send_notification_mail(CHANGED, user, told, email=change.old)
    except RuleError as error:
        form.is_valid()
        add_rule_error(form, error, text)
        context = {"change": change, "form": form}
        return render(request, "account/email_confirm.html", context, status=409)
    messages.success(request, _("Tu correo es ahora %(address)s.") % {"address": change.new})
    return redirect("federation:account")
