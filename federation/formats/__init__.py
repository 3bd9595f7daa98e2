"""How dates are written where Django's own choice for a language does not suit (FORMAT_MODULE_PATH)."""
