"""A broker by its URL: host, port, TLS, user and password, which no text repeats."""

from pathlib import Path

import pytest

from lucca_pi.errors import UnreadableError
from lucca_pi.mqtt.broker import Broker, read_broker

URLS = {
    "mqtt://broker": Broker("broker", 1883, tls=False),
    "mqtts://broker": Broker("broker", 8883, tls=True),
    "mqtt://192.168.1.5:1884": Broker("192.168.1.5", 1884, tls=False),
    "mqtt://[fe80::1]/": Broker("fe80::1", 1883, tls=False),
    "mqtt://ada@broker": Broker("broker", 1883, tls=False, user="ada"),
    "mqtts://ada:p%40s%2Fs@broker:9": Broker("broker", 9, tls=True, user="ada", password="p@s/s"),
}
NONE = ["", "broker", "broker:1883", "http://broker", "mqtt://", "mqtt://broker:0x", "mqtt://broker:99999"]
NONE += [
    "mqtt://broker/topic",
    "mqtt://broker?x",
    "mqtt://broker#x",
    "mqtt://:secret@broker",
    "mqtt://a:se/cret@broker",
]


@pytest.mark.parametrize("url", URLS)
def test_a_url_names_a_broker(url: str) -> None:
    assert read_broker(url) == URLS[url]


@pytest.mark.parametrize("url", NONE)
def test_any_other_url_is_refused_and_its_password_is_not_repeated(url: str) -> None:
    with pytest.raises(ValueError, match=r"^(no URL of a broker|a password without a user)$"):
        read_broker(url)


def test_the_password_may_be_the_first_line_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("p%40ss\nmore\n", encoding="utf-8")
    assert read_broker("mqtt://ada:other@broker", file).password == "p%40ss"


def test_a_file_without_a_password_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="none: the password of the broker cannot be read: No such file"):
        read_broker("mqtt://ada@broker", tmp_path / "none")


def test_a_password_in_a_file_needs_a_user(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("secret", encoding="utf-8")
    with pytest.raises(UnreadableError, match="password: this password needs a user"):
        read_broker("mqtt://broker", tmp_path / "password")


def test_no_text_of_a_broker_has_its_password() -> None:
    broker = read_broker("mqtt://ada:secret@broker")
    assert "secret" not in f"{broker} {broker!r}"
    assert str(read_broker("mqtt://[fe80::1]")) == "mqtt://[fe80::1]:1883"
