"""All that is examined, in its order."""

from lucca_pi.doctor.camera import camera
from lucca_pi.doctor.findings import Check
from lucca_pi.doctor.front import buttons, display
from lucca_pi.doctor.games import database, service
from lucca_pi.doctor.system import clock, disk, memory, numpy, power, python, system, temperature, zbar

CHECKS: tuple[tuple[str, Check], ...] = (
    ("system", system),
    ("Python", python),
    ("numpy", numpy),
    ("zbar", zbar),
    ("memory", memory),
    ("disk", disk),
    ("games", database),
    ("clock", clock),
    ("temperature", temperature),
    ("power", power),
    ("service", service),
    ("camera", camera),
    ("display", display),
    ("buttons", buttons),
)
