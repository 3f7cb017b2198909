"""An SMBus with an OLED panel on it: understands what the drivers send, and shows what a person would see."""

import errno
from collections.abc import Iterator

from PIL import Image

WIDTH, HEIGHT = 128, 64
ARGUMENTS = {
    **dict.fromkeys((0x20, 0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0x8D, 0xAD), 1),
    **dict.fromkeys((0x21, 0x22), 2),
}
"""How many bytes follow a command."""


class PanelBus:
    """`memory_width`: 128 columns of memory for the SSD1306, 132 for the SH1106, whose glass `begins` at the third."""

    def __init__(self, memory_width: int = WIDTH, begins: int | None = None) -> None:
        self._width = memory_width
        self._left = (memory_width - WIDTH) // 2 if begins is None else begins
        self.plugged_in = True
        self.transfers = 0
        self.power_cut()

    def power_cut(self) -> None:
        """What the panel knew is gone; nothing is seen until it is initialised again."""
        self.is_on = self.is_pumping = False
        self._memory = bytearray(self._width * HEIGHT // 8)
        self._column = self._page = 0
        self._columns, self._pages = (0, self._width - 1), (0, HEIGHT // 8 - 1)
        self._goes_on = False
        self.contrast = 0x7F

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        """One transfer of at most 32 bytes: commands (register 0) or dots (register 0x40)."""
        assert address == 0x3C and len(data) <= 32
        if not self.plugged_in:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self.transfers += 1
        if register == 0:
            self._obey(iter(data))
        else:
            for byte in data:
                self._store(byte)

    def _obey(self, data: Iterator[int]) -> None:
        for command in data:
            arguments = [next(data, 0) for _ in range(ARGUMENTS.get(command, 0))]
            if command in (0xAE, 0xAF):
                self.is_on = command == 0xAF
            elif command == 0x81:
                self.contrast = arguments[0]
            elif command == 0x8D:
                self.is_pumping = arguments[0] == 0x14
            elif command == 0x20:
                self._goes_on = arguments[0] == 0
            else:
                self._address(command, arguments)

    def _address(self, command: int, arguments: list[int]) -> None:
        if command == 0x21:
            self._columns = (arguments[0], arguments[1])
            self._column = arguments[0]
        elif command == 0x22:
            self._pages = (arguments[0], arguments[1])
            self._page = arguments[0]
        elif 0xB0 <= command <= 0xB7:
            self._page, self._goes_on = command - 0xB0, False
        elif command <= 0x0F:
            self._column = (self._column & 0xF0) | command
        elif command <= 0x1F:
            self._column = (self._column & 0x0F) | (command & 0x0F) << 4

    def _store(self, byte: int) -> None:
        self._memory[self._page * self._width + self._column] = byte
        self._column += 1
        if self._goes_on and self._column > self._columns[1]:
            self._column = self._columns[0]
            self._page = self._page + 1 if self._page < self._pages[1] else self._pages[0]
        self._column %= self._width

    def seen(self) -> Image.Image:
        """The picture on the glass, mode "1": black when the panel is off or was never initialised."""
        picture = Image.new("1", (WIDTH, HEIGHT))
        if self.is_on and self.is_pumping:
            for y in range(HEIGHT):
                for x in range(WIDTH):
                    picture.putpixel((x, y), self._memory[y // 8 * self._width + self._left + x] >> y % 8 & 1)
        return picture
