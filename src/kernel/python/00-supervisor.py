# Part 0, continued: two processes. The one that the sandbox knows stays small and runs no code of the user: it keeps the frozen
# copies, and ends as the interpreter does when there are none. The interpreter is its child.
import _socket
import select
import sys
import time

MOST_LAST_WORDS = 4000
# After so many rounds, processes start faster than they can be ended from here.
MOST_ROUNDS = 200
ALL_SIGNALS = signal.valid_signals()
# The socket between an interpreter and its supervisor; None where there was no room for two processes.
SUPERVISOR = None


class Copy:
    """A frozen interpreter. Writing to its line wakes it, and closing the line ends it."""

    def __init__(self, pid, line, made_at):
        self.pid, self.line, self.made_at = pid, line, made_at

    def is_older(self, pid, started):
        """Whether the process was started after this copy. The time alone is too coarse, and pids alone wrap around some day."""
        newest, ticks = self.made_at
        return pid > newest or started > ticks


class Supervisor:
    def __init__(self, control, kernel, last_words):
        self.control, self.live, self.last_words = control, kernel, last_words
        self.copies = {}
        # The end of the live interpreter, while there are copies to return to.
        self.end = None
        self.rest = b''
        signal.pthread_sigmask(signal.SIG_BLOCK, ALL_SIGNALS - {signal.SIGCHLD})
        self.wake, wake = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        self.poll = select.poll()
        for fd in (self.wake, control.fileno()):
            self.poll.register(fd, select.POLLIN)

    def run(self):
        # A child may have ended before this process listened.
        self.reap()
        while True:
            ready = [fd for fd, _ in self.poll.poll()]
            if self.wake in ready:
                os.read(self.wake, 65536)
            self.hear()
            self.reap()
            if 0 in ready and self.end is not None:
                self.hear_host()

    def hear(self):
        """Handles requests of the live interpreter, and reports of new copies."""
        while True:
            try:
                words, ancillary, _, _ = self.control.recvmsg(4096, 64, _socket.MSG_DONTWAIT)
            except BlockingIOError:
                return
            # All senders are gone.
            if not words:
                return
            op, *rest = words.decode().split(' ')
            line = int.from_bytes(ancillary[0][2][:4], sys.byteorder) if ancillary else None
            if op == 'adopt':
                self.control.send(adopt_orphans().encode())
            elif op == 'copy':
                self.copies[rest[0]] = Copy(int(rest[3]), line, (int(rest[1]), int(rest[2])))
            elif op == 'forget':
                self.forget(rest[0])
            elif op == 'back' and not self.go_back(rest[0], int(rest[1]), rest[2] == 'keep'):
                self.control.send(b'unknown')

    def descendants(self, table):
        """All descendants except the supervisor and its copies."""
        own = {os.getpid(): True, **{copy.pid: False for copy in self.copies.values()}}

        def belongs(pid):
            if pid not in own:
                own[pid] = False
                parent, session, _, _ = table.get(pid, (0, 0, 0, 0))
                own[pid] = session == os.getpid() or parent in table and belongs(parent)
            return own[pid]

        return [pid for pid in table if pid != os.getpid() and belongs(pid)]

    def go_back(self, mark, request, keeps):
        self.reap()
        copy = self.copies.pop(mark, None)
        if copy is None:
            return False
        if not self.end_since(copy):
            # A failed undo must not look like a success.
            os._exit(70)
        if self.end is not None:
            self.poll.unregister(0)
        os.ftruncate(self.last_words, 0)
        os.lseek(self.last_words, 0, os.SEEK_SET)
        self.live, self.end, self.rest = copy.pid, None, b''
        try:
            os.write(copy.line, b'%d %d' % (request, keeps))
        except OSError:
            # The copy has ended just now, which is reported like any end.
            pass
        os.close(copy.line)
        return True

    def end_since(self, copy):
        """Ends the interpreter, and all processes started since the mark. Tells whether nothing is left."""
        live, self.live = self.live, None
        for _ in range(MOST_ROUNDS):
            table = processes()
            doomed = [
                pid
                for pid in self.descendants(table)
                if pid != copy.pid
                and table[pid][3] != b'Z'
                and (pid == live or copy.is_older(pid, table[pid][2]))
            ]
            if not doomed:
                # Ended processes count towards the limit until somebody waits for them, and the copy needs room for a thread.
                self.reap()
                return True
            for pid in doomed:
                kill(pid)
            time.sleep(0.0005)
            self.reap()
        return False

    def forget(self, mark):
        copy = self.copies.pop(mark, None)
        if copy:
            kill(copy.pid)
            os.close(copy.line)

    def reap(self):
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid == self.live:
                self.fall(status)
            for mark in [mark for mark, copy in self.copies.items() if copy.pid == pid]:
                self.forget(mark)

    def fall(self, status):
        """Handles the end of the live interpreter by itself."""
        self.live = None
        # The interpreter may have sent a last message.
        self.hear()
        if self.live is not None:
            return
        if not self.copies:
            self.end_like(status)
        import json
        killed = os.WIFSIGNALED(status)
        self.end = status
        self.tell(b'\n' + json.dumps({
            'id': 0,
            'type': 'died',
            'exitCode': None if killed else os.WEXITSTATUS(status),
            'signal': signal_name(os.WTERMSIG(status)) if killed else None,
            'lastWords': self.words().decode('utf-8', 'replace'),
        }).encode())
        self.poll.register(0, select.POLLIN)

    def hear_host(self):
        """Answers the host while there is no interpreter. Requests that are not about a mark were meant for the one that has
        ended."""
        import json
        received = os.read(0, 65536)
        if not received:
            self.leave(0)
        *lines, self.rest = (self.rest + received).split(b'\n')
        self.rest = self.rest[-65536:]
        for line in lines:
            try:
                request = json.loads(line)
                op, mark, identity = request['op'], request['mark'], request['id']
            except (ValueError, KeyError, TypeError):
                continue
            if op == 'forget':
                self.forget(mark)
                self.answer(identity, None)
            elif op == 'goBack' and not self.go_back(mark, identity, bool(request.get('keep'))):
                self.answer(identity, 'there is no mark %s' % mark)
        if self.end is not None and not self.copies:
            self.end_like(self.end)

    def answer(self, identity, problem):
        import json
        if problem is not None:
            self.tell(json.dumps({'id': identity, 'type': 'error', 'name': 'ValueError', 'value': problem}).encode())
        status = 'ok' if problem is None else 'error'
        self.tell(json.dumps({'id': identity, 'type': 'done', 'status': status, 'executionCount': 0}).encode())

    def tell(self, line):
        try:
            line += b'\n'
            while line:
                line = line[os.write(1, line):]
        except OSError:
            # The host is gone.
            self.leave(0)

    def words(self):
        size = os.fstat(self.last_words).st_size
        return os.pread(self.last_words, MOST_LAST_WORDS, max(0, size - MOST_LAST_WORDS))

    def end_like(self, status):
        os.write(2, self.words())
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number != signal.SIGKILL:
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [number])
            os.kill(os.getpid(), number)
        self.leave(os.WEXITSTATUS(status))

    def leave(self, status):
        for mark in list(self.copies):
            self.forget(mark)
        os._exit(status)


def supervise():
    """Returns in the new process alone, or in this one where a second is refused."""
    global SUPERVISOR
    control, inner = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
    last_words = nameless_file('last words')
    try:
        kernel = os.fork()
    except OSError:
        os.close(last_words)
        return
    if kernel:
        inner.close()
        Supervisor(control, kernel, last_words).run()
    control.close()
    # A group of its own: signals to it do not concern the supervisor, and its leader cannot leave the session.
    os.setpgid(0, 0)
    os.dup2(last_words, 2)
    os.close(last_words)
    SUPERVISOR = inner


supervise()
