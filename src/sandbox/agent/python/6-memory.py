# Part 6, continued: memory of the whole sandbox, where no control group limits it. The agent measures it, the more often the
# less is left, and ends the largest processes when it is too much.

# Speed at which programs can fill memory, in bytes: it tells how long the rest lasts at least.
FILLED_PER_SECOND = 2e9
SOONEST, LATEST, NEVER = 0.01, 0.25, 1e9
# A look may take up to this share of the time.
LOOKING_SHARE = 0.2
# Number of times in a row that only the largest are ended; after that it is a bomb, and all processes are ended.
PATIENCE = 3
LONGEST_DEATH = 0.5
# Memory of a file beside its content.
FILE_BYTES = 1024
PAGE = os.sysconf('SC_PAGE_SIZE')
# A process with more mappings than any honest one is not read to its end.
SMAPS_BYTES = 4194304


class MemoryWatch:
    def __init__(self, agent):
        self.agent, self.most = agent, None
        self.turn, self.next_after = 0, NEVER
        self.kills = self.overs = 0
        self.doomed, self.ended_at = [], 0

    def hold(self, most):
        self.most = most

    def begin(self):
        """Begins to look when a program has started. A program that ends soon is never looked at."""
        if self.most and self.next_after > LATEST:
            self.look_after(SOONEST)

    def look_after(self, seconds):
        self.turn, self.next_after = self.turn + 1, seconds
        turn = self.turn
        # An older appointment is ignored once a newer one is made.
        self.agent.loop.later(seconds, lambda: turn == self.turn and self.look())

    def look(self):
        started = time.monotonic()
        pids = all_pids()
        if not pids:
            self.next_after, self.overs = NEVER, 0
            return
        self.agent.end_runaways(pids)
        if self.is_ending():
            return self.look_after(SOONEST)
        sizes = {}
        used = self.used(sizes)
        left = self.most - used
        self.overs = self.overs + 1 if left < 0 else 0
        if left < 0:
            self.end(sizes or resident_bytes(), -left)
            return self.look_after(SOONEST)
        wait = max(SOONEST, left / FILLED_PER_SECOND, (time.monotonic() - started) / LOOKING_SHARE)
        self.look_after(min(LATEST, wait) * self.calm(used))

    def calm(self, used):
        """Factor for the time between two looks while nothing happens: 1, where the agent alone enforces the limit."""
        return 1

    def is_ending(self):
        """Ended processes keep their memory until they are gone; no other process is killed for it meanwhile."""
        self.doomed = [pid for pid in self.doomed if is_alive(pid)]
        return bool(self.doomed) and time.monotonic() - self.ended_at < LONGEST_DEATH

    def used(self, sizes):
        """Memory in use; fills `sizes` with the sizes of processes, if it had to look at them."""
        sizes.update(resident_bytes())
        files = sum(map(bytes_of_place, self.agent.places_in_memory)) + segment_bytes()
        # Shared memory counts once for each process here: an upper bound, and mostly low enough.
        if sum(sizes.values()) + files > self.most:
            for pid in sizes:
                sizes[pid] = self.own_bytes(pid, sizes[pid])
        return sum(sizes.values()) + files

    def own_bytes(self, pid, otherwise):
        """The process's own share of memory. One that cannot be read counts with all of its resident memory."""
        try:
            sums = kilobytes_in(self.agent.read_of(pid, 'smaps_rollup'))
            shared = sums['Pss_Shmem']
            # The shared memory includes mapped files of the sandbox, which count where they lie.
            if shared * 1024 > self.most // 8:
                shared = min(shared, nameless_kilobytes(self.agent.read_of(pid, 'smaps', SMAPS_BYTES)) or shared)
            return (sums['Pss_Anon'] + shared) * 1024
        except (OSError, KeyError, ValueError):
            return otherwise

    def end(self, sizes, excess):
        """Ends the largest processes first, until the rest fits."""
        doomed = []
        for pid in sorted(sizes, key=sizes.get, reverse=True):
            if excess <= 0 and self.overs <= PATIENCE:
                break
            doomed.append(pid)
            excess -= sizes[pid]
        self.doomed, self.ended_at = doomed, time.monotonic()
        self.kills += 1
        self.agent.wire.send_json(EVENT, 0, {'memoryKills': self.kills})
        send_all(doomed, signal.SIGKILL)


def is_alive(pid):
    """A dead process that is not yet collected has no memory."""
    try:
        return proc_stat(pid)[0] not in (b'Z', b'X')
    except (OSError, ValueError):
        return False


def resident_bytes():
    """Resident bytes by pid, for every living process but the agent."""
    found = {}
    for pid in all_pids():
        try:
            pages = int(read_proc(pid, 'statm').split()[1])
        except (OSError, ValueError, IndexError):
            continue
        # A dead process that is not yet collected has no pages.
        if pages:
            found[pid] = pages * PAGE
    return found


def read_proc(pid, name, most=65536):
    fd = os.open('/proc/%d/%s' % (pid, name), os.O_RDONLY | os.O_CLOEXEC)
    try:
        pieces, size = [], 0
        while size < most:
            piece = os.read(fd, 65536)
            if not piece:
                break
            pieces.append(piece)
            size += len(piece)
        return b''.join(pieces)
    finally:
        os.close(fd)


def kilobytes_in(text):
    lines = [line.split() for line in text.decode('ascii', 'replace').splitlines()[1:]]
    return {words[0][:-1]: int(words[1]) for words in lines if len(words) == 3}


def nameless_kilobytes(smaps):
    """Kilobytes of memory that processes share outside of any file; None when there is too much to read."""
    if len(smaps) >= SMAPS_BYTES:
        return None
    total, is_nameless = 0, False
    for line in smaps.splitlines():
        if line.startswith(b'Pss:') and is_nameless:
            total += int(line.split()[1])
        elif b'-' in line[:20]:
            is_nameless = line.endswith(b'/dev/zero (deleted)') or b' /memfd:' in line
    return total


def bytes_of_place(path):
    try:
        disk = os.statvfs(path)
    except OSError:
        return 0
    return (disk.f_blocks - disk.f_bfree) * disk.f_frsize + (disk.f_files - disk.f_ffree) * FILE_BYTES


def segment_bytes():
    """Bytes of System V segments, which live on when no process is attached."""
    try:
        with open('/proc/sysvipc/shm', 'rb') as file:
            return sum(int(line.split()[14]) for line in file.read().splitlines()[1:])
    except (OSError, ValueError, IndexError):
        return 0
