"""The audit: hash chains of what was done, with personal values kept apart so that they can be erased."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation import clock
from federation.models.append_only import AppendOnly
from federation.models.person_ties import Says


class ChainHead(models.Model):
    """The last link of a chain; its row is locked while the next link is written."""

    chain = models.CharField(max_length=60, primary_key=True)
    seq = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(max_length=64, default="0" * 64)
    # How far the journal has taken this chain's head.
    anchored_seq = models.PositiveBigIntegerField(default=0)


class AuditEntry(AppendOnly):
    """One act in a chain. Append-only; `digest` covers everything here and the digest before it."""

    chain = models.CharField(max_length=60)
    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    actor = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    verb = models.CharField(max_length=60)
    subject = models.CharField(max_length=80)
    detail_digest = models.CharField(max_length=64)
    previous = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("asiento de auditoría")
        verbose_name_plural = _("auditoría")
        constraints = [models.UniqueConstraint(fields=["chain", "seq"], name="audit_seq_once_per_chain")]

    def __str__(self) -> str:
        return f"{self.chain}#{self.seq} {self.verb}"


class AuditDetail(models.Model):
    """What an entry recorded, with the salt of its digest. May be erased: the chain verifies without."""

    entry = models.OneToOneField(AuditEntry, on_delete=models.PROTECT, related_name="detail")
    salt = models.CharField(max_length=32)
    data = models.JSONField()
    erased_at = models.DateTimeField(null=True, blank=True)

    says_of_people = {"data": Says.VALUES}


class WriteReceipt(models.Model):
    """The answer already given to a write, by the id that the device made for it.

    The same id with the same author and body gets the same answer again; with
    another author or body it is a conflict (design, *Sheets are replayed*).
    """

    client_id = models.CharField(max_length=64, unique=True)
    author = models.CharField(max_length=80)
    body_digest = models.CharField(max_length=64)
    answer = models.JSONField()
    at = models.DateTimeField(default=clock.now, editable=False)

    says_of_people = {"answer": Says.VALUES}
