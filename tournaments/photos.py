"""Pictures that are shown in a dispute: opened, not believed; made anew without what cameras write into them;
kept under the hash of what is kept."""

from __future__ import annotations

import hashlib
import warnings
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

from tournaments.errors import NotAPhoto, PhotoTooLarge

MAX_BYTES = 8 * 1024 * 1024
MAX_PIXELS = 50_000_000
LONGEST_SIDE = 2400
FORMATS = ("JPEG", "PNG", "WEBP")
MEDIA_TYPE = "image/jpeg"
QUALITY = 85


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG of ours: its SHA-256 (hex), its bytes, and its size in pixels."""

    sha256: str
    content: bytes
    width: int
    height: int


def cleaned(data: bytes) -> Picture:
    """The picture upright, no side longer than 2400 pixels, and without metadata (place, camera, time).

    NotAPhoto unless it opens as JPEG, PNG or WebP; PhotoTooLarge by bytes or, before it is unpacked, pixels.
    """
    if len(data) > MAX_BYTES:
        raise PhotoTooLarge(megabytes=MAX_BYTES // 1024**2, pixels=MAX_PIXELS // 10**6)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data), formats=FORMATS) as opened:
                if opened.width * opened.height > MAX_PIXELS:
                    raise PhotoTooLarge(megabytes=MAX_BYTES // 1024**2, pixels=MAX_PIXELS // 10**6)
                image = _plain(opened)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as bomb:
        raise PhotoTooLarge(megabytes=MAX_BYTES // 1024**2, pixels=MAX_PIXELS // 10**6) from bomb
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError) as broken:
        raise NotAPhoto from broken
    return _kept(image)


def _plain(opened: Image.Image) -> Image.Image:
    """Only what is to be seen: upright, on white where it was transparent, no larger than a screen needs."""
    opened.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))  # a large JPEG need not be unpacked whole
    upright = ImageOps.exif_transpose(opened)
    upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    layer = upright.convert("RGBA")
    plain = Image.new("RGB", layer.size, "white")
    plain.paste(layer, mask=layer.getchannel("A"))
    return plain


def _kept(image: Image.Image) -> Picture:
    written = BytesIO()
    image.save(written, "JPEG", quality=QUALITY)
    content = written.getvalue()
    return Picture(hashlib.sha256(content).hexdigest(), content, image.width, image.height)
