"""The question that tells turns apart: whole turns where there are few, else one fact, and what it leaves after it."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from lucca_pi.games.citta.referee.centre import in_order
from lucca_pi.games.citta.referee.wording import answers_in_words, moves_in_words, ways_in_words
from lucca_pi.games.citta.rules.deck import TOWERS, CardName, Deck
from lucca_pi.games.citta.rules.turn import Turn
from lucca_pi.games.contract.verdict import MOST_OFFERED, Question, Turns
from lucca_pi.language import _, listed, ngettext

OTHERS = _("Others")


def question(ways: Sequence[Turns], deck: Deck, unseen: Sequence[CardName] = ()) -> Question:
    """
    What is to be asked to find out which of the `ways` it was, likeliest first, so that an answer is true for each.

    Of more ways than there is room for, a fact is asked that leaves few of them; `unseen` are cards not in sight.

    >>> from lucca_pi.games.citta.rules.deck import reference_deck
    >>> from lucca_pi.games.citta.rules.turn import Play
    >>> both = [(one, other) for one in ("wall", "discard") for other in ("wall", "discard")]
    >>> ways = [(Turn("Ada", (), (Play(1, one), Play(2, other))),) for one, other in both]
    >>> asked = question(ways, reference_deck())
    >>> asked.text, asked.answers, [len(left) for left in asked.left]
    ('where is 1?', ('1 as a wall', '1 discarded'), [2, 2])
    """
    facts = _facts(ways, deck) if len(ways) > MOST_OFFERED else ()
    telling = [fact for fact in facts if len(fact.left) > 1 and all(fact.answers)]
    return min(telling, key=_most_left) if telling else _whole(ways[:MOST_OFFERED], deck, unseen)


def _most_left(fact: Question) -> tuple[int, bool]:
    return max(map(len, fact.left)), OTHERS in fact.answers


def _whole(ways: Sequence[Turns], deck: Deck, unseen: Sequence[CardName]) -> Question:
    """Which of the ways it was."""
    left = tuple((way,) for way in ways)
    if len(ways[0]) > 1:
        turns = ngettext("{number} turn; how?", "{number} turns; how?", len(ways[0]))
        return Question(turns, ways_in_words(ways, deck), left)
    return Question(*answers_in_words([turn for (turn,) in ways], deck, unseen), left)


def _facts(ways: Sequence[Turns], deck: Deck) -> Iterator[Question]:
    """What may be asked. Which cards were in the triplet comes first, as all else depends on that."""
    if len({frozenset(_cards(way)) for way in ways}) > 1:
        yield _taken(ways)
        return
    yield from (_opened(ways, colour) for colour in {colour: None for way in ways for colour in _colours_opened(way)})
    yield _walled(ways)
    yield from (_played(ways, card, deck) for card in _cards(ways[0]))
    yield from (_newest(ways, colour, deck) for colour in deck.colours)


def _cards(way: Iterable[Turn]) -> list[CardName]:
    return [play.card for turn in way for play in turn.play]


def _colours_opened(way: Iterable[Turn]) -> list[str]:
    return [colour for turn in way for colour in turn.open]


def _split(text: str, ways: Sequence[Turns], answer: Callable[[Turns], str]) -> Question:
    """The ways by what is answered; where that is too much to offer, all but the likeliest answers are `OTHERS`."""
    left: dict[str, list[Turns]] = {}
    for way in ways:
        left.setdefault(answer(way), []).append(way)
    if len(left) > MOST_OFFERED:
        likeliest = [*left][: MOST_OFFERED - 1]
        others = [way for way in ways if answer(way) not in likeliest]
        left = {**{one: left[one] for one in likeliest}, OTHERS: others}
    return Question(text, tuple(left), tuple(map(tuple, left.values())))


def _taken(ways: Sequence[Turns]) -> Question:
    return _split(_("which cards?"), ways, lambda way: listed([*map(str, in_order(_cards(way)))]))


def _opened(ways: Sequence[Turns], colour: str) -> Question:
    text = _("was {colour} opened?", colour=colour)
    return _split(text, ways, lambda way: _("Yes") if colour in _colours_opened(way) else _("No"))


def _walled(ways: Sequence[Turns]) -> Question:
    """Which cards became walls, where one did at least: of two out of sight mostly both did."""

    def answer(way: Turns) -> str:
        walls = [str(play.card) for turn in way for play in turn.play if play.way == "wall"]
        return _("only {card}", card=walls[0]) if len(walls) == 1 else listed(walls)

    return _split(_("which became walls?"), ways, answer)


def _played(ways: Sequence[Turns], card: CardName, deck: Deck) -> Question:
    """How a card was played; by whom, where players took triplets one after another."""
    text = _("where is tower {card}?", card=card) if card in TOWERS else _("where is {card}?", card=card)

    def answer(way: Turns) -> str:
        ((player, play),) = [(turn.player, play) for turn in way for play in turn.play if play.card == card]
        (move,) = moves_in_words(Turn(player, (), (play,)), deck)
        return move if len(way) == 1 else _("{player}: {moves}", player=player, moves=move)

    return _split(text, ways, answer)


def _newest(ways: Sequence[Turns], colour: str, deck: Deck) -> Question:
    """Which of the cards laid to a colour is on top."""

    def answer(way: Turns) -> str:
        built = [play.card for turn in way for play in turn.play if play.way == "palace"]
        return listed([str(card) for card in built if deck[int(card)].colour == colour][-1:])

    return _split(_("newest {colour} card?", colour=colour), ways, answer)
