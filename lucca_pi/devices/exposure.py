"""How long and how amplified a picture is exposed, under lamps that flicker with the mains."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Exposure:
    """The time in microseconds, and the sensor's gain."""

    time_us: float
    gain: float

    @property
    def light(self) -> float:
        """How bright a picture becomes: the time at gain 1 that does the same."""
        return self.time_us * self.gain


def flicker_period_us(mains_hz: int) -> int:
    """
    Lamps flicker twice in each period of the mains.

    >>> flicker_period_us(50), flicker_period_us(60)
    (10000, 8333)
    """
    return 500_000 // mains_hz


def steadied(wanted: Exposure, period_us: int, least_gain: float = 1.0) -> Exposure:
    """
    As bright, in a time of whole periods of the flicker: no picture shows stripes, and all are alike.

    Where even one period at the least gain is too bright, lamps do not count: it is as wanted.

    >>> steadied(Exposure(25_000, 2.0), 10_000)
    Exposure(time_us=20000, gain=2.5)
    >>> steadied(Exposure(8_000, 4.0), 10_000)
    Exposure(time_us=10000, gain=3.2)
    >>> steadied(Exposure(4_000, 1.0), 10_000)
    Exposure(time_us=4000, gain=1.0)
    """
    periods = int(min(wanted.time_us, wanted.light / least_gain) // period_us)
    if periods == 0 and wanted.light >= period_us * least_gain:
        periods = 1
    return Exposure(periods * period_us, wanted.light / (periods * period_us)) if periods else wanted


def darker(lock: Exposure, stops: float, period_us: int, least_gain: float = 1.0) -> Exposure:
    """
    The exposure darker by `stops`: less gain first, then less time, in whole mains periods while one is left.

    >>> darker(Exposure(20_000, 4.0), 2, 10_000)
    Exposure(time_us=20000, gain=1.0)
    >>> darker(Exposure(20_000, 4.0), 3, 10_000)
    Exposure(time_us=10000, gain=1.0)
    >>> darker(Exposure(10_000, 1.0), 3, 10_000)
    Exposure(time_us=1250.0, gain=1.0)
    """
    light = lock.light / 2**stops
    if light >= period_us * least_gain:
        return steadied(Exposure(lock.time_us, light / lock.time_us), period_us, least_gain)
    return Exposure(light / least_gain, least_gain)
