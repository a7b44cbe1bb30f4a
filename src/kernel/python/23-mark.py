# Part 23: copies of the living interpreter. A mark is a forked process that waits, frozen, with everything as it is now; going
# back lets it continue in place of this one.


class Order:
    """The message that wakes a copy: the request to answer, and whether to leave a copy behind."""

    def __init__(self, words):
        self.id, self.keeps = map(int, words.split())


class Adoption:
    """Whether the supervisor adopts orphans; asked once."""

    problem = None

    def why_not(self):
        if self.problem is None:
            self.problem = ask_supervisor('adopt')
        return self.problem


ADOPTION = Adoption()
NO_SUPERVISOR = 'there was no room for a second process when the interpreter started'
TICKS = os.sysconf('SC_CLK_TCK')
NO_ROOM = 'there is no room for another process'
# Signals that may come to an interpreter from outside, or from processes that it has started. They are few, since each is
# handled again after the fork.
HELD_BACK = {
    signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP, signal.SIGUSR1, signal.SIGUSR2,
    signal.SIGALRM, signal.SIGVTALRM, signal.SIGPROF, signal.SIGCHLD, signal.SIGIO, signal.SIGXCPU, signal.SIGWINCH}


def mark(_request):
    name = os.urandom(8).hex()
    descriptors = list(open_descriptors())
    unsafe = why_unsafe(descriptors)
    if not unsafe:
        order, unsafe = make_copy(name, descriptors)
        if order is not None:
            return go_on(name, order)
    say('mark', flush=False, **({'unsafe': unsafe} if unsafe else {'mark': name}))


def go_back(request):
    # An interpreter with such a mark is ended before the answer.
    keep = 'keep' if request.get('keep') else 'once'
    ask_supervisor('back %s %d %s' % (assert_mark(request), request['id'], keep))
    raise ValueError('there is no mark %s' % request['mark'])


def forget(request):
    if SUPERVISOR is not None:
        SUPERVISOR.send(b'forget %s' % assert_mark(request).encode())


def assert_mark(request):
    if not str(request['mark']).isalnum():
        raise ValueError('%r is no mark' % request['mark'])
    return request['mark']


def ask_supervisor(words):
    if SUPERVISOR is None:
        return NO_SUPERVISOR
    with Uninterrupted():
        SUPERVISOR.send(words.encode())
        return SUPERVISOR.recv(4096).decode()


def why_unsafe(descriptors):
    """The reason why a copy would be incomplete: things that a fork does not copy."""
    if SUPERVISOR is None:
        return NO_SUPERVISOR
    if set(sys._current_frames()) - {MAIN_THREAD, OUTPUT.thread}:
        return 'threads that the code has started are still running'
    if has_children():
        return 'processes that the code has started are still there'
    own = {SUPERVISOR.fileno(), *LOOP.sockets()}
    for fd, target in descriptors:
        if target.startswith('socket:') and fd not in own:
            return 'sockets that the code has opened are still open'
    return ADOPTION.why_not()


def has_children():
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return True
    except ChildProcessError:
        return False


def open_descriptors():
    for name in os.listdir('/proc/self/fd'):
        try:
            yield int(name), os.readlink('/proc/self/fd/' + name)
        except OSError:
            pass


def make_copy(name, descriptors):
    """Makes a copy. In the copy, once it is woken, this returns its order; in the process that goes on, no order, and the
    reason if there is no copy. The copy is a grandchild that the supervisor adopts: code that waits for its children must not
    find it among them."""
    global COPYING
    unkept, order, unsafe = Unkept(descriptors), None, None
    is_quiet = signal.getsignal(signal.SIGCHLD) == signal.SIG_DFL
    line, far_end = os.pipe2(os.O_CLOEXEC)
    words = 'copy %s %d %d ' % (name, newest_process(), time.clock_gettime(time.CLOCK_BOOTTIME) * TICKS)
    # No signal may reach a copy, and no handler may run in two processes.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, HELD_BACK)
    with WIRE:
        COPYING = True
        try:
            MAKER.pid = fork()
            if MAKER.pid == 0:
                order = wait_as_copy(words, line, far_end)
        except OSError:
            unsafe = NO_ROOM
        COPYING = False
    os.close(line)
    if order is None:
        os.close(far_end)
        if not is_quiet:
            # Code that wants to hear of its children's ends does not hear of this one.
            MAKER.collect()
            drop_pending({signal.SIGCHLD})
    else:
        become_live(unkept)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    if order is not None:
        start_output()
    return order, unsafe


def become_live(unkept):
    """The first steps of a woken copy, while nothing can reach it yet."""
    MAKER.pid = 0
    unkept.bring_back()
    OUTPUT.forget_others()
    LOOP.renew()
    drop_pending(HELD_BACK)


def start_output():
    """Starts the thread of a woken copy, or ends the copy: without it, nobody would ever answer the order."""
    try:
        OUTPUT.start()
    except RuntimeError:
        write_all(LAST_WORDS, b'there was no room for the thread that reads output')
        os._exit(70)


class Maker:
    """The process between this one and its copy. It works while the host has its answer already: a caller that goes back must
    expect in any case that a copy is gone, since a system without memory chooses the process it ends."""

    pid = 0

    def collect(self):
        if self.pid:
            try:
                os.waitpid(self.pid, 0)
            except ChildProcessError:
                # The code has told the system to forget its children when they end.
                pass
            self.pid = 0


MAKER = Maker()


def fork():
    """Forks without the warning of newer versions about threads; the only other thread is the kernel's own, and it is started
    again."""
    if sys.version_info < (3, 12):
        return os.fork()
    with own('warnings').catch_warnings():
        own('warnings').simplefilter('ignore', DeprecationWarning)
        return os.fork()


def wait_as_copy(words, line, far_end):
    """Runs in the child: makes the copy, reports it, and ends. Only the copy returns, when its order comes."""
    try:
        copy = os.fork()
        if copy != 0:
            rights = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, far_end.to_bytes(4, sys.byteorder))
            SUPERVISOR.sendmsg([words.encode() + b'%d' % copy], [rights])
            os._exit(0)
        os.close(far_end)
        os.setpgid(0, 0)
        return Order(os.read(line, 64))
    except BaseException:
        # Forgotten, or refused: a second interpreter must never run.
        os._exit(1)


def drop_pending(numbers):
    while signal.sigtimedwait(numbers, 0) is not None:
        pass


def go_on(name, order):
    """Answers in a copy that is now the live process. Its own copy may be woken here, and continues in the same way."""
    while order is not None:
        CELL.id, keeps = order.id, order.keeps
        order, unsafe = make_copy(name, list(open_descriptors())) if keeps else (None, None)
    if unsafe:
        raise RuntimeError('the state is that of the mark, but the mark could not be kept: %s' % unsafe)


class Unkept:
    """State that a process shares with its copy, or loses in the fork."""

    def __init__(self, descriptors):
        # Python seeds its random numbers anew in each forked process.
        random = sys.modules.get('random')
        self.random = random.getstate() if hasattr(random, 'getstate') else None
        self.places = {}
        for fd, target in descriptors:
            if fd > 2 and target.startswith('/') and fd not in (WIRE_IN, WIRE_OUT, LAST_WORDS):
                self.note_place(fd)

    def note_place(self, fd):
        """Notes the position in an open file."""
        try:
            self.places[fd] = os.lseek(fd, 0, os.SEEK_CUR)
        except OSError:
            pass

    def bring_back(self):
        if self.random is not None:
            sys.modules['random'].setstate(self.random)
        for fd, place in self.places.items():
            os.lseek(fd, place, os.SEEK_SET)
