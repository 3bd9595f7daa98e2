"""Invitations: how somebody comes to an account. There is no open sign-up."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from federation.models.person_ties import PersonTie
from federation.models.users import Role

# Neither taken up nor withdrawn. A past date does not close it: `resend` opens it again.
OPEN = models.Q(accepted_at__isnull=True, withdrawn_at__isnull=True)


class Invitation(models.Model):
    """A link by mail with which a person opens his account, once. Of its secret only the digest is kept.

    | constraint | what it holds |
    |---|---|
    | `one_open_invitation_per_person` | two who invite at once: one invitation |
    | `one_open_invitation_per_address` | one address never leads to two accounts |
    | `invitation_ends_one_way` | taken up or withdrawn, never both |
    | `accepted_invitation_has_its_account` | whoever took it up has the account that it names |
    | `invitation_role_known` | no role, or one of the federation's |
    """

    person = models.ForeignKey("federation.Person", on_delete=models.PROTECT, related_name="invitations")
    email = models.EmailField(_("correo"))
    # Given with the account; only an administrator may promise one.
    role = models.CharField(_("función"), max_length=20, choices=Role.choices, blank=True)
    token_digest = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(
        "federation.User", on_delete=models.PROTECT, null=True, related_name="invitations_made"
    )
    invited_at = models.DateTimeField(_("invitada"))
    # When the last link was asked for: a further one may not follow at once.
    renewed_at = models.DateTimeField(_("último enlace"))
    expires_at = models.DateTimeField(_("caduca"))
    accepted_at = models.DateTimeField(_("aceptada"), null=True, blank=True)
    account = models.OneToOneField(
        "federation.User", on_delete=models.PROTECT, null=True, blank=True, related_name="invitation"
    )
    withdrawn_at = models.DateTimeField(_("retirada"), null=True, blank=True)

    person_tie = PersonTie(emptied={"email": ""}, kept_because=_("cuándo se le invitó, sin su correo"))

    class Meta:
        verbose_name = _("invitación")
        verbose_name_plural = _("invitaciones")
        constraints = [
            models.UniqueConstraint(fields=["person"], condition=OPEN, name="one_open_invitation_per_person"),
            models.UniqueConstraint(Lower("email"), condition=OPEN, name="one_open_invitation_per_address"),
            models.CheckConstraint(
                condition=models.Q(accepted_at__isnull=True) | models.Q(withdrawn_at__isnull=True),
                name="invitation_ends_one_way",
            ),
            models.CheckConstraint(
                condition=models.Q(accepted_at__isnull=True, account__isnull=True)
                | models.Q(accepted_at__isnull=False, account__isnull=False),
                name="accepted_invitation_has_its_account",
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=["", *Role.values]), name="invitation_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} <{self.email}>"
