# Part 5: the requests of the server to the zygote.

CONTROL, OOM = 3, 4
DOOR = '/run/anneal/door'


class Zygote:
    runs_programs_here = True

    def __init__(self, plan):
        self.forge = Forge(plan)
        self.loop = Loop()
        self.incoming = b''
        watch_children(self.loop, self.reap)
        self.loop.watch(CONTROL, select.EPOLLIN, self.ready)

    def reap(self):
        while True:
            try:
                pid, _status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            self.tell({'ended': pid})

    def tell(self, value):
        os.write(CONTROL, encode(value).encode() + b'\n')

    def ready(self, _events):
        received = os.read(CONTROL, 65536)
        # The server is gone. Sandboxes notice the same by their own wires.
        if not received:
            os._exit(0)
        *lines, self.incoming = (self.incoming + received).split(b'\n')
        for line in lines:
            self.fork(decode(line))

    def fork(self, request):
        # The socket is made outside: it is listed, with the path it leads to, in the network namespace it was made in.
        wire = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM | _socket.SOCK_CLOEXEC)
        try:
            self.prepare(request)
            wire.connect(self.door)
            wire.send(request['sandbox'].encode() + b'\n')
            pid = self.fork_sandbox()
            if pid == 0:
                become_sandbox(self, wire, request)
            self.forked(pid)
        except OSError as error:
            self.tell({'sandbox': request['sandbox'], 'problem': str(error)})
            return
        wire.close()
        self.tell({'sandbox': request['sandbox'], 'pid': pid})

    # Overridden by the zygote of systems.
    door = DOOR

    def fork_sandbox(self):
        return fork_into_namespaces()

    def prepare(self, request):
        pass

    def forked(self, pid):
        pass

    def agent_of(self, request):
        take_wire(CONTROL, CONTROL, OOM)
        waiting = WaitingHere(request['wait'], request['rlimits'], request['env']) if request.get('wait') else None
        return PooledAgent(request, waiting)


def become_sandbox(zygote, wire, request):
    """Turns the forked process into a sandbox; never returns."""
    try:
        signal.set_wakeup_fd(-1)
        # Waits until the server has put this process into the control group of the sandbox.
        if wire.recv(1) != b'+':
            os._exit(0)
        zygote.forge.build(request)
        zygote.loop.epoll.close()
        nothing = os.open('/dev/null', os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(nothing, fd)
        # The wire replaces the zygote's control, which the sandbox must not keep; the agent closes all other descriptors.
        os.dup2(wire.detach(), CONTROL, inheritable=False)
        os.dup2(zygote.forge.oom_score, OOM, inheritable=False)
        serve(zygote.agent_of(request))
    except BaseException as error:
        os.write(2, ('a sandbox could not be built: %s\n' % error).encode())
    finally:
        os._exit(1)


def hatch(kind=Zygote):
    """Starts the zygote. The server sends the plan first, with its length; `take` is the loader's."""
    plan = decode(take(int.from_bytes(take(4), 'big')))
    # The empty entry is a program's directory, where imports would find planted files.
    sys.path.remove('')
    global run_here_if_possible
    run_here_if_possible = run_here if kind.runs_programs_here else None
    preloaded = preload(plan['preload'])
    use_environment(plan['env'])
    zygote = kind(plan)
    settle()
    zygote.tell({'ready': preloaded})
    zygote.loop.run()


def preload(names):
    """Imports the modules that this host has; gives their names."""
    found = []
    for name in names:
        try:
            __import__(name)
            found.append(name)
        except Exception:
            # Absent, or broken: a program that imports it gets the error itself.
            pass
    return found


def settle():
    """Does the set-up of a first program early: pages that are never written again are shared by all sandboxes."""
    try:
        exec(compile('raise ValueError(sum(n for n in [1]))', 'warm-up', 'exec'), {})
    except ValueError as error:
        ''.join(traceback.format_exception(error))
    gc.collect()
    gc.freeze()
