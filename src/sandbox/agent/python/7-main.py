# Part 7: the requests of the server, and the start.

OWN_CHANNELS = 0x80000000


def watch_children(loop, reap):
    """Calls `reap` in the loop when children have ended."""
    read, write = os.pipe()
    os.set_blocking(read, False)
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)

    def ready(_events):
        try:
            os.read(read, 4096)
        except BlockingIOError:
            pass
        reap()

    loop.watch(read, select.EPOLLIN, ready)


class Agent:
    # File systems in memory: their files count as memory.
    places_in_memory = ('/workspace', '/volumes', '/tmp', '/dev/shm')

    def __init__(self):
        self.loop = Loop()
        self.channels = {}
        self.processes = {}
        self.watchers = []
        # Programs inside that asked the agent to start a process, by its pid.
        self.others = {}
        self.env = {}
        self.rlimits = {}
        self.workspace = os.getcwd()
        self.trees = {}
        self.memory = MemoryWatch(self)
        self.next_channel = OWN_CHANNELS
        self.collect_children()
        self.wire = Wire(self.loop, self.frame)

    def collect_children(self):
        watch_children(self.loop, self.reap)
        # Pid 1 is immune to signals it has no handler for; Python installs one for SIGINT.
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    def reap(self):
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            for process in list(self.processes.values()):
                if process.pid == pid and process.status is None:
                    process.exited(status)
            if pid in self.others:
                self.others.pop(pid).exited(status)

    def new_channel(self):
        self.next_channel += 1
        return self.next_channel

    def reply(self, channel, value):
        self.wire.send_json(REPLY, channel, value)

    def fail(self, channel, error):
        if isinstance(error, Refusal):
            failure = {'code': error.code, 'message': str(error)}
        elif isinstance(error, OSError):
            named = {errno.ENOENT: 'not_found', errno.EEXIST: 'exists', errno.ENOSPC: 'full', errno.EDQUOT: 'full'}
            code = named.get(error.errno, 'invalid')
            failure = {'code': code, 'message': '%s: %s' % (error.filename or 'file', error.strerror or error)}
        else:
            failure = {'code': 'internal', 'message': '%s: %s' % (type(error).__name__, error)}
        self.wire.send_json(FAIL, channel, failure)

    def drop(self, channel):
        subject = self.channels.pop(channel, None)
        self.processes.pop(channel, None)
        if subject is not None:
            subject.close()

    def path(self, request, name='path'):
        path = request[name]
        if not path or '\0' in path:
            raise Refusal('invalid', 'the path is empty or holds a NUL')
        home = self.home_of(self.user_of(request))
        if path == '~' or path.startswith('~/'):
            path = home + path[1:]
        return os.path.normpath(os.path.join(home, path))

    # A sandbox has one user, who owns everything; a system has others.
    def user_of(self, request):
        if request.get('user') not in (None, 'user'):
            raise Refusal('no_user', "invalid username: '%s'" % request['user'])
        return None

    def home_of(self, _user):
        return self.workspace

    def env_of(self, _user):
        return dict(self.env)

    def own(self, _file, _user):
        pass

    def read_of(self, pid, name, most=65536):
        """Reads a file of /proc that only the owner of a process may read."""
        return read_proc(pid, name, most)

    def end_runaways(self, _pids):
        """Nothing to do: the caller that starts a program here ends it with all its processes."""

    def fork(self):
        return fork_program()

    def turn_into(self, _user):
        pass

    def more_streams(self, _request):
        return ()

    def frame(self, kind, channel, payload):
        if kind == CALL:
            try:
                request = decode(payload)
                getattr(self, 'call_' + request['op'])(channel, request)
            except Exception as error:
                self.fail(channel, error)
            return
        subject = self.channels.get(channel)
        if subject is None:
            return
        if kind == DATA:
            subject.data(payload)
        elif kind == END:
            subject.end()
        elif kind == GRANT:
            subject.grant(struct.unpack('>I', payload)[0])
        elif kind == CLOSE:
            self.drop(channel)

    def call_configure(self, channel, request):
        self.configure(request)
        self.reply(channel, {})

    def configure(self, request):
        env, rlimits = request['env'], request['rlimits']
        self.env, self.rlimits = env, rlimits
        if request.get('memoryBytes'):
            self.memory.hold(request['memoryBytes'])
        # The limit counts a process when the agent starts it, before the new process can set limits of its own.
        if 'RLIMIT_NPROC' in self.rlimits:
            most = resource.getrlimit(resource.RLIMIT_NPROC)[1]
            resource.setrlimit(resource.RLIMIT_NPROC, (self.rlimits['RLIMIT_NPROC'], most))

    def call_start(self, channel, request):
        process = Process(self, channel, request)
        self.channels[channel] = self.processes[channel] = process
        self.reply(channel, {'pid': process.pid})
        self.reap()

    def call_processes(self, channel, _request):
        alive = [process for process in self.processes.values() if process.status is None]
        listed = [{'pid': one.pid, 'command': one.command, 'cwd': one.cwd, 'tag': one.tag} for one in alive]
        self.reply(channel, {'processes': listed})

    def process(self, request):
        process = self.processes.get(request['process'])
        if process is None:
            raise Refusal('not_found', 'the process has ended')
        return process

    def call_signal(self, channel, request):
        self.signal(self.process(request), getattr(signal, request['signal']))
        self.reply(channel, {})

    def signal(self, process, number):
        signal_session(process.pid, number)

    def call_kill_tree(self, channel, request):
        kill_tree(self.process(request))
        self.reap()
        self.reply(channel, {})

    def call_now(self, channel, _request):
        self.reply(channel, {'now': time.clock_gettime(time.CLOCK_BOOTTIME)})

    def call_end_strays(self, channel, request):
        end_strays(self.processes.values(), request['since'])
        self.reap()
        self.reply(channel, {})

    def call_resize(self, channel, request):
        self.process(request).resize(request)
        self.reply(channel, {})

    def call_read(self, channel, request):
        self.open(channel, FileReader, request)

    def call_write(self, channel, request):
        self.open(channel, FileWriter, request)

    def call_watch(self, channel, request):
        self.open(channel, Watcher, request)

    def call_read_tree(self, channel, request):
        self.open(channel, TreeReader, request)

    def call_write_tree(self, channel, request):
        self.open(channel, TreeWriter, request)

    def call_listen(self, channel, request):
        self.open(channel, Listener, request)

    def open(self, channel, kind, request):
        # A small file is sent and closed within `__init__`: the channel is entered before, so that nothing of it stays.
        subject = kind.__new__(kind)
        self.channels[channel] = subject
        try:
            subject.__init__(self, channel, request)
        except Exception:
            self.channels.pop(channel, None)
            raise

    def call_port(self, channel, request):
        self.open(channel, Dialing, request)

    def call_list(self, channel, request):
        entries = list_directory(self.path(request), request.get('depth') or 1, request.get('details'))
        for part in parts_of(entries):
            self.wire.send_json(EVENT, channel, {'entries': part})
        self.reply(channel, {})

    def call_stat(self, channel, request):
        # Earlier events of watches are sent before this answer.
        for watcher in self.watchers:
            watcher.ready(select.EPOLLIN)
        self.reply(channel, {'entry': describe(self.path(request), details=request.get('details'))})

    def call_make_directory(self, channel, request):
        self.reply(channel, {'made': make_directory(self, request)})

    def call_move(self, channel, request):
        target = self.path(request, 'to')
        make_parents(self, target, self.user_of(request))
        move(self.path(request, 'from'), target)
        self.reply(channel, {})

    def call_remove(self, channel, request):
        remove(self.path(request))
        self.reply(channel, {})

    def call_set_mode(self, channel, request):
        os.chmod(self.path(request), request['mode'])
        self.reply(channel, {})

    def call_metrics(self, channel, _request):
        self.reply(channel, metrics_of(self.workspace))


def main(wire_in, wire_out):
    take_wire(wire_in, wire_out)
    serve(Agent())


def take_wire(wire_in, wire_out, oom_score=None, more=None):
    """Takes over the wire; from here on only descriptors of the agent are open."""
    global WIRE_IN, WIRE_OUT
    WIRE_IN, WIRE_OUT = wire_in, wire_out
    if WIRE_IN == 0:
        WIRE_IN, WIRE_OUT = fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 3), fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, 3)
        nothing = os.open('/dev/null', os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(nothing, fd)
        os.close(nothing)
    # Descriptors inherited from the launcher are no business of the sandbox.
    last = max(WIRE_IN, WIRE_OUT, oom_score or 0, more or 0)
    os.closerange(last + 1, 65536)
    os.set_inheritable(WIRE_IN, False)
    os.set_inheritable(WIRE_OUT, False)
    use_oom_score(oom_score)


def serve(agent):
    # From here on programs of the sandbox can neither read nor write this process through /proc.
    if prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        raise last_error()
    agent.reply(0, {'pid': os.getpid()})
    agent.loop.run()
