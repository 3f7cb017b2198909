"""The evenings on which a table is drawn: what the light, the lens, the stickers and the people do to a picture."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

FULL_WIDTH_PX = 4608
Surface = Literal["oak", "walnut", "cloth", "glossy white", "felt"]


@dataclass(frozen=True, slots=True)
class CameraView:
    """
    The camera's picture and how it hangs above the table's middle.

    It is turned by `rotation_deg` clockwise about its axis and tilted by `tilt_deg` towards the side `tilted_to_deg`.
    `distortion` is the first radial coefficient: below 0 straight lines bulge outwards. The table's image takes up
    the share `fills` of the picture, in the direction in which it is tighter. With a `focal_px` the lens is that one
    instead, and points at the table's middle: a phone in the hand.
    """

    width_px: int = FULL_WIDTH_PX
    height_px: int = 2592
    height_mm: float = 1250.0
    rotation_deg: float = 0.0
    tilt_deg: float = 3.0
    tilted_to_deg: float = 70.0
    distortion: float = -0.02
    fills: float = 0.985
    focal_px: float | None = None


@dataclass(frozen=True, slots=True)
class Conditions:
    """
    Everything that decides how hard a drawn picture is to read.

    Defaults: the rendered game `lucca_pi/games/citta/example`, from their codes (docs/measured/drawn.md).
    Blur is given as standard deviations, and noise as standard deviations in grey values of 0 to 255. Blur and motion
    are those of a picture 4608 px wide, and less in a smaller one.
    """

    view: CameraView = field(default_factory=CameraView)
    surface: Surface = "oak"
    blur_px: float = 0.8
    """Blur in the middle of the picture, px."""
    corner_blur_px: float = 0.88
    """Blur in the picture's corners, px."""
    sharpening: float = 0.5
    """Share of the detail lost by a blur of `sharpening_px` that is added again."""
    sharpening_px: float = 1.2
    jpeg_quality: int | None = 88
    """Quality of the stored picture; None: the picture is not stored in between."""
    motion_px: float = 0.0
    """Way that the picture moves while it is taken, px."""
    read_noise: float = 1.8
    """The sensor's own noise, the same in light and dark."""
    shot_noise: float = 0.07
    """The noise of light: this times the root of the grey value."""
    exposure: float = 0.77
    white_balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Factors for blue, green and red."""
    vignetting: float = 0.1
    """The share of light that the corners lose."""
    lamp: float = 0.0
    """The share of light that is lost far from a lamp above the table."""
    haze: float = 84.0
    """Grey values that sleeves and table add where they mirror the lamp."""
    window: float = 0.0
    """The share of light that is lost at the side away from a window."""
    people: float = 0.0
    """The share of light that people take from the table in front of them."""
    sheens: int = 0
    """Reflections in sleeves: half of them on a code, the rest beside one."""
    sheens_stay: bool = False
    """True: things that have not moved mirror the lamp as before; False: other things do after cards have moved."""
    glare: float = 0.0
    """Grey values that a reflection adds in its middle."""
    hands: int = 0
    """Hands over the table, each with a finger on half of a code."""
    mugs: int = 0
    nudge_mm: float = 0.0
    """Shift of the camera from look to look (standard deviation; at most twice as much)."""
    crooked_deg: float = 0.0
    """Rotation error of stickers, degrees (standard deviation; twice as much at most)."""
    faded: float = 0.09
    """The share of its black that the palest sticker has lost."""
    specks: int = 0
    """Spots on the worst sticker: missing ink, or too much of it."""


CONDITIONS: Mapping[str, Conditions] = MappingProxyType(
    {
        "easy": Conditions(),
        "lamp": Conditions(
            CameraView(rotation_deg=12, tilt_deg=8, distortion=-0.05),
            surface="walnut",
            lamp=0.5,
            people=0.3,
            white_balance=(0.72, 0.97, 1.15),
            vignetting=0.25,
            sheens=4,
            glare=90,
            mugs=1,
            crooked_deg=2,
            shot_noise=0.2,
            exposure=1.0,
        ),
        "window": Conditions(
            CameraView(rotation_deg=188, tilt_deg=14, tilted_to_deg=200, distortion=-0.05),
            surface="glossy white",
            window=0.65,
            people=0.35,
            white_balance=(1.1, 1.0, 0.9),
            vignetting=0.2,
            sheens=6,
            glare=120,
            mugs=1,
            nudge_mm=1.5,
            crooked_deg=3,
            exposure=1.0,
            haze=0.0,
        ),
        "glare": Conditions(
            CameraView(rotation_deg=-6, tilt_deg=10, tilted_to_deg=310, distortion=-0.04),
            lamp=0.35,
            vignetting=0.2,
            sheens=14,
            glare=330,
            crooked_deg=2,
            faded=0.2,
        ),
        "dim": Conditions(
            CameraView(rotation_deg=176, tilt_deg=6, distortion=-0.04),
            surface="felt",
            exposure=0.4,
            lamp=0.3,
            people=0.3,
            white_balance=(0.65, 0.95, 1.2),
            vignetting=0.3,
            motion_px=2.0,
            corner_blur_px=1.7,
            read_noise=3.0,
            shot_noise=0.35,
            nudge_mm=1.0,
            haze=20.0,
        ),
        "five players at the limit": Conditions(
            CameraView(height_mm=1400, rotation_deg=3, tilt_deg=5, distortion=-0.06),
            surface="cloth",
            corner_blur_px=1.6,
            lamp=0.35,
            people=0.25,
            vignetting=0.3,
            sheens=6,
            glare=120,
            mugs=2,
            crooked_deg=2,
            faded=0.2,
            haze=60.0,
            exposure=0.9,
        ),
        "hard": Conditions(
            CameraView(rotation_deg=205, tilt_deg=25, tilted_to_deg=35, distortion=-0.06),
            surface="cloth",
            exposure=0.75,
            corner_blur_px=1.8,
            motion_px=1.5,
            read_noise=2.5,
            shot_noise=0.25,
            white_balance=(0.7, 0.95, 1.1),
            lamp=0.4,
            window=0.3,
            people=0.4,
            vignetting=0.35,
            sheens=14,
            glare=280,
            hands=1,
            mugs=2,
            nudge_mm=2.5,
            crooked_deg=4,
            faded=0.45,
            specks=10,
            haze=60.0,
        ),
    }
)
"""Evenings by name, from easy to hard."""
EASY = CONDITIONS["easy"]
