"""
The loop of an evening: buttons, phones, screens and looks, with the evening between them.

    loop           `App`, which plays one game after another at the table
    devices        all that it plays with, handed in
    resume         the unfinished game, or a new one arranged as those of other evenings were
    looking        pictures into looks; photographs of one table joined; complaints with their picture
    watching       the live picture between looks: busy, at rest, too dark
    panel          screens one after another, and what a press means before it comes to the game
    journal_writer the game's journal with the names of its pictures, and what games have come to
    live_page      the page for phones as the game goes on
    phone_answers  what an answer from a phone means, and whether it comes in time
    notices        what is said in passing, what people hear, and why a look was judged so
"""
