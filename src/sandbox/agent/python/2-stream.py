# Part 2: bytes between a descriptor of the sandbox and a channel, in both directions, never faster than the reader.

# More bytes than a terminal holds.
TERMINAL_BYTES = 65536


class Silent:
    """A channel that ignores everything sent to it."""

    def data(self, _payload):
        pass

    def end(self):
        pass

    def grant(self, _count):
        pass


class Source:
    """Reads a descriptor and sends its bytes, as far as the reader has granted."""

    def __init__(self, agent, channel, fd, kind, window, on_end):
        self.agent, self.channel, self.fd, self.kind = agent, channel, fd, kind
        self.window, self.on_end = window, on_end
        self.open = True
        self.idle = False
        self.dropping = False
        # Upper bound of unsent bytes that the program itself printed before it ended; None while it lives.
        self.left = None
        os.set_blocking(fd, False)
        window.sources.append(self)
        self.resume()

    def resume(self):
        if self.open and self.window.room > 0:
            self.agent.loop.watch(self.fd, select.EPOLLIN, self.ready)

    def ready(self, _events):
        try:
            received = os.read(self.fd, min(CHUNK, self.window.room))
        except BlockingIOError:
            self.idle = True
            return
        except OSError:
            # A terminal answers EIO instead of an empty read after its last program has ended.
            received = b''
        self.idle = False
        if not received:
            self.close()
            self.on_end(self)
            return
        if self.dropping:
            return
        self.window.room -= len(received)
        if self.left is not None:
            self.left -= len(received)
        if self.window.room <= 0:
            self.window.pause()
        self.agent.wire.send(self.kind, self.channel, received)

    def drop(self):
        """Goes on reading without a listener: closing the descriptor would kill programs that still print to it."""
        if self.open:
            self.dropping = True
            self.window = SendWindow(self.agent)
            self.agent.loop.watch(self.fd, select.EPOLLIN, self.ready)

    def drain(self):
        """Sends the output left when the program ended; True when all of it is sent."""
        if self.left is None:
            self.left = pipe_bytes(self.fd) if self.open else 0
        while self.open and self.left > 0 and self.window.room > 0:
            self.ready(0)
            if self.idle:
                return True
        return not self.open or self.left <= 0

    def close(self):
        if self.open:
            self.open = False
            self.agent.loop.forget(self.fd)
            os.close(self.fd)


def pipe_bytes(fd):
    try:
        return fcntl.fcntl(fd, fcntl.F_GETPIPE_SZ)
    except OSError:
        return TERMINAL_BYTES


class SendWindow:
    """Room that the other side grants on one channel; shared by all its sources."""

    def __init__(self, agent):
        self.agent = agent
        self.room = WINDOW
        self.sources = []

    def pause(self):
        for source in self.sources:
            if source.open:
                self.agent.loop.forget(source.fd)

    def grant(self, count):
        self.room += count
        for source in self.sources:
            source.resume()


class Sink:
    """Writes a channel's bytes to a descriptor; grants the sender more as they are taken."""

    def __init__(self, agent, channel, fd):
        self.agent, self.channel, self.fd = agent, channel, fd
        self.buffer = bytearray()
        self.owed = 0
        self.open = True
        self.ending = False
        os.set_blocking(fd, False)

    def write(self, payload):
        if self.open:
            self.buffer += payload
            self.flush(0)
        else:
            self.taken(len(payload))

    def end(self):
        self.ending = True
        self.flush(0)

    def flush(self, _events):
        try:
            while self.buffer:
                count = os.write(self.fd, memoryview(self.buffer)[:CHUNK])
                del self.buffer[:count]
                self.taken(count)
        except BlockingIOError:
            self.agent.loop.watch(self.fd, select.EPOLLOUT, self.flush)
            return
        except OSError:
            # The reader is gone: bytes still sent are taken and dropped.
            self.taken(len(self.buffer))
            self.buffer.clear()
            self.close()
            return
        self.agent.loop.forget(self.fd)
        if self.ending:
            self.close()

    def taken(self, count):
        self.owed += count
        if self.owed >= GRANT_AT:
            self.agent.wire.send(GRANT, self.channel, struct.pack('>I', self.owed))
            self.owed = 0

    def close(self):
        if self.open:
            self.open = False
            self.agent.loop.forget(self.fd)
            os.close(self.fd)
