"""What a club asks the office for. Nothing of it changes a record before the office accepts."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models.append_only import AppendOnly
from federation.models.person_ties import PersonTie, Says


class RequestKind(models.TextChoices):
    """What is asked for."""

    LICENCE = "licence", _("licencia nueva")
    RENEWAL = "renewal", _("renovación")
    CHANGE = "change", _("cambio de datos")
    SQUAD = "squad", _("plantilla")


class RequestState(models.TextChoices):
    """Where a request stands; the way between states is `rules.requests`."""

    SENT = "sent", _("enviada")
    MORE_ASKED = "more_asked", _("falta un dato")
    ACCEPTED = "accepted", _("aceptada")
    REFUSED = "refused", _("denegada")
    WITHDRAWN = "withdrawn", _("retirada")


OPEN_REQUESTS = (RequestState.SENT, RequestState.MORE_ASKED)


class ClubRequest(models.Model):
    """A club's request: what it would have written, kept apart until the office decides.

    `data` holds the proposed values (of a person and his licence, of a renewal's licence, of a
    squad's joins and leaves); `result` what the acceptance made, `result["person"]` the person that
    it was about. Every step is a `RequestStep`.
    """

    club = models.ForeignKey("federation.Club", on_delete=models.PROTECT, related_name="requests")
    season = models.ForeignKey("federation.Season", on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(_("qué pide"), max_length=10, choices=RequestKind.choices)
    state = models.CharField(
        _("estado"), max_length=10, choices=RequestState.choices, default=RequestState.SENT
    )
    # A new licence may be for somebody whom nobody knows yet: the acceptance says who he turned out to be.
    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, null=True, related_name="+")
    team = models.ForeignKey("federation.Team", on_delete=models.PROTECT, null=True, related_name="+")
    data = models.JSONField()
    # A photo that came with it, drawn anew by us: `PersonPhoto` once it is accepted.
    photo = models.BinaryField(_("foto"), null=True)
    result = models.JSONField(default=dict)
    sent_by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    sent_at = models.DateTimeField(_("enviada"))

    person_tie = PersonTie(
        emptied={"data": {}, "photo": None}, kept_because=_("qué pidió el club y cuándo, sin los datos")
    )
    says_of_people = {"data": Says.VALUES, "result": Says.VALUES, "photo": Says.OF_ITS_PERSON}
    told_by = ("club__name", "sent_at")

    class Meta:
        verbose_name = _("solicitud de un club")
        verbose_name_plural = _("solicitudes de clubes")
        indexes = [
            # What waits for the office or for a club: few rows of many.
            models.Index(
                fields=["sent_at"],
                condition=models.Q(state__in=["sent", "more_asked"]),
                name="open_requests_by_moment",
            )
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=RequestKind.values), name="request_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=RequestState.values), name="request_state_known"
            ),
            models.CheckConstraint(
                condition=models.Q(kind="squad", team__isnull=False)
                | (~models.Q(kind="squad") & models.Q(team__isnull=True)),
                name="request_of_a_squad_names_its_team",
            ),
            models.UniqueConstraint(
                fields=["club", "season", "person"],
                condition=models.Q(state__in=["sent", "more_asked"], kind="renewal"),
                name="one_open_renewal_per_person",
            ),
            models.UniqueConstraint(
                fields=["team"],
                condition=models.Q(state__in=["sent", "more_asked"], kind="squad"),
                name="one_open_squad_request_per_team",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.kind} ({self.state})"


class RequestStep(AppendOnly):
    """One step of a request: sent, asked for more, answered, accepted, refused, withdrawn. Never changed."""

    request = models.ForeignKey(ClubRequest, on_delete=models.PROTECT, related_name="steps")
    state = models.CharField(_("estado"), max_length=10, choices=RequestState.choices)
    text = models.CharField(_("texto"), max_length=500, blank=True)
    by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(_("cuándo"))

    told_with = ("request__person",)

    class Meta:
        verbose_name = _("paso de una solicitud")
        verbose_name_plural = _("pasos de solicitudes")
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=RequestState.values), name="request_step_state_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=["refused", "more_asked"]) | ~models.Q(text=""),
                name="refusal_says_why",
            ),
        ]
