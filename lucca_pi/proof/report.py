"""A proof as text for people at a terminal."""

from lucca_pi.proof.checks import Check, Proof
from lucca_pi.proof.judge import WORDS
from lucca_pi.proof.verify import NO_PICTURE
from lucca_pi.strict import shown

PROOF_WORDS = {"agrees": "agrees", "told": "rests on people's word", "differs": "DIFFERS", "unseen": "not derived"}

NO_PICTURES = (
    "there are no pictures of this game, so no point can be derived again. That is no fault: its record and its points "
    "agree. `lucca-pi play --pictures MB` keeps pictures of the games to come."
)


def proof_text(proof: Proof) -> str:
    """Each part of the game with what its pictures say to it, and the whole in a line."""
    if _has_no_pictures(proof):
        return f"{shown(proof.game)}: {NO_PICTURES}"
    counts = ", ".join(f"{proof.count(word)} {PROOF_WORDS[word]}" for word in WORDS if proof.count(word))
    verdict = "every point follows from the pictures" if proof.holds else "NOT every point follows from the pictures"
    if proof.holds and proof.count("told"):
        verdict += " and from what the players said"
    return "\n".join([*map(_check, proof.checks), "", f"{shown(proof.game)}: {verdict} ({counts})"])


def _has_no_pictures(proof: Proof) -> bool:
    """Nothing was seen of it, and what it tells does not contradict itself."""
    seen = [check for check in proof.checks if check.needs_pictures]
    return not proof.count("differs") and all((check.word, check.why) == ("unseen", NO_PICTURE) for check in seen)


def _check(check: Check) -> str:
    round_of = f"round {check.round}, " if check.round is not None else ""
    where = f"{round_of}{check.what}" if check.turn is None else f"{round_of}turn {check.turn}"
    who = f", {shown(check.player)}" if check.player else ""
    return f"{where}{who}: {PROOF_WORDS[check.word]}{_points(check)}{f': {check.why}' if check.why else ''}"


def _points(check: Check) -> str:
    if check.told is None or check.told == check.derived:
        return "" if check.told is None else f" ({check.told:+d})"
    derived = "none derived" if check.derived is None else f"{check.derived:+d} derived"
    return f" ({check.told:+d} told, {derived})"
