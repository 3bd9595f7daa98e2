"""The photo of a Hoja of paper, and the rival captain's PIN where there is no judge. It never saves."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from federation.forms.photos import PhotoForm
from federation.photos.drawing import draw_page
from matches.forms import fields


class PaperPhotoForm(PhotoForm):
    """A picture of the whole Hoja; clean, it is the photo that is kept."""

    draw = staticmethod(draw_page)

    pin = fields.pin(_("PIN del otro capitán"))

    def __init__(self, *args: Any, both: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        photo = self.fields["photo"]
        photo.label = _("Foto de la Hoja")
        photo.help_text = _(
            "La Hoja entera, de frente y con luz, con sus firmas. JPEG, PNG o WebP de hasta 5 MB."
        )
        if not both:
            del self.fields["pin"]
