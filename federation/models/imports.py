"""Imports: a file that somebody brought, how it was read, and what became of each row."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models.person_ties import Says


class ImportKind(models.TextChoices):
    """What a file holds (each has its columns in `federation.files`)."""

    PEOPLE = "people", _("personas y licencias")
    CLUBS = "clubs", _("clubes y sedes")
    TEAMS = "teams", _("equipos y plantillas")
    CALENDAR = "calendar", _("calendario")
    RESULTS = "results", _("resultados")


class ImportState(models.TextChoices):
    """Where an import stands; the way between states is `rules.importing`."""

    UPLOADED = "uploaded", _("por revisar")
    CHECKING = "checking", _("revisándose")
    READY = "ready", _("revisado")
    APPLYING = "applying", _("importándose")
    APPLIED = "applied", _("importado")
    FAILED = "failed", _("no se ha podido")
    DISCARDED = "discarded", _("descartado")
    UNDONE = "undone", _("deshecho")


class Import(models.Model):
    """One file on its way into the registry.

    `choices` holds everything that a person has corrected or answered (dialect, columns, answers
    to questions), so that reading the file again gives the same rows. `progress` counts rows while
    a job works on them.
    """

    kind = models.CharField(_("qué trae"), max_length=10, choices=ImportKind.choices)
    season = models.ForeignKey("federation.Season", on_delete=models.PROTECT, null=True, related_name="+")
    # Of a calendar or of results: which competition (the key; competitions lie above this app).
    competition_key = models.PositiveBigIntegerField(null=True)
    state = models.CharField(
        _("estado"), max_length=10, choices=ImportState.choices, default=ImportState.UPLOADED
    )
    file_name = models.CharField(_("archivo"), max_length=200)
    # Erased when its retention ends; the report stays.
    file = models.BinaryField(null=True)
    sha256 = models.CharField(max_length=64, db_index=True)
    choices = models.JSONField(default=dict)
    # What was detected: encoding, separator, header row, columns, sheet.
    detected = models.JSONField(default=dict)
    counts = models.JSONField(default=dict)
    progress = models.PositiveIntegerField(default=0)
    # The code of why it failed or was refused, with its figures.
    problem = models.JSONField(default=dict)
    by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(_("subido"))
    applied_by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    applied_at = models.DateTimeField(_("importado"), null=True)
    undone_at = models.DateTimeField(_("deshecho"), null=True)

    says_of_people = {
        "file": Says.VALUES,
        "choices": Says.VALUES,
        "detected": Says.VALUES,
        "counts": Says.NOBODY,
        "problem": Says.VALUES,
    }

    class Meta:
        verbose_name = _("importación")
        verbose_name_plural = _("importaciones")
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=ImportKind.values), name="import_kind_known"),
            models.CheckConstraint(
                condition=models.Q(state__in=ImportState.values), name="import_state_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=["applied", "undone"]) | models.Q(applied_at__isnull=False),
                name="applied_import_says_when",
            ),
        ]

    def __str__(self) -> str:
        return self.file_name


class RowVerdict(models.TextChoices):
    """What a row would do."""

    NEW = "new", _("alta")
    CHANGED = "changed", _("cambio")
    EQUAL = "equal", _("igual")
    ERROR = "error", _("error")
    QUESTION = "question", _("pregunta")
    SKIPPED = "skipped", _("no es un dato")


class ImportRow(models.Model):
    """One row of a file: what it says, what it would do or did, and how to undo it."""

    source = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="rows")
    # As a person counts them in the file, from 1.
    number = models.PositiveIntegerField(_("línea"))
    verdict = models.CharField(_("qué hace"), max_length=10, choices=RowVerdict.choices)
    values = models.JSONField(default=dict)
    # [{"field": …, "old": …, "new": …}, …]
    changes = models.JSONField(default=list)
    # [{"column": …, "code": …, "data": {…}}, …]: errors, questions and warnings.
    remarks = models.JSONField(default=list)
    # What applying it wrote: enough to undo it and to tell whether it has been touched since.
    written = models.JSONField(default=dict)

    says_of_people = dict.fromkeys(("values", "changes", "remarks", "written"), Says.VALUES)

    class Meta:
        verbose_name = _("fila de una importación")
        verbose_name_plural = _("filas de importaciones")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["source", "number"], name="import_row_once"),
            models.CheckConstraint(
                condition=models.Q(verdict__in=RowVerdict.values), name="import_row_verdict_known"
            ),
        ]


class ColumnMapping(models.Model):
    """The columns that somebody chose for files with these headers: offered the next time."""

    kind = models.CharField(max_length=10, choices=ImportKind.choices)
    headers_digest = models.CharField(max_length=64)
    columns = models.JSONField()
    by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    # The names of columns, never what stands below them.
    says_of_people = {"columns": Says.NOBODY}

    class Meta:
        verbose_name = _("columnas recordadas")
        verbose_name_plural = _("columnas recordadas")
        constraints = [
            models.UniqueConstraint(fields=["kind", "headers_digest"], name="mapping_once_per_headers"),
        ]
