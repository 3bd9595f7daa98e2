"""Spanish is the source, English is complete: nothing unmarked, untranslated, stale or uncompiled."""

import ast
import gettext
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.forms import DateField
from django.test import Client
from django.utils import formats, translation

ROOT = Path(settings.BASE_DIR)
APPS = ("federation", "competitions", "matches")
FOLDER = ROOT / "locale" / "en" / "LC_MESSAGES"
ENTRIES = list(polib.pofile(str(FOLDER / "django.po")))
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}|</?\w+>")


def _pairs(entry: polib.POEntry) -> list[tuple[str, str]]:
    """Each Spanish text of an entry beside its English one."""
    if entry.msgid_plural:
        return [(entry.msgid, entry.msgstr_plural[0]), (entry.msgid_plural, entry.msgstr_plural[1])]
    return [(entry.msgid, entry.msgstr)]


# ---------------------------------------------------------------- the English file
def test_every_string_has_its_english():
    assert len(ENTRIES) > 1500
    assert [entry.msgid for entry in ENTRIES if not all(words.strip() for _, words in _pairs(entry))] == []


def test_no_translation_is_guessed_or_left_over():
    assert [entry.msgid for entry in ENTRIES if entry.fuzzy or entry.obsolete] == []


def test_english_fills_the_same_places():
    """The singular may say "one" where the Spanish has the figure; nothing else may differ."""
    wrong = [
        (spanish, english)
        for entry in ENTRIES
        for spanish, english in _pairs(entry)
        if sorted(PLACEHOLDER.findall(spanish)) != sorted(PLACEHOLDER.findall(english))
    ]
    assert wrong == []


def test_space_around_a_piece_of_a_sentence_is_kept():
    wrong = [
        (spanish, english)
        for entry in ENTRIES
        for spanish, english in _pairs(entry)
        if (spanish[:1].isspace(), spanish[-1:].isspace()) != (english[:1].isspace(), english[-1:].isspace())
    ]
    assert wrong == []


def _compiled_from(entry: polib.POEntry) -> dict[object, str]:
    key = f"{entry.msgctxt}\x04{entry.msgid}" if entry.msgctxt else entry.msgid
    if entry.msgid_plural:
        return {(key, form): words for form, words in entry.msgstr_plural.items()}
    return {key: entry.msgstr}


def test_what_runs_is_what_was_written():
    """The compiled file, read by Python as the server reads it, against the one that people edit."""
    with (FOLDER / "django.mo").open("rb") as file:
        compiled = dict(gettext.GNUTranslations(file)._catalog)
    compiled.pop("")
    assert compiled == {key: words for entry in ENTRIES for key, words in _compiled_from(entry).items()}


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="gettext is not installed")
def test_nothing_waits_to_be_gathered(tmp_path: Path):
    """In a copy: gathering writes beside each template, where other tests look at the same moment."""
    for name in (*APPS, "templates", "locale"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", tmp_path)
    command = [sys.executable, "manage.py", "makemessages", "--check", "--verbosity", "0"]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "federation.settings", "DJANGO_DEBUG": "1"}
    told = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")


# ---------------------------------------------------------------- what is marked
TAGS = re.compile(r"{%\s*comment.*?endcomment\s*%}|{#.*?#}|<!--.*?-->", re.DOTALL)
BLOCKS = re.compile(r"{%\s*blocktrans(?:late)?\b.*?{%\s*endblocktrans(?:late)?\s*%}", re.DOTALL)
CLASSES = re.compile(r"{%\s*block \w*class\s*%}.*?{%\s*endblock\s*%}", re.DOTALL)
MARKUP = re.compile(r"{{.*?}}|{%.*?%}", re.DOTALL)
SPOKEN = re.compile(r'\b(?:title|placeholder|aria-label|alt|label|data-text[\w-]*)="([^"]*)"')
WORD = re.compile(r"[^\W\d_]{2,}")
# Names of languages in their own words, whatever the page's language.
FIXED = {"Español", "English"}


def _words_of(text: str, *, is_html: bool) -> Iterator[str]:
    """The words of a template that stand outside every translation."""
    for pattern in (TAGS, BLOCKS, CLASSES, MARKUP):
        text = pattern.sub(" ", text)
    for spoken in SPOKEN.findall(text):
        yield from WORD.findall(spoken)
    if is_html:
        text = re.sub(r"<[^>]*>", " ", text)
    yield from WORD.findall(re.sub(r"&\w+;", " ", text))


def test_templates_say_nothing_untranslated():
    found = {
        f"{path.relative_to(ROOT)}: {word}"
        for path in (ROOT / "templates").rglob("*")
        if path.suffix in {".html", ".txt"}
        for word in _words_of(path.read_text(encoding="utf-8"), is_html=path.suffix == ".html")
        if word not in FIXED
    }
    assert sorted(found) == []


