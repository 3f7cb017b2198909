"""Who is let in: by the table's code, in few tries; and that guessing leads nowhere."""

from contextlib import nullcontext

import pytest

from lucca_pi.web.pairing import AWAY_S, EVENING_S, MOST_PHONES, PAUSE_S, SHUT_S, WRONG, Pairing, PairingError


class Clock:
    now_s = 1_000_000.0

    def __call__(self):
        return self.now_s


@pytest.fixture
def clock():
    return Clock()


def pairing(clock, known=None, keep=lambda _: None):
    return Pairing(known, keep, now_s=clock, passed_s=clock)


def wrong(one):
    return f"{(int(one.code) + 1) % 10_000:04}"


def refused(one, code, address="10.0.0.2"):
    """For how long no code is heard then."""
    with pytest.raises(PairingError) as error:
        one.let_in(code, "Eve", address)
    return error.value.wait_s


def test_who_reads_the_code_or_its_square_is_let_in_under_a_name(clock):
    one = pairing(clock)
    assert one.label_of(one.let_in(one.code, " Ben ", "10.0.0.2")) == "Ben"
    assert one.label_of(one.let_in(one.key.lower(), "Ben", "10.0.0.3")) == "Ben 2"
    assert one.label_of(one.let_in(one.key, "Ben", "10.0.0.5")) == "Ben 3"
    assert one.label_of(one.let_in(f" {one.code} ", "", "10.0.0.4")) == "phone 1"
    assert one.label_of("made up") is None is one.label_of("")


def test_a_phone_that_comes_again_keeps_its_name(clock):
    one = pairing(clock)
    secret = one.welcome("Ada", "10.0.0.2")
    again = one.welcome("Ada", "10.0.0.9", was=secret)
    assert (one.label_of(again), one.label_of(secret)) == ("Ada", None)
    assert one.label_of(one.welcome("", "10.0.0.9", was=again)) == "Ada"
    assert one.labels == ("Ada",)


def _gone(_pairing, _secret):
    """The phone's page is closed."""
    return nullcontext()


NEWCOMERS = {
    "the same phone": ("10.0.0.2", _gone, "Ada"),
    "another browser on it": ("10.0.0.2", Pairing.at_the_page, "Ada 2"),
    "another phone": ("10.0.0.3", _gone, "Ada 2"),
}


@pytest.mark.parametrize(("address", "meanwhile", "called"), NEWCOMERS.values(), ids=NEWCOMERS)
def test_a_phone_without_its_secret_is_known_by_name_and_address(clock, address, meanwhile, called):
    one = pairing(clock)
    with meanwhile(one, one.welcome("Ada", "10.0.0.2")):
        assert one.label_of(one.welcome("Ada", address)) == called


def test_a_table_has_a_phone_while_the_page_of_one_is_open(clock):
    one = pairing(clock)
    secret = one.welcome("Ada")
    with one.at_the_page(secret), one.at_the_page("made up"):
        assert one.is_anyone_here
    clock.now_s += AWAY_S - 1  # its screen is off, and nothing says so
    assert one.is_anyone_here
    clock.now_s += 1
    with one.at_the_page("made up"):
        assert not one.is_anyone_here


def test_of_more_phones_than_a_table_has_the_first_is_forgotten(clock):
    one = pairing(clock)
    secrets = [one.welcome("Ben") for _ in range(MOST_PHONES)]
    assert one.label_of(secrets[0])
    one.welcome("Ben")
    assert (one.label_of(secrets[0]), bool(one.label_of(secrets[1]))) == (None, True)


def test_after_some_wrong_codes_there_is_a_new_one_and_a_pause_that_doubles(clock):
    one = pairing(clock)
    pauses = []
    for first in range(4):
        codes = [refused(one, wrong(one), f"10.0.{first}.{number}") for number in range(WRONG)]
        pauses.append(codes[-1])
        assert codes[:-1] == [0] * (WRONG - 1)
        assert refused(one, one.code) > 0
        clock.now_s += codes[-1]
    assert pauses == [PAUSE_S * 2**number for number in range(4)]


@pytest.mark.parametrize("addresses", [["10.0.0.2"] * 3, ["fd00::1:1", "fd00::1:2", "fd00::1:3"]])
def test_one_device_has_three_tries_by_however_many_addresses(clock, addresses):
    one = pairing(clock)
    assert [refused(one, wrong(one), address) > 0 for address in addresses] == [False, False, True]


def test_who_guesses_from_one_address_keeps_nobody_else_out(clock):
    one = pairing(clock)
    code = one.code
    assert [refused(one, wrong(one), "10.0.0.66") for _ in range(9)] == [0, 0, *[SHUT_S] * 7]
    assert refused(one, code, "10.0.0.66") == SHUT_S
    assert one.label_of(one.let_in(code, "Ada", "10.0.0.2")) == "Ada"
    clock.now_s += SHUT_S
    assert one.label_of(one.let_in(code, "Ben", "10.0.0.66")) == "Ben"


def test_in_an_evening_a_guesser_gets_few_tries(clock):
    one, until_s, tries = pairing(clock), clock.now_s + 5 * 3600, 0
    while clock.now_s < until_s:
        clock.now_s += refused(one, wrong(one), f"10.0.{tries % 7}.2")
        tries += 1
    assert tries < 60


def test_the_square_is_heard_while_codes_are_not(clock):
    one = pairing(clock)
    for number in range(WRONG):
        refused(one, wrong(one), f"10.0.0.{number}")
    assert one.label_of(one.let_in(one.key, "Ada", "10.0.0.9")) == "Ada"


def test_a_new_start_in_the_same_evening_knows_the_phones_and_another_evening_does_not(clock):
    kept = {}
    first = pairing(clock, keep=kept.update)
    secret = first.let_in(first.code, "Ben", "10.0.0.2")
    assert secret not in str(kept)
    assert pairing(clock, kept).label_of(secret) == "Ben"
    clock.now_s += EVENING_S
    assert pairing(clock, kept).label_of(secret) is None is first.label_of(secret)


def test_who_leaves_is_forgotten(clock):
    one = pairing(clock)
    secret = one.let_in(one.code, "Ben", "")
    one.forget(secret)
    assert one.label_of(secret) is None


@pytest.mark.parametrize("known", [{"x": 1}, {"x": {"label": 1}}, {"x": {"label": "a", "until_s": 1e300}}, {"x": {}}])
def test_a_file_of_nonsense_lets_nobody_in(clock, known):
    assert pairing(clock, known).labels == ()


def test_a_label_hides_nothing_and_is_short(clock):
    one = pairing(clock)
    one.let_in(one.code, "B\u202een\n" + "x" * 99, "")
    (label,) = one.labels
    assert label == "B?en xxxxxxx"
