# The agent inside every sandbox, part 1: the wire. It runs as pid 1 of a sandbox and speaks with the server over one inherited
# socket. The parts are joined in the order of their names and compiled once by the server, so they share one namespace. Imports
# are chosen for start-up time: `json`, `socket`, `signal` and `re` would more than double it.
import _ctypes
import _json
import _signal as signal
import _socket
import errno
import fcntl
import os
import resource
import select
import stat
import struct
import termios
import time

# Set by `main`: one socket for both directions, or a pipe for each.
WIRE_IN = WIRE_OUT = -1
HEADER = struct.Struct('>IBI')
CALL, REPLY, FAIL, DATA, ERROR_DATA, END, GRANT, EVENT, CLOSE, ACCEPT = range(1, 11)
# Bytes that a sender may run ahead of its reader, on each channel and in each direction.
WINDOW = 262144
CHUNK = 32768
# Room is granted in pieces worth sending: tiny grants would make the sender send tiny pieces.
GRANT_AT = 65536


class Refusal(Exception):
    """A refusal that the caller can act on; every other error is reported as `internal`."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class _Scanner:
    """Settings that the C scanner of the json module reads."""

    strict, object_hook, object_pairs_hook, memo = False, None, None, {}
    parse_float, parse_int, parse_constant = float, int, float


_scan = _json.make_scanner(_Scanner())


def decode(payload):
    return _scan(payload.decode('utf-8', 'surrogatepass'), 0)[0]


def encode(value):
    if isinstance(value, str):
        return _json.encode_basestring_ascii(value)
    if value is None:
        return 'null'
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, dict):
        return '{%s}' % ','.join('%s:%s' % (encode(key), encode(item)) for key, item in value.items())
    return '[%s]' % ','.join(map(encode, value))


class Loop:
    """One thread, one epoll: nothing here may block."""

    def __init__(self):
        self.epoll = select.epoll()
        self.handlers = {}
        self.events = {}
        self.waiting = []
        self.alarms = []

    def later(self, seconds, step):
        self.alarms.append((time.monotonic() + seconds, step))

    def soon(self, step):
        """Runs a step after the other waiting work has had a turn: long work is done in short steps."""
        self.waiting.append(step)

    def watch(self, fd, events, handler):
        if fd not in self.handlers:
            self.epoll.register(fd, events)
        elif self.events[fd] != events:
            self.epoll.modify(fd, events)
        self.handlers[fd], self.events[fd] = handler, events

    def forget(self, fd):
        if self.handlers.pop(fd, None) is not None:
            self.epoll.unregister(fd)

    def run(self):
        while True:
            for fd, events in self.epoll.poll(self.patience()):
                handler = self.handlers.get(fd)
                if handler:
                    handler(events)
            steps, self.waiting = self.waiting, []
            if self.alarms:
                now = time.monotonic()
                steps += [step for due, step in self.alarms if due <= now]
                self.alarms = [alarm for alarm in self.alarms if alarm[0] > now]
            for step in steps:
                step()


    def patience(self):
        """Seconds until there is work without an event; None for ever."""
        if self.waiting:
            return 0
        return max(0, min(due for due, _step in self.alarms) - time.monotonic()) if self.alarms else None


class Wire:
    """Frames of the socket. The windows of the channels bound the bytes sent, and so this buffer."""

    def __init__(self, loop, on_frame):
        self.loop = loop
        self.on_frame = on_frame
        self.incoming = bytearray()
        self.outgoing = bytearray()
        self.is_receiving = False
        os.set_blocking(WIRE_IN, False)
        os.set_blocking(WIRE_OUT, False)
        loop.watch(WIRE_IN, select.EPOLLIN, self.ready)

    def send(self, kind, channel, payload=b''):
        self.outgoing += HEADER.pack(len(payload), kind, channel)
        self.outgoing += payload
        # Replies to frames that came together are sent together: the server wakes up once.
        if not self.is_receiving:
            self.flush()

    def send_json(self, kind, channel, value):
        self.send(kind, channel, encode(value).encode())

    def flush(self):
        try:
            while self.outgoing:
                sent = os.write(WIRE_OUT, memoryview(self.outgoing)[:262144])
                del self.outgoing[:sent]
        except BlockingIOError:
            pass
        except OSError:
            os._exit(0)
        waiting = select.EPOLLOUT if self.outgoing else 0
        if WIRE_IN == WIRE_OUT:
            self.loop.watch(WIRE_IN, select.EPOLLIN | waiting, self.ready)
        elif waiting:
            self.loop.watch(WIRE_OUT, waiting, self.ready)
        else:
            self.loop.forget(WIRE_OUT)

    def ready(self, events):
        if events & select.EPOLLOUT:
            self.flush()
        if events & (select.EPOLLIN | select.EPOLLHUP | select.EPOLLERR):
            self.receive()

    def receive(self):
        try:
            received = os.read(WIRE_IN, 262144)
        except BlockingIOError:
            return
        except OSError:
            received = b''
        # The server is gone: as pid 1 the agent ends every process of the sandbox.
        if not received:
            os._exit(0)
        self.incoming += received
        self.is_receiving = True
        self.take_frames()
        self.is_receiving = False
        self.flush()

    def take_frames(self):
        at = 0
        while len(self.incoming) - at >= HEADER.size:
            length, kind, channel = HEADER.unpack_from(self.incoming, at)
            if len(self.incoming) - at - HEADER.size < length:
                break
            at += HEADER.size
            payload = bytes(self.incoming[at:at + length])
            at += length
            self.on_frame(kind, channel, payload)
        del self.incoming[:at]


class _Int(_ctypes._SimpleCData):
    _type_ = 'i'


class _Function(_ctypes.CFuncPtr):
    """A C function; importing the `ctypes` package on top of this module would cost as much as all the rest."""

    _flags_ = _ctypes.FUNCFLAG_CDECL | _ctypes.FUNCFLAG_USE_ERRNO
    _restype_ = _Int


def libc(name):
    return _Function(_ctypes.dlsym(_ctypes.dlopen(None, 0), name))


def last_error():
    number = _ctypes.get_errno()
    return OSError(number, os.strerror(number))


PR_SET_DUMPABLE = 4
prctl = libc('prctl')