MARKS = {
    "_",
    "gettext",
    "gettext_lazy",
    "ngettext",
    "ngettext_lazy",
    "pgettext",
    "pgettext_lazy",
    "npgettext",
}
SPANISH = re.compile(r"[áéíóúñ¿¡«»]|\b(?:el|la|los|las|un|una|del|que|para|por|con|no se)\b", re.IGNORECASE)
# No text of a page; commands for operators and invented people are left out altogether.
UNTRANSLATED = {
    "federation/archive/manifest.py": "told by the commands, in the federation's language",
    "federation/archive/readme.py": "a file of the export, in the federation's language",
    "federation/archive/restore.py": "told by the commands, in the federation's language",
    "federation/archive/tables.py": "the reasons why a table stays: for whoever reads the code",
    "federation/archive/writing.py": "told by the commands, in the federation's language",
    "federation/queries/rows.py": "told by the commands, in the federation's language",
    "federation/files/club_targets.py": "headers under which a column is known",
    "federation/files/code_readers.py": "letters of a licence",
    "federation/files/dates.py": "words inside dates",
    "federation/files/encodings.py": "letters that tell encodings apart",
    "federation/files/match_targets.py": "headers under which a column is known",
    "federation/files/month_names.py": "months and weekdays in files",
    "federation/files/people_target.py": "headers under which a column is known",
    "federation/files/targets.py": "little words in headers",
    "federation/rules/pool_articles.py": "titles of articles as the text has them",
    "federation/rules/identity.py": "a letter that no document has",
    "federation/rules/name_writing.py": "words that lean on a surname",
    "federation/rules/names.py": "letters compared in names",
    "federation/settings.py": "the name that an authenticator app shows until it is set",
    "matches/actions/sealing.py": "the reason inside the PDF's signature, in the federation's language",
    "matches/acta/seal.py": "the name in a demonstration certificate",
    "matches/views/table_words.py": "the sounds before which «y» becomes «e»",
}


def _unmarked(tree: ast.AST) -> Iterator[str]:
    excused: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in MARKS:
            excused |= {id(part) for argument in node.args for part in ast.walk(argument)}
        if isinstance(node, ast.Expr):
            excused.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in excused:
            yield node.value


def test_code_says_nothing_untranslated():
    found = [
        f"{name}: {text}"
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        if not {"migrations", "commands", "demo"} & set(path.parts)
        and (name := path.relative_to(ROOT).as_posix()) not in UNTRANSLATED
        for text in _unmarked(ast.parse(path.read_text(encoding="utf-8")))
        if SPANISH.search(text) and not re.fullmatch(r"[^\s]*/[^\s]*", text)
    ]
    assert found == []


def test_the_administration_names_every_table_and_column():
    """A name that Django makes from the code's would be the one English word on a Spanish page."""
    from federation.admin import _shown, site

    ours = [model for model in site._registry if model._meta.app_label in APPS]
    assert len(ours) > 40
    assert [model.__name__ for model in ours if isinstance(model._meta.verbose_name, str)] == []
    unnamed = [
        f"{model.__name__}.{field.name}"
        for model in ours
        for field in _shown(model)
        if isinstance(field.verbose_name, str) and field.name != "id"
    ]
    assert unnamed == []


# ---------------------------------------------------------------- dates
@pytest.mark.parametrize(
    ("language", "written"), [("es", "1 de diciembre de 2026"), ("en", "1 December 2026")]
)
def test_the_day_comes_before_the_month(language: str, written: str):
    """A date reads, and is understood when typed, alike in both languages."""
    with translation.override(language):
        assert formats.date_format(date(2026, 12, 1), "DATE_FORMAT") == written
        assert formats.date_format(date(2026, 12, 1), "SHORT_DATE_FORMAT") == "01/12/2026"
        assert DateField().clean("01/12/2026") == date(2026, 12, 1)


# ---------------------------------------------------------------- pages in English
class _Said(HTMLParser):
    """Collects what a page says to eyes and ears."""

    def __init__(self) -> None:
        super().__init__()
        self.said: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        spoken = ("title", "placeholder", "aria-label", "alt")
        self.said |= {value.strip() for name, value in attrs if name in spoken and value}

    def handle_data(self, data: str) -> None:
        self.said |= {part.strip() for part in data.split(" · ")}


SPANISH_ONLY = {
    entry.msgid
    for entry in ENTRIES
    if not entry.msgid_plural and entry.msgid != entry.msgstr and not PLACEHOLDER.search(entry.msgid)
} - {entry.msgstr for entry in ENTRIES}
PUBLIC = {
    "/": "Verify an acta",
    "/verificar/": "Verification of an acta",
    "/verificar/no-es-un-codigo/": "Verification",
    "/mesa/": "Open a board",
    "/cuentas/entrar/": "Log in",
    "/cuentas/clave/olvidada/": "Forgotten password",
    "/cuentas/clave/olvidada/enviado/": "Check your email",
    "/cuentas/registro/": "Accounts are opened by the office",
    "/no-existe/": "Not here",
}


@pytest.mark.django_db
@pytest.mark.parametrize("address", PUBLIC)
def test_page_is_english_after_the_switch(client: Client, address: str):
    client.post("/idioma/", {"language": "en", "next": "/"})

    page = _Said()
    page.feed(client.get(address, follow=True).content.decode())

    assert any(PUBLIC[address] in said for said in page.said)
    assert page.said & SPANISH_ONLY - FIXED == set()
