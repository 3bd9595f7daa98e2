"""The acta on paper: the same bytes each time, an archive file, and nothing but what was signed."""

import copy
import io
import re
import subprocess
from datetime import datetime
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from django.utils import translation

from federation.printing.drawing import qr_drawing
from matches.acta import document, pdf
from matches.acta.drawing import signature_drawing
from tests.matches.acta import sample

Acta = tuple[dict[str, Any], list[dict[str, Any]]]

HOSTILE = {
    "html": "<b>Pilar</b> & <img src='https://example.org/x.png'> <a href='file:///etc/passwd'>x</a>",
    "script": "<script>alert(1)</script> {{ acta.code }} {% load static %}",
    "css": "</style><style>@import url(https://example.org/x.css);</style>",
    "attachment": "<link rel='attachment' href='file:///etc/passwd'>",
    "quotes": "\"'`;--\\ ../../etc/passwd",
    "long": "S" + "a" * 298 + "Z",
    "accents": "Ñandú Çağrı Łukasz Ελένη Олена",
}


def _render(content: dict[str, Any], signatures: list[dict[str, Any]], **changes: Any) -> bytes:
    arguments: dict[str, Any] = {
        "at": sample.SEALED_AT, "verify_url": sample.VERIFY_URL, "demonstration": False, **changes,
    }  # fmt: skip
    return pdf.render(content, signatures, **arguments)


def _text(data: bytes) -> str:
    command = ["pdftotext", "-raw", "-", "-"]
    return subprocess.run(command, input=data, capture_output=True, check=True).stdout.decode()


def _bare(text: str) -> str:
    return re.sub(r"\s", "", text)


def test_the_same_acta_gives_the_same_bytes(acta: Acta, unsigned: bytes) -> None:
    content, signatures = copy.deepcopy(acta)
    with translation.override("en"):
        again = _render(content, signatures, demonstration=True)
    assert again == unsigned


def test_it_declares_itself_pdf_a_3b_with_an_output_intent(unsigned: bytes) -> None:
    with pikepdf.open(io.BytesIO(unsigned)) as opened:
        intents = opened.Root.OutputIntents
        assert intents[0].S == "/GTS_PDFA1"
        assert len(intents[0].DestOutputProfile.read_bytes()) > 100
        with opened.open_metadata() as metadata:
            assert metadata["pdfaid:part"] == "3"
            assert metadata["pdfaid:conformance"] == "B"
            assert "D1-2627-07-02" in metadata["dc:title"]
            assert metadata["xmp:CreateDate"] == "2026-11-28T23:19:00+01:00"
        assert not opened.is_encrypted
        assert opened.trailer.ID


def test_every_font_is_embedded(unsigned: bytes) -> None:
    with pikepdf.open(io.BytesIO(unsigned)) as opened:
        descriptors = [each for each in opened.objects if _is(each, "/FontDescriptor")]
        assert len(descriptors) == 2
        for descriptor in descriptors:
            assert any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
            assert "Acta-Sans" in str(descriptor.FontName)


def _is(each: Any, kind: str) -> bool:
    return isinstance(each, pikepdf.Dictionary) and each.get("/Type") == kind


def test_nothing_in_it_breaks_the_archive_format(unsigned: bytes) -> None:
    with pikepdf.open(io.BytesIO(unsigned)) as opened:
        for each in opened.objects:
            if isinstance(each, pikepdf.Dictionary | pikepdf.Stream):
                assert not each.get("/Interpolate", False)
                assert each.get("/S") not in ("/JavaScript", "/Launch", "/URI", "/SubmitForm")
        assert "/OpenAction" not in opened.Root
        assert "/AcroForm" not in opened.Root


def test_the_data_travels_inside(acta: Acta, unsigned: bytes) -> None:
    with pikepdf.open(io.BytesIO(unsigned)) as opened:
        assert list(opened.attachments) == ["acta.json"]
        assert {each.objgen for each in opened.Root.AF} == {opened.Root.AF[0].objgen}
        specification = opened.Root.AF[0]
        assert specification.AFRelationship == "/Data"
        stream = specification.EF.F
        assert str(stream.Subtype) == "/application/json"
        assert str(stream.Params.ModDate) == "D:20261128221900Z"
        content, signed = document.read_attached(stream.read_bytes())
    assert content == acta[0]
    assert signed["signatures"] == acta[1]


