"""Settings, read from the environment; a bad or missing value stops the start with its name."""

from pathlib import Path

import environ
from csp.constants import NONCE, NONE, SELF  # noqa: F401
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from federation.secrets_store import read_or_make

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent

DEBUG = env.bool("DJANGO_DEBUG", default=False)
# Debug secrets live beside the user's other state, never in the checkout.
STATE_DIR = Path(env.str("STATE_DIR", default=str(Path.home() / ".local" / "state" / "federacion")))

SECRET_KEY = read_or_make("SECRET_KEY", debug=DEBUG, state_dir=STATE_DIR)
TABLE_PIN_PEPPER = read_or_make("TABLE_PIN_PEPPER", debug=DEBUG, state_dir=STATE_DIR)
SEAL_KEY_FILE = env.str("SEAL_KEY_FILE", default=str(STATE_DIR / "seal_key.pem") if DEBUG else "")
SEAL_KEY_PASSWORD = env.str("SEAL_KEY_PASSWORD", default="")
if not SEAL_KEY_FILE:
    raise ImproperlyConfigured("SEAL_KEY_FILE is missing: set it in the environment")
SEAL_KEY_IS_DEMO = DEBUG and not env.str("SEAL_KEY_FILE", default="")

SITE_URL = env.str("SITE_URL", default="http://localhost:8000")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"] if DEBUG else [])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "federation.apps.FederationConfig",
    "competitions.apps.CompetitionsConfig",
    "matches.apps.MatchesConfig",
    # Its tables are put in by our own `admin` modules, and only those.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "federation.apps.SessionsConfig",
    "django_htmx",
    "template_partials.apps.SimpleAppConfig",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "federation.middleware.LoginMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "matches.middleware.AdmissionMiddleware",
    "federation.middleware.SecondFactorMiddleware",
    "federation.middleware.PersonalPagesMiddleware",
    "federation.middleware.RefusalMiddleware",
]

ROOT_URLCONF = "federation.urls"
WSGI_APPLICATION = "federation.wsgi.application"
# What the apps put on the office's front page; this is where all apps meet.
OFFICE_CARDS = ["matches.views.pending_page.office_cards", "federation.views.office_requests.office_cards"]
# How each kind of request of a club is shown, corrected and accepted; each app gives its own.
REQUEST_KINDS = ["federation.views.request_kinds.KINDS", "competitions.views.squad_request_page.KINDS"]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "builtins": [
                "template_partials.templatetags.partials",
                "django.templatetags.i18n",
                "django.templatetags.static",
                "federation.templatetags.icons",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "federation.context.site",
            ],
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [
                        (
                            "django.template.loaders.cached.Loader",
                            [
                                "django.template.loaders.filesystem.Loader",
                                "django.template.loaders.app_directories.Loader",
                            ],
                        )
                    ],
                )
            ],
        },
    }
]

