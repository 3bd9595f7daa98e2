"""Accounts. An account belongs to a person; what it may do comes from roles and from the person's places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from federation import clock
from federation.models.person_ties import PersonTie


class UserManager(BaseUserManager["User"]):
    """Creates accounts; e-mail addresses are kept in lower case so that one address is one account."""

    def create_user(self, email: str, password: str | None = None, **fields: object) -> User:
        """Make an account for `email`; a missing password leaves it unusable until one is set."""
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> User:
        """Make the account of an administrator of the machine (Django's command calls this)."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser, PermissionsMixin):
    """One person's account. Deactivated, never deleted: protected rows point here."""

    email = models.EmailField(_("correo"), unique=True)
    person = models.OneToOneField(
        "federation.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="user"
    )
    is_active = models.BooleanField(_("activa"), default=True)
    is_staff = models.BooleanField(_("entra en la administración"), default=False)
    date_joined = models.DateTimeField(default=clock.now, editable=False)
    # Counts the times that all sessions were ended; part of what a session is checked against.
    sessions_ended = models.PositiveIntegerField(default=0, editable=False)

    # A closed account stays with the record that goes where the other has one. Going in and changing
    # the password are no reason against an undo.
    person_tie = PersonTie(
        yields=True, watched=(), kept_because=_("cerrada y sin su correo: lo que hizo consta a su nombre")
    )

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("cuenta")
        verbose_name_plural = _("cuentas")
        constraints = [
            models.UniqueConstraint(Lower("email"), name="user_email_once_whatever_case"),
        ]

    def __str__(self) -> str:
        return str(self.person) if self.person else self.email

    def get_session_auth_hash(self) -> str:
        """What a session must carry to go on: the password's, and how often all sessions were ended."""
        return self._with_ended(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same, made with the secret keys of before."""
        yield from map(self._with_ended, super().get_session_auth_fallback_hash())

    def _with_ended(self, auth_hash: str) -> str:
        return f"{auth_hash}{self.sessions_ended}" if self.sessions_ended else auth_hash


class Role(models.TextChoices):
    """Roles over the whole federation; captains and judges have theirs through rosters and designations."""

    OFFICE = "office", _("secretaría")
    COMMITTEE = "committee", _("comité de competición")
    SPORTING_DIRECTOR = "sporting_director", _("dirección deportiva")
    ADMINISTRATOR = "administrator", _("administración")


class RoleAssignment(models.Model):
    """A role given to an account, with its dates and who gave it."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="role_assignments")
    role = models.CharField(max_length=20, choices=Role.choices)
    valid_from = models.DateTimeField()
    valid_to = models.DateTimeField(null=True, blank=True)
    given_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    told_with = ("user__person",)

    class Meta:
        verbose_name = _("función")
        verbose_name_plural = _("funciones")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "role"],
                condition=models.Q(valid_to__isnull=True),
                name="role_open_once_per_user",
            ),
            models.CheckConstraint(
                condition=models.Q(valid_to__isnull=True) | models.Q(valid_to__gte=models.F("valid_from")),
                name="role_ends_after_it_begins",
            ),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"
