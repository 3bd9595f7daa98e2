"""The account behind a request, for pages that stand behind the login."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from federation.models import User


def account_of(request: HttpRequest) -> User:
    """Whose account asks; the login has let nobody else through (403 if it ever did)."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
