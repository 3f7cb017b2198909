"""The rules on the phone: a page of their own, opened at the part of the game that is on."""

import pytest
from asking import ask, published, served
from evening import LAST, after

from lucca_pi.games import PLAYED, game_module
from lucca_pi.games.citta.game import GAME
from lucca_pi.web.how_to_play import rules_page


@pytest.mark.parametrize("game", PLAYED)
def test_every_section_is_on_the_page_and_led_to(game):
    rules = game_module(game, "how_to_play").how_to_play()
    page = rules_page(rules)
    for section in rules.all_sections():
        assert f'id="{section.name}"' in page
        assert f'href="#{section.name}"' in page


@pytest.mark.parametrize(("looks", "section"), [(0, "setup"), (3, "turn"), (LAST + 1, "final")])
def test_the_page_of_the_game_leads_to_the_part_that_is_on(looks, section):
    with served(after(looks)) as page:
        page.publish(published(after(looks), how_to_play=GAME.show.how_to_play()))
        assert f'href="/rules#{section}"'.encode() in ask(page, "/").body
        assert b'src="/rules/opening.png"' in ask(page, "/rules").body
        assert ask(page, "/rules/opening.png").body.startswith(b"\x89PNG")
        assert ask(page, "/rules/none.png").status == 404


def test_a_game_without_rules_for_people_has_no_such_page():
    with served() as page:
        assert ask(page, "/rules").status == 404
        assert b"/rules" not in ask(page, "/").body
