"""Standings: encounters, adjustments and criteria in; ordered rows that explain themselves out."""
