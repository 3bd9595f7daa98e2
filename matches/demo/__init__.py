"""A demonstration season, written only through the actions that pages use. For debug and for tests."""
