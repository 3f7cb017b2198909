"""
Starts `lucca-pi play` before a panel that ends it as the first dots arrive.

Prints how many seconds after its start that was, by the clock and of the processor, and which heavy libraries were
loaded by then.
"""

import json
import os
import subprocess
import sys
import time

HEAVY = ("numpy", "cv2", "zxingcpp", "picamera2", "gpiozero", "lucca_pi.games.citta.referee", "lucca_pi.app")
BEGUN = "FIRST_PICTURE_BEGUN"


class Panel:
    """In place of the I2C bus. What comes before the first dot that is lit is the panel's own beginning."""

    def __init__(self, port):
        pass

    def write_i2c_block_data(self, address, register, data):
        pass

    def i2c_rdwr(self, message):
        _register, *dots = message
        if any(dots):
            seconds = time.time() - float(os.environ[BEGUN])
            loaded = [name for name in HEAVY if name in sys.modules]
            told = {"seconds": round(seconds, 2), "of_the_processor": round(time.process_time(), 2), "loaded": loaded}
            print(json.dumps(told), flush=True)
            os._exit(0)


def watched():
    """The program with the panel; what the first picture needs is all that it imports."""
    import smbus2

    from lucca_pi.cli import main

    smbus2.SMBus = Panel
    sys.argv = ["lucca-pi", "play", "--display", "oled", "--camera", "usb:999"]
    main()


def measured():
    """What a process of its own tells of itself."""
    environment = os.environ | {BEGUN: str(time.time())}
    ran = subprocess.run([sys.executable, __file__], env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(ran.stdout)


if __name__ == "__main__":
    watched() if BEGUN in os.environ else print(measured())
