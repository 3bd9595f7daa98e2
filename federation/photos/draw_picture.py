"""Draws one picture that anybody may have made anew, in a process of its own with limits.

Run by `drawing.py`, never imported by the web process. Standard input: the file. Standard output:
the photo as JPEG, or a code that says why there is none. With the argument `page` it is the photo of a
sheet of paper, which stays whole. Imports nothing of the project.
"""

import io
import resource
import sys

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

CPU_SECONDS = 10
MEMORY_BYTES = 768 * 1024 * 1024
# Phones take pictures of 50 million; as a JPEG they are read at a part of their size.
MOST_PIXELS_OF_JPEG = 120_000_000
MOST_PIXELS = 25_000_000
LEAST_SIDE = 120
SIZE = (480, 640)
# A page of A4 with figures written by hand is read well at 140 points an inch.
PAGE = (1650, 1650)
QUALITY = 85
# Of a picture that is too tall more is cut below than above: a face is above the middle.
CENTRE = (0.5, 0.35)
WHITE = (255, 255, 255)


class RefusedError(Exception):
    """The picture is not taken; its text is the code of the reason."""


def set_limits() -> None:
    """Bound processor time and memory, and forbid writing files and core dumps; pipes are no files."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def draw(data: bytes, *, is_page: bool = False) -> bytes:
    """The photo: upright, 3 by 4, of a known size, without anything that the file told beside the picture.

    A page keeps its shape, made smaller to lie within `PAGE`. RefusedError with the code of the reason.
    """
    most = PAGE if is_page else SIZE
    picture = _opened(data)
    if picture.format in ("JPEG", "MPO"):
        # Read at a half, a quarter or an eighth already: as much as is needed and no more.
        picture.draft("RGB", (2 * most[0], 2 * most[1]))
    try:
        picture.load()
        upright = ImageOps.exif_transpose(picture)
        plain = _on_white(_in_known_colours(upright))
    except MemoryError:
        raise RefusedError("photo_too_many_pixels") from None
    except Exception:  # noqa: BLE001 - whatever a broken file provokes means one thing
        raise RefusedError("photo_broken") from None
    if is_page:
        plain.thumbnail(PAGE, Image.Resampling.LANCZOS)
        fitted = plain
    else:
        fitted = ImageOps.fit(plain, SIZE, Image.Resampling.LANCZOS, centering=CENTRE)
    # A new picture has nothing but its points: no place, no camera, no hidden preview.
    clean = Image.new("RGB", fitted.size, WHITE)
    clean.paste(fitted)
    written = io.BytesIO()
    clean.save(written, "JPEG", quality=QUALITY, optimize=True)
    return written.getvalue()


def _opened(data: bytes) -> Image.Image:
    Image.MAX_IMAGE_PIXELS = None  # counted here, by kind
    try:
        picture = Image.open(io.BytesIO(data), formats=["JPEG", "PNG", "WEBP"])
    except UnidentifiedImageError:
        raise RefusedError("photo_not_picture") from None
    except MemoryError:
        raise RefusedError("photo_too_many_pixels") from None
    except Exception:  # noqa: BLE001
        raise RefusedError("photo_broken") from None
    width, height = picture.size
    most = MOST_PIXELS_OF_JPEG if picture.format in ("JPEG", "MPO") else MOST_PIXELS
    if width * height > most:
        raise RefusedError("photo_too_many_pixels")
    if min(width, height) < LEAST_SIDE:
        raise RefusedError("photo_too_small")
    # Cameras put a second picture behind the first (MPO): that is not one that moves.
    if picture.format != "MPO" and getattr(picture, "n_frames", 1) > 1:
        raise RefusedError("photo_animated")
    return picture


def _in_known_colours(picture: Image.Image) -> Image.Image:
    """The picture in the colours of screens, when it says which its own are."""
    profile = picture.info.get("icc_profile")
    if not profile or picture.mode not in ("RGB", "CMYK"):
        return picture
    try:
        own = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        turned = ImageCms.profileToProfile(picture, own, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except ImageCms.PyCMSError:
        return picture
    return turned or picture


def _on_white(picture: Image.Image) -> Image.Image:
    if "A" in picture.getbands() or "transparency" in picture.info:
        covered = picture.convert("RGBA")
        ground = Image.new("RGB", covered.size, WHITE)
        ground.paste(covered, mask=covered.getchannel("A"))
        return ground
    return picture.convert("RGB")


def main() -> None:
    """Read the file from standard input, and write the photo or the code."""
    set_limits()
    data = sys.stdin.buffer.read()
    try:
        answer = draw(data, is_page="page" in sys.argv[1:])
    except RefusedError as refused:
        answer = str(refused).encode("ascii")
    sys.stdout.buffer.write(answer)


if __name__ == "__main__":
    main()
