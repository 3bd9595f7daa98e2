"""The tables as they are kept, for administrators to look at. Only our actions change anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from allauth.core.exceptions import ReauthenticationRequired
from django.apps import apps
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_not_required
from django.db import models, transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import NoReverseMatch, reverse
from django.utils.decorators import method_decorator
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from federation import models as tables
from federation.accounts import identified_recently
from federation.actions.accounts import close_account
from federation.actions.admin_log import mirror
from federation.actions.people import DETAILS
from federation.column_names import name_columns
from federation.messages import text as refusal
from federation.permissions import may_administer
from federation.rules.errors import RuleError

HIDDEN = frozenset(
    {
        "federation.clubrequest.data",
        "federation.import.file",
        "federation.importrow.changes",
        "federation.importrow.values",
        "federation.importrow.written",
        "federation.licence.code",
        "federation.person.birth_date",
        *(f"federation.personaldata.{name}" for name in DETAILS),
        "federation.personphoto.jpeg",
        # They open nothing here: only the role does.
        "federation.user.is_staff",
        "federation.user.is_superuser",
        "matches.board.code",
        "matches.papersheet.jpeg",
        "matches.tablepin.digest",
        "matches.tablepin.salt",
    }
)
"""What opens something or is nobody's business, and does not help whoever looks into a table."""
SECRET = frozenset({"password", "token_digest"})
"""Names of columns that are hidden in every table."""
MOST_COLUMNS = 8


class Site(admin.AdminSite):
    """Behind our own login and second factor; for whoever is not an administrator it is not there."""

    site_header = _("Administración")
    site_title = _("Administración")
    index_title = _("Tablas")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        """The role counts, read at each request; neither `is_staff` nor `is_superuser` does."""
        return may_administer(request.user)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:  # noqa: FBT001, FBT002 - Django's
        """Answer 404 to whoever is logged in and no administrator, whatever the page."""
        guarded = super().admin_view(view, cacheable)

        @wraps(guarded)
        def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.user.is_authenticated and not self.has_permission(request):
                raise Http404
            return guarded(request, *args, **kwargs)

        return checked

    @method_decorator(login_not_required)
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # noqa: ARG002
        """Send an anonymous visitor to our login; for anybody else without the role: 404."""
        if request.user.is_authenticated:
            raise Http404
        path = request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index")
        return HttpResponseRedirect(f"{reverse('account_login')}?{urlencode({REDIRECT_FIELD_NAME: path})}")

    def logout(self, request: HttpRequest, extra_context: Any = None) -> Any:  # noqa: ARG002
        """Leave by our own door."""
        return HttpResponseRedirect(reverse("account_logout"))

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:  # noqa: ARG002
        """Change it on our own page."""
        return HttpResponseRedirect(reverse("account_change_password"))


site = Site(name="admin")


