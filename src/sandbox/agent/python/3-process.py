# Part 3: programs. Each is the leader of a session of its own; pid 1 collects what they leave behind.

SIGNAL_NAMES = {
    value: name for name, value in vars(signal).items() if name.startswith('SIG') and not name.startswith('SIG_')
}


class Process:
    def __init__(self, agent, channel, request):
        self.agent, self.channel = agent, channel
        self.command = request['command']
        self.cwd = request.get('cwd') or agent.workspace
        self.tag = request.get('tag')
        self.status = None
        self.told = False
        self.window = SendWindow(agent)
        self.sink = None
        self.terminal = None
        if not self.command or '\0' in ''.join(self.command):
            raise Refusal('invalid', 'the command must be a list of texts without NUL')
        if not os.path.isdir(self.cwd):
            raise Refusal('invalid', 'the directory %s does not exist' % self.cwd)
        env = dict(agent.env)
        env.update(request.get('env') or {})
        for name, value in env.items():
            if not name or '=' in name or '\0' in name + value:
                raise Refusal('invalid', 'the environment holds a name or value that no program can be given')
        if request.get('pty'):
            self.start_on_terminal(request['pty'], env, request)
        else:
            self.start_on_pipes(env, request)
        self.started = start_time(self.pid)

    def start_on_pipes(self, env, request):
        stdin_read, stdin_write = os.pipe() if request.get('stdin') else (os.open('/dev/null', os.O_RDONLY), None)
        stdout_read, stdout_write = os.pipe()
        stderr_read, stderr_write = os.pipe()
        try:
            self.fork((stdin_read, stdout_write, stderr_write), env, request, False)
        except BaseException:
            for fd in (stdin_write, stdout_read, stderr_read):
                if fd is not None:
                    os.close(fd)
            raise
        finally:
            for fd in (stdin_read, stdout_write, stderr_write):
                os.close(fd)
        if stdin_write is not None:
            self.sink = Sink(self.agent, self.channel, stdin_write)
        self.sources = [
            Source(self.agent, self.channel, stdout_read, DATA, self.window, self.source_ended),
            Source(self.agent, self.channel, stderr_read, ERROR_DATA, self.window, self.source_ended),
        ]

    def start_on_terminal(self, size, env, request):
        master, slave = os.openpty()
        self.terminal = master
        self.resize(size)
        env.setdefault('TERM', 'xterm-256color')
        try:
            self.fork((slave, slave, slave), env, request, True)
        except BaseException:
            os.close(master)
            raise
        finally:
            os.close(slave)
        self.sink = Sink(self.agent, self.channel, os.dup(master))
        self.sources = [Source(self.agent, self.channel, master, DATA, self.window, self.source_ended)]

    def fork(self, stdio, env, request, is_terminal):
        # What is forked inherits it: out of memory, the kernel must find the program before the agent.
        set_oom_score(KILLED_FIRST)
        try:
            self.pid = os.fork()
        except BlockingIOError:
            raise Refusal('crowded', 'the box has as many processes as it may have')
        finally:
            set_oom_score(OWN_SCORE)
        if self.pid == 0:
            try:
                become(self.agent, stdio, is_terminal, request.get('reservedMb') or 0)
                os.chdir(self.cwd)
                os.execvpe(self.command[0], self.command, env)
            except OSError as error:
                os.write(2, ('%s: %s\n' % (self.command[0], error.strerror)).encode('utf-8', 'replace'))
                os._exit(127 if error.errno == errno.ENOENT else 126)
            except BaseException:
                os._exit(125)

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
        self.tell_end()

    def tell_end(self):
        """After the last of its output. Others may hold its pipes open for ever: what they print later is not waited for."""
        if self.status is None or self.told or not all([source.drain() for source in self.sources]):
            return
        self.told = True
        killed = os.WIFSIGNALED(self.status)
        end = {
            'exitCode': None if killed else os.WEXITSTATUS(self.status),
            'signal': signal_name(os.WTERMSIG(self.status)) if killed else None,
        }
        self.agent.wire.send_json(EVENT, self.channel, {'exit': end})

    # What the host sends on the channel.
    def data(self, payload):
        # Without an input what is sent is dropped; its sender stops when its window is used up.
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


