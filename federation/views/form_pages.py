"""A page that is one form: shown, sent once, refused with what was typed, or done and followed up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django import forms
from django.contrib import messages as page_messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from federation import messages
from federation.actions.receipts import Answer
from federation.http import Texts
from federation.views.writes import attempt, new_client_id, write_once

Crumb = Mapping[str, str]


def crumb(label: object, url: str = "") -> Crumb:
    """One step of the way to a page; without an address it is the page itself."""
    return {"label": str(label), "url": url}


@dataclass(frozen=True)
class FormPage:
    """The words of a page with a form, the way back, and how it is told that it was done.

    `about` tells what the form is of, `note` what will follow, `warnings` what speaks against it
    and `stops` what would refuse it as it stands.
    """

    title: str
    button: str
    back: str
    said: str
    about: str = ""
    note: str = ""
    warnings: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()
    danger: bool = False
    crumbs: tuple[Crumb, ...] = ()


def show_form(
    request: HttpRequest,
    page: FormPage,
    form: forms.BaseForm,
    act: Callable[[], str],
    *,
    texts: Texts = messages.text,
    template: str = "federation/form.html",
    extra: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Show the form; on POST act and go to the address that `act` gives; a refusal shows the page again.

    The same form sent twice acts once and leads to the same address.
    """
    status = 200
    if request.method == "POST":

        def done() -> Answer:
            return {"to": act()}

        author = f"user:{request.user.pk}"
        tried = attempt(form, lambda: write_once(request, done, author=author), texts)
        if tried.answer is not None:
            page_messages.success(request, page.said)
            return HttpResponseRedirect(tried.answer["to"])
        status = tried.status
    context = {"page": page, "form": form, "client_id": new_client_id(), **(extra or {})}
    return render(request, template, context, status=status)
