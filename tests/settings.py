"""The product's settings as the tests run them.

Everything that a test run makes (secrets, the sealing key, the SQLite file) lies in one
folder that goes away with it. The engine is chosen by DATABASE_URL: SQLite without it,
`.ci/with_postgres` sets it. The processes of pytest-xdist share the folder through the
environment.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path


def _scratch_folder() -> Path:
    """Give the folder of this test run; in memory where the system offers that: no test waits for a disk."""
    given = os.environ.get("TESTS_SCRATCH")
    if given:
        return Path(given)
    memory = Path("/dev/shm")
    folder = tempfile.mkdtemp(prefix="federation-tests-", dir=memory if os.access(memory, os.W_OK) else None)
    os.environ["TESTS_SCRATCH"] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


SCRATCH = _scratch_folder()

# What a developer has set for his own server must not reach the tests.
for _name in (
    "SECRET_KEY",
    "SECRET_KEY_FILE",
    "TABLE_PIN_PEPPER",
    "TABLE_PIN_PEPPER_FILE",
    "SEAL_KEY_FILE",
    "SEAL_KEY_PASSWORD",
    "SITE_URL",
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "EMAIL_URL",
    "STATIC_ROOT",
    "SECURE_COOKIES",
    "BEHIND_PROXY",
):
    os.environ.pop(_name, None)
os.environ["DJANGO_DEBUG"] = "1"
os.environ["STATE_DIR"] = str(SCRATCH / "state")
os.environ.setdefault("DATABASE_URL", f"sqlite:///{SCRATCH / 'unused.sqlite3'}")

from federation.settings import *  # noqa: E402, F403
from federation.settings import DATABASES, INSTALLED_APPS, MIDDLEWARE, STORAGES  # noqa: E402

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, not memory: threads (live server, concurrency tests) each have a connection of their own.
    DATABASES["default"]["TEST"] = {"NAME": str(SCRATCH / "tests.sqlite3")}

# Passwords of tests are no secrets, and hundreds of them are hashed.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# A test sends what waits when it wants it sent.
MAIL_AT_ONCE = False
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# Files come from where they are written, not from a folder that somebody has collected.
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True

# A page that asks the database once per row fails its test.
INSTALLED_APPS = [*INSTALLED_APPS, "zeal"]
MIDDLEWARE = ["zeal.middleware.zeal_middleware", *MIDDLEWARE]
ZEAL_RAISE = True
# A login renews the session more than once; the library does, not a page of ours in a loop.
ZEAL_ALLOWLIST = [
    {"model": "sessions.Session"},
    # One tap may be two acts (naming and pen, taking back and proposing): each locks and reads for itself.
    {"model": "competitions.Encounter", "field": "get()"},
    {"model": "matches.Partida", "field": "get()"},
    # Two people put their PIN on one form.
    {"model": "matches.PinMisses", "field": "get()"},
]

# What a test has written is on the page that it asks for next.
LIVE_STAMP_SECONDS = 0
# A code that a test reads just before it changes is still good when it arrives.
MFA_TOTP_TOLERANCE = 1
