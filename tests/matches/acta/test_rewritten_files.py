"""PDFs written by other programs: what they hold may stand elsewhere than where ours puts it."""

import io

import pikepdf

from matches.acta.seal import SealSigner
from matches.acta.verify import Status, verify_bytes

CODE = "4KQ7-M2XR-9D"


def _rewritten(data: bytes) -> bytes:
    """The same document as another program saves it: the tree of attachments in objects of its own."""
    with pikepdf.open(io.BytesIO(data)) as opened:
        tree = opened.Root.Names.EmbeddedFiles
        leaf = opened.make_indirect(pikepdf.Dictionary(Names=opened.make_indirect(tree.Names)))
        branch = opened.make_indirect(pikepdf.Dictionary(Kids=opened.make_indirect(pikepdf.Array([leaf]))))
        opened.Root.Names = opened.make_indirect(pikepdf.Dictionary(EmbeddedFiles=branch))
        output = io.BytesIO()
        opened.save(output)
    return output.getvalue()


def test_a_copy_saved_by_another_program_is_altered(unsigned: bytes, signer: SealSigner) -> None:
    found = verify_bytes(
        _rewritten(unsigned), trusted_certificates=[signer.certificate_bytes], known=set(), codes={CODE}
    )
    assert (found.status, found.reasons, found.claimed_code) == (Status.ALTERED, ("not_sealed",), CODE)


def test_a_foreign_pdf_whose_names_are_referred_to_can_be_read(signer: SealSigner) -> None:
    foreign = pikepdf.new()
    foreign.add_blank_page()
    foreign.Root.Names = foreign.make_indirect(pikepdf.Dictionary(Dests=pikepdf.Dictionary()))
    output = io.BytesIO()
    foreign.save(output)
    found = verify_bytes(output.getvalue(), trusted_certificates=[signer.certificate_bytes])
    assert (found.status, found.reasons) == (Status.UNKNOWN, ("not_sealed",))
