# Systems, part 4: `sudo`. No program of a sandbox can gain rights by being started, so it asks the agent, which has them. The
# started program has the streams, the directory and the variables of the caller; every program in a sandbox may become its
# root.
SUDO_DOOR = '/run/anneal/sudo'
SUDO_MESSAGE_BYTES = 1048576
STREAMS = 3
# As many descriptors as one message can bring: the kernel itself would close surplus ones in the agent, however long that
# takes.
STREAMS_AT_MOST = 253
NO_LINGER = struct.pack('ii', 0, 0)


class SudoDoor:
    def __init__(self, agent):
        self.agent = agent
        os.makedirs(os.path.dirname(SUDO_DOOR), exist_ok=True)
        self.socket = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET | _socket.SOCK_CLOEXEC | _socket.SOCK_NONBLOCK)
        try:
            os.unlink(SUDO_DOOR)
        except FileNotFoundError:
            pass
        self.socket.bind(SUDO_DOOR)
        os.chmod(SUDO_DOOR, 0o666)
        self.socket.listen(64)
        agent.loop.watch(self.socket.fileno(), select.EPOLLIN, self.ready)

    def ready(self, _events):
        try:
            fd, _address = self.socket._accept()
        except OSError:
            return
        os.set_inheritable(fd, False)
        os.set_blocking(fd, False)
        SudoCall(self.agent, _socket.socket(fileno=fd))


class SudoCall:
    """One call of sudo. Until its program has ended, the caller may send signals to it; nothing happens when the caller goes
    away."""

    def __init__(self, agent, socket):
        self.agent, self.socket = agent, socket
        self.pid = None
        agent.loop.watch(socket.fileno(), select.EPOLLIN, self.ready)

    def ready(self, _events):
        try:
            if self.pid is None:
                self.begin()
            else:
                number, streams = receive(self.socket)
                close_at_once(streams)
                if not number:
                    return self.leave()
                os.kill(self.pid, int(number))
        except BlockingIOError:
            pass
        except Exception as error:
            self.answer({'problem': str(error)})

    def begin(self):
        text, streams = receive(self.socket)
        try:
            if len(streams) != STREAMS:
                return self.leave()
            self.start(decode(text), streams)
        finally:
            close_at_once(streams)

    def start(self, request, streams):
        user = self.agent.user_of({'user': request['user']})
        env = dict(request['env'], HOME=user.home, USER=user.name, LOGNAME=user.name)
        command = request['command']
        pid = fork_program()
        if pid == 0:
            with ending_here(command):
                become(self.agent.rlimits, streams)
                self.agent.turn_into(user)
                os.chdir(request['cwd'])
                os.execvpe(command[0], command, env)
        self.pid = pid
        self.agent.others[pid] = self

    def exited(self, status):
        self.answer({'status': 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)})

    def answer(self, value):
        try:
            self.socket.send(encode(value).encode())
        except OSError:
            pass
        self.leave()

    def leave(self):
        if self.socket.fileno() >= 0:
            self.agent.loop.forget(self.socket.fileno())
            self.empty()
            self.socket.close()

    def empty(self):
        """Takes the unread messages: closing the socket would close their descriptors too, and might wait for them."""
        try:
            self.socket.shutdown(_socket.SHUT_RDWR)
            while True:
                text, streams = receive(self.socket)
                close_at_once(streams)
                if not text and not streams:
                    return
        except OSError:
            pass


def receive(socket):
    text, control, _flags, _address = socket.recvmsg(
        SUDO_MESSAGE_BYTES, _socket.CMSG_SPACE(STREAMS_AT_MOST * 4), _socket.MSG_CMSG_CLOEXEC
    )
    streams = []
    for _level, _kind, data in control:
        streams += struct.unpack('%di' % (len(data) // 4), data)
    return text, streams


def close_at_once(streams):
    """Closes descriptors without waiting: a connection can make its closer wait until all is sent, and the agent would keep
    everybody waiting."""
    for fd in streams:
        try:
            socket = _socket.socket(fileno=fd)
        except OSError:
            os.close(fd)
            continue
        try:
            socket.setsockopt(_socket.SOL_SOCKET, _socket.SO_LINGER, NO_LINGER)
        except OSError:
            pass
        socket.close()
