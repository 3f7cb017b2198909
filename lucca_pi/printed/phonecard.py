"""The quick card of the phone: what it does as the camera, as buttons and as a display."""

from lucca_pi.language import _
from lucca_pi.printed.paper import Paper
from lucca_pi.printed.pen import Pen
from lucca_pi.printed.quickcard import CardWords, draw_frame, draw_words

_TITLE, _BELOW_TITLE = _("The phone as camera and buttons"), _("Everybody may use a phone; nobody has to.")
_TEXT_TOP, _LARGEST_MM = 32.0, 5.0
_STEPS = (
    (
        "•",
        _("Join the machine's Wi-Fi. Photograph the square on its display, or type the address below it."),
    ),
    ("1", _("Play your cards. Hands off the table.")),
    ("2", _("Press OK on the page. If the phone is the camera, stand one step back, with everybody's cards in sight.")),
    ("3", _("Leave the cards until the page says what the turn has brought. If it asks, tap the answer.")),
)
_BUTTONS = (
    (_("OK: photograph the table"), _("where no camera hangs above the table: the photograph is the OK")),
    (_("More"), _("undo, change or enter a turn, pause, new game")),
    (_("This phone is"), _("your row gets a star, and your turn a banner and a buzz (an iPhone does not buzz)")),
    (_("Read results aloud"), _("points and reasons in the phone's own voice")),
    (_("Large view"), _("for a tablet or a television in the middle of the table")),
    (_("Past games"), _("leaf through a game, give names, send a picture, see who wins")),
)
_SAYINGS = (
    (_("Answer from this phone"), _("type the four digits from the display, once an evening; looking needs none")),
    (_("That has been answered already."), _("somebody else was faster")),
    (_("what is wrong with a photograph"), _("do as the page says and photograph again, or its other side as well")),
    (_("No connection: this is the last state"), _("the phone is out of the Wi-Fi, or the machine is off; wait")),
)


def draw_phonecard(pen: Pen, paper: Paper) -> None:
    """The phone's quick card, as large as the page, in the language in use."""
    draw_frame(pen, paper, _TITLE, _BELOW_TITLE)
    draw_words(pen, paper, CardWords(_TEXT_TOP, _STEPS, _SAYINGS, _BUTTONS), _LARGEST_MM)
