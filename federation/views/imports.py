"""The pages of imports: the list, a file uploaded, what it would do, applied, taken back."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext, ngettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from federation import messages as words
from federation.actions.imports import undoing, uploading, working
from federation.actions.imports.targets import importer, importers, target
from federation.actions.receipts import Answer
from federation.files import limits
from federation.forms.imports import ApplyForm, UploadForm
from federation.http import etag_of, fragment, is_fragment, not_modified, tagged
from federation.models import Import, ImportState, User
from federation.permissions import may_import
from federation.queries import seasons
from federation.rules.importing import BIG
from federation.views.downloads import download, wanted
from federation.views.form_pages import Crumb, crumb
from federation.views.import_page import STATES, WORKING, file_facts, notes_of, refusal_words, rows_page
from federation.views.import_tables import rows_table
from federation.views.import_words import KIND_WORDS, columns_form
from federation.views.oversize import is_oversize, throw_away
from federation.views.upload_handler import RoomyUploadHandler
from federation.views.writes import Question, ask, attempt, new_client_id, write_once

PER_PAGE = 30
pages = require_http_methods(["GET", "HEAD", "POST"])
View = Callable[..., HttpResponseBase]


def importers_only(view: View) -> View:
    """Let the view run for who may import something; with `pk` or `kind`, that one. Others: 404."""

    @wraps(view)
    def seen(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if "pk" in kwargs:
            found = get_object_or_404(
                Import.objects.select_related("season", "by__person"), pk=kwargs.pop("pk")
            )
            kinds, kwargs["source"] = [found.kind], found
        else:
            known = [each.kind for each in importers()]
            kinds = [kwargs["kind"]] if "kind" in kwargs else known
            if not set(kinds) <= set(known):
                raise Http404
        if not any(may_import(request.user, kind) for kind in kinds):
            raise Http404
        return view(request, *args, **kwargs)

    return seen


@require_safe
@importers_only
def imports(request: HttpRequest) -> HttpResponse:
    """List what was imported, and what can be."""
    kinds = [each.kind for each in importers() if may_import(request.user, each.kind)]
    found = (
        Import.objects.filter(kind__in=kinds).select_related("by__person", "season").defer("file", "choices")
    )
    page = Paginator(found.order_by("-pk"), PER_PAGE).get_page(request.GET.get("pagina"))
    context = {
        "kinds": [(kind, KIND_WORDS[kind]) for kind in kinds],
        "page": page,
        "rows": [(each, KIND_WORDS[each.kind].title, STATES[each.state]) for each in page],
    }
    return render(request, "federation/imports.html", context)


@csrf_exempt
@pages
@importers_only
def new_import(request: HttpRequest, kind: str) -> HttpResponse:
    """Take a file.

    Its announced length is looked at before anything reads the body, and that is before the
    check against forged forms, which is why it is asked for in the next step.
    """
    if request.method == "POST" and is_oversize(request, limits.LARGEST_FILE):
        throw_away(request)
        return _show_upload(request, kind, _upload_form(kind, {}, {}, is_oversize=True), status=413)
    request.upload_handlers = [RoomyUploadHandler(limits.LARGEST_FILE, request)]
    answer: HttpResponse = _take(request, kind)
    return answer


@csrf_protect
def _take(request: HttpRequest, kind: str) -> HttpResponse:
    if request.method != "POST":
        return _show_upload(request, kind, _upload_form(kind, None, None))
    form, by = _upload_form(kind, request.POST, request.FILES), cast("User", request.user)

    def act() -> Answer:
        name, data = form.cleaned_data["file"]
        made = uploading.upload(
            kind=kind,
            season=form.cleaned_data.get("season"),
            competition_key=form.cleaned_data.get("competition"),
            name=name,
            data=data,
            by=by,
        )
        return {"import": made.pk}

    tried = attempt(form, lambda: write_once(request, act, author=f"user:{by.pk}"), words.text)
    if tried.answer is None:
        status = 413 if form.has_error("file", "too_large") else tried.status
        return _show_upload(request, kind, form, status=status)
    return redirect("federation:import", pk=tried.answer["import"])


def _upload_form(kind: str, data: Any, files: Any, *, is_oversize: bool = False) -> UploadForm:
    by = importer(kind)
    current = seasons.current()
    return UploadForm(
        data,
        files,
        target=target(kind),
        asks=by.asks,
        scopes=by.scopes(),
        is_oversize=is_oversize,
        initial={"season": current.pk if current else None},
    )


def _show_upload(request: HttpRequest, kind: str, form: UploadForm, *, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "kind": kind,
        "about": KIND_WORDS[kind],
        "only_compared": importer(kind).only_compared,
        "client_id": new_client_id(),
        "crumbs": [*_way(), crumb(KIND_WORDS[kind].title)],
    }
    return render(request, "federation/import_new.html", context, status=status)


@require_safe
@importers_only
def show(request: HttpRequest, source: Import) -> HttpResponseBase:
    """Show an import: how far it is, what it would do or did; its rows as a file when asked for."""
    if wanted(request):
        return download(request, rows_table(source, request.GET.get("ver", "")))
    if source.state in WORKING:
        return _show_working(request, source)
    if is_fragment(request):
        # The page that watched it is over.
        return HttpResponseClientRedirect(request.path)
    return _show(request, source, ApplyForm())


def _show_working(request: HttpRequest, source: Import) -> HttpResponse:
    etag = etag_of("import", source.pk, source.state, source.progress, source.counts.get("total"))
    if same := not_modified(request, etag):
        return same
    context = {"source": source, "about": KIND_WORDS[source.kind], "etag": etag, "crumbs": _way_to(source)}
    template = fragment(request, "federation/import_working.html", {"marcha": "part"})
    return tagged(render(request, template, context), etag)


def _show(request: HttpRequest, source: Import, form: ApplyForm, *, status: int = 200) -> HttpResponse:
    counts = source.counts
    context = {
        "source": source,
        "about": KIND_WORDS[source.kind],
        "state": STATES[source.state],
        "rows": rows_page(source, request.GET.get("ver", ""), request.GET.get("pagina")),
        "writing": counts.get("new", 0) + counts.get("changed", 0),
        "kept_out": counts.get("error", 0) + counts.get("question", 0),
        "big": BIG,
        "form": form,
        "columns": columns_form(source) if source.state in (ImportState.READY, ImportState.FAILED) else None,
        "facts": file_facts(source),
        "notes": notes_of(source),
        "problem": refusal_words(source.problem["code"], source.problem.get("data", {}))
        if source.problem
        else "",
        "only_compared": importer(source.kind).only_compared,
        "client_id": new_client_id(),
        "crumbs": _way_to(source),
    }
    return render(request, "federation/import.html", context, status=status)


@require_POST
@importers_only
def apply(request: HttpRequest, source: Import) -> HttpResponse:
    """Import what was shown: at once, or as a job; when something has changed since, show it anew."""
    form, by = ApplyForm(request.POST), cast("User", request.user)

    def act() -> Answer:
        after = working.start(source=source, leave_out=form.cleaned_data["leave_out"], by=by)
        return {"changed": after.detected.get("changed_meanwhile", 0), "state": after.state}

    tried = attempt(form, lambda: write_once(request, act, author=f"user:{by.pk}"), words.text)
    source.refresh_from_db()
    if tried.answer is None:
        return _show(request, source, form, status=tried.status)
    if tried.answer["changed"]:
        return _show(request, source, form, status=409)
    if tried.answer["state"] == ImportState.APPLIED:
        count = source.counts.get("new", 0) + source.counts.get("changed", 0)
        said = ngettext("%(count)s fila importada.", "%(count)s filas importadas.", count)
        messages.success(request, said % {"count": count})
    return redirect("federation:import", pk=source.pk)


@pages
@importers_only
def discard(request: HttpRequest, source: Import) -> HttpResponse:
    """Ask, then throw an import away that has written nothing."""
    question = Question(
        title=gettext("Descartar la importación"),
        text=gettext("Se borran el archivo %(file)s y lo que se leyó de él. No se había guardado nada más.")
        % {"file": source.file_name},
        button=gettext("Descartar"),
        back=reverse("federation:import", args=[source.pk]),
    )

    def act() -> Import:
        return uploading.discard(source=source, by=cast("User", request.user))

    return ask(
        request, question, forms.Form(request.POST or None), act, said=gettext("Importación descartada.")
    )


@pages
@importers_only
def undo(request: HttpRequest, source: Import) -> HttpResponse:
    """Ask, then take back what an import wrote; what depends on it is told before."""
    against = undoing.against(source) if source.state == ImportState.APPLIED else []
    text = gettext("Se quita lo que se dio de alta y vuelve a constar lo que había antes de cambiarlo.")
    if against:
        told = "; ".join(against[: undoing.MOST_TOLD])
        text = gettext("Ahora no se puede deshacer, porque después se ha escrito sobre ello: %(what)s.") % {
            "what": told
        }
    question = Question(
        title=gettext("Deshacer la importación"),
        text=text,
        button=gettext("Deshacer"),
        back=reverse("federation:import", args=[source.pk]),
        danger=True,
    )

    def act() -> Import:
        return undoing.undo(source=source, by=cast("User", request.user))

    return ask(
        request, question, forms.Form(request.POST or None), act, said=gettext("Importación deshecha.")
    )


@require_safe
@importers_only
def original(request: HttpRequest, source: Import) -> HttpResponse:
    """Give the file back as it came; that it was taken is noted."""
    if source.file is None:
        raise Http404
    uploading.note_taken(source, cast("User", request.user))
    response = HttpResponse(bytes(source.file), content_type="application/octet-stream")
    attached = content_disposition_header(as_attachment=True, filename=source.file_name)
    response.headers["Content-Disposition"] = attached or "attachment"
    return response


def _way() -> list[Crumb]:
    return [crumb(gettext("Importar"), reverse("federation:imports"))]


def _way_to(source: Import) -> list[Crumb]:
    return [*_way(), crumb(source.file_name)]
