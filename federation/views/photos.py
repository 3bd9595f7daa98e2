"""A person's photo: shown to those who may see it, put in place and taken away by the office."""

from __future__ import annotations

from functools import partial
from typing import cast

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from federation import messages as words
from federation.actions import people as people_actions
from federation.actions import photos as actions
from federation.actions.receipts import Answer
from federation.forms.photos import PhotoForm
from federation.http import etag_of, not_modified, tagged
from federation.models import Person, PersonPhoto, User
from federation.permissions import may_see_photo
from federation.photos.drawing import MOST_BYTES
from federation.queries.person_record import photo_mark
from federation.views.form_pages import crumb
from federation.views.office import office_only
from federation.views.oversize import is_oversize, throw_away
from federation.views.writes import Question, ask, attempt, new_client_id, write_once


@require_safe
def photo(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a person's photo to the office and to himself; nobody else learns whether there is one.

    Kept by that browser alone, and asked for again each time; what is sent is noted.
    """
    if not may_see_photo(request.user, pk):
        raise Http404
    found = get_object_or_404(PersonPhoto.objects.select_related("person"), pk=pk)
    etag = etag_of("photo", found.sha256, request.user.pk)
    if same := not_modified(request, etag):
        return same
    user = cast("User", request.user)
    if user.person_id != pk:
        people_actions.log_access(kind="photo", by=user, person=found.person)
    return tagged(HttpResponse(bytes(found.jpeg), content_type="image/jpeg"), etag)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@office_only
def change_photo(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a person's photo and take a new one.

    The announced length is looked at before anything reads the body, and that is before the
    check against forged forms, which is why it is asked for in the next step.
    """
    who = get_object_or_404(Person, pk=pk)
    if request.method == "POST" and is_oversize(request, MOST_BYTES):
        throw_away(request)
        return _show(request, who, PhotoForm({}, {}, is_oversize=True), status=413)
    answer: HttpResponse = _take(request, who)
    return answer


@csrf_protect
def _take(request: HttpRequest, who: Person) -> HttpResponse:
    if request.method != "POST":
        return _show(request, who, PhotoForm())
    form, by = PhotoForm(request.POST, request.FILES), cast("User", request.user)

    def store() -> Answer:
        actions.store_photo(person=who, jpeg=form.cleaned_data["photo"], by=by)
        return {}

    tried = attempt(form, lambda: write_once(request, store, author=f"user:{by.pk}"), words.text)
    if not tried.done:
        return _show(request, who, form, status=413 if form.has_error("photo", "too_large") else tried.status)
    messages.success(request, gettext("Foto guardada."))
    return redirect("federation:change_photo", pk=who.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@office_only
def remove_photo(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then take a photo away."""
    who = get_object_or_404(Person, pk=pk)
    question = Question(
        title=gettext("Quitar la foto"),
        text=gettext("La foto de %(who)s se borra y su tarjeta saldrá sin ella.") % {"who": who},
        button=gettext("Quitar la foto"),
        back=reverse("federation:change_photo", args=[pk]),
        danger=True,
    )
    act = partial(actions.remove_photo, person=who, by=cast("User", request.user))
    return ask(request, question, forms.Form(request.POST or None), act, said=gettext("Foto quitada."))


def _show(request: HttpRequest, who: Person, form: PhotoForm, *, status: int = 200) -> HttpResponse:
    person_page = reverse("matches:person", args=[who.pk])
    context = {
        "who": who,
        "form": form,
        "photo": photo_mark(who),
        "client_id": new_client_id(),
        "crumbs": [
            crumb(gettext("Personas"), reverse("federation:people")),
            crumb(who, person_page),
            crumb(gettext("Foto")),
        ],
    }
    return render(request, "federation/photo.html", context, status=status)
