"""The one way in which a rule says no. Pure: knows no words, only codes."""


class RuleError(Exception):
    """A rule refuses what was asked.

    `code` is a stable identifier (the words are in the apps' `messages.py`);
    `field` names the form field that it belongs to, when there is one;
    `data` holds the figures that the message shows.
    """

    def __init__(self, code: str, *, field: str | None = None, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.data = data

    def __str__(self) -> str:
        return f"{self.code} {self.data}" if self.data else self.code


class ConflictError(RuleError):
    """Somebody was first, or the state has moved on since the page was shown (409)."""


class ForbiddenError(RuleError):
    """Whoever asks may see the thing and may not do this (403)."""