def test_it_shows_what_happened(acta: Acta, unsigned: bytes) -> None:
    text = " ".join(_text(unsigned).split())
    for shown in (
        "D1-2627-07-02", "4KQ7-M2XR-9D", "336–185, gana La Seis Doble", "165–300, gana Los Molinos",
        "2260 tantos · 3 puntos", "rectificada", "sin acuerdo", "cambio de asientos", "por sorteo",
        "entra Adela Roca por Pilar Sanz", "art. 15 Pensada en falso", "art. 17 Interrupción",
        "Bajo protesta", "Protesta de La Seis Doble.", "Se niega a firmar", "Testigo: Lidia Conesa, 30-05102",
        "Identificación: su cuenta, con contraseña", "1 con marca del juez árbitro", "5f5f5f5f", "a3a3a3a3",
        "cierre empatado: sin tantos, repite el salidor", "plazo de reclamación, en horas: 24",
        "Sellada por la federación el 28 de noviembre de 2026 a las 23:19", "CERTIFICADO DE DEMOSTRACIÓN",
    ):  # fmt: skip
        assert shown in text, shown
    assert document.content_hash(acta[0]) in _bare(text)


def test_it_claims_no_certified_time(unsigned: bytes) -> None:
    text = " ".join(_text(unsigned).split())
    assert "sin sello de tiempo de terceros" in text
    assert "certificada" not in text.lower()


def test_a_real_certificate_prints_no_demonstration_notice(acta: Acta) -> None:
    assert "DEMOSTRACIÓN" not in _text(_render(*acta)).upper()


def test_figures_of_each_hand_are_printed(acta: Acta, unsigned: bytes) -> None:
    lines = _text(unsigned).splitlines()
    for total in ("57–0", "93–0", "272–185", "336–185", "165–32", "* 99–79", "255–351"):
        assert any(line.endswith(total) for line in lines), total


@pytest.mark.parametrize("kind", list(HOSTILE))
def test_hostile_text_is_printed_as_text_once(acta: Acta, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = pdf.OwnFilesOnly.fetch
    monkeypatch.setattr(
        pdf.OwnFilesOnly, "fetch", lambda self, url, headers=None: (asked.append(url), real(self, url))[1]
    )
    content = copy.deepcopy(acta[0])
    marked = f"«{HOSTILE[kind]}»"
    content["incidents"][0]["text"] = marked
    data = _render(document.clean(content), [])
    assert _bare(_text(data)).count(_bare(marked)) == 1
    assert {url.rsplit("/", 1)[-1] for url in asked} == {
        "acta.css", "acta-sans-Regular.ttf", "acta-sans-Bold.ttf",
    }  # fmt: skip
    with pikepdf.open(io.BytesIO(data)) as opened:
        assert list(opened.attachments) == ["acta.json"]


def test_names_may_be_hostile_everywhere(acta: Acta) -> None:
    content = copy.deepcopy(acta[0])
    for person in content["people"].values():
        person["name"] = HOSTILE["html"]
    content["teams"]["home"]["name"] = HOSTILE["long"]
    content["federation"]["name"] = '"; } @page { content: url(https://example.org)'
    content["competition"]["name"] = HOSTILE["script"]
    text = _bare(_text(_render(content, [])))
    assert "<b>Pilar</b>" in text
    assert _bare(HOSTILE["script"]) in text


def test_what_the_font_lacks_is_replaced_and_kept_in_the_data(acta: Acta) -> None:
    content = copy.deepcopy(acta[0])
    content["incidents"][0]["text"] = "Ganó 🎉 y dijo שלום y سلام"
    data = _render(document.clean(content), [])
    text = _text(data)
    assert "Ganó �" in text
    assert "sustituye a un carácter" in " ".join(text.split())
    with pikepdf.open(io.BytesIO(data)) as opened:
        assert len([each for each in opened.objects if _is(each, "/FontDescriptor")]) == 2
        assert "🎉 y dijo שלום".encode() in opened.attachments["acta.json"].get_file().read_bytes()


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/x.css",
        "http://printed.invalid/css/acta.css",
        "file:///etc/passwd",
        "https://printed.invalid/../matches/acta/pdf.py",
        "https://printed.invalid/css/../../manage.py",
        "https://printed.invalid/css/%2e%2e/%2e%2e/manage.py",
        "https://printed.invalid//etc/passwd",
        "https://printed.invalid/js/app.js",
        "data:text/html,<b>x</b>",
        "data:image/png;base64," + "A" * (3 * 1024 * 1024),
    ],
)
def test_the_renderer_reads_nothing_but_its_own_files(url: str) -> None:
    with pytest.raises((ValueError, OSError)):
        pdf.OwnFilesOnly().fetch(url)


def test_the_renderer_takes_small_pictures_given_as_data() -> None:
    assert pdf.OwnFilesOnly().fetch("data:image/png;base64,aGVsbG8=").read() == b"hello"


