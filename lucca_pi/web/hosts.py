"""Checks of who asks, and by which name: only from this network, and by no name that others give away."""

from ipaddress import ip_address
from urllib.parse import urlsplit


def is_near(address: str) -> bool:
    """
    Whether an address is one of the local network.

    >>> [is_near(one) for one in ("192.168.1.7", "127.0.0.1", "fe80::1%wlan0", "::ffff:10.0.0.2", "8.8.8.8", "lucca")]
    [True, True, True, True, False, False]
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    return not (mapped or ip).is_global


def is_ours(host: str, own_name: str) -> bool:
    """
    Whether a Host header names us: by an IP address, as localhost, by our own name, or by one that ends in .local.

    Any other name may be one that a foreign page had point here (DNS rebinding).

    >>> asked = ["192.168.1.7:8000", "[::1]", "localhost", "lucca:80", "Lucca.local.", "lucca.example.org", "", "a b"]
    >>> [host for host in asked if is_ours(host, "lucca")]
    ['192.168.1.7:8000', '[::1]', 'localhost', 'lucca:80', 'Lucca.local.']
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
        urlsplit(f"//{host}").port  # noqa: B018 - raises for what is no port
    except ValueError:
        return False
    if f"//{host}" != f"//{urlsplit(f'//{host}').netloc}" or "@" in host:
        return False
    name = name.removesuffix(".")
    return name in ("localhost", own_name.lower()) or name.endswith(".local") or _is_ip(name)


def is_our_page(origin: str, own_name: str) -> bool:
    """
    Whether an Origin header names a page of ours.

    >>> [is_our_page(one, "lucca") for one in ("http://lucca.local:8000", "http://example.org", "null")]
    [True, False, False]
    """
    scheme, _, host = origin.partition("://")
    return scheme in ("http", "https") and is_ours(host, own_name)


def _is_ip(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
