"""Icons of the sprite: so many that a template of its own for each cost more than what is around it."""

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """One icon, which says nothing by itself: the words stand beside it."""
    return _drawn(str(name))


@cache
def _drawn(name: str) -> SafeString:
    address = static("icons/sprite.svg")
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#i-{}"/></svg>', address, name
    )
