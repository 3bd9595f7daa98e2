"""Gathers the strings to translate, with this project's choices; `--check` only says what is missing."""

import re
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import makemessages
from django.core.management.utils import popen_wrapper


class Command(makemessages.Command):
    # A guessed translation would be read as one that somebody wrote.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def add_arguments(self, parser: CommandParser) -> None:
        """Django's own arguments with other defaults, and `--check`."""
        super().add_arguments(parser)
        parser.add_argument("--check", action="store_true", help="Write nothing; fail if any is missing.")
        parser.set_defaults(
            locale=["en"],
            add_location="file",
            no_obsolete=True,
            no_wrap=True,
            ignore_patterns=["node_modules/*", "tests/*", "var/*"],
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.check_only = options["check"]
        super().handle(*args, **options)

    def write_po_file(self, potfile: str, locale: str) -> None:
        """Merge the gathered strings into a language's file, or compare them with it.

        Raises CommandError, with `--check`, naming every string that is missing, unused or untranslated.
        """
        path = Path(potfile).parent / locale / "LC_MESSAGES" / f"{self.domain}.po"
        if self.check_only:
            _, missing, status = popen_wrapper(["msgcmp", str(path), potfile])
            if status or missing:
                raise CommandError(f"{missing.strip()}\nRun `make messages` and fill in {locale}.")
            return
        super().write_po_file(potfile, locale)
        # The moment of the run would differ in every commit and tells nobody anything.
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r'^"POT-Creation-Date: .*\n', "", text, flags=re.MULTILINE), encoding="utf-8")
