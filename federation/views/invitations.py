"""Inviting, sending again, withdrawing; and the page behind the link, where an account is opened."""

from __future__ import annotations

from typing import cast

from allauth.account.internal.flows.login import perform_password_login
from allauth.account.internal.flows.reauthentication import reauthenticate_by_password
from allauth.account.models import Login
from allauth.core.exceptions import ReauthenticationRequired
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from federation import messages as words
from federation.accounts import identified_recently
from federation.accounts.delivery import hurry
from federation.actions import invitations as actions
from federation.actions.receipts import Answer
from federation.forms.acceptance import AcceptForm
from federation.forms.office import InviteForm
from federation.models import Invitation, Person, User
from federation.permissions import may_administer
from federation.queries.invitations import by_token, opened_by, token_digest
from federation.views.office import office_only
from federation.views.writes import Question, ask, attempt, attempt_as_user, new_client_id, write_once

pages = require_http_methods(["GET", "HEAD", "POST"])


@pages
@office_only
def invite(request: HttpRequest, person: int) -> HttpResponse:
    """Ask for the address and invite a person; with a role, whoever invites identifies himself again."""
    who = get_object_or_404(Person.objects.filter(user__isnull=True), pk=person)
    form = InviteForm(request.POST or None)
    status = 200
    if request.method == "POST":
        if request.POST.get("role") and not identified_recently(request):
            raise ReauthenticationRequired
        tried = attempt_as_user(request, form, lambda: _invite(form, who, cast("User", request.user)))
        if tried.done:
            said = gettext("Invitación enviada a %(email)s.") % {"email": form.cleaned_data["email"]}
            messages.success(request, said)
            return redirect("matches:person", pk=who.pk)
        status = tried.status
    context = {
        "who": who,
        "form": form,
        "may_promise": may_administer(request.user),
        "client_id": new_client_id(),
    }
    return render(request, "federation/invite.html", context, status=status)


def _invite(form: forms.Form, who: Person, by: User) -> None:
    data = form.cleaned_data
    actions.invite(person=who, email=data["email"], role=data["role"], by=by)
    hurry()


@pages
@office_only
def resend(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then send a new link."""
    invitation = _invitation(pk)
    question = Question(
        title=gettext("Enviar otra vez la invitación"),
        text=gettext("Saldrá un correo nuevo a %(email)s. El enlace anterior deja de valer.")
        % {"email": invitation.email},
        button=gettext("Enviar"),
        back=reverse("matches:person", args=[invitation.person_id]),
    )
    by = cast("User", request.user)
    form = forms.Form(request.POST or None)

    def act() -> None:
        actions.resend(invitation=invitation, by=by)
        hurry()

    return ask(request, question, form, act, said=gettext("Correo enviado."))


@pages
@office_only
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then take an invitation back."""
    invitation = _invitation(pk)
    question = Question(
        title=gettext("Retirar la invitación"),
        text=gettext("El enlace enviado a %(email)s deja de valer.") % {"email": invitation.email},
        button=gettext("Retirar"),
        back=reverse("matches:person", args=[invitation.person_id]),
        danger=True,
    )
    by = cast("User", request.user)
    form = forms.Form(request.POST or None)
    return ask(
        request,
        question,
        form,
        lambda: actions.withdraw(invitation=invitation, by=by),
        said=gettext("Invitación retirada."),
    )


def _invitation(pk: int) -> Invitation:
    return get_object_or_404(Invitation.objects.select_related("person"), pk=pk)


@sensitive_post_parameters("password1", "password2")
@pages
@never_cache
@login_not_required
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Let an invited person choose his password, and log him in.

    A link that is unknown, used, withdrawn or out of date gets one and the same page (404).
    """
    invitation = by_token(token)
    if invitation is None and request.method != "POST":
        return _over(request)
    if request.user.is_authenticated:
        return _somebody_else(request, token, invitation)
    # A repeated sending finds its link used, and still gets its first answer.
    form = AcceptForm(request.POST or None, invitation=invitation) if invitation else forms.Form(request.POST)
    status = 200
    if request.method == "POST":
        made: list[User] = []
        tried = attempt(form, lambda: _accept(request, token, made), words.text)
        if made:
            return _log_in(request, made[0])
        if tried.done:
            messages.success(request, gettext("Tu cuenta ya está abierta. Entra con tu contraseña."))
            return redirect("account_login")
        if invitation is None or (tried.error is not None and tried.error.code == "invitation_over"):
            return _over(request)
        status = tried.status
    context = {"invitation": invitation, "form": form, "client_id": new_client_id()}
    return render(request, "federation/accept.html", context, status=status)


def _accept(request: HttpRequest, token: str, made: list[User]) -> Answer:
    def act() -> Answer:
        user = actions.accept(token=token, password=request.POST.get("password1", ""))
        made.append(user)
        return {"user": user.pk}

    return write_once(request, act, author=f"invitation:{token_digest(token)[:32]}")


def _log_in(request: HttpRequest, user: User) -> HttpResponse:
    login = Login(user=user, redirect_url=reverse("federation:home"), email=user.email)
    answer = perform_password_login(request, {"email": user.email}, login)
    # The password was chosen a moment ago: the second factor need not ask for it again.
    reauthenticate_by_password(request)
    return answer


def _over(request: HttpRequest) -> HttpResponse:
    return render(request, "federation/invitation_over.html", status=404)


def _somebody_else(request: HttpRequest, token: str, invitation: Invitation | None) -> HttpResponse:
    if invitation is None:
        return redirect("federation:home") if opened_by(token, request.user) else _over(request)
    return render(request, "federation/invitation_of_another.html", {"invitation": invitation}, status=409)