class ReadOnly(admin.ModelAdmin):
    """Any table, to look at: rows and columns as they are, related rows by their number."""

    show_full_result_count = False
    list_per_page = 50
    actions: Sequence[Any] = ()

    def has_module_permission(self, request: HttpRequest) -> bool:
        """For administrators."""
        return may_administer(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        """For administrators."""
        return may_administer(request.user)

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        """Rows are made by actions."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        """Rows are changed by actions."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        """Nothing is deleted here."""
        return False

    def get_list_display(self, request: HttpRequest) -> list[Any]:  # noqa: ARG002
        """Show the first columns of the table."""
        return _columns(self.model)[:MOST_COLUMNS]

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:  # noqa: ARG002
        """Show every column that is no secret."""
        return _columns(self.model)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:  # noqa: ARG002
        """All of them."""
        return _columns(self.model)

    def get_ordering(self, request: HttpRequest) -> list[Any]:  # noqa: ARG002
        """The newest rows first: the key is in the index of every table."""
        return ["-pk"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Leave whole files where they are."""
        binary = [f.name for f in self.model._meta.concrete_fields if isinstance(f, models.BinaryField)]  # noqa: SLF001
        return super().get_queryset(request).defer(*binary)

    def log_change(self, request: HttpRequest, obj: models.Model, message: Any) -> LogEntry:
        """Keep Django's log of an act, and the same in our audit."""
        entry: LogEntry = super().log_change(request, obj, message)
        mirror(entry)
        return entry


def _shown(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    # `_meta` is Django's public way to a model's fields, despite its name.
    meta = model._meta  # noqa: SLF001
    return [
        field
        for field in meta.concrete_fields
        if field.name not in SECRET
        and f"{meta.label_lower}.{field.name}" not in HIDDEN
        and not isinstance(field, models.BinaryField)
    ]


def _columns(model: type[models.Model]) -> list[Any]:
    return [_linked(field) if field.is_relation else field.name for field in _shown(model)]


_LINKS: dict[models.Field[Any, Any], Callable[[models.Model], SafeString | str]] = {}


def _linked(field: models.Field[Any, Any]) -> Callable[[models.Model], SafeString | str]:
    """A column that shows the related row's number with a link to it: no query per row."""
    if field not in _LINKS:
        _LINKS[field] = _make_link(field)
    return _LINKS[field]


def _make_link(field: models.Field[Any, Any]) -> Callable[[models.Model], SafeString | str]:
    related: Any = field.related_model
    target = related._meta  # noqa: SLF001

    def link(row: models.Model) -> SafeString | str:
        key = getattr(row, field.attname)
        if key is None:
            return "—"
        try:
            url = reverse(f"admin:{target.app_label}_{target.model_name}_change", args=[key])
        except NoReverseMatch:
            return str(key)
        return format_html('<a href="{}">{} {}</a>', url, target.verbose_name, key)

    link.__name__ = field.name
    link.short_description = field.verbose_name  # type: ignore[attr-defined]
    link.admin_order_field = field.attname  # type: ignore[attr-defined]
    return link


def browse(app: str) -> None:
    """Put the tables of an app into the administration, to look at: those that are not in it yet."""
    for model in apps.get_app_config(app).get_models():
        name_columns(model)
        if not site.is_registered(model):
            site.register(model, ReadOnly)


class Accounts(ReadOnly):
    """An account can be closed from here, by the same action as on its own page."""

    actions = ("close",)
    list_select_related = ("person",)
    search_fields = ("email", "person__sort_key")

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """List accounts; whoever acts on some identifies himself again."""
        if request.method == "POST" and not identified_recently(request):
            raise ReauthenticationRequired
        return super().changelist_view(request, extra_context)

    def has_close_permission(self, request: HttpRequest) -> bool:
        """For administrators."""
        return may_administer(request.user)

    @admin.action(description=_("Cerrar la cuenta elegida"), permissions=["close"])
    def close(self, request: HttpRequest, queryset: QuerySet[tables.User]) -> None:
        """Close one account, or say why it cannot be closed."""
        chosen = list(queryset[:2])
        if len(chosen) > 1:
            self.message_user(request, _("Elige una sola cuenta."), messages.ERROR)
            return
        (user,) = chosen
        reason = str(_("Cerrada desde la administración"))
        try:
            with transaction.atomic():
                close_account(user=user, reason=reason, by=request.user)  # type: ignore[arg-type]
                self.log_change(request, user, reason)
        except RuleError as error:
            self.message_user(request, f"{user}: {refusal(error)}", messages.ERROR)
        else:
            self.message_user(request, f"{user}: {reason}", messages.SUCCESS)


def _searched(*fields: str) -> type[ReadOnly]:
    return type("Searched", (ReadOnly,), {"search_fields": fields})


site.register(tables.User, Accounts)
site.register(tables.Person, _searched("sort_key"))
site.register(tables.Club, _searched("name"))
site.register(tables.Team, _searched("name"))
site.register(tables.Licence, _searched("number"))
site.register(tables.AuditEntry, _searched("chain", "verb", "subject"))
site.register(LogEntry, ReadOnly)
browse("federation")