def _pages(data: bytes) -> list[str]:
    return _text(data).rstrip("\f").split("\f")


def test_long_sheets_flow_over_pages_with_header_and_footer(acta: Acta) -> None:
    content = sample.long_content(25)
    data = _render(content, [])
    pages = _pages(data)
    assert len(pages) >= 3
    for number, page in enumerate(pages, start=1):
        assert "Acta D1-2627-07-02 · versión 1" in page
        assert f"Página {number} de {len(pages)}" in page
        assert "Código 4KQ7-M2XR-9D" in page
    for board in range(1, 5):
        page = next(each for each in pages if f"Mesa {board} ·" in each)
        assert page.count("Partida 1:") == page.count("Partida 2:")
        assert len(re.findall(r"^25 [NOSE] ", page, re.MULTILINE)) == 2 * page.count("Partida 2:")


@pytest.mark.parametrize("hands", [50, 70])
def test_a_board_longer_than_a_page_loses_no_hand(hands: int) -> None:
    content = sample.long_content(hands)
    note = " ".join(f"nota{number}" for number in range(700))
    content["boards"][1]["partidas"][0]["result"]["note"] = note
    text = _text(_render(content, []))
    assert len(re.findall(r"nota\d+", text)) == 700
    for hand in range(1, hands + 1):
        assert len(re.findall(rf"^{hand} [NOSE] ", text, re.MULTILINE)) == 8, hand


def test_a_text_longer_than_a_page_is_printed_whole(acta: Acta) -> None:
    content = copy.deepcopy(acta[0])
    words = [f"palabra{number}" for number in range(560)]
    content["incidents"][0]["text"] = " ".join(words)
    signatures = [{**each, "content_hash": document.content_hash(content)} for each in acta[1]]
    signatures[1]["text"] = " ".join(word.replace("palabra", "negativa") for word in words)
    text = _text(_render(content, signatures))
    assert re.findall(r"palabra\d+", text) == words
    assert len(re.findall(r"negativa\d+", text)) == 560


def test_a_correction_shows_both_versions(acta: Acta) -> None:
    content = copy.deepcopy(acta[0])
    content["version"] = 2
    content["replaces"] = {
        "version": 1, "code": "7M2X-RK4Q-9D", "content_hash": "ab" * 32,
        "reason": "La jugada 3 de la mesa 2 estaba mal sumada.",
        "decision": "Comité de Competición, expediente 12/2026.",
        "decided_at": "2026-12-03T18:00:00+01:00",
        "result": {**content["result"], "tantos": {"home": 2250, "away": 1883}},
    }  # fmt: skip
    text = " ".join(_text(_render(content, [])).split())
    assert "Diligencia de rectificación" in text
    assert "2250–1883 2260–1883" in text
    assert "expediente 12/2026" in text


def test_a_pending_partida_is_said_at_the_top(acta: Acta) -> None:
    content = copy.deepcopy(acta[0])
    content["boards"][3]["partidas"][1]["result"] |= {"winner": None, "status": "pending"}
    text = " ".join(_text(_render(content, [])).split())
    assert "Queda 1 partida pendiente" in text
    assert "Partida 2: 255–351, pendiente" in text


def test_without_judge_incidents_or_signatures_it_says_so(acta: Acta) -> None:
    content = copy.deepcopy(acta[0])
    content.update(judge=None, incidents=[], closed_by={"persons": ["12", "32"], "how": "captains"})
    text = " ".join(_text(_render(content, [])).split())
    for shown in ("Sin juez árbitro", "Sin incidencias.", "Sin firmas.", "Cerrada por ambas capitanías"):
        assert shown in text


def test_the_time_must_be_aware(acta: Acta) -> None:
    with pytest.raises(ValueError, match="aware"):
        _render(*acta, at=datetime(2026, 11, 28, 23, 19))  # noqa: DTZ001


def test_a_drawn_signature_keeps_its_strokes() -> None:
    drawing = signature_drawing([[[0, 0], [300, 100]], [[10, 10]]])
    assert drawing is not None
    assert drawing.path == "M0 0L300 100M10 10h1"
    assert drawing.view_box == "-6 -6 312 112"
    assert signature_drawing([]) is None


def test_the_qr_opens_the_verification_page(tmp_path: Path) -> None:
    drawing = qr_drawing(sample.VERIFY_URL)
    size = int(drawing.view_box.split()[-1])
    assert size >= 29
    assert re.fullmatch(r"(M\d+ \d+h\d+v1h-\d+z)+", drawing.path)
