"""The question which cards are on the table, asked at the deal if they do not fit the deck that is set."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lucca_pi.contract.history import Asked, Looks, Match
from lucca_pi.contract.questions import BeginAnew, Choice, Option, ThesePieces, Way
from lucca_pi.games.citta.referee.deal import Dealt
from lucca_pi.games.citta.rules.deck import OTHER_CARDS, DeckFile
from lucca_pi.games.citta.session.setup import cards_words, how_to_enrol, known_decks
from lucca_pi.games.citta.session.which_card import deal_in
from lucca_pi.games.citta.table.areas import quarters_in
from lucca_pi.games.citta.table.deck_fit import DeckFit, deck_fit
from lucca_pi.language import Text, _
from lucca_pi.table.sighting import Look, Sighting, point_beside

_MOST_OFFERED = 4
"""Most other decks among the answers."""
_BELOW_MM = tuple((across, 105.0) for across in (-33.0, 0.0, 33.0))
"""Places below a quarter's middle, right and down from it, one or more of which a dealt card covers."""
_BESIDE_MM = ((-95.0, 0.0), (95.0, 0.0), (0.0, -95.0))
"""Places around a quarter where nothing lies at the deal."""


def which_deck(match: Match, looks: Looks) -> Choice | None:
    """
    The question which deck lies there, if the one that is set does not explain the cards; else None.

    It is asked once. First come the decks that explain the cards, the best first; play with the set one comes last.
    """
    if match.pieces_told:
        return None
    now: DeckFile = match.setup.deck_file
    fit = _fit(match, looks[-1])
    if not fit.cards and _lie_unread(match, looks[-1]):
        without_codes = [one for one in known_decks(match, ours=True) if one.photographs]
        return _asked(match, looks, _("no card has a code"), without_codes)
    return None if fit.fits else _asked(match, looks, _reason(fit, now), *_others(match, looks[-1]))


def which_deck_at_rest(match: Match, looks: Looks) -> Choice | None:
    """The same question before anybody has pressed, once the deal is complete or shows no card that is read."""
    if match.game is not None or match.pieces_told:
        return None
    is_complete = isinstance(deal_in(match, looks[-1]), Dealt)
    return which_deck(match, looks) if is_complete or not _fit(match, looks[-1]).cards else None


def unfit_at_first_turn(match: Match, looks: Looks) -> Choice | None:
    """The same question at the first look after the deal, which shows more cards: the game goes on, or begins anew."""
    if match.pieces_told or match.game is None or match.course.moments:
        return None
    now: DeckFile = match.setup.deck_file
    fit = _fit(match, looks[-1])
    if fit.fits:
        return None
    anew = Option(_("A new game: choose the cards"), BeginAnew(sure=True))
    return _choice(now, looks, _reason(fit, now), (Option(_("Look again"), Way.LOOK), anew))


def unread_places(match: Match, look: Look) -> Sequence[Sighting]:
    """Places below and around the quarters where the bare table is looked for at the deal, if no card is read."""
    now: DeckFile = match.setup.deck_file
    if match.game is not None or match.pieces_told or now.photographs or _fit(match, look).cards:
        return ()
    return [spot for quarter in quarters_in(look).values() for spot in _spots(quarter, (*_BELOW_MM, *_BESIDE_MM))]


def _fit(match: Match, look: Look) -> DeckFit:
    """How the deck that is set explains the look."""
    return deck_fit(look, match.setup.deck_file, match.setup.deck_file)


def _spots(quarter: Sighting, ways_mm: Sequence[tuple[float, float]]) -> Iterator[Sighting]:
    for way_mm in ways_mm:
        yield Sighting(quarter.code, *point_beside(quarter, way_mm), quarter.heading_deg)


def _lie_unread(match: Match, look: Look) -> bool:
    """True if something lies below nearly every quarter, where the deal belongs, and the table is bare beside it."""
    quarters = [*quarters_in(look).values()] if unread_places(match, look) else []
    bare = {*look.bare}

    def are_bare(quarter: Sighting, ways_mm: Sequence[tuple[float, float]]) -> list[bool]:
        return [(one.x_mm, one.y_mm) in bare for one in _spots(quarter, ways_mm)]

    lying = [any(are_bare(one, _BESIDE_MM)) and not all(are_bare(one, _BELOW_MM)) for one in quarters]
    return len(lying) > 1 and sum(lying) >= len(lying) - 1


def _reason(fit: DeckFit, deck_file: DeckFile) -> Text:
    """The chief way in which the cards differ from the deck, in a few words."""
    told = {"number": max(fit.coded, fit.strange, fit.uncoded, len(fit.recoloured)), "cards": fit.cards}
    if fit.coded:
        return _("{number} of {cards} bear a code", **told)
    if fit.uncoded:
        return _("{number} of {cards} bear no code", **told)
    if fit.strange:
        return _("{number} of {cards} are not in it", **told)
    if fit.is_of_size:
        return _("{number} of {cards} have another colour", **told)
    sizes = {"seen": f"{deck_file.square_mm * (1 + fit.off):.1f}", "given": f"{deck_file.square_mm:.1f}"}
    return _("their codes measure {seen} mm, not {given}", **sizes)


def _others(match: Match, look: Look) -> tuple[list[DeckFile], list[DeckFile]]:
    """
    The other decks that explain the cards, and those that do not, the best first.

    Codes in sight leave decks with codes, none in sight those without, which cannot be judged.
    """
    now: DeckFile = match.setup.deck_file
    is_bare = not look.marks
    others = [one for one in known_decks(match, ours=is_bare) if one is not now and is_bare == bool(one.photographs)]
    ranked = sorted(((one, deck_fit(look, one, now)) for one in others), key=lambda one: one[1].rank)
    fitting = [one for one, fit in ranked if is_bare or fit.fits]
    return fitting, [one for one, _fit in ranked if one not in fitting]


def _asked(
    match: Match, looks: Looks, reason: Text, fitting: Sequence[DeckFile], others: Sequence[DeckFile] = ()
) -> Choice:
    offered = (*fitting, *others)[:_MOST_OFFERED]
    setups = (replace(match.setup, deck_file=one) for one in offered)
    decks = [
        Option(cards_words(one.deck_file), ThesePieces(replace(match.arrangement, setup=one)), at)
        for at, one in enumerate(setups)
    ]
    split, again = len(fitting), Option(_("Look again"), Way.LOOK)
    options = (*decks[:split], again, *decks[split:], Option(OTHER_CARDS, how_to_enrol(looks)))
    return _choice(match.setup.deck_file, looks, reason, options)


def _choice(now: DeckFile, looks: Looks, reason: Text, options: Sequence[Option]) -> Choice:
    """The question with these answers, and last, lest it be the marked one, to play on with the deck that is set."""
    words = {"deck": cards_words(now), "reason": reason}
    text = _("These cards do not fit “{deck}”: {reason}. Which cards are on the table?", **words)
    recorded = [one for one in options if one.given is not None]
    stays = Option(_("“{deck}”, as set: play on", deck=cards_words(now)), ThesePieces(None), len(recorded))
    return Choice("", text, (*options, stays), looks, Asked(text, tuple(one.words for one in (*recorded, stays)), None))
