"""The form by which a person's photo comes. It draws the photo and never saves."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from federation import messages
from federation.photos.drawing import MOST_BYTES, draw_photo
from federation.rules.errors import RuleError

TOO_LARGE = messages.MESSAGES["photo_too_large"]


class PhotoForm(forms.Form):
    """A picture from the camera or a file; clean, it is the photo that is kept.

    `is_oversize`: what came was not even read.
    """

    photo = forms.FileField(
        label=_("Foto"),
        help_text=_("JPEG, PNG o WebP de hasta 5 MB. De frente, con la cabeza arriba: se recorta a 3 × 4."),
        max_length=255,
        allow_empty_file=True,
        widget=forms.FileInput(
            attrs={
                "accept": "image/jpeg,image/png,image/webp",
                "data-most-bytes": MOST_BYTES,
                "data-text-too-large": TOO_LARGE,
                "data-shrink": "",
            }
        ),
        error_messages={
            "required": _("Elige una foto o hazla con la cámara."),
            "max_length": _("El nombre del archivo es demasiado largo. Cámbialo y prueba otra vez."),
            "invalid": _("No ha llegado ningún archivo. Elígelo otra vez."),
        },
    )

    draw = staticmethod(draw_photo)

    def __init__(self, *args: Any, is_oversize: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_oversize = is_oversize

    def clean(self) -> dict[str, Any]:
        """Say that it is too large where nothing was read at all."""
        if self.is_oversize:
            self.errors.pop("photo", None)
            self.add_error("photo", forms.ValidationError(TOO_LARGE, code="too_large"))
        return self.cleaned_data

    def clean_photo(self) -> bytes:
        """Give the photo drawn anew; refuse with the reason."""
        file: UploadedFile = self.cleaned_data["photo"]
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(TOO_LARGE, code="too_large")
        try:
            return self.draw(file.read(MOST_BYTES + 1), str(file.name))
        except RuleError as error:
            raise forms.ValidationError(messages.text(error), code=error.code) from None
