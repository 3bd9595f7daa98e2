"""Writes the account mail that waits and hands it to the mail server.

Runs outside requests: what is behind an address (an account or nothing) shows neither in the
answer of a page nor in its time. Pages put messages in with `post`; `deliver_due` sends them,
called by a thread as soon as a message is in, and by `deliver_mail` for those that did not get out.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from email.utils import make_msgid
from smtplib import SMTPException
from urllib.parse import urlsplit

from allauth.account.forms import default_token_generator
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connections, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from federation.accounts.email_change import confirmation_token
from federation.actions import mail as queue
from federation.actions.invitations import make_link
from federation.models import Federation, OutgoingMail, User
from federation.queries.invitations import MAIL as INVITATION

logger = logging.getLogger(__name__)

RESET = "account/email/password_reset_key"
CONFIRM_ADDRESS = "account/email/email_confirmation"
A_TURN = 50
# A link asked for an hour ago is asked for again, not waited for.
LINKS_KEEP = timedelta(hours=1)
AT_ONCE = threading.Lock()


def post(kind: str, to: str, *, user: User | None = None, data: Mapping[str, object] | None = None) -> None:
    """Put a message into the queue in the language of the page, and see to it that it leaves soon."""
    keep = LINKS_KEEP if kind in (RESET, CONFIRM_ADDRESS) else queue.KEEP_TRYING
    language = translation.get_language() or settings.LANGUAGE_CODE
    queue.enqueue(kind=kind, to=to, language=language, user=user, data=data, keep_trying=keep)
    hurry()


def hurry() -> None:
    """See to it that what an action has put into the queue leaves as soon as its transaction is over."""
    if settings.MAIL_AT_ONCE:
        transaction.on_commit(_deliver_beside)


def deliver_due() -> int:
    """Send what is due; give how many messages left. A server that refuses is tried again later."""
    sent = 0
    while taken := queue.take_due(A_TURN):
        for mail in taken:
            sent += _deliver(mail)
    return sent


def _deliver_beside() -> None:
    threading.Thread(target=_deliver_in_thread, name="account-mail", daemon=True).start()


def _deliver_in_thread() -> None:
    # One at a time in this process: a second one finds nothing that the first leaves.
    with AT_ONCE:
        try:
            deliver_due()
        finally:
            connections.close_all()


def _deliver(mail: OutgoingMail) -> int:
    try:
        sent = 0
        for message in list(_messages(mail)):
            message.send()
            sent += 1
    except (OSError, SMTPException) as error:
        # The address is nobody's business in a log; the number tells which it was.
        again = queue.put_back(mail)
        logger.warning(
            "mail %s not sent (%s), %s",
            mail,
            type(error).__name__,
            "tried again later" if again else "given up",
        )
        return 0
    queue.done(mail)
    return sent


def _messages(mail: OutgoingMail) -> Iterator[EmailMessage]:
    with translation.override(mail.language):
        if mail.kind == RESET:
            for user in filter_users_by_email(mail.to, is_active=True, prefer_verified=True, for_login=True):
                yield _message(mail, {"password_reset_url": _reset_link(user), "user": user})
        elif mail.kind == CONFIRM_ADDRESS and mail.user is not None:
            token = confirmation_token(mail.user, mail.to)
            link = _absolute(reverse("account_confirm_new_email", args=[token]))
            yield _message(mail, {"activate_url": link, "user": mail.user})
        elif mail.kind == INVITATION:
            yield from _invitation(mail)
        else:
            yield _message(mail, {"user": mail.user})


def _invitation(mail: OutgoingMail) -> Iterator[EmailMessage]:
    made = make_link(mail.data["invitation"])
    if made is None:
        # Withdrawn or out of date before it left: nothing to send.
        return
    invitation, token = made
    yield _message(
        mail,
        {
            "link": _absolute(reverse("federation:accept_invitation", args=[token])),
            "name": invitation.person.given_name,
            "expires_at": timezone.localtime(invitation.expires_at),
        },
    )


def _reset_link(user: User) -> str:
    key = default_token_generator.make_token(user)
    route = {"uidb36": user_pk_to_url_str(user), "key": key}
    return _absolute(reverse("account_reset_password_from_key", kwargs=route))


def _absolute(path: str) -> str:
    # Never the host that a request claimed: whoever forges it would get the link.
    return f"{settings.SITE_URL.rstrip('/')}{path}"


def _message(mail: OutgoingMail, more: Mapping[str, object]) -> EmailMessage:
    federation = Federation.objects.first()
    name = federation.short_name if federation else ""
    context = {**mail.data, **more, "federation": federation, "site_url": settings.SITE_URL}
    if at := mail.data.get("at"):
        context["at"] = timezone.localtime(datetime.fromisoformat(str(at)))
    subject = " ".join(render_to_string(f"{mail.kind}_subject.txt", context).split())
    body = render_to_string(f"{mail.kind}_message.txt", context).strip() + "\n"
    headers = {
        # Answering machines leave it alone, and no name of this machine goes out.
        "Auto-Submitted": "auto-generated",
        "Message-ID": make_msgid(domain=urlsplit(settings.SITE_URL).hostname or "localhost"),
        "Content-Language": mail.language,
    }
    return EmailMessage(f"{name}: {subject}" if name else subject, body, to=[mail.to], headers=headers)


__all__ = ["CONFIRM_ADDRESS", "RESET", "deliver_due", "hurry", "post"]
