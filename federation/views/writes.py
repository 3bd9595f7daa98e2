"""One answer per write: what every view that writes shares, in this app and in those above."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages as page_messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.crypto import get_random_string

from federation import messages
from federation.actions.receipts import Answer, once
from federation.http import Texts, add_rule_error
from federation.rules.errors import ConflictError, ForbiddenError, RuleError

NOT_OF_THE_BODY = frozenset({"csrfmiddlewaretoken", "client_id", "device_time"})
"""Fields that differ when the same form is sent twice."""

SECRETS = frozenset(
    {"pin", "scorer_pin", "counter_pin", "asker_pin", "agreed_pin", "password", "password1", "password2"}
)
"""Fields whose values are proved and never compared or kept."""


def new_client_id() -> str:
    """The id that a form brings from the server for whoever has no script."""
    return get_random_string(32)


def write_once(request: HttpRequest, act: Callable[[], Answer], *, author: str) -> Answer:
    """Run a write once for the id that came with the form; a repeat gets the first answer again.

    Raises whatever `act` raises, and ConflictError when the id was used for something else.
    """
    left_out = NOT_OF_THE_BODY | SECRETS
    body: dict[str, Any] = {name: request.POST.getlist(name) for name in request.POST if name not in left_out}
    client_id = request.POST.get("client_id", "")[:64]
    return once(client_id=client_id, author=author, body={"path": request.path, **body}, act=act)


@dataclass(frozen=True)
class Attempt:
    """How a write went: its answer, or the status and the error that the form now shows."""

    answer: Answer | None
    status: int
    error: RuleError | None = None

    @property
    def done(self) -> bool:
        """Was it done (now or before)?"""
        return self.answer is not None


def attempt(form: forms.BaseForm, write: Callable[[], Answer], texts: Texts) -> Attempt:
    """Run `write` for a valid form and put any refusal on the form, in the words of `texts`.

    Statuses: 200 done, 422 invalid or refused by a rule, 409 somebody was first or the
    state has moved, 403 may see and may not do (design, invariant 9). What was typed
    stays in the form.
    """
    if not form.is_valid():
        return Attempt(None, 422)
    try:
        return Attempt(write(), 200)
    except RuleError as error:
        add_rule_error(form, error, texts)
        return Attempt(None, status_of(error), error)


def status_of(error: RuleError) -> int:
    """The HTTP status of a refusal."""
    if isinstance(error, ForbiddenError):
        return 403
    return 409 if isinstance(error, ConflictError) else 422


def attempt_as_user(
    request: HttpRequest, form: forms.BaseForm, act: Callable[[], object], texts: Texts = messages.text
) -> Attempt:
    """`attempt` for an act of the account that is logged in; what `act` gives is not told."""

    def done() -> Answer:
        act()
        return {}

    author = f"user:{request.user.pk}"
    return attempt(form, lambda: write_once(request, done, author=author), texts)


@dataclass(frozen=True)
class Question:
    """A page that asks before an act: what will happen, the button that does it, the way back."""

    title: str
    text: str
    button: str
    back: str
    danger: bool = False


def ask(
    request: HttpRequest,
    question: Question,
    form: forms.BaseForm,
    act: Callable[[], object],
    *,
    said: str,
    texts: Texts = messages.text,
) -> HttpResponse:
    """Show the question; on POST act, say what was done and go back; a refusal shows the page again."""
    status = 200
    if request.method == "POST":
        tried = attempt_as_user(request, form, act, texts)
        if tried.done:
            page_messages.success(request, said)
            return HttpResponseRedirect(question.back)
        status = tried.status
    context = {"question": question, "form": form, "client_id": new_client_id()}
    return render(request, "federation/question.html", context, status=status)
