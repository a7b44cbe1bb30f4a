# Part 3: programs. Each is the leader of a session of its own; pid 1 collects the orphans they leave behind.

SIGNAL_NAMES = {
    value: name for name, value in vars(signal).items() if name.startswith('SIG') and not name.startswith('SIG_')
}


# Set by a zygote: runs programs of its own language in the forked process, and returns when it cannot.
run_here_if_possible = None


def first_entries(directory):
    """Two names of a directory at most: enough to see that nothing was written, and cheaper than a question of the server."""
    try:
        with os.scandir(directory) as entries:
            return [entry.name for entry, _count in zip(entries, range(2))]
    except OSError:
        return None


class Process:
    def __init__(self, agent, channel, request):
        env = self.describe(agent, channel, request)
        if request.get('pty'):
            self.start_on_terminal(request['pty'], env, request)
        else:
            self.start_on_pipes(env, request)

    def describe(self, agent, channel, request):
        """Notes the program of a request before there is a process; gives its environment."""
        self.agent, self.channel = agent, channel
        self.command = request['command']
        self.user = agent.user_of(request)
        self.cwd = request.get('cwd') or agent.home_of(self.user)
        self.tag = request.get('tag')
        self.ends_whole = request.get('endsWhole')
        self.tells_entries = request.get('tellsEntries')
        self.status = None
        self.told = False
        self.window = SendWindow(agent)
        self.sink = None
        self.terminal = None
        if not self.command or '\0' in ''.join(self.command):
            raise Refusal('invalid', 'the command must be a list of texts without NUL')
        if not os.path.isdir(self.cwd):
            raise Refusal('invalid', 'the directory %s does not exist' % self.cwd)
        env = agent.env_of(self.user)
        env.update(request.get('env') or {})
        for name, value in env.items():
            if not name or '=' in name or '\0' in name + value:
                raise Refusal('invalid', 'the environment holds a name or value that no program can be given')
        agent.memory.begin()
        return env

    def start_on_pipes(self, env, request):
        pipes = Pipes(request.get('stdin'))
        try:
            pid = self.fork(pipes.inner + self.agent.more_streams(request), env, request, False)
        except BaseException:
            pipes.close_outer()
            raise
        finally:
            pipes.close_inner()
        self.attach(pid, pipes, start_time(pid))

    def attach(self, pid, pipes, started):
        self.pid, self.started = pid, started
        if pipes.stdin is not None:
            self.sink = Sink(self.agent, self.channel, pipes.stdin)
        self.sources = [
            Source(self.agent, self.channel, pipes.stdout, DATA, self.window, self.source_ended),
            Source(self.agent, self.channel, pipes.stderr, ERROR_DATA, self.window, self.source_ended),
        ]

    def start_on_terminal(self, size, env, request):
        master, slave = os.openpty()
        self.agent.own(slave, self.user)
        self.terminal = master
        self.resize(size)
        env.setdefault('TERM', 'xterm-256color')
        try:
            self.pid = self.fork((slave, slave, slave), env, request, True)
        except BaseException:
            os.close(master)
            raise
        finally:
            os.close(slave)
        self.started = start_time(self.pid)
        self.sink = Sink(self.agent, self.channel, os.dup(master))
        self.sources = [Source(self.agent, self.channel, master, DATA, self.window, self.source_ended)]

    def fork(self, stdio, env, request, is_terminal):
        pid = self.agent.fork()
        if pid == 0:
            with ending_here(self.command):
                self.agent.turn_into(self.user)
                become(self.agent.rlimits, stdio, is_terminal, request.get('reservedMb') or 0)
                os.chdir(self.cwd)
                if run_here_if_possible is not None and not is_terminal:
                    run_here_if_possible(self.command, env)
                os.execvpe(self.command[0], self.command, env)
        return pid

    def resize(self, size):
        if self.terminal is None:
            raise Refusal('invalid', 'the process has no terminal')
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack('HHHH', size['rows'], size['columns'], 0, 0))

    def source_ended(self, source):
        if source.fd == self.terminal:
            self.terminal = None
        self.tell_end()

    def exited(self, status):
        self.status = status
        if self.ends_whole:
            end_session(self.pid)
        self.tell_end()

    def tell_end(self):
        """Reports the end after the last of the program's output. Other processes may hold its pipes open for ever: their later
        output is not waited for."""
        if self.status is None or self.told or not all([source.drain() for source in self.sources]):
            return
        self.told = True
        killed = os.WIFSIGNALED(self.status)
        end = {
            'exitCode': None if killed else os.WEXITSTATUS(self.status),
            'signal': signal_name(os.WTERMSIG(self.status)) if killed else None,
        }
        if self.tells_entries:
            end['entries'] = first_entries(self.agent.workspace)
        self.agent.wire.send_json(EVENT, self.channel, {'exit': end})

    # Frames that the host sends on the channel.
    def data(self, payload):
        # Bytes for a program without an input are dropped; their sender stops when its window is used up.
        if self.sink is not None:
            self.sink.write(payload)

    def end(self):
        if self.sink is not None:
            self.sink.end()

    def grant(self, count):
        self.window.grant(count)
        self.tell_end()

    def close(self):
        for source in self.sources:
            source.drop()
        if self.sink is not None:
            self.sink.close()


