# Descriptors of the relay: their numbers, the bytes that wait in them, and the lines and texts that come out of them.
import codecs
import fcntl
import os
import struct
import termios

CHUNK = 65536


def private(fd):
    """Moves a descriptor above the numbers that the interpreter gets; it is never inherited."""
    moved = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 20)
    os.close(fd)
    return moved


def private_pipe():
    return tuple(private(fd) for fd in os.pipe())


def waiting_bytes(fd):
    return struct.unpack('i', fcntl.ioctl(fd, termios.FIONREAD, b'\0\0\0\0'))[0]


def write_all(fd, data):
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view):]


class Lines:
    """Splits bytes into whole lines."""

    def __init__(self, fd):
        self.fd, self.rest = fd, []

    def read(self):
        """The lines that arrived, or None when the other side has closed."""
        data = os.read(self.fd, CHUNK)
        if not data:
            return None
        *whole, rest = data.split(b'\n')
        if whole:
            whole[0] = b''.join(self.rest) + whole[0]
            self.rest = []
        self.rest.append(rest)
        return whole


class Printed:
    """One of the captured output streams."""

    def __init__(self, name):
        self.name = name
        self.read_end, self.write_end = private_pipe()
        # The end of a character may come with the next bytes.
        self.decoder = codecs.getincrementaldecoder('utf-8')('replace')

    def take(self, count):
        return self.decoder.decode(os.read(self.read_end, count))
