"""Domino by pairs, articles 6 to 18: one module per subject, all of them pure."""
