"""The whole installation in open formats, and back: what travels, how it is written, how it is read."""
