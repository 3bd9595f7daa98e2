"""Incidents: what the regulation wants in the acta. Their texts are revisions, none is lost."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from competitions.models.entries import told_by_sides
from federation.models import AppendOnly, PersonTie
from federation.models.person_ties import ACTA


class Incident(AppendOnly):
    """Something that reaches the acta: article, who, when. The words are in its texts."""

    encounter = models.ForeignKey(
        "competitions.Encounter", on_delete=models.PROTECT, related_name="incidents"
    )
    number = models.PositiveSmallIntegerField()
    partida = models.ForeignKey(
        "matches.Partida", on_delete=models.PROTECT, null=True, related_name="incidents"
    )
    hand = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=40)
    article = models.CharField(max_length=10, blank=True)
    people = models.ManyToManyField("federation.Person", related_name="+", through="matches.IncidentPerson")
    author = models.ForeignKey("federation.Person", on_delete=models.PROTECT, null=True, related_name="+")
    account = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    device = models.CharField(max_length=64)
    device_time = models.DateTimeField(null=True)
    at = models.DateTimeField()

    person_tie = PersonTie(kept_because=ACTA)
    told_with = ("concerned__person",)
    told_by = (*told_by_sides("encounter__"), "number")

    class Meta:
        verbose_name = _("incidencia")
        verbose_name_plural = _("incidencias")
        constraints = [models.UniqueConstraint(fields=["encounter", "number"], name="incident_number_once")]


class IncidentPerson(AppendOnly):
    """A person whom an incident concerns."""

    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="concerned")
    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, related_name="+")

    person_tie = PersonTie(kept_because=ACTA)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["incident", "person"], name="incident_names_a_person_once")
        ]


class IncidentText(AppendOnly):
    """One revision of an incident's facts; the highest is the current one, earlier ones stay."""

    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="texts")
    revision = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=2000)
    author = models.ForeignKey("federation.Person", on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    person_tie = PersonTie(kept_because=ACTA)
    told_with = ("incident__concerned__person",)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["incident", "revision"], name="incident_revision_once")
        ]
