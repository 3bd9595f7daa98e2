"""Rows that are written once: models refuse changes here, triggers refuse them in the database."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models


class ProtectedRowError(TypeError):
    """A programming error: somebody tried to change a row that is never changed."""


class AppendOnlyQuerySet(models.QuerySet):
    """Reads and inserts only."""

    def update(self, **_values: Any) -> NoReturn:
        raise ProtectedRowError(f"{self.model.__name__} rows are never updated")

    def delete(self) -> NoReturn:
        raise ProtectedRowError(f"{self.model.__name__} rows are never deleted")


class AppendOnly(models.Model):
    """Base of entries, actas, PDFs, signatures, outcomes and audit rows (design, invariant 3)."""

    # After so many days from their moment (`at`) the database lets rows go, all the same never be changed.
    kept_days: int | None = None

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise ProtectedRowError(f"{type(self).__name__} rows are never updated")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise ProtectedRowError(f"{type(self).__name__} rows are never deleted")