DATABASES = {
    "default": env.db("DATABASE_URL", default=f"sqlite:///{BASE_DIR / 'var' / 'federacion.sqlite3'}")
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    Path(DATABASES["default"]["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
else:
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    # What a connection asks for the third time it has the server remember: planning was half of a question.
    prepared = env.bool("DATABASE_PREPARED", default=True)
    DATABASES["default"]["OPTIONS"] = {
        "pool": env.bool("DATABASE_POOL", default=True),
        "server_side_binding": prepared,
        "prepare_threshold": 2 if prepared else None,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "federation.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "federation:home"
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"
ACCOUNT_ADAPTER = "federation.accounts.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_NOTIFICATIONS = True
# Mail to an address without an account would be sent by whoever types it.
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
# A club hall is one address: limits per account are narrow, those per address wide. What each is for
# stands in docs/operations.md, "Limits". Logins are counted where their password is looked at.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "login_unknown_device": "300/m/ip",
    "login_failed": "10/5m/key,100/m/ip",
    "login_failed_known_device": "10/5m/key",
    "reset_password": "60/m/ip,5/h/key",
    "reset_password_from_key": "120/m/ip",
    "change_email_address": "5/h/user,3/h/key",
    # Checking a file costs a process of its own.
    "verify_file": "30/m/ip",
}
ACCOUNT_FORMS = {
    "login": "federation.forms.accounts.LoginForm",
    "reauthenticate": "federation.forms.accounts.ReauthenticateForm",
    "change_password": "federation.forms.accounts.ChangePasswordForm",
    "reset_password": "federation.forms.accounts.ResetPasswordForm",
    "reset_password_from_key": "federation.forms.accounts.ResetPasswordKeyForm",
}
MFA_ADAPTER = "federation.accounts.MFAAdapter"
MFA_FORMS = {
    "authenticate": "federation.forms.accounts.SecondFactorForm",
    "reauthenticate": "federation.forms.accounts.SecondFactorAgainForm",
    "activate_totp": "federation.forms.accounts.ActivateSecondFactorForm",
    "authenticate_webauthn": "federation.forms.passkeys.AuthenticateForm",
    "reauthenticate_webauthn": "federation.forms.passkeys.ReauthenticateForm",
    "login_webauthn": "federation.forms.passkeys.LoginForm",
    "add_webauthn": "federation.forms.passkeys.AddForm",
    "edit_webauthn": "federation.forms.passkeys.RenameForm",
}
# Phones' clocks drift, and a code may change while it is typed: one step either way.
MFA_TOTP_TOLERANCE = 1
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RATE_LIMITS = {"webauthn_login": "300/m/ip"}
MFA_TOTP_ISSUER = env.str("MFA_TOTP_ISSUER", default="Federación")
MFA_ALLOW_UNVERIFIED_EMAIL = True

# Limits must be seen by every worker, so they live in the database, not in one process.
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache_table"},
    # What public pages show of an encounter's version: made again by any process that does not have it,
    # so each keeps its own, and no question goes to the database for it.
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "TIMEOUT": 600,
        "OPTIONS": {"MAX_ENTRIES": 300},
    },
}

# For how long a process answers spectators by what it last heard from the database; 0 asks each time.
LIVE_STAMP_SECONDS = env.float("LIVE_STAMP_SECONDS", default=0.5)

LANGUAGE_CODE = "es"
LANGUAGES = [("es", _("Español")), ("en", _("Inglés"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["federation.formats"]
TIME_ZONE = "Europe/Madrid"
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(BASE_DIR / "var" / "static")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG

EMAIL_CONFIG = env.email("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="federacion@example.org")
# Where what clubs ask for is announced; without it each account of the office gets the mail.
OFFICE_EMAIL = env.str("OFFICE_EMAIL", default="")
# A server that does not answer must not hold up the messages behind.
EMAIL_TIMEOUT = 20
# Mail leaves beside the request that asked for it; `deliver_mail` sends what did not get out.
MAIL_AT_ONCE = True

SECURE_COOKIES = env.bool("SECURE_COOKIES", default=SITE_URL.startswith("https://"))
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_COOKIES
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
# With this prefix a browser takes them from this very host only, over TLS.
_HOST_ONLY = "__Host-" if SECURE_COOKIES else ""
SESSION_COOKIE_NAME = f"{_HOST_ONLY}sesion"
CSRF_COOKIE_NAME = f"{_HOST_ONLY}csrf"
LANGUAGE_COOKIE_NAME = f"{_HOST_ONLY}idioma"
DEVICE_COOKIE_NAME = f"{_HOST_ONLY}aparato"
CSRF_FAILURE_VIEW = "federation.views.errors.csrf_failure"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
# Without it everybody behind the proxy would be one address to the limits.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_PROXY else 0
if SECURE_COOKIES:
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31536000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=True)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
    SECURE_SSL_REDIRECT = env.bool("SSL_REDIRECT", default=True)
    # A load balancer asks from inside, over plain HTTP.
    SECURE_REDIRECT_EXEMPT = [r"^salud/$"]
# Being built into browsers is for the owner of the domain to ask, and hard to take back.
SILENCED_SYSTEM_CHECKS = ["security.W021"]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "manifest-src": [SELF],
    }
}
PERMISSIONS_POLICY: dict[str, list[str] | str] = {
    "accelerometer": [],
    "camera": [],
    "display-capture": [],
    "geolocation": [],
    "gyroscope": [],
    "magnetometer": [],
    "microphone": [],
    "midi": [],
    "payment": [],
    "usb": [],
    "publickey-credentials-get": "self",
    "publickey-credentials-create": "self",
    "screen-wake-lock": "self",
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
# A file is held in memory or not at all: nobody fills the disk. What is larger is read and thrown away.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
FILE_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 400

# Gives the encounters that people took part in, which lie above the registry.
PARTICIPATIONS = "matches.queries.people_in_play.participations"
# The words of what was done, by verb, as the history of a person tells it.
ACT_WORDS = "competitions.views.rights_words.ACTS"
# What the apps above keep for a time: how its rows are found, and how they go.
RETENTION_FINDERS = {"table_session": "matches.queries.retention.table_sessions"}
RETENTION_APPLIERS = {"table_session": "matches.actions.retention.forget_table_sessions"}
# What of the apps above forbids erasing somebody's data: each takes keys of people and gives blocks.
ERASURE_OBSTACLES = ["matches.queries.people_in_play.erasure_obstacles"]

# Who imports each kind of file; the apps above the registry bring theirs.
IMPORTERS = {
    "people": "federation.actions.imports.people.IMPORTER",
    "clubs": "federation.actions.imports.clubs.IMPORTER",
    "teams": "competitions.actions.importing_teams.IMPORTER",
    "calendar": "competitions.actions.importing_calendar.CALENDAR",
    "results": "competitions.actions.importing_calendar.RESULTS",
}

# Gives the words of a rule's refusal; it knows those of the apps below it.
REFUSAL_TEXT = "matches.messages.text"

# What the product itself bounds.
VERIFY_UPLOAD_LIMIT = 5 * 1024 * 1024
TABLE_PIN_MISSES = 5
TABLE_PIN_BLOCK_SECONDS = 300
# Misses of one person on all devices together, after which only the judge lets him try again.
TABLE_PIN_MISSES_EVERYWHERE = 25
# Wrong board codes from one address in that time: a hall full of phones is one address.
BOARD_CODE_MISSES = 120
BOARD_CODE_WINDOW_SECONDS = 600

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "fido2": {"level": "WARNING"},
        "weasyprint": {"level": "ERROR"},
        "fontTools": {"level": "ERROR"},
        "pyhanko": {"level": "ERROR"},
    },
}
