# Part 3, continued: the processes of a program. Every process it started ends with it, however it tried to get away.


def proc_stat(pid):
    # Reads without a file object, which would take longer than all the rest of a start.
    fd = os.open('/proc/%d/stat' % pid, os.O_RDONLY | os.O_CLOEXEC)
    try:
        text = os.read(fd, 4096)
    finally:
        os.close(fd)
    # The program's name may hold spaces and parentheses; the numbers follow the last one.
    return text[text.rindex(b')') + 2:].split()


def start_time(pid):
    try:
        return int(proc_stat(pid)[19])
    except (OSError, ValueError):
        return 0


def all_pids():
    own = str(os.getpid())
    return [int(name) for name in os.listdir('/proc') if name.isdigit() and name != own]


def kill_tree(root):
    """Kills the program, its session, all its descendants, and orphans that appeared since it started."""
    for _ in range(100):
        born = last_born()
        table = living()
        others = {process.pid for process in root.agent.processes.values() if process is not root and process.status is None}
        doomed = [pid for pid in table if belongs(pid, root, table, others)]
        if not doomed:
            # No process was born during this look, so none was overlooked.
            if last_born() == born:
                return
            # In a sandbox with nothing else in it every new process belongs to the program: this catches them all at once.
            if not table:
                doomed = [-1]
        send_all(doomed, signal.SIGKILL)
        time.sleep(0.001)
    raise Refusal('fled', 'processes are started faster than they can be ended')


def last_born():
    """The newest pid of the sandbox."""
    with open('/proc/loadavg', 'rb') as file:
        return file.read().split()[-1]


def living():
    """All living processes by pid: parent, session, start time."""
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
    # A process that was only just forked is not yet the leader that it is about to become.
    members = [pid for pid, (_parent, session, _started) in living().items() if leader in (pid, session)]
    if not members:
        raise Refusal('not_found', 'the process has ended')
    send_all(members, number)


def send_all(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except OSError:
            # The process has ended meanwhile.
            pass


def kill_session(leader):
    """Ends a program with its session, even while the session grows."""
    signal_session(leader, signal.SIGKILL)
    end_session(leader)


def end_session(leader):
    """Ends the rest of a session after its leader. The session's number is not given to another as long as a member lives."""
    for _ in range(100):
        members = [pid for pid, (_parent, session, _started) in living().items() if session == leader != pid]
        if not members:
            return
        send_all(members, signal.SIGKILL)
        time.sleep(0.001)


def end_strays(programs, since):
    """Ends processes in no session of a living program that started since this second of the clock."""
    since_tick = int(since * os.sysconf('SC_CLK_TCK'))
    for _ in range(100):
        born = last_born()
        known = {os.getsid(0), *(program.pid for program in programs if program.status is None)}
        strays = [
            pid
            for pid, (_parent, session, started) in living().items()
            if pid not in known and session not in known and started >= since_tick
        ]
        if not strays and last_born() == born:
            return
        send_all(strays, signal.SIGKILL)
        time.sleep(0.001)
    raise Refusal('fled', 'processes are started faster than they can be ended')


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
        # The agent collects all orphans: where it is not the first process of the sandbox, it was made their subreaper.
        if parent == os.getpid():
            return started > root.started or (started == root.started and not was_born_before(seen, root.pid))
        seen = parent
    return False


# More processes than are ever born within one hundredth of a second.
BORN_IN_A_TICK = 2000


def was_born_before(pid, other):
    """Orders two processes that started in the same tick of the clock. A pid far below the other's came after the numbers
    wrapped around."""
    return 0 < other - pid < BORN_IN_A_TICK
