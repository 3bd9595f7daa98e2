"""What is the office's business alone: documents, contacts, photos; who looked, how long, what was merged."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models.append_only import AppendOnly
from federation.models.person_ties import EVERY_ROW, RECORD, PersonTie, Says
from federation.rules import retention as rules


class DocumentKind(models.TextChoices):
    """What proves who somebody is (`federation.rules.identity`)."""

    DNI = "DNI", _("DNI")
    NIE = "NIE", _("NIE")
    NIF = "NIF", _("NIF")  # K, L and M: people without a DNI
    PASSPORT = "passport", _("pasaporte")


class PersonalData(models.Model):
    """A person's document, contacts and guardian: one row apart, so that it is read and erased apart.

    | constraint | what it holds |
    |---|---|
    | `document_once` | a document belongs to one person, whoever enters it first |
    | `document_has_its_kind` | a document and its kind come together |
    | `document_kind_known`, `country_is_of_a_passport` | a country of issue is a passport's |
    """

    person = models.OneToOneField(
        "federation.Person", on_delete=models.PROTECT, primary_key=True, related_name="personal_data"
    )
    document_kind = models.CharField(
        _("clase de documento"), max_length=8, choices=DocumentKind.choices, blank=True
    )
    # In its normal form: no spaces, dots or hyphens, capitals.
    document = models.CharField(_("documento"), max_length=20, blank=True)
    # The document backwards, so that its last figures find it by an index.
    reversed_document = models.CharField(max_length=20, db_index=True, editable=False, default="")
    document_country = models.CharField(_("país"), max_length=2, blank=True)
    email = models.EmailField(_("correo"), blank=True)
    phone = models.CharField(_("teléfono"), max_length=20, blank=True)
    address = models.CharField(_("dirección"), max_length=160, blank=True)
    guardian_name = models.CharField(_("madre, padre o tutor"), max_length=120, blank=True)
    guardian_email = models.EmailField(_("correo del tutor"), blank=True)
    guardian_phone = models.CharField(_("teléfono del tutor"), max_length=20, blank=True)

    # Field by field, as whoever merges chooses (`actions.merging`).
    person_tie = PersonTie(stays=EVERY_ROW, deleted=True)

    class Meta:
        verbose_name = _("datos personales")
        verbose_name_plural = _("datos personales")
        constraints = [
            models.UniqueConstraint(
                fields=["document_kind", "document", "document_country"],
                condition=~models.Q(document=""),
                name="document_once",
            ),
            models.CheckConstraint(
                condition=models.Q(document="", document_kind="")
                | (~models.Q(document="") & ~models.Q(document_kind="")),
                name="document_has_its_kind",
            ),
            models.CheckConstraint(
                condition=models.Q(document_kind__in=["", *DocumentKind.values]), name="document_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(document_kind="passport") | models.Q(document_country=""),
                name="country_is_of_a_passport",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}"


class PersonPhoto(models.Model):
    """A person's photo as the licence card prints it: drawn anew by us, never the file that came."""

    person = models.OneToOneField(
        "federation.Person", on_delete=models.PROTECT, primary_key=True, related_name="photo"
    )
    jpeg = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    at = models.DateTimeField(_("cuándo"))
    by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")

    person_tie = PersonTie(stays=EVERY_ROW, deleted=True)
    says_of_people = {"jpeg": Says.OF_ITS_PERSON}

    class Meta:
        verbose_name = _("foto")
        verbose_name_plural = _("fotos")


class DataAccess(AppendOnly):
    """Somebody looked at, or took away, personal data: whose, what, when. Never changed.

    `person` is empty for a list; then `count` tells of how many people, and `detail` which list.
    """

    KINDS = {
        "document": _("documento"),
        "contact": _("contactos"),
        "photo": _("foto"),
        "card": _("tarjeta de licencia"),
        "list": _("lista descargada"),
        "person_export": _("exportación de una persona"),
        "federation_export": _("exportación completa"),
        "import_file": _("archivo de una importación"),
        "acta": _("acta descargada"),
    }

    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, null=True, related_name="+")
    kind = models.CharField(_("qué"), max_length=20, choices=KINDS)
    detail = models.CharField(_("detalle"), max_length=200, blank=True)
    count = models.PositiveIntegerField(_("personas"), default=1)
    by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(_("cuándo"), db_index=True)

    person_tie = PersonTie(kept_because=RECORD)
    # The least of its period (`rules.retention`): older ones may go, and nothing else ever does.
    kept_days = 730

    class Meta:
        verbose_name = _("acceso a datos")
        verbose_name_plural = _("accesos a datos")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    kind__in=[
                        "document",
                        "contact",
                        "photo",
                        "card",
                        "list",
                        "person_export",
                        "federation_export",
                        "import_file",
                        "acta",
                    ]
                ),
                name="data_access_kind_known",
            ),
        ]


class Retention(models.Model):
    """How long one class of personal data is kept after its reason ended: what the federation has set."""

    class What(models.TextChoices):
        """The classes of data, each with the event from which its time runs (`rules.retention`)."""

        DOCUMENT = "document", _("documentos de identidad")
        CONTACT = "contact", _("contactos y tutores")
        PHOTO = "photo", _("fotos")
        NAME = "name", _("nombres fuera de las actas")
        REQUEST = "request", _("solicitudes de clubes resueltas")
        IMPORT_FILE = "import_file", _("archivos importados")
        ACCESS_LOG = "access_log", _("accesos a datos")
        TABLE_SESSION = "table_session", _("sesiones de mesa")
        LOGIN_SESSION = "login_session", _("sesiones de cuentas terminadas")
        RECEIPT = "receipt", _("recibos de envíos")
        MAIL = "mail", _("correos que no salieron")

    what = models.CharField(_("qué"), max_length=20, choices=What.choices, unique=True)
    # None: kept until somebody asks for its erasure.
    months = models.PositiveSmallIntegerField(_("meses"), null=True, blank=True)

    class Meta:
        verbose_name = _("plazo de conservación")
        verbose_name_plural = _("plazos de conservación")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(what__in=[each.value for each in rules.What]), name="retention_class_known"
            ),
            models.CheckConstraint(
                condition=models.Q(months__isnull=True) | models.Q(months__lte=1200),
                name="retention_months_bounded",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.what}: {self.months}"


class PersonMerge(models.Model):
    """Two records of one person made one. `moved` tells what was moved, so that it can be undone."""

    kept = models.ForeignKey("federation.Person", on_delete=models.PROTECT, related_name="+")
    gone = models.ForeignKey("federation.Person", on_delete=models.PROTECT, related_name="+")
    # [{"table": "federation.licence", "field": "person", "keys": [1, 2]}, …] and what fields were taken over.
    moved = models.JSONField()
    by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(_("cuándo"))
    undone_at = models.DateTimeField(_("deshecha"), null=True, blank=True)
    undone_by = models.ForeignKey("federation.User", on_delete=models.PROTECT, null=True, related_name="+")

    # It tells what was; of an erased person it forgets the names.
    person_tie = PersonTie(
        stays=EVERY_ROW, emptied={"moved": {}}, kept_because=_("que hubo dos fichas y cuándo se unieron")
    )
    says_of_people = {"moved": Says.OF_ITS_PERSON}

    class Meta:
        verbose_name = _("unión de fichas")
        verbose_name_plural = _("uniones de fichas")
        constraints = [
            models.UniqueConstraint(
                fields=["gone"],
                condition=models.Q(undone_at__isnull=True),
                name="person_merged_once",
            ),
            models.CheckConstraint(condition=~models.Q(kept=models.F("gone")), name="merge_of_two_people"),
        ]
