# Part 3: interpreters that wait. While a sandbox waits in its pool, one interpreter in it does too, and continues when the
# command comes that it was made for. Any other command ends it: it was only a guess.

GO = 3
# The largest pipe of a user without rights.
PIPE_BYTES = 1048576
# Variables that interpreters read when they start, before they wait.
NOT_FOR_WAITING = READ_AT_START + ('NODE_', 'BASH_', 'ENV', 'UV_')


class Waiting:
    """One process that waits at its start."""

    # Whether the process can still be given arguments, and other variables than it was started with.
    takes_arguments = takes_variables = True

    def __init__(self, agent, channel, request):
        self.agent, self.channel = agent, channel
        self.command, self.rlimits, self.env = request['command'], agent.rlimits, agent.env
        self.pipes = Pipes(True)
        self.line = self.inner = None
        self.draw_line(request)
        self.fork(request.get('reservedMb') or 0, lambda: self.wait(request))

    def fork(self, reserved_mb, wait):
        """Forks the waiting process, which does not return from `wait`."""
        try:
            self.pid = fork_program()
            if self.pid == 0:
                with ending_here(self.command):
                    become(self.rlimits, self.pipes.inner + self.inner, False, reserved_mb)
                    wait()
        finally:
            self.pipes.close_inner()
            for fd in self.inner:
                os.close(fd)

    def fits(self, request):
        command, more = request['command'], request.get('env') or {}
        env = dict(self.agent.env, **more)
        return (
            self.rlimits == self.agent.rlimits
            and command[:len(self.command)] == self.command
            and (self.takes_arguments or len(command) == len(self.command))
            and (self.takes_variables or env == self.env)
            and not request.get('pty')
            and request.get('cwd') in (None, self.agent.workspace)
            and not set(self.env) - set(env)
            and read_early(env, NOT_FOR_WAITING) == read_early(self.env, NOT_FOR_WAITING)
            and env.get('LANG') == LOCALE
        )

    def go_on(self, channel, request):
        """Turns the waiting process into a process of the caller."""
        process = Process.__new__(Process)
        env = process.describe(self.agent, channel, request)
        self.let_go(process.command[len(self.command):], env)
        os.close(self.line)
        if not request.get('stdin'):
            os.close(self.pipes.stdin)
            self.pipes.stdin = None
        # The first process of the sandbox: all others in it have started later.
        process.attach(self.pid, self.pipes, 0)
        return process

    def end(self):
        self.agent.loop.forget(self.line)
        os.close(self.line)
        self.pipes.close_outer()
        try:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        except OSError:
            # The process had ended before, and was collected.
            pass


class WaitingOnLine(Waiting):
    """An interpreter that was told to wait. It says so with one byte on the line, and goes on when it gets fields that end in
    NUL, the last one empty: `A` and an argument, `E` and a variable of the environment."""

    def draw_line(self, request):
        self.takes_arguments = request['takesArguments']
        self.open_line()
        self.agent.loop.watch(self.line, select.EPOLLIN, self.ready)

    def open_line(self):
        outer, inner = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_STREAM)
        self.line, self.inner = outer.detach(), (inner.detach(),)

    def wait(self, request):
        os.chdir(self.agent.workspace)
        os.execvpe(request['waits'][0], request['waits'], dict(self.env, **request['env']))

    def ready(self, _events):
        self.agent.loop.forget(self.line)
        if os.read(self.line, 1):
            self.agent.reply(self.channel, {'isWaiting': True})
        else:
            self.agent.fail(self.channel, Refusal('invalid', 'it ended before it waited'))

    def let_go(self, arguments, env):
        fields = ['A' + argument for argument in arguments]
        fields += ['E%s=%s' % item for item in env.items() if self.env.get(item[0]) != item[1]]
        message = ''.join(field + '\0' for field in fields + ['']).encode('utf-8', 'surrogateescape')
        while message:
            message = message[os.write(self.line, message):]


class WaitingAtFile(Waiting):
    """An interpreter that waits by itself: its program file is a pipe, which it reads. It does not know that it waited, so its
    arguments cannot be changed any more; the program comes through the pipe, which has no name by then."""

    takes_arguments = takes_variables = False

    def draw_line(self, request):
        self.path = os.path.join(self.agent.workspace, request['file'])
        self.inner = ()
        os.mkfifo(self.path, 0o600)
        self.agent.reply(self.channel, {'isWaiting': False})

    def wait(self, _request):
        os.chdir(self.agent.workspace)
        os.execvpe(self.command[0], self.command, self.env)

    def is_waiting(self):
        if self.line is None:
            try:
                # Opening succeeds only when the interpreter reads.
                self.line = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            except OSError:
                return False
            os.unlink(self.path)
            fcntl.fcntl(self.line, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        return True

    def fits(self, request):
        # The interpreter has looked for a package.json already.
        has_package = os.path.exists(os.path.join(self.agent.workspace, 'package.json'))
        return super().fits(request) and self.line is not None and not has_package and self.read()

    def read(self):
        try:
            fd = open_regular(self.path)
        except (OSError, Refusal):
            return False
        try:
            self.program = os.read(fd, PIPE_BYTES + 1)
        finally:
            os.close(fd)
        return len(self.program) <= PIPE_BYTES

    def let_go(self, _arguments, _env):
        if self.program:
            os.write(self.line, self.program)

    def end(self):
        if self.line is None:
            self.line = os.open('/dev/null', os.O_RDONLY)
            os.unlink(self.path)
        super().end()


class PooledAgent(Agent):
    """The agent of a sandbox that waits in a pool."""

    def __init__(self, request, waiting):
        super().__init__()
        self.configure(request)
        self.waiting = waiting
        if waiting is not None:
            waiting.agent = self

    def call_prepare(self, channel, request):
        kind = WaitingAtFile if 'file' in request else WaitingOnLine
        self.waiting = kind(self, channel, request)

    def call_is_waiting(self, channel, _request):
        self.reply(channel, {'isWaiting': self.waiting.is_waiting()})

    def call_metrics(self, channel, request):
        # The count of processes means those of programs.
        if self.waiting is not None:
            self.waiting.end()
            self.waiting = None
        super().call_metrics(channel, request)

    def call_start(self, channel, request):
        waiting, self.waiting = self.waiting, None
        process = None
        if waiting is not None and waiting.fits(request):
            try:
                process = waiting.go_on(channel, request)
            except OSError:
                # The process has ended while it waited.
                pass
        if process is None:
            if waiting is not None:
                waiting.end()
            return super().call_start(channel, request)
        self.channels[channel] = self.processes[channel] = process
        self.reply(channel, {'pid': process.pid})
        self.reap()
