"""What somebody puts right in an import: how it is read, its columns, a row, and what it asks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from django.contrib import messages as page_messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from federation import messages
from federation.actions.imports import uploading
from federation.actions.imports.targets import importer, target
from federation.actions.receipts import Answer
from federation.files.reading import row_texts
from federation.forms.import_questions import AnswersForm
from federation.forms.imports import ReadingForm, RowForm
from federation.models import Import, ImportKind, ImportRow, User
from federation.reading_columns import COLUMNS
from federation.views.form_pages import FormPage, crumb, show_form
from federation.views.import_page import Words
from federation.views.import_words import columns_form
from federation.views.imports import importers_only, pages
from federation.views.writes import attempt, new_client_id, write_once


@pages
@importers_only
def reading(request: HttpRequest, source: Import) -> HttpResponse:
    """Say how the file is to be read where what was detected is wrong."""
    kind = target(source.kind)
    series = source.kind == ImportKind.PEOPLE
    form = ReadingForm(request.POST or None, target=kind, detected=source.detected, series=series)
    form.initial = ReadingForm.initial_of(source.choices, form.days)
    page = _page(source, gettext("Cómo leer el archivo"), gettext("Leerlo así"))
    extra = {"sample": source.detected.get("sample", ())}
    return show_form(
        request,
        page,
        form,
        lambda: _correct(request, source, form.choices()),
        template="federation/import_reading.html",
        extra=extra,
    )


@pages
@importers_only
def columns(request: HttpRequest, source: Import) -> HttpResponse:
    """Say which column of the file feeds which of ours; it is remembered for files with these headers."""
    form = columns_form(source, request.POST or None)
    page = _page(source, gettext("Columnas"), gettext("Leerlo así"))
    return show_form(request, page, form, lambda: _correct(request, source, form.choices()))


@pages
@importers_only
def row(request: HttpRequest, source: Import, number: int) -> HttpResponse:
    """Write the cells of a row anew, or leave it out."""
    found = get_object_or_404(ImportRow, source=source, number=number)
    if source.file is None:
        raise Http404
    texts = row_texts(bytes(source.file), source.file_name, target(source.kind), source.choices, found.number)
    labels = COLUMNS[source.kind]
    mapped = [column for _number, _text, column in source.detected.get("headers", ()) if column]
    shown = [(name, labels[name]) for name in mapped] if texts is not None else []
    form = RowForm(request.POST or None, columns=shown, initial=texts or {})
    words = Words(source, importer(source.kind))
    line = words.line(found)
    page = FormPage(
        title=gettext("Línea %(number)s") % {"number": number},
        about=line.title,
        button=gettext("Corregir la línea"),
        back=_address(source),
        said=gettext("Corregida. Se ha leído otra vez."),
        note=gettext("Tu archivo no cambia: la corrección se guarda con la importación."),
        crumbs=_crumbs(source, gettext("Línea %(number)s") % {"number": number}),
    )

    def act() -> str:
        choices = {"rows_out": [number]} if "out" in request.POST else form.choices(number)
        return _correct(request, source, choices)

    told: dict[str, list[str]] = defaultdict(list)
    for each in found.remarks:
        told[each["column"] if each["column"] in form.fields else ""].append(words.text(each))
    extra = {
        "has_cells": texts is not None,
        "cells": [(field, told[field.name]) for field in form],
        "general": told[""],
    }
    return show_form(request, page, form, act, template="federation/import_row.html", extra=extra)


@dataclass(frozen=True)
class Group:
    """The questions of one kind: their words, how many rows wait, and their form."""

    id: str
    title: str
    column: str
    rows: int
    more: int
    form: AnswersForm


@pages
@importers_only
def questions(request: HttpRequest, source: Import) -> HttpResponse:
    """Show what the rows ask, by kind; answer one kind at a time."""
    by, words = importer(source.kind), Words(source, importer(source.kind))
    groups, status = [], 200
    for told in source.detected.get("questions", ()):
        name = f"{told['code']}-{told['column']}"
        sent = request.method == "POST" and request.POST.get("group") == name
        form = AnswersForm(
            request.POST if sent else None, group=told, options=by.options(told["code"], source)
        )
        if sent:
            tried = attempt(form, partial(_answer, request, source, form), messages.text)
            if tried.done:
                page_messages.success(request, gettext("Respuestas guardadas."))
                return redirect(_address(source))
            status = tried.status
        title = words.text({**told["asked"][0], "weight": "question"})
        label = words.label(told["column"]) if told["column"] != "person" else ""
        groups.append(
            Group(name, title, label, told["rows"], max(0, told["count"] - len(told["asked"])), form)
        )
    if request.method == "POST" and status == 200:
        # Of a kind that is asked no more: somebody has answered, or it was read anew.
        return redirect(_address(source))
    context = {
        "source": source,
        "groups": groups,
        "client_id": new_client_id(),
        "crumbs": _crumbs(source, gettext("Preguntas")),
    }
    return render(request, "federation/import_questions.html", context, status=status)


def _answer(request: HttpRequest, source: Import, form: AnswersForm) -> Answer:
    def act() -> Answer:
        _correct(request, source, form.choices())
        return {}

    return write_once(request, act, author=f"user:{request.user.pk}")


def _correct(request: HttpRequest, source: Import, choices: Mapping[str, Any]) -> str:
    uploading.correct(source=source, choices=choices, by=cast("User", request.user))
    return _address(source)


def _page(source: Import, title: str, button: str) -> FormPage:
    return FormPage(
        title=title,
        about=source.file_name,
        button=button,
        back=_address(source),
        said=gettext("Se ha leído otra vez."),
        crumbs=_crumbs(source, title),
    )


def _crumbs(source: Import, title: str) -> tuple[Mapping[str, str], ...]:
    return (
        crumb(gettext("Importar"), reverse("federation:imports")),
        crumb(source.file_name, _address(source)),
        crumb(title),
    )


def _address(source: Import) -> str:
    return reverse("federation:import", args=[source.pk])
