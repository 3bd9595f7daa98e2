"""Asking whether an acta is genuine: by its code, or with the PDF."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from matches.acta import document

TOO_LARGE = _("El archivo pasa de 5 MB: ningún acta es tan grande. Elige el PDF del acta.")


class VerifyForm(forms.Form):
    """One of the two: a code in any writing, or a file. `is_oversize`: what came was not even read."""

    code = forms.CharField(
        label=_("Código del acta"),
        help_text=_("Diez letras y cifras, al pie de cada página."),
        required=False,
        max_length=60,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
    pdf = forms.FileField(
        label=_("O el PDF"),
        help_text=_("Hasta 5 MB. Se comprueba y no se guarda."),
        required=False,
        max_length=255,
        widget=forms.FileInput(
            attrs={
                "accept": "application/pdf,.pdf",
                "data-most-bytes": settings.VERIFY_UPLOAD_LIMIT,
                "data-text-too-large": TOO_LARGE,
            }
        ),
        error_messages={
            "empty": _("El archivo está vacío. Elige el PDF del acta."),
            "max_length": _("El nombre del archivo es demasiado largo. Cámbialo y prueba otra vez."),
            "invalid": _("No ha llegado ningún archivo. Elígelo otra vez."),
        },
    )

    def __init__(self, *args: Any, is_oversize: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_oversize = is_oversize

    def clean_code(self) -> str:
        """Give the code as it is kept, or nothing."""
        typed = self.cleaned_data["code"]
        code = document.normal_code(typed) if typed else ""
        if code is None:
            raise forms.ValidationError(
                _("Un código tiene diez letras y cifras, sin 0, O, 1, I, L ni U. Míralo otra vez en el acta.")
            )
        return code

    def clean_pdf(self) -> UploadedFile | None:
        """Give the file when it is not too large."""
        file: UploadedFile | None = self.cleaned_data["pdf"]
        if self.is_oversize or (file is not None and (file.size or 0) > settings.VERIFY_UPLOAD_LIMIT):
            raise forms.ValidationError(TOO_LARGE, code="too_large")
        return file

    def clean(self) -> dict[str, Any]:
        """Ask for one of the two."""
        given = super().clean() or self.cleaned_data
        if not self.errors and not given.get("code") and not given.get("pdf"):
            raise forms.ValidationError(_("Escribe el código del acta o elige su PDF."))
        return given
