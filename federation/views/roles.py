"""Giving and ending roles, closing and opening accounts, naming delegates; one identifies again first."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from federation.accounts import recently_identified
from federation.actions import accounts as actions
from federation.actions.delegations import dismiss_delegate as dismiss
from federation.actions.delegations import name_delegate as name
from federation.forms.fields import ReasonForm
from federation.forms.office import DelegateForm, RoleForm
from federation.models import ClubDelegation, Person, RoleAssignment, User
from federation.views.office import administrators_only, office_only
from federation.views.writes import Question, ask, attempt_as_user, new_client_id

pages = require_http_methods(["GET", "HEAD", "POST"])


def page_of(user: User) -> str:
    """The address of the page that tells what an account may do."""
    if user.person_id is not None:
        return reverse("competitions:person", args=[user.person_id])
    return reverse("competitions:account", args=[user.pk])


@pages
@administrators_only
@recently_identified
def give_role(request: HttpRequest, pk: int) -> HttpResponse:
    """Give an account a role, between two days."""
    user = get_object_or_404(User.objects.select_related("person"), pk=pk)
    form = RoleForm(request.POST or None)

    def act() -> None:
        actions.give_role(user=user, by=cast("User", request.user), **form.cleaned_data)

    context = {
        "title": gettext("Dar una función"),
        "who": user,
        "button": gettext("Dar la función"),
        "note": gettext("Entra en vigor desde ese día, también en las sesiones abiertas."),
    }
    return _form_page(request, form, act, page_of(user), gettext("Función dada."), context)


@pages
@administrators_only
@recently_identified
def end_role(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then take a role away."""
    assignment = get_object_or_404(RoleAssignment.objects.select_related("user__person"), pk=pk)
    question = Question(
        title=gettext("Quitar una función"),
        text=gettext("%(who)s deja de tener «%(role)s» ahora mismo, también en las sesiones abiertas.")
        % {"who": assignment.user, "role": assignment.get_role_display()},
        button=gettext("Quitar la función"),
        back=page_of(assignment.user),
        danger=True,
    )
    return ask(
        request,
        question,
        forms.Form(request.POST or None),
        lambda: actions.end_role(assignment=assignment, by=cast("User", request.user)),
        said=gettext("Función retirada."),
    )


@pages
@administrators_only
@recently_identified
def close_account(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the reason, then close an account."""
    user = get_object_or_404(User.objects.select_related("person"), pk=pk)
    question = Question(
        title=gettext("Cerrar la cuenta"),
        text=gettext("%(who)s no podrá entrar, y sus sesiones abiertas terminan ya. No se borra nada.")
        % {"who": user},
        button=gettext("Cerrar la cuenta"),
        back=page_of(user),
        danger=True,
    )
    return _with_reason(request, question, user, actions.close_account, gettext("Cuenta cerrada."))


@pages
@administrators_only
@recently_identified
def reopen_account(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the reason, then open a closed account again."""
    user = get_object_or_404(User.objects.select_related("person"), pk=pk)
    question = Question(
        title=gettext("Abrir la cuenta otra vez"),
        text=gettext("%(who)s podrá entrar con su contraseña y con las funciones que conserve.")
        % {"who": user},
        button=gettext("Abrir la cuenta"),
        back=page_of(user),
    )
    return _with_reason(request, question, user, actions.reopen_account, gettext("Cuenta abierta."))


def _with_reason(
    request: HttpRequest, question: Question, user: User, action: Callable[..., User], said: str
) -> HttpResponse:
    form = ReasonForm(request.POST or None)

    def act() -> None:
        action(user=user, reason=form.cleaned_data["reason"], by=cast("User", request.user))

    return ask(request, question, form, act, said=said)


@pages
@office_only
def name_delegate(request: HttpRequest, person: int) -> HttpResponse:
    """Name a person delegate of a club."""
    who = get_object_or_404(Person, pk=person)
    form = DelegateForm(request.POST or None)

    def act() -> None:
        name(person=who, by=cast("User", request.user), **form.cleaned_data)

    context = {"title": gettext("Nombrar delegado de club"), "who": who, "button": gettext("Nombrar")}
    back = reverse("competitions:person", args=[who.pk])
    return _form_page(request, form, act, back, gettext("Delegado nombrado."), context)


@pages
@office_only
def dismiss_delegate(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then take a delegation away."""
    delegation = get_object_or_404(ClubDelegation.objects.select_related("person", "club"), pk=pk)
    question = Question(
        title=gettext("Retirar una delegación"),
        text=gettext("%(who)s deja de ser delegado de %(club)s ahora mismo.")
        % {"who": delegation.person, "club": delegation.club},
        button=gettext("Retirar"),
        back=reverse("competitions:person", args=[delegation.person_id]),
        danger=True,
    )
    return ask(
        request,
        question,
        forms.Form(request.POST or None),
        lambda: dismiss(delegation=delegation, by=cast("User", request.user)),
        said=gettext("Delegación retirada."),
    )


def _form_page(
    request: HttpRequest,
    form: forms.Form,
    act: Callable[[], None],
    back: str,
    said: str,
    context: dict[str, object],
) -> HttpResponse:
    status = 200
    if request.method == "POST":
        tried = attempt_as_user(request, form, act)
        if tried.done:
            messages.success(request, said)
            return redirect(back)
        status = tried.status
    full = {**context, "form": form, "back": back, "client_id": new_client_id()}
    return render(request, "federation/grant.html", full, status=status)
