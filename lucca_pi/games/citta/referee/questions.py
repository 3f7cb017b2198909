"""
Questions to players: which fact to ask, and each answer in words that differ from the others.

Few turns are offered whole; of many, one fact is asked first.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from lucca_pi.contract.verdict import MOST_OFFERED, OTHERS, TurnQuestion, Turns, question_by, which_way
from lucca_pi.games.citta.referee.centre import sorted_names
from lucca_pi.games.citta.rules.deck import TOWERS, CardName, Deck
from lucca_pi.games.citta.rules.turn import Play, Turn, Way
from lucca_pi.language import _, listed, ngettext

LINE = 21
"""Characters on a line of the small display."""


def moves_in_words(turn: Turn, deck: Deck) -> tuple[str, ...]:
    """
    A turn as short phrases, one for each thing done.

    >>> from lucca_pi.games.citta.rules.deck import reference_deck
    >>> from lucca_pi.games.citta.rules.turn import Play
    >>> turn = Turn("Ada", ("blue",), (Play(1, "palace"), Play(2, "wall"), Play(8, "palace")))
    >>> moves_in_words(turn, reference_deck())
    ('opens blue', '1, 8 to red', '2 as a wall')
    """
    opened = (_opens(colour) for colour in turn.open)
    palaces = (_builds(colour, cards) for colour, cards in _built(turn, deck).items())
    rest = (_move(play) for play in turn.play if play.way != "palace")
    return (*opened, *palaces, *rest)


def turn_in_words(turn: Turn, deck: Deck) -> str:
    """A turn in one line."""
    return listed(moves_in_words(turn, deck), "; ")


def _built(turn: Turn, deck: Deck) -> dict[str, list[str]]:
    """The cards for palaces by colour, in the order played."""
    built: dict[str, list[str]] = {}
    for play in turn.play:
        if play.way == "palace":
            built.setdefault(deck[int(play.card)].colour, []).append(str(play.card))
    return built


def _builds(colour: str, cards: Sequence[str]) -> str:
    return _("{cards} to {colour}", cards=", ".join(cards), colour=colour)


def _opens(colour: str) -> str:
    return _("opens {colour}", colour=colour)


def _move(play: Play) -> str:
    match play.way:
        case "wall":
            return _("{card} as a wall", card=play.card)
        case "tower":
            return _("{card} as a tower", card=play.card)
        case _:
            return _("{card} discarded", card=play.card)


def answers_in_words(turns: Sequence[Turn], deck: Deck, unseen: Sequence[CardName] = ()) -> tuple[str, tuple[str, ...]]:
    """
    The question that distinguishes the turns, and an answer for each; `unseen` are played cards that are not in sight.

    If one of the likeliest answers is too long for a line, all are shortened.

    >>> from lucca_pi.games.citta.rules.deck import reference_deck
    >>> from lucca_pi.games.citta.rules.turn import Play
    >>> walled, gone = (Turn("Ada", (), (Play(1, "palace"), Play(2, way))) for way in ("wall", "discard"))
    >>> answers_in_words((walled, gone), reference_deck())
    ('where is 2?', ('2 as a wall', '2 discarded'))
    >>> one, other = ((Play(8, "palace"), Play(2, "wall")), (Play(2, "palace"), Play(8, "wall")))
    >>> answers_in_words((Turn("Ada", (), one), Turn("Ada", (), other)), reference_deck())[1]
    ('8 red, 2 wall', '2 orange, 8 wall')
    """
    moves = [moves_in_words(turn, deck) for turn in turns]
    common = set(moves[0]).intersection(*moves[1:])
    answers = [listed([move for move in some if move not in common], "; ") for some in moves]
    if max(map(len, answers[:MOST_OFFERED])) > LINE:
        answers = [listed([*_in_short(turn, deck, common)]) for turn in turns]
    opened = {_opens(colour) for turn in turns for colour in turn.open}
    nothing = _("nothing more") if opened & common else _("nothing")
    return _question(turns, unseen), tuple(answer or nothing for answer in answers)


def _in_short(turn: Turn, deck: Deck, common: Collection[str]) -> Iterator[str]:
    """The parts of a turn not shared by all, cards of one way together, as in the notation of positions."""
    yield from (_opens(colour) for colour in turn.open if _opens(colour) not in common)
    for colour, cards in _built(turn, deck).items():
        if _builds(colour, cards) not in common:
            yield _("{cards} {colour}", cards="+".join(cards), colour=colour)
    apart = [play for play in turn.play if play.way != "palace" and _move(play) not in common]
    for way in dict.fromkeys(play.way for play in apart):
        yield _laid(way, "+".join(str(play.card) for play in apart if play.way == way))


def _laid(way: Way, cards: str) -> str:
    match way:
        case "wall":
            return _("{cards} wall", cards=cards)
        case "tower":
            return _("{cards} tower", cards=cards)
        case _:
            return _("{cards} discard", cards=cards)


def _question(turns: Sequence[Turn], unseen: Sequence[CardName]) -> str:
    """The question's text; it names the card if only one is in doubt."""
    ways = [{play.card: play.way for play in turn.play} for turn in turns]
    cards = {card for way in ways for card in way if len({other.get(card) for other in ways}) > 1}
    if len(cards) == 1 and len({turn.open for turn in turns}) == 1:
        (card,) = cards
        return _("where is tower {card}?", card=card) if card in TOWERS else _("where is {card}?", card=card)
    if not cards:
        return _("what was opened?") if len({turn.open for turn in turns}) > 1 else _("which card is newest?")
    if len({frozenset(way) for way in ways}) > 1:
        return _("what was taken, and how was it played?")
    if len(unseen) > 1:
        *others, last = map(str, unseen)
        names = ", ".join(others)
        return _("how were {cards} and {last} played?", cards=names, last=last)
    return _("how was it played?")


