"""Giving and ending roles, closing and opening accounts, naming delegates; one identifies again first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
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
from federation.actions import delegations
from federation.forms.fields import ReasonForm
from federation.forms.office import DelegateForm, RoleForm
from federation.models import ClubDelegation, Person, RoleAssignment, User
from federation.views.office import administrators_only, office_only
from federation.views.writes import Question, ask, attempt_as_user, new_client_id

pages = require_http_methods(["GET", "HEAD", "POST"])


def page_of(user: User) -> str:
    """The address of the page that tells what an account may do."""
    if user.person_id is not None:
        return reverse("matches:person", args=[user.person_id])
    return reverse("competitions:account", args=[user.pk])


@pages
@administrators_only
@recently_identified
def give_role(request: HttpRequest, pk: int) -> HttpResponse:
    """Give an account a role, between two days."""
    user = get_object_or_404(User.objects.select_related("person"), pk=pk)
    grant = Grant(
        title=gettext("Dar una función"),
        who=user,
        button=gettext("Dar la función"),
        note=gettext("Entra en vigor desde ese día, también en las sesiones abiertas."),
        back=page_of(user),
        said=gettext("Función dada."),
    )
    return _grant(request, grant, RoleForm, partial(actions.give_role, user=user))


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
    act = partial(actions.end_role, assignment=assignment)
    return _asked(request, question, forms.Form, act, gettext("Función retirada."))


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
    act = partial(actions.close_account, user=user)
    return _asked(request, question, ReasonForm, act, gettext("Cuenta cerrada."))


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
    act = partial(actions.reopen_account, user=user)
    return _asked(request, question, ReasonForm, act, gettext("Cuenta abierta."))


@pages
@office_only
def name_delegate(request: HttpRequest, person: int) -> HttpResponse:
    """Name a person delegate of a club."""
    who = get_object_or_404(Person, pk=person)
    grant = Grant(
        title=gettext("Nombrar delegado de club"),
        who=who,
        button=gettext("Nombrar"),
        back=reverse("matches:person", args=[who.pk]),
        said=gettext("Delegado nombrado."),
    )
    return _grant(request, grant, DelegateForm, partial(delegations.name_delegate, person=who))


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
        back=reverse("matches:person", args=[delegation.person_id]),
        danger=True,
    )
    act = partial(delegations.dismiss_delegate, delegation=delegation)
    return _asked(request, question, forms.Form, act, gettext("Delegación retirada."))


@dataclass(frozen=True)
class Grant:
    """A page that gives somebody something, by a form: its words, and where it leads."""

    title: str
    who: User | Person
    button: str
    back: str
    said: str
    note: str = ""


def _grant(
    request: HttpRequest, grant: Grant, form_class: type[forms.Form], action: Callable[..., object]
) -> HttpResponse:
    """Show the form; on POST give what it says, say so and go back; a refusal shows the page again."""
    form = form_class(request.POST or None)
    status = 200
    if request.method == "POST":
        tried = attempt_as_user(request, form, _by(request, action, form))
        if tried.done:
            messages.success(request, grant.said)
            return redirect(grant.back)
        status = tried.status
    context = {"grant": grant, "form": form, "client_id": new_client_id()}
    return render(request, "federation/grant.html", context, status=status)


def _asked(
    request: HttpRequest,
    question: Question,
    form_class: type[forms.Form],
    action: Callable[..., object],
    said: str,
) -> HttpResponse:
    form = form_class(request.POST or None)
    return ask(request, question, form, _by(request, action, form), said=said)


def _by(request: HttpRequest, action: Callable[..., object], form: forms.Form) -> Callable[[], object]:
    """The act of the account that asks, with what its form says: forms and actions use the same names."""
    return lambda: action(by=cast("User", request.user), **form.cleaned_data)
