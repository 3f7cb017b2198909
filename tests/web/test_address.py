"""The addresses that are shown are ones that phones reach."""

from types import SimpleNamespace

import ifaddr
import pytest

from lucca_pi.web import address
from lucca_pi.web.address import page_addresses


def adapter(name, *addresses):
    """A network interface with these addresses, each with the length of its network."""
    ips = [
        SimpleNamespace(ip=one, network_prefix=int(length), is_IPv4=True)
        for one, _, length in (one.partition("/") for one in addresses)
    ]
    return SimpleNamespace(nice_name=name, ips=ips)


LOOPBACK, WIFI, CABLE = adapter("lo", "127.0.0.1/8"), adapter("wlan0", "192.168.4.1/24"), adapter("eth0", "10.0.0.5/24")
TUNNEL, VPN, CONTAINERS = (
    adapter("tun0", "10.8.0.2/24"),
    adapter("vpn", "10.9.0.2/32"),
    adapter("docker0", "172.17.0.1/16"),
)
# the machine's interfaces, its address on the way to the rest of the world, and what is shown
NETWORKS = {
    "no network yet": ([LOOPBACK, adapter("eth1", "169.254.3.4/16")], "", ["lucca.local"]),
    "an own hotspot without a way out": ([LOOPBACK, WIFI], "", ["192.168.4.1"]),
    "two networks": ([WIFI, CABLE], "10.0.0.5", ["10.0.0.5", "192.168.4.1"]),
    "a VPN that takes everything": ([WIFI, TUNNEL, VPN], "10.8.0.2", ["192.168.4.1"]),
    "containers": ([CONTAINERS, WIFI], "192.168.4.1", ["192.168.4.1"]),
    "a public address": ([adapter("eth0", "203.0.114.9/24")], "203.0.114.9", ["lucca.local"]),
}


@pytest.mark.parametrize(("adapters", "way_out", "shown"), NETWORKS.values(), ids=NETWORKS)
def test_addresses_are_those_that_phones_reach_the_one_with_a_way_out_first(
    monkeypatch, tmp_path, adapters, way_out, shown
):
    for name, flags in (("tun0", 0x1091), ("docker0", 0x1003), ("wlan0", 0x1003)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "flags").write_text(f"{flags:#x}\n")
    (tmp_path / "docker0/bridge").mkdir()
    monkeypatch.setattr(address, "_INTERFACES", tmp_path)
    monkeypatch.setattr(address, "_way_out", lambda: way_out)
    monkeypatch.setattr(address.socket, "gethostname", lambda: "lucca.example.org")
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    assert page_addresses("0.0.0.0", 80) == tuple(f"http://{one}/" for one in shown)