def ways_in_words(ways: Sequence[Sequence[Turn]], deck: Deck) -> tuple[str, ...]:
    """
    A line for each sequence of turns: all moves if there is one sequence, else the differences.

    >>> from lucca_pi.games.citta.rules.deck import reference_deck
    >>> from lucca_pi.games.citta.rules.turn import Play
    >>> turns = Turn("Ada", (), (Play(1, "palace"),)), Turn("Ben", (), (Play(2, "wall"), Play(8, "palace")))
    >>> ways_in_words([turns], reference_deck())
    ('Ada: 1 to red. Ben: 8 to red, 2 as a wall',)
    """
    moves = [[(turn.player, moves_in_words(turn, deck)) for turn in way] for way in ways]
    flat = [{(player, move) for player, done in way for move in done} for way in moves]
    common = set[tuple[str, str]]().union(*flat[:1]).intersection(*flat) if len(ways) > 1 else set()
    return tuple(listed([*_told(way, common)], ". ") or _("nothing more") for way in moves)


def _told(way: Sequence[tuple[str, Sequence[str]]], common: Collection[tuple[str, str]]) -> Iterator[str]:
    for player, done in way:
        left = [move for move in done if (player, move) not in common]
        if left:
            yield _("{player}: {moves}", player=player, moves=listed(left))


def question(ways: Sequence[Turns], deck: Deck, unseen: Sequence[CardName] = ()) -> TurnQuestion:
    """
    The question that finds out which of the `ways`, likeliest first, was played; each way has a true answer.

    If there are more ways than answers, one fact is asked that leaves few of them; `unseen` are cards not in sight.

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
    return (
        min(telling, key=lambda fact: (max(map(len, fact.left)), OTHERS in fact.answers))
        if telling
        else _whole(ways[:MOST_OFFERED], deck, unseen)
    )


def _whole(ways: Sequence[Turns], deck: Deck, unseen: Sequence[CardName]) -> TurnQuestion:
    """The question with each whole way as an answer."""
    if len(ways[0]) > 1:
        turns = ngettext("{number} turn; how?", "{number} turns; how?", len(ways[0]))
        return which_way(turns, ways, ways_in_words(ways, deck))
    text, answers = answers_in_words([turn for (turn,) in ways], deck, unseen)
    return which_way(text, ways, answers)


def _facts(ways: Sequence[Turns], deck: Deck) -> Iterator[TurnQuestion]:
    """The facts that may be asked. The cards of the triplet come first, since everything else depends on them."""
    if len({frozenset(_cards(way)) for way in ways}) > 1:
        yield question_by(_("which cards?"), ways, lambda way: listed([*map(str, sorted_names(_cards(way)))]))
        return
    yield from (_opened(ways, colour) for colour in {colour: None for way in ways for colour in _colours_opened(way)})
    yield _walled(ways)
    yield from (_played(ways, card, deck) for card in _cards(ways[0]))
    yield from (_newest(ways, colour, deck) for colour in deck.colours)


def _cards(way: Iterable[Turn]) -> list[CardName]:
    return [play.card for turn in way for play in turn.play]


def _colours_opened(way: Iterable[Turn]) -> list[str]:
    return [colour for turn in way for colour in turn.open]


def _opened(ways: Sequence[Turns], colour: str) -> TurnQuestion:
    text = _("was {colour} opened?", colour=colour)
    return question_by(text, ways, lambda way: _("Yes") if colour in _colours_opened(way) else _("No"))


def _walled(ways: Sequence[Turns]) -> TurnQuestion:
    """Answers about which cards became walls, if at least one did: of two hidden cards, usually both did."""

    def answer(way: Turns) -> str:
        walls = [str(play.card) for turn in way for play in turn.play if play.way == "wall"]
        return _("only {card}", card=walls[0]) if len(walls) == 1 else listed(walls)

    return question_by(_("which became walls?"), ways, answer)


def _played(ways: Sequence[Turns], card: CardName, deck: Deck) -> TurnQuestion:
    """Answers about how a card was played, and by whom if several players took triplets."""
    text = _("where is tower {card}?", card=card) if card in TOWERS else _("where is {card}?", card=card)

    def answer(way: Turns) -> str:
        ((player, play),) = [(turn.player, play) for turn in way for play in turn.play if play.card == card]
        (move,) = moves_in_words(Turn(player, (), (play,)), deck)
        return move if len(way) == 1 else _("{player}: {moves}", player=player, moves=move)

    return question_by(text, ways, answer)


def _newest(ways: Sequence[Turns], colour: str, deck: Deck) -> TurnQuestion:
    """Answers about which card of a colour is on top."""

    def answer(way: Turns) -> str:
        built = [play.card for turn in way for play in turn.play if play.way == "palace"]
        return listed([str(card) for card in built if deck[int(card)].colour == colour][-1:])

    return question_by(_("newest {colour} card?", colour=colour), ways, answer)
