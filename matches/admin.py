"""This app's tables in the administration, to look at."""

from federation.admin import browse

browse("matches")