class Pipes:
    """The three streams of a program: `inner` is its own end of them."""

    def __init__(self, has_input):
        self.stdin = None
        if has_input:
            read, self.stdin = os.pipe()
        else:
            read = os.open('/dev/null', os.O_RDONLY)
        self.stdout, stdout = os.pipe()
        self.stderr, stderr = os.pipe()
        self.inner = (read, stdout, stderr)

    def close_inner(self):
        for fd in self.inner:
            os.close(fd)

    def close_outer(self):
        for fd in (self.stdin, self.stdout, self.stderr):
            if fd is not None:
                os.close(fd)


def fork_program():
    # A forked process inherits the score: out of memory, the kernel must pick the program before the agent.
    set_oom_score(KILLED_FIRST)
    try:
        return os.fork()
    except BlockingIOError:
        raise Refusal('crowded', 'the sandbox has as many processes as it may have')
    finally:
        set_oom_score(OWN_SCORE)


class ending_here:
    """Keeps the new process from returning into the agent; reports a program that cannot start as a shell would."""

    def __init__(self, command):
        self.command = command

    def __enter__(self):
        pass

    def __exit__(self, _kind, error, _trace):
        if isinstance(error, OSError):
            os.write(2, ('%s: %s\n' % (self.command[0], error.strerror)).encode('utf-8', 'replace'))
            os._exit(127 if error.errno == errno.ENOENT else 126)
        os._exit(125)


# The agent opens the file while it still can: an undumpable process has no right to its own files in /proc.
OOM_SCORE, OWN_SCORE, KILLED_FIRST = None, b'0', b'1000'


def use_oom_score(fd):
    """Takes the descriptor it is given, or opens the file itself."""
    global OOM_SCORE, OWN_SCORE
    try:
        fd = os.open('/proc/self/oom_score_adj', os.O_RDWR | os.O_CLOEXEC) if fd is None else fd
        OWN_SCORE = os.pread(fd, 16, 0).strip()
        os.pwrite(fd, OWN_SCORE, 0)
        OOM_SCORE = fd
    except OSError:
        pass


def set_oom_score(score):
    if OOM_SCORE is not None:
        os.pwrite(OOM_SCORE, score, 0)


def signal_name(number):
    return SIGNAL_NAMES.get(number, 'signal %d' % number)


def become(rlimits, stdio, is_terminal=False, reserved_mb=0):
    """Prepares the new process for the program: nothing of the agent may reach it."""
    os.setsid()
    # Where signals of its own user could kill pid 1, the agent's real user differs from the programs'.
    os.setresuid(os.geteuid(), os.geteuid(), os.geteuid())
    if is_terminal:
        fcntl.ioctl(stdio[0], termios.TIOCSCTTY, 0)
    for target, fd in enumerate(stdio):
        os.dup2(fd, target)
    os.closerange(len(stdio), 65536)
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for name, value in rlimits.items():
        value += reserved_mb * 1048576 if name in ('RLIMIT_DATA', 'RLIMIT_AS') else 0
        # The host may allow the server itself less than these limits.
        most = resource.getrlimit(getattr(resource, name))[1]
        value = value if most == resource.RLIM_INFINITY else min(value, most)
        resource.setrlimit(getattr(resource, name), (value, value))
