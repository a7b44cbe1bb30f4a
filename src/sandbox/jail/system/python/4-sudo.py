# Systems, part 4: `sudo`. No program of a box can gain rights by being started, so it asks the agent, who has them. The program
# that is started has the streams, the directory and the variables of who asked; whoever is in a box may be its root.
SUDO_DOOR = '/run/anneal/sudo'
SUDO_MESSAGE_BYTES = 1048576
STREAMS = 3


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
    """One that asked. Until its program has ended, it may send signals for it; when it goes away, nothing happens."""

    def __init__(self, agent, socket):
        self.agent, self.socket = agent, socket
        self.pid = None
        agent.loop.watch(socket.fileno(), select.EPOLLIN, self.ready)

    def ready(self, _events):
        try:
            if self.pid is None:
                self.begin()
            else:
                number = self.socket.recv(16)
                if not number:
                    return self.leave()
                os.kill(self.pid, int(number))
        except BlockingIOError:
            pass
        except Exception as error:
            self.answer({'problem': str(error)})

    def begin(self):
        ancillary = _socket.CMSG_SPACE(STREAMS * 4)
        text, control, _flags, _address = self.socket.recvmsg(SUDO_MESSAGE_BYTES, ancillary)
        streams = []
        for _level, _kind, data in control:
            streams += struct.unpack('%di' % (len(data) // 4), data)
        try:
            if len(streams) != STREAMS:
                return self.leave()
            self.start(decode(text), streams)
        finally:
            for fd in streams:
                os.close(fd)

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
            self.socket.close()
