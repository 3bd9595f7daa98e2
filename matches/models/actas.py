"""The acta: its frozen content at close, the signatures on exactly that, and the sealed PDF."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import AppendOnly, PersonTie
from federation.models.person_ties import ACTA, Says

SIGNATORY_ROLES = {
    "home_captain": _("capitán local"),
    "away_captain": _("capitán visitante"),
    "judge": _("juez árbitro"),
}
SIGNATURE_KINDS = {
    "plain": _("conforme"),
    "protest": _("bajo protesta"),
    "refused": _("se niega a firmar"),
    "absent": _("ausente"),
}
IDENTIFIED_BY = {
    "password": _("con su contraseña"),
    "pin_in_judge_session": _("con su PIN, en la sesión del juez árbitro"),
    "witness": _("consta ante testigo"),
    "judge": _("lo hace constar el juez árbitro"),
    "deadline": _("no consta antes del plazo"),
}


CONTENT_ORIGINS = {"closing": _("del cierre"), "correction": _("de una rectificación")}


class ActaContent(AppendOnly):
    """The final text of one version, frozen: of a closing, which is signed, or of a committee's correction.

    Going back to play and closing again makes the next attempt.
    """

    encounter = models.ForeignKey(
        "competitions.Encounter", on_delete=models.PROTECT, related_name="acta_contents"
    )
    version = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField()
    origin = models.CharField(max_length=10, choices=CONTENT_ORIGINS, default="closing")
    number = models.CharField(max_length=40)
    code = models.CharField(max_length=12, unique=True)
    content = models.TextField()
    content_hash = models.CharField(max_length=64)
    at = models.DateTimeField()

    says_of_people = {"content": Says.SEALED}
    told_by = ("number", "code")

    class Meta:
        verbose_name = _("contenido del acta")
        verbose_name_plural = _("contenidos del acta")
        indexes = [
            # The worker looks for corrections that are not sealed all the time: there are few.
            models.Index(
                fields=["encounter"],
                condition=models.Q(origin="correction"),
                name="content_of_a_correction",
            )
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["encounter", "version", "attempt"], name="one_content_per_attempt"
            ),
            models.CheckConstraint(
                condition=models.Q(origin__in=list(CONTENT_ORIGINS)), name="content_origin_known"
            ),
        ]


class Signature(AppendOnly):
    """One signatory's answer on a content: plain, under protest, refused or absent."""

    content = models.ForeignKey(ActaContent, on_delete=models.PROTECT, related_name="signatures")
    role = models.CharField(max_length=12, choices=SIGNATORY_ROLES)
    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=8, choices=SIGNATURE_KINDS)
    text = models.CharField(max_length=1000, blank=True)
    strokes = models.JSONField()
    identified = models.CharField(max_length=20, choices=IDENTIFIED_BY)
    witness = models.CharField(max_length=120, blank=True)
    account = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    device = models.CharField(max_length=64)
    content_hash = models.CharField(max_length=64)
    at = models.DateTimeField()

    person_tie = PersonTie(kept_because=ACTA)
    says_of_people = {"strokes": Says.SEALED}

    class Meta:
        verbose_name = _("firma")
        verbose_name_plural = _("firmas")
        constraints = [
            models.UniqueConstraint(fields=["content", "role"], name="one_signature_per_role"),
            models.CheckConstraint(
                condition=models.Q(role__in=list(SIGNATORY_ROLES)), name="signatory_role_known"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=list(SIGNATURE_KINDS)), name="signature_kind_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(kind="protest") | ~models.Q(text=""), name="a_protest_says_what"
            ),
        ]


class Acta(AppendOnly):
    """The sealed record of one version: one per encounter and version, never changed."""

    encounter = models.ForeignKey("competitions.Encounter", on_delete=models.PROTECT, related_name="actas")
    version = models.PositiveSmallIntegerField()
    content = models.OneToOneField(ActaContent, on_delete=models.PROTECT, related_name="acta")
    attached = models.TextField()
    sealed_at = models.DateTimeField()

    says_of_people = {"attached": Says.SEALED}
    told_with = ("encounter__line_ups__slots__person", "encounter__designations__licence__person")

    class Meta:
        verbose_name = _("acta")
        verbose_name_plural = _("actas")
        constraints = [models.UniqueConstraint(fields=["encounter", "version"], name="one_acta_per_version")]


class ActaFile(AppendOnly):
    """The sealed PDF, in the same database and backup as its record."""

    acta = models.OneToOneField(Acta, on_delete=models.PROTECT, related_name="file")
    pdf = models.BinaryField()
    sha256 = models.CharField(max_length=64, unique=True)
    unsigned_sha256 = models.CharField(max_length=64)
    certificate = models.ForeignKey("matches.SealCertificate", on_delete=models.PROTECT, related_name="+")

    says_of_people = {"pdf": Says.SEALED}

    class Meta:
        verbose_name = _("documento del acta")
        verbose_name_plural = _("documentos del acta")


class SealCertificate(AppendOnly):
    """A certificate that the federation seals or has sealed with: what verification trusts."""

    fingerprint = models.CharField(max_length=64, unique=True)
    pem = models.TextField()
    is_demo = models.BooleanField()
    first_used_at = models.DateTimeField()

    says_of_people = {"pem": Says.NOBODY}

    class Meta:
        verbose_name = _("certificado de sello")
        verbose_name_plural = _("certificados de sello")
