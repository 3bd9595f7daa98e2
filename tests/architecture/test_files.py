"""What every file of the project keeps to: its length, its words, its place."""

import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
APPS = ("federation", "competitions", "matches")
LONGEST = 400
TOP_LEVEL = {
    ".ci",
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "competitions",
    "docs",
    "federation",
    "locale",
    "manage.py",
    "matches",
    "pyproject.toml",
    "requirements-dev.txt",
    "requirements.txt",
    "static",
    "templates",
    "tests",
}
WRITTEN_BY_HAND = {".py", ".html", ".css", ".js", ".sh", ".md", ".toml", ".txt", ".po", ".svg", ""}
FORBIDDEN = {
    "a package host": r"pypi\.org|pythonhosted\.org|registry\.npmjs|deb\.debian\.org|github\.com/\S+\.git",
    "a path of somebody's machine": r"(?<![\w.-])/work/|/root/|/home/\w|/Users/\w",
    "an unfinished thought": r"\b(TODO|FIXME|XXX|HACK)\b|NotImplementedError|lorem ipsum",
}


@cache
def _tracked() -> tuple[Path, ...]:
    """Give the files that git knows, or would add: what lies about on a disk is not the project."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return tuple(path for name in listed.splitlines() if (path := ROOT / name).is_file())


def _written_by_hand() -> list[Path]:
    return [
        path
        for path in _tracked()
        if path.suffix in WRITTEN_BY_HAND
        and path != Path(__file__)
        and "vendor" not in path.parts
        and "data" not in path.relative_to(ROOT).parts
        and not path.name.startswith("requirements")
    ]


def test_no_file_is_too_long():
    """A file of more than 400 lines holds more than one idea."""
    measured = [
        (path.relative_to(ROOT), path.read_text(encoding="utf-8").count("\n"))
        for path in _written_by_hand()
        # Translations and tables have one line for each thing that there is.
        if "migrations" not in path.parts and path.suffix not in {".po", ".txt"}
    ]
    assert [f"{path}: {lines} lines" for path, lines in measured if lines > LONGEST] == []


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_names(what):
    """A stranger's clone tells nothing about where it was written, and leaves nothing half done."""
    pattern = re.compile(FORBIDDEN[what])
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:120]}"
        for path in _written_by_hand()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_nothing_new_lies_at_the_top():
    """The top of the tree is the table of contents that the design names."""
    assert {path.relative_to(ROOT).parts[0] for path in _tracked()} - TOP_LEVEL == set()


def test_no_module_is_called_utils():
    """A name must say what is inside."""
    vague = {"utils", "helpers", "common", "misc", "tools"}
    assert [str(path.relative_to(ROOT)) for path in _tracked() if path.stem in vague] == []


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_requirement_is_pinned_with_its_hashes(name):
    """Nobody between the registry and the server can exchange a package, and no address is laid down."""
    text = (ROOT / name).read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=[a-zA-Z0-9])", "\n".join(line for line in text.splitlines() if line[:1] != "#"))
    packages = [block for block in blocks if block.strip()]
    assert len(packages) > 20
    assert [
        block.split("\n")[0] for block in packages if "==" not in block or "--hash=sha256:" not in block
    ] == []
    assert re.findall(r"https?://|file:|--(?:extra-)?index|--find-links", text) == []


def test_what_runs_is_part_of_what_is_tested():
    """Both locks name the same versions."""

    def versions(name: str) -> dict[str, str]:
        text = (ROOT / name).read_text(encoding="utf-8")
        return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", text, flags=re.MULTILINE))

    running, testing = versions("requirements.txt"), versions("requirements-dev.txt")
    assert running == {name: testing.get(name) for name in running}


DISTRIBUTIONS = {
    "allauth": "django-allauth",
    "csp": "django-csp",
    "django_htmx": "django-htmx",
    "environ": "django-environ",
    "PIL": "pillow",
    "pyhanko_certvalidator": "pyhanko-certvalidator",
    "stdnum": "python-stdnum",
    "template_partials": "django-template-partials",
}


def test_every_imported_package_is_asked_for():
    """A package that only another one brings may go away with it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {re.match(r"[\w-]+", wish).group().lower() for wish in project["dependencies"]}
    product = [
        path for path in _tracked() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in APPS
    ]
    imported = {
        name
        for path in product
        for name in re.findall(r"^\s*(?:from|import) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    foreign = imported - set(sys.stdlib_module_names) - set(APPS)
    assert {name for name in foreign if DISTRIBUTIONS.get(name, name).lower() not in asked} == set()


def test_actions_and_queries_ask_one_clock() -> None:
    """What is written carries one moment, which a demonstration season may set."""
    asked = [
        f"{path.relative_to(ROOT)}:{number}"
        for app in APPS
        for layer in ("actions", "queries")
        for path in sorted((ROOT / app / layer).rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if re.search(r"timezone\.(now|localdate)\(|datetime\.now\(|date\.today\(", line)
    ]
    assert asked == []
