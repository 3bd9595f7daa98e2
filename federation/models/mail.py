"""Mail that waits to leave. Pages never speak with the mail server: it may be slow, or refuse."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.models.person_ties import Says


class OutgoingMail(models.Model):
    """One message to be written and sent; the row goes away with it.

    It holds what the message is about and no secret: links are made when it leaves, so
    that a copy of the database opens nobody's account.
    """

    kind = models.CharField(max_length=60)
    to = models.EmailField(_("correo"))
    user = models.ForeignKey(
        "federation.User", on_delete=models.CASCADE, null=True, blank=True, related_name="outgoing_mail"
    )
    language = models.CharField(max_length=10)
    data = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    # When it is tried next; whoever takes it moves this on first, so that two never send the same.
    due_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)

    says_of_people = {"data": Says.VALUES}
    told_with = ("user__person",)

    class Meta:
        verbose_name = _("correo por enviar")
        verbose_name_plural = _("correos por enviar")
        indexes = [models.Index(fields=["due_at"], name="outgoing_mail_due")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
