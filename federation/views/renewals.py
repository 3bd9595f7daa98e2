"""The renewal of a whole season: what would be renewed and what not, and the one button that does it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from federation import messages as words
from federation.actions import renewals as actions
from federation.actions.receipts import Answer
from federation.forms.licences import RenewalForm
from federation.models import LicenceKind, Season, User
from federation.queries import renewals as queries
from federation.queries import seasons
from federation.queries.renewals import Renewal
from federation.registry_words import NOT_RENEWED_WORDS
from federation.rules.errors import ConflictError
from federation.rules.licences import NotRenewed
from federation.views.form_pages import crumb
from federation.views.licence_page import LicenceRow, licence_row
from federation.views.office import office_only
from federation.views.writes import attempt, new_client_id, write_once

MOST_SHOWN = 500


@dataclass(frozen=True)
class LeftOut:
    """Licences that are not renewed for one reason."""

    reason: str
    count: int
    rows: Sequence[LicenceRow]


@dataclass(frozen=True)
class Preview:
    """What a renewal would do: how many, how many have one already, and who is left out, why.

    `mark` changes with the set of licences that would be renewed.
    """

    ready: Sequence[int]
    done: int
    left_out: Sequence[LeftOut]
    mark: str

    @property
    def excluded(self) -> int:
        """How many are left out."""
        return sum(each.count for each in self.left_out)


@require_http_methods(["GET", "HEAD", "POST"])
@office_only
def renew(request: HttpRequest) -> HttpResponse:
    """Choose seasons, kind and club; see what would happen; on POST renew what was seen."""
    form = RenewalForm(request.GET or None, initial=_proposed())
    if not form.is_valid():
        return _show(request, form, None, status=422 if request.method == "POST" else 200)
    chosen = form.cleaned_data
    preview = _preview(chosen)
    if request.method != "POST":
        return _show(request, form, preview)

    def act() -> Answer:
        if request.POST.get("mark") != preview.mark:
            raise ConflictError("renewal_changed")
        made = actions.renew(licences=preview.ready, after=chosen["a"], by=cast("User", request.user))
        return {"count": len(made)}

    tried = attempt(form, lambda: write_once(request, act, author=f"user:{request.user.pk}"), words.text)
    if tried.answer is None:
        return _show(request, form, preview, status=tried.status)
    count = tried.answer["count"]
    said = ngettext("%(count)s licencia renovada.", "%(count)s licencias renovadas.", count)
    messages.success(request, said % {"count": count})
    return redirect(request.get_full_path())


def _preview(chosen: dict[str, Any]) -> Preview:
    before: Season = chosen["de"]
    found = queries.renewals(before, chosen["a"], LicenceKind(chosen["clase"]), chosen["club"])
    counts = Counter(each.reason for each in found)
    ready = [each.licence.pk for each in found if each.reason is None]
    left_out = [
        _left_out(reason, [each for each in found if each.reason is reason])
        for reason in NotRenewed
        if counts[reason] and reason is not NotRenewed.HAS_ONE
    ]
    mark = hashlib.sha256(",".join(map(str, sorted(ready))).encode()).hexdigest()[:16]
    return Preview(ready, counts[NotRenewed.HAS_ONE], left_out, mark)


def _left_out(reason: NotRenewed, found: Sequence[Renewal]) -> LeftOut:
    rows = [licence_row(each.licence, each.licence.valid_to) for each in found[:MOST_SHOWN]]
    return LeftOut(str(NOT_RENEWED_WORDS[reason]), len(found), rows)


def _proposed() -> dict[str, object]:
    """The last season that has begun, and the one after it."""
    known = list(seasons.seasons())
    now = seasons.current()
    before = now if now and any(each.starts_on > now.starts_on for each in known) else None
    if before is None and len(known) > 1:
        before = known[1]
    later = [each for each in known if before and each.starts_on > before.starts_on]
    after = later[-1] if later else None
    return {
        "de": before.pk if before else None,
        "a": after.pk if after else None,
        "clase": LicenceKind.PLAYER,
    }


def _show(
    request: HttpRequest, form: RenewalForm, preview: Preview | None, *, status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "preview": preview,
        "most": MOST_SHOWN,
        "client_id": new_client_id(),
        "crumbs": [
            crumb(gettext("Licencias"), reverse("federation:licences")),
            crumb(gettext("Renovar")),
        ],
    }
    return render(request, "federation/renewal.html", context, status=status)