# Opened by the agent while it still can be: an undumpable process has no right to its own files in /proc.
OOM_SCORE, OWN_SCORE, KILLED_FIRST = None, b'0', b'1000'


def open_oom_score():
    global OOM_SCORE, OWN_SCORE
    try:
        fd = os.open('/proc/self/oom_score_adj', os.O_RDWR | os.O_CLOEXEC)
        OWN_SCORE = os.read(fd, 16).strip()
        os.pwrite(fd, OWN_SCORE, 0)
        OOM_SCORE = fd
    except OSError:
        pass


def set_oom_score(score):
    if OOM_SCORE is not None:
        os.pwrite(OOM_SCORE, score, 0)


def signal_name(number):
    return SIGNAL_NAMES.get(number, 'signal %d' % number)


def become(agent, stdio, is_terminal, reserved_mb):
    """In the new process, before the program: nothing of the agent may reach it."""
    os.setsid()
    # Where pid 1 is not safe from its own user's signals, the agent's real user is another one than the programs'.
    os.setresuid(os.geteuid(), os.geteuid(), os.geteuid())
    if is_terminal:
        fcntl.ioctl(stdio[0], termios.TIOCSCTTY, 0)
    for target, fd in enumerate(stdio):
        os.dup2(fd, target)
    os.closerange(3, 65536)
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for name, value in agent.rlimits.items():
        value += reserved_mb * 1048576 if name in ('RLIMIT_DATA', 'RLIMIT_AS') else 0
        resource.setrlimit(getattr(resource, name), (value, value))


def proc_stat(pid):
    with open('/proc/%d/stat' % pid, 'rb') as file:
        text = file.read()
    # The name may hold spaces and parentheses; the numbers follow the last one.
    return text[text.rindex(b')') + 2:].split()


def start_time(pid):
    try:
        return int(proc_stat(pid)[19])
    except (OSError, ValueError):
        return 0


def all_pids():
    return [int(name) for name in os.listdir('/proc') if name.isdigit() and name != '1']


def kill_tree(root):
    """The program, its session, all that descends from it, and orphans that appeared since it started."""
    for _ in range(100):
        born = last_born()
        table = living()
        others = {process.pid for process in root.agent.processes.values() if process is not root and process.status is None}
        doomed = [pid for pid in table if belongs(pid, root, table, others)]
        if not doomed:
            # Nobody was born while we looked, so nobody was overlooked.
            if last_born() == born:
                return
            # In a box with nothing else in it whoever is born can only be the program's: this catches them all at once.
            if not table:
                doomed = [-1]
        for pid in doomed:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        time.sleep(0.001)
    raise Refusal('fled', 'processes are started faster than they can be ended')


def last_born():
    """The newest process number of the box."""
    with open('/proc/loadavg', 'rb') as file:
        return file.read().split()[-1]


def living():
    """By pid: parent, session, start time."""
    table = {}
    for pid in all_pids():
        try:
            fields = proc_stat(pid)
        except (OSError, ValueError):
            continue
        if fields[0] != b'Z':
            table[pid] = (int(fields[1]), int(fields[3]), int(fields[19]))
    return table


def signal_session(leader, number):
    # One that was only just forked is not yet the leader that it is about to become.
    members = [pid for pid, (_parent, session, _started) in living().items() if leader in (pid, session)]
    if not members:
        raise Refusal('not_found', 'the process has ended')
    for pid in members:
        try:
            os.kill(pid, number)
        except OSError:
            pass


def belongs(pid, root, table, others):
    seen = pid
    while seen in table:
        if seen in others:
            return False
        parent, session, started = table[seen]
        if seen == root.pid or session == root.pid:
            return True
        if session in others:
            return False
        if parent == 1:
            return started >= root.started
        seen = parent
    return False
