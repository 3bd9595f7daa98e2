"""Calendars: round robins by Berger's tables and knock-out trees."""
