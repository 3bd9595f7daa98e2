"""Inviting, sending again, withdrawing, accepting: what is kept, what leaves by mail, who may."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from federation.actions import invitations
from federation.actions.accounts import close_account, end_role
from federation.models import AuditEntry, Invitation, OutgoingMail, Role, User
from federation.queries.invitations import by_token, token_digest
from federation.queries.roles import current_roles
from federation.rules.errors import ConflictError, ForbiddenError, RuleError
from tests.federation import staff
from tests.federation.people import link_in, mail_sent

pytestmark = pytest.mark.django_db


def invited(**changes: object) -> Invitation:
    by = changes.pop("by") if "by" in changes else staff.office()
    values = {"person": staff.person(), "email": "nuria@example.org", "role": None, **changes}
    return invitations.invite(by=by, **values)


def token_of_last_mail() -> str:
    return link_in(mail_sent()[-1]).strip("/").split("/")[-1]


def test_the_mail_says_who_invites_where_to_go_and_until_when() -> None:
    from federation.actions.registry import found_federation

    found_federation(name="Federación de Prueba", short_name="FDP", time_zone="Europe/Madrid", by=None)
    with time_machine.travel("2026-11-30T18:00:00Z", tick=False):
        invited(email="Nuria@Example.org ")
        (message,) = mail_sent()
    token = link_in(message).strip("/").split("/")[-1]

    assert message.to == ["nuria@example.org"]
    assert message.subject == "FDP: tu cuenta te espera"
    assert message.body == (
        "Hola, Nuria:\n\n"
        "Federación de Prueba te invita a abrir tu cuenta. Elige tu contraseña aquí:\n\n"
        f"http://localhost:8000/invitacion/{token}/\n\n"
        "El enlace sirve una sola vez, hasta el 7 de diciembre de 2026 a las 19:00. "
        "Si caduca, pide otro a la secretaría.\n\n"
        "Si no esperabas este correo, no tienes que hacer nada.\n"
    )


def test_only_the_digest_of_the_secret_is_kept() -> None:
    invitation = invited()
    token = token_of_last_mail()
    invitation.refresh_from_db()

    assert len(token) == 43
    assert invitation.token_digest == token_digest(token)
    assert token not in str([*OutgoingMail.objects.values(), *Invitation.objects.values()])
    assert by_token(token) == invitation


def test_accepting_opens_the_account_once() -> None:
    invitation = invited()
    token = token_of_last_mail()

    user = invitations.accept(token=token, password="una-clave-larga-1")

    invitation.refresh_from_db()
    assert (user.email, user.person, invitation.account) == ("nuria@example.org", invitation.person, user)
    assert user.check_password("una-clave-larga-1")
    assert EmailAddress.objects.get(user=user).verified
    assert current_roles(user) == frozenset()
    with pytest.raises(ConflictError, match="invitation_over"):
        invitations.accept(token=token, password="otra-clave-larga-1")


def test_a_promised_role_is_given_in_the_name_of_who_promised_it() -> None:
    by = staff.administrator()
    invited(role=Role.COMMITTEE, by=by)

    user = invitations.accept(token=token_of_last_mail(), password="una-clave-larga-1")

    (given,) = user.role_assignments.all()
    assert (given.role, given.given_by) == ("committee", by)


@pytest.mark.parametrize("how", ["role", "account"])
def test_a_role_promised_by_a_former_administrator_is_not_given(how: str) -> None:
    by, other = staff.administrator(), staff.administrator("otra@example.org")
    invited(role=Role.ADMINISTRATOR, by=by)
    token = token_of_last_mail()
    if how == "role":
        end_role(assignment=by.role_assignments.get(), by=other)
    else:
        close_account(user=by, reason="se ha ido", by=other)

    user = invitations.accept(token=token, password="una-clave-larga-1")

    assert not user.role_assignments.exists()


def test_who_may_invite() -> None:
    for user in (
        staff.staff("comite@example.org", Role.COMMITTEE),
        staff.staff("direccion@example.org", Role.SPORTING_DIRECTOR),
        staff.staff("capitan@example.org", who=staff.person("Paco")),
    ):
        with pytest.raises(ForbiddenError, match="only_office"):
            invited(by=user)
    with pytest.raises(ForbiddenError, match="only_administrators"):
        invited(role=Role.OFFICE, by=staff.office())
    assert not Invitation.objects.exists()
    assert not OutgoingMail.objects.exists()


def test_a_person_is_invited_once() -> None:
    first = invited()

    with pytest.raises(ConflictError, match="invitation_open"):
        invitations.invite(person=first.person, email="otra@example.org", role=None, by=None)
    assert Invitation.objects.count() == OutgoingMail.objects.count() == 1


def test_an_address_leads_to_one_account() -> None:
    by = staff.office()
    first = invited(by=by)
    other = staff.person("Otra")

    with pytest.raises(ConflictError, match="email_invited"):
        invitations.invite(person=other, email="NURIA@example.org", role=None, by=by)
    with pytest.raises(RuleError, match="email_taken"):
        invitations.invite(person=other, email=by.email, role=None, by=by)
    with pytest.raises(RuleError, match="person_has_account"):
        invitations.invite(person=by.person, email="x@example.org", role=None, by=by)
    assert list(Invitation.objects.all()) == [first]


def test_sending_again_makes_the_old_link_worthless() -> None:
    invitation = invited(by=None)
    old = token_of_last_mail()
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert by_token(old) is None
        invitations.resend(invitation=invitation, by=None)
        assert by_token(old) is None
        new = token_of_last_mail()
        assert by_token(new) == invitation
        with pytest.raises(ConflictError, match="invitation_over"):
            invitations.accept(token=old, password="una-clave-larga-1")
        assert invitations.accept(token=new, password="una-clave-larga-1").email == "nuria@example.org"


def test_nobody_is_flooded_with_mails() -> None:
    invitation = invited(by=None)
    with pytest.raises(ConflictError, match="invitation_waiting"):
        invitations.resend(invitation=invitation, by=None)
    mail_sent()
    with pytest.raises(ConflictError, match="invitation_just_sent"):
        invitations.resend(invitation=invitation, by=None)
    assert len(mail.outbox) == 1


def test_a_withdrawn_one_opens_nothing_and_sends_nothing() -> None:
    invitation = invited(by=None)
    invitations.withdraw(invitation=invitation, by=None)

    assert mail_sent() == []
    for act in (invitations.resend, invitations.withdraw):
        with pytest.raises(ConflictError, match="invitation_over"):
            act(invitation=invitation, by=None)
    invitations.invite(person=invitation.person, email=invitation.email, role=None, by=None)
    assert len(mail_sent()) == 1


def test_an_invitation_with_a_role_is_sent_again_by_administrators_only() -> None:
    invitation = invited(role=Role.OFFICE, by=staff.administrator())
    mail_sent()
    with pytest.raises(ForbiddenError, match="only_administrators"):
        invitations.resend(invitation=invitation, by=staff.office())


def test_every_act_stands_in_the_chain_of_the_person() -> None:
    invitation = invited(by=None)
    user = invitations.accept(token=token_of_last_mail(), password="una-clave-larga-1")

    chain = AuditEntry.objects.filter(chain=f"person:{invitation.person_id}").order_by("seq")
    assert list(chain.values_list("verb", "actor")) == [
        ("person.registered", None),
        ("invitation.sent", None),
        ("invitation.accepted", user.pk),
    ]
    assert list(AuditEntry.objects.filter(chain=f"account:{user.pk}").values_list("verb", flat=True)) == [
        "account.created"
    ]


# ---------------------------------------------------------------- two at once
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_administrators_invite_the_same_person_at_once(run_together) -> None:
    """One invitation, one mail."""
    who = staff.person()
    first, second = staff.administrator(), staff.administrator("otra@example.org")

    found = run_together(
        lambda: invitations.invite(person=who, email="nuria@example.org", role=None, by=first),
        lambda: invitations.invite(person=who, email="alcaraz@example.org", role=None, by=second),
    )

    assert sorted(getattr(result, "code", "invited") for result in found) == ["invitation_open", "invited"]
    assert Invitation.objects.count() == 1
    assert len(mail_sent()) == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_people_are_invited_at_one_address_at_once(run_together) -> None:
    people = [staff.person(), staff.person("Julián")]

    found = run_together(
        *(
            lambda who=who: invitations.invite(person=who, email="casa@example.org", role=None, by=None)
            for who in people
        )
    )

    assert sorted(getattr(result, "code", "invited") for result in found) == ["email_invited", "invited"]
    assert len(mail_sent()) == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_link_opened_twice_at_once_makes_one_account(run_together) -> None:
    invited(by=None)
    token = token_of_last_mail()

    def accept() -> User:
        return invitations.accept(token=token, password="una-clave-larga-1")

    found = run_together(accept, accept)

    assert sorted(getattr(result, "code", "opened") for result in found) == ["invitation_over", "opened"]
    assert User.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_accepted_and_withdrawn_at_once_is_one_of_them(run_together) -> None:
    invitation = invited(by=None)
    token = token_of_last_mail()

    run_together(
        lambda: invitations.accept(token=token, password="una-clave-larga-1"),
        lambda: invitations.withdraw(invitation=invitation, by=None),
    )

    invitation.refresh_from_db()
    assert (invitation.account is None) == (invitation.withdrawn_at is not None)
    assert User.objects.count() == (0 if invitation.withdrawn_at else 1)
