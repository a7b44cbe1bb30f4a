# Systems, part 3: the agent of a system. It is the sandbox's root, and acts for one of the sandbox's users.
HOME_OF_NOBODY = '/'
SPOOLED_AT_ONCE = 1048576


class User:
    def __init__(self, fields):
        self.name, self.uid, self.gid = fields[0], int(fields[2]), int(fields[3])
        self.home = fields[5] or HOME_OF_NOBODY


class SystemAgent(Agent):
    # All other files are on the system's disk.
    places_in_memory = ('/dev/shm', '/run')

    def __init__(self, request, upper, memory_stat):
        super().__init__()
        self.upper = upper
        if memory_stat is not None:
            self.memory = GroupWatch(self, memory_stat)
        self.configure(request)
        self.sudo = SudoDoor(self)

    def user_of(self, request):
        name = request.get('user') or 'user'
        for fields in rows_of('/etc/passwd'):
            if fields[0] == name and len(fields) > 6 and fields[2].isdigit() and fields[3].isdigit():
                return User(fields)
        raise Refusal('no_user', "invalid username: '%s'" % name)

    def home_of(self, user):
        return user.home

    def env_of(self, user):
        return dict(self.env, HOME=user.home, USER=user.name, LOGNAME=user.name)

    def own(self, file, user):
        os.chown(file, user.uid, user.gid)

    def fork(self):
        """Waits until the new process has become its user, and closes what is not its own: programs of that user may signal it as
        soon as its number is told."""
        turned, turning = os.pipe()
        try:
            pid = fork_program()
        except BaseException:
            os.close(turned)
            os.close(turning)
            raise
        if pid != 0:
            os.close(turning)
            os.read(turned, 1)
            os.close(turned)
        return pid

    def turn_into(self, user):
        """Becomes the user. Root stays root; every other user has no rights from here on, and cannot get any."""
        os.setgroups(groups_of(user))
        os.setresgid(user.gid, user.gid, user.gid)
        os.setresuid(user.uid, user.uid, user.uid)

    def read_of(self, pid, name, most=65536):
        """Reads as the owner of the process: root of a sandbox may not read other users' processes."""
        owner = os.stat('/proc/%d' % pid)
        os.setegid(owner.st_gid)
        os.seteuid(owner.st_uid)
        try:
            return read_proc(pid, name, most)
        finally:
            os.seteuid(0)
            os.setegid(0)

    def signal(self, process, number):
        if number == signal.SIGKILL:
            kill_session(process.pid)
        else:
            super().signal(process, number)

    def end_runaways(self, pids):
        """Ends runaways. Programs may leave processes behind that live on, but rarely by the hundred. Once those have filled
        the sandbox, no program could start any more, not even to end them."""
        if len(pids) < self.rlimits.get('RLIMIT_NPROC', 0) * FULL_SHARE:
            return
        table = living()
        mine = {process.pid for process in self.processes.values() if process.status is None} | set(self.others)
        orphans = [pid for pid in table if not is_of(pid, mine, table)]
        sessions = [table[pid][1] for pid in orphans]
        largest = max(sessions, key=sessions.count, default=None)
        # A bomb that gives each of its processes a session of its own is ended together with all other orphans.
        if sessions.count(largest) * 2 > len(orphans):
            orphans = [pid for pid in orphans if table[pid][1] == largest]
        if len(orphans) * 2 > len(pids):
            send_all(orphans, signal.SIGKILL)

    def call_write(self, channel, request):
        self.open(channel, InPlaceWriter, request)

    def call_start(self, channel, request):
        if request.get('changes'):
            request = dict(request, user='root', cwd='/', command=TAKE_CHANGES)
        super().call_start(channel, request)

    def more_streams(self, request):
        return (self.upper,) if request.get('changes') else ()


# Writes all changes as a layer: with owners, attributes, and signs for removed entries of lower layers.
TAKE_CHANGES = '/usr/bin/tar --xattrs --xattrs-include=user.* --numeric-owner -S -C /proc/self/fd/3 -cf - .'.split()


# Share of the processes that a sandbox may have.
FULL_SHARE = 0.8
QUIET_BYTES, MOST_CALM = 1048576, 8


def is_of(pid, programs, table):
    """Whether the process descends from one of the programs, or is in the session of one."""
    while pid in table:
        parent, session, _started = table[pid]
        if pid in programs or session in programs:
            return True
        pid = parent
    return False


class GroupWatch(MemoryWatch):
    """Memory of a system's programs. Files of a system lie in memory, and its control group counts them with its programs, up
    to the sum of both limits; the part that is not on the disk belongs to the programs."""

    def __init__(self, agent, memory_stat):
        super().__init__(agent)
        self.memory_stat = memory_stat
        self.last_used, self.calmness = 0, 1

    def calm(self, used):
        is_quiet = abs(used - self.last_used) < QUIET_BYTES
        self.last_used, self.calmness = used, min(MOST_CALM, self.calmness * 2) if is_quiet else 1
        return self.calmness

    def used(self, _sizes):
        lines = os.pread(self.memory_stat, 16384, 0).split(b'\n')
        counts = {words[0]: int(words[1]) for words in map(bytes.split, lines) if len(words) == 2}
        disk = os.fstatvfs(self.agent.upper)
        on_disk = (disk.f_blocks - disk.f_bfree) * disk.f_frsize
        # cgroup v1 calls the figure `rss`, v2 calls it `anon`.
        return counts.get(b'anon', counts.get(b'rss', 0)) + max(0, counts.get(b'shmem', 0) - on_disk)


def groups_of(user):
    found = [user.gid]
    for fields in rows_of('/etc/group'):
        if len(fields) > 3 and fields[2].isdigit() and user.name in fields[3].split(','):
            found.append(int(fields[2]))
    return found


class InPlaceWriter(FileWriter):
    """Writes a new file directly in its place. An existing file is overwritten when all has arrived in a file without a name:
    it stays the same file, and watchers see it written."""

    def make(self):
        self.temporary = None
        try:
            fd = os.open(self.target, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            # The file is given to its owner while it is empty: watchers see a file made, given away and written, as from any
            # program.
            self.give(fd)
            self.temporary = self.target
            return fd
        except FileExistsError:
            return os.open('.', os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600, dir_fd=self.agent.upper)

    def end(self):
        try:
            if self.temporary is None:
                self.copy()
            else:
                set_attributes(self.fd, self.attributes)
                self.temporary = None
            self.agent.wire.send_json(EVENT, self.channel, {'written': True})
        except OSError as error:
            self.agent.fail(self.channel, error)
        self.agent.drop(self.channel)

    def copy(self):
        target = os.open(self.target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
        try:
            at, size = 0, os.fstat(self.fd).st_size
            while at < size:
                at += os.sendfile(target, self.fd, at, min(SPOOLED_AT_ONCE, size - at))
            for name in attributes_of(self.target):
                os.removexattr(target, ATTRIBUTES + name)
            self.give(target)
            set_attributes(target, self.attributes)
        finally:
            os.close(target)

    def give(self, fd):
        os.fchmod(fd, self.mode)
        self.agent.own(fd, self.user)
