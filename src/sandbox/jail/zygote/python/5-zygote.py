# Part 5: what the server may ask of the zygote.

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
        # The server is gone. Boxes notice the same by their own wires.
        if not received:
            os._exit(0)
        *lines, self.incoming = (self.incoming + received).split(b'\n')
        for line in lines:
            self.fork(decode(line))

    def fork(self, request):
        # Made out here: a socket is listed, with the path it leads to, in the network namespace it was made in.
        wire = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM | _socket.SOCK_CLOEXEC)
        try:
            self.prepare(request)
            wire.connect(self.door)
            wire.send(request['box'].encode() + b'\n')
            pid = self.fork_box()
            if pid == 0:
                become_box(self, wire, request)
            self.forked(pid)
        except OSError as error:
            self.tell({'box': request['box'], 'problem': str(error)})
            return
        wire.close()
        self.tell({'box': request['box'], 'pid': pid})

    # What the zygote of systems does otherwise.
    door = DOOR

    def fork_box(self):
        return fork_into_namespaces()

    def prepare(self, request):
        pass

    def forked(self, pid):
        pass

    def agent_of(self, request):
        take_wire(CONTROL, CONTROL, OOM)
        waiting = WaitingHere(request['wait'], request['rlimits'], request['env']) if request.get('wait') else None
        return PooledAgent(request, waiting)


def become_box(zygote, wire, request):
    """Does not come back."""
    try:
        signal.set_wakeup_fd(-1)
        # Not before the server has put this process into the control group of the box.
        if wire.recv(1) != b'+':
            os._exit(0)
        zygote.forge.build(request)
        zygote.loop.epoll.close()
        nothing = os.open('/dev/null', os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(nothing, fd)
        # It takes the place of the zygote's control, which the box must not keep; what else is open, the agent closes.
        os.dup2(wire.detach(), CONTROL, inheritable=False)
        os.dup2(zygote.forge.oom_score, OOM, inheritable=False)
        serve(zygote.agent_of(request))
    except BaseException as error:
        os.write(2, ('a box could not be built: %s\n' % error).encode())
    finally:
        os._exit(1)


def hatch(kind=Zygote):
    """The plan is the first thing that the server sends, length first; `take` is the loader's."""
    plan = decode(take(int.from_bytes(take(4), 'big')))
    # The directory of a program, where imports would find what it planted.
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
    """Those of these modules that this host has."""
    found = []
    for name in names:
        try:
            __import__(name)
            found.append(name)
        except Exception:
            # Absent, or broken: then a program that wants it is told so itself.
            pass
    return found


def settle():
    """Pages that are never written again are shared by all boxes; what a first program would set up is set up here."""
    try:
        exec(compile('raise ValueError(sum(n for n in [1]))', 'warm-up', 'exec'), {})
    except ValueError as error:
        ''.join(traceback.format_exception(error))
    gc.collect()
    gc.freeze()
