"""An account closed for good: the data of its person are erased, nobody gets in, no address is left."""

from __future__ import annotations

from collections.abc import Mapping

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from federation.actions.own_account import end_sessions
from federation.models import User

# The top-level name is reserved: no mail ever leaves for it (RFC 2606).
NOBODYS = "suprimida-{key}@federacion.invalid"


def close_for_good(account: User) -> Mapping[str, Mapping[str, int]]:
    """Close an account and take what it knew of its person; give how many rows went, by table."""
    gone = {
        "usersessions.usersession": end_sessions(user=account),
        "mfa.authenticator": Authenticator.objects.filter(user=account).delete()[0],
        "account.emailaddress": EmailAddress.objects.filter(user=account).delete()[0],
    }
    account.email = NOBODYS.format(key=account.pk)
    account.set_unusable_password()
    account.is_active = False
    account.sessions_ended += 1
    account.last_login = None
    account.save(update_fields=["email", "password", "is_active", "sessions_ended", "last_login"])
    return {"deleted": gone}
