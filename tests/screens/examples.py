"""One snapshot, or several, of each kind of screen; each has its stored pictures in pictures/."""

from pathlib import Path

from lucca_pi.citta.session.snapshot import (
    Advice,
    Deal,
    Disagreement,
    FinalStep,
    Gain,
    Notice,
    Order,
    Place,
    Prompt,
    Question,
    Ranking,
    Result,
    Snapshot,
    Standing,
)

PICTURES = Path(__file__).parent / "pictures"

TOTALS = (Standing(1, "Charlotte", 31), Standing(2, "Alex", 24), Standing(3, "Bruno", 19))
RESULT = Result(
    "Charlotte",
    (
        Gain("Charlotte", "opening", 5, "Opened blue: 3 cards under construction, 2 for Bruno's completed one."),
        Gain("Charlotte", "completion", 7, "Completed red: windows 2 + 3 + 0 + 2."),
    ),
    ("opened blue", "71 onto red, which completes it", "12 a city wall", "T2 a tower"),
    31,
)
QUESTION = Question(
    "Bruno", "Which card is the city wall?", ("12, and 33 was discarded", "33, and 12 was discarded"), 0
)
FIVE = ("Guinigi", "Buonvisi", "Burlamacchi", "Mansi", "Cenami")

EXAMPLES = {
    "deal": Snapshot(Deal(3, "english")),
    "deal-any-number": Snapshot(Deal(None, "german")),
    "prompt": Snapshot(Prompt("Alex", ()), 1, 7, 1, TOTALS),
    "prompt-may-open": Snapshot(Prompt("Charlotte", (("red", 5), ("blue", 0))), 3, 7, 2, TOTALS),
    "prompt-may-open-many": Snapshot(
        Prompt("Burlamacchi-Guinigi", (("red", 5), ("blue", 12), ("green", 0), ("yellow", 3))), 7, 7, 3
    ),
    "result": Snapshot(RESULT, 3, 7, 2, TOTALS),
    "advice": Snapshot(
        Advice(
            "Zoë",
            ("+3: opens blue: Bruno has 2 cards under construction (2)", "2 walls lack 1 shield: 5 of 6"),
        ),
        3,
        7,
        2,
    ),
    "result-unsure": Snapshot(Result("Zoë", (), ("17 to red",), 4, "where is 42?"), 1, 5, 1),
    "result-nothing": Snapshot(Result("Zoë", (), ("17 begins yellow", "42 a city wall", "T1 discarded"), 0), 1, 5, 1),
    "order": Snapshot(
        Order((Place("Charlotte", 9, 80, False), Place("Alex", 6, 81, True), Place("Bruno", 6, 77, True))), 4, 7
    ),
    "order-of-five": Snapshot(
        Order(tuple(Place(name, 12 - n // 2, 96 - n, 0 < n < 3) for n, name in enumerate(FIVE))), 2, 5
    ),
    "order-final": Snapshot(Order((Place("Émile", 4, 80, False), Place("Jürg", 3, None, False)), final=True)),
    "question": Snapshot(QUESTION, 3, 7, 2),
    "question-long": Snapshot(
        Question(
            "Bruno",
            "One of the three cards of the triplet is not to be seen, and it makes a difference. Where is card 33?",
            ("a city wall", "discarded", "under card 71, in the red palace", "on the floor"),
            2,
        ),
        3,
        7,
        2,
    ),
    "disagreement": Snapshot(
        Disagreement(
            "Bruno",
            ("Card 12 was under construction and is gone.", "Card 40 was in nobody's triplet."),
            "Put them back, then OK.",
        ),
        5,
        7,
        1,
    ),
    "disagreement-short": Snapshot(Disagreement(None, ("A back lies by Alex's quarter.",), "Move it away.")),
    "final-step": Snapshot(
        FinalStep(
            "Walls and towers",
            (
                Gain("Charlotte", "walls", 12, "3 walls and 1 tower, times 3 opened palaces."),
                Gain("Alex", "walls", 0, "4 walls need 8 shields, there are 7."),
                Gain("Bruno", "walls", 4, "2 towers, times 2 opened palaces."),
            ),
        )
    ),
    "ranking": Snapshot(Ranking(TOTALS), 3, 7),
    "ranking-of-four": Snapshot(Ranking((*TOTALS, Standing(4, "Ægir", -2))), 6, 6),
    "ranking-final": Snapshot(
        Ranking((Standing(1, "Charlotte", 47, 81), Standing(2, "Alex", 47, 80), Standing(3, "Bruno", 33)), final=True),
        finished=True,
    ),
    "ranking-final-of-five": Snapshot(
        Ranking(
            tuple(Standing(n + 1, name, 60 - 7 * (n // 2), 81 - n if n < 2 else None) for n, name in enumerate(FIVE)),
            final=True,
        ),
        finished=True,
    ),
    "notice": Snapshot(Notice("Paused", "Move what you like. Press OK and the table is checked."), 3, 7),
    "notice-long": Snapshot(
        Notice(
            "The camera does not answer", "Check its cable at both ends. The game is kept and goes on where it was."
        ),
        3,
        7,
    ),
    "goodbye": Snapshot(Notice("Goodbye", "The game is kept.")),
}


def file_name(name: str, number: int) -> str:
    """The stored picture of an example's page, counted from 1."""
    return f"{name}-{number}.png"
