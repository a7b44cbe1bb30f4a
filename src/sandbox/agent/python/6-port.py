# Part 6: connections. Inbound to servers in the sandbox, outbound from programs to the egress proxy of the server.

# The kernel gives up on a server that does not answer after about three seconds.
DIAL_RETRIES = 1


class Connection:
    """A socket of the sandbox joined to a channel."""

    def __init__(self, agent, channel, socket):
        self.agent, self.channel = agent, channel
        self.window = SendWindow(agent)
        # A small piece behind another would wait for the peer's acknowledgement, which comes up to 40 ms late.
        socket.setsockopt(_socket.IPPROTO_TCP, _socket.TCP_NODELAY, 1)
        fd = socket.detach()
        self.ended = False
        self.sink = Sink(agent, channel, os.dup(fd))
        self.sink.close = self.finish_sending(self.sink.close)
        self.source = Source(agent, channel, fd, DATA, self.window, self.source_ended)

    def finish_sending(self, close):
        """Shuts the sending half down by name: closing one of two copies of a socket tells its peer nothing."""

        def finish():
            if self.sink.open:
                shut_down(self.sink.fd, _socket.SHUT_WR)
            close()
            self.maybe_drop()

        return finish

    def source_ended(self, _source):
        self.ended = True
        self.agent.wire.send(END, self.channel)
        self.maybe_drop()

    def maybe_drop(self):
        if self.ended and not self.sink.open:
            self.agent.drop(self.channel)

    def data(self, payload):
        self.sink.write(payload)

    def end(self):
        self.sink.end()

    def grant(self, count):
        self.window.grant(count)

    def close(self):
        self.ended = False
        self.source.close()
        self.sink.close()


def shut_down(fd, how):
    socket = _socket.socket(fileno=fd)
    try:
        socket.shutdown(how)
    except OSError:
        pass
    finally:
        socket.detach()


class Dialing(Silent):
    """A connection that is being made. A server that never accepts holds up only its caller."""

    def __init__(self, agent, channel, request):
        self.agent, self.channel, self.port = agent, channel, request['port']
        if not 0 < self.port < 65536:
            raise Refusal('invalid', '%d is not a port' % self.port)
        # Servers listen on IPv4 or IPv6 loopback.
        self.ways = [(_socket.AF_INET, '127.0.0.1'), (_socket.AF_INET6, '::1')]
        self.socket = None
        self.dial()

    def dial(self):
        number = errno.ECONNREFUSED
        while self.ways:
            family, host = self.ways.pop(0)
            self.socket = _socket.socket(family, _socket.SOCK_STREAM | _socket.SOCK_NONBLOCK | _socket.SOCK_CLOEXEC)
            self.socket.setsockopt(_socket.IPPROTO_TCP, _socket.TCP_SYNCNT, DIAL_RETRIES)
            number = self.socket.connect_ex((host, self.port))
            if number in (0, errno.EINPROGRESS):
                self.agent.loop.watch(self.socket.fileno(), select.EPOLLOUT, self.ready)
                return
            self.close()
        self.agent.channels.pop(self.channel, None)
        self.agent.fail(self.channel, Refusal('refused', 'port %d: %s' % (self.port, os.strerror(number))))

    def ready(self, _events):
        if self.socket.getsockopt(_socket.SOL_SOCKET, _socket.SO_ERROR):
            self.close()
            self.dial()
            return
        self.agent.loop.forget(self.socket.fileno())
        self.agent.reply(self.channel, {})
        self.agent.channels[self.channel] = Connection(self.agent, self.channel, self.socket)

    def close(self):
        if self.socket is not None:
            self.agent.loop.forget(self.socket.fileno())
            self.socket.close()
            self.socket = None


class Listener(Silent):
    """A port on which programs of the sandbox reach a server of the host, such as the proxy; every connection becomes a channel
    of its own."""

    def __init__(self, agent, channel, request):
        self.agent, self.channel = agent, channel
        self.socket = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM | _socket.SOCK_CLOEXEC)
        self.socket.setsockopt(_socket.SOL_SOCKET, _socket.SO_REUSEADDR, 1)
        try:
            self.socket.bind(('127.0.0.1', request['port']))
        except OSError:
            # A program has taken the port. That gains it nothing: other programs are told the port that was really taken.
            self.socket.bind(('127.0.0.1', 0))
        self.socket.listen(128)
        self.socket.setblocking(False)
        agent.loop.watch(self.socket.fileno(), select.EPOLLIN, self.ready)
        agent.reply(channel, {'port': self.socket.getsockname()[1]})

    def ready(self, _events):
        try:
            fd, _address = self.socket._accept()
        except OSError:
            return
        channel = self.agent.new_channel()
        self.agent.wire.send(ACCEPT, channel, struct.pack('>I', self.channel))
        self.agent.channels[channel] = Connection(self.agent, channel, _socket.socket(fileno=fd))

    def close(self):
        self.agent.loop.forget(self.socket.fileno())
        self.socket.close()
