from allauth.usersessions.apps import UserSessionsConfig
from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


def _reinstall_triggers(*, using: str, **_signal: object) -> None:
    from django.db import connections

    from federation import triggers  # needs the models, which load after this module

    triggers.install_all(connections[using])


class FederationConfig(AppConfig):
    name = "federation"
    verbose_name = _("Federación")

    def ready(self) -> None:
        from federation import checks  # noqa: F401  registers the system checks
        from federation.accounts import receivers

        receivers.connect()
        # Django rebuilds tables on SQLite and loses triggers. Every migrate, of whatever app, tells each app
        # once all tables are made; listening to this one alone, they are re-created once, for all apps.
        post_migrate.connect(_reinstall_triggers, sender=self, dispatch_uid="reinstall_triggers")


class SessionsConfig(UserSessionsConfig):
    """The library's list of sessions, kept by `federation.accounts.receivers`.

    Its own way loads every old session of an account, one by one, at each login.
    """

    def ready(self) -> None:
        """Listen to nothing here."""
