"""Spreadsheets that people bring and take away: bytes in, values and questions out. Knows no tables."""
