# The zygote, part 1: it is joined behind the agent's own parts, and forks sandboxes with that agent as first process.
# Everything here runs before any program of a caller; rights and files that a sandbox must not have are gone before its agent
# begins.
import ctypes
import gc
import sys

CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND, MS_MOVE, MS_REC = 1, 2, 4, 8, 32, 4096, 8192, 16384
MNT_DETACH = 2
PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 22, 24, 38, 47
PR_CAP_AMBIENT_CLEAR_ALL, SECCOMP_MODE_FILTER = 4, 2
CAPABILITY_VERSION_3 = 0x20080522
SIOCSIFFLAGS, IFF_UP, IFF_LOOPBACK, IFF_RUNNING = 0x8914, 0x1, 0x8, 0x40
CLONE_NUMBER = {'x86_64': 56, 'aarch64': 220}[os.uname().machine]
# Mount point of the new /proc until the host's is gone: the kernel gives no new one where none can be seen.
NEXT_PROC = b'/run/proc'
# Directory with files that only the zygote needs.
OWN_ROOM = b'/run'
# A file with a byte in it takes a page: the number of files bounds only those without content.
PAGE_BYTES, MORE_FILES = 4096, 1024

system = ctypes.CDLL(None, use_errno=True)
# Keeps the interpreter's lock, as a fork must.
holding = ctypes.PyDLL(None, use_errno=True)


def must(answer, what):
    if answer != 0:
        raise OSError(ctypes.get_errno(), '%s: %s' % (what, os.strerror(ctypes.get_errno())))


def mount(source, target, kind, flags, options=None):
    must(system.mount(source, target, kind, flags, options), 'mount %s' % target.decode())


def room_of(size):
    """Options of a file system in memory. Each file costs the kernel more than a kilobyte, also an empty one."""
    return 'size=%d,nr_inodes=%d' % (size, size // PAGE_BYTES + MORE_FILES)


def fork_into_namespaces(more=0):
    """Forks as `os.fork` does, into new namespaces. One call replaces unshare and fork: only this gives the parent no part in
    the new process namespace, which a later fork of it could not leave without rights over the host's. An interpreter's work
    after a fork, for threads and randomness, is done when the agent forks programs: this process has one thread, and draws no
    random numbers."""
    flags = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNET | more
    pid = holding.syscall(CLONE_NUMBER, flags | int(signal.SIGCHLD), 0, 0, 0, 0)
    if pid < 0:
        raise OSError(ctypes.get_errno(), 'clone: ' + os.strerror(ctypes.get_errno()))
    return pid


class Forge:
    """State that all sandboxes of one zygote share, prepared once."""

    def __init__(self, plan):
        program = bytes.fromhex(plan['filter'])
        self.filter = ctypes.create_string_buffer(program, len(program))
        self.fprog = ctypes.create_string_buffer(
            struct.pack('HxxxxxxQ', len(program) // 8, ctypes.addressof(self.filter)), 16
        )
        self.capability_header = ctypes.create_string_buffer(struct.pack('Ii', CAPABILITY_VERSION_3, 0), 8)
        self.no_capabilities = ctypes.create_string_buffer(24)
        self.lo_up = struct.pack('16sH14x', b'lo', IFF_UP | IFF_LOOPBACK | IFF_RUNNING)
        with open('/proc/sys/kernel/cap_last_cap') as file:
            self.capabilities = range(int(file.read()) + 1)
        self.tmp_bytes, self.shared_bytes = plan['tmpBytes'], plan['sharedMemoryBytes']

    def build(self, request):
        """Builds the walls in the first process of the sandbox, from the inside out. The order is that of the rights each step
        needs."""
        uid, gid = request['uid'], request['gid']
        must(system.unshare(CLONE_NEWCGROUP), 'unshare')
        self.mount_all(request['diskBytes'], uid, gid)
        # Opened by directory, not by path: the path is about to be covered.
        own = os.open('/proc/self', os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        self.oom_score = os.open('oom_score_adj', os.O_RDWR | os.O_CLOEXEC, dir_fd=own)
        if uid == 0:
            # The agent's files in /proc belong to root of the room, which is the programs' own user where there is one user for
            # all. An empty directory of the room covers them.
            mount(OWN_ROOM, b'/proc/1', None, MS_BIND)
        self.raise_loopback()
        _socket.sethostname('sandbox')
        if uid != 0:
            os.setgroups([])
            os.setresgid(gid, gid, gid)
            os.setresuid(uid, uid, uid)
            # A process that changes its user loses the right to its own files in /proc, which `leave_rights` writes.
            must(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), 'dumpable')
        self.leave_rights(uid, gid, own)
        os.chdir('/workspace')
        os.umask(0o022)
        os.setsid()

    def mount_all(self, disk_bytes, uid, gid):
        mount(b'proc', NEXT_PROC, b'proc', MS_NOSUID | MS_NODEV | MS_NOEXEC)
        must(system.umount2(b'/proc', MNT_DETACH), 'umount')
        mount(NEXT_PROC, b'/proc', None, MS_MOVE)
        # The sandbox's user counts as the owner of some settings of its own namespaces.
        mount(b'/proc/sys', b'/proc/sys', None, MS_BIND | MS_REC)
        mount(None, b'/proc/sys', None, MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC)
        # The command line of the host's kernel names its disks, and on rented hosts more than that.
        mount(b'/dev/null', b'/proc/cmdline', None, MS_BIND)
        must(system.umount2(b'/dev/pts', MNT_DETACH), 'umount')
        mount(b'devpts', b'/dev/pts', b'devpts', MS_NOSUID | MS_NOEXEC, b'newinstance,ptmxmode=0666,mode=620')
        must(system.umount2(b'/tmp', MNT_DETACH), 'umount')
        owner = 'uid=%d,gid=%d' % (uid, gid)
        for target, size, mode in (
            (b'/tmp', self.tmp_bytes, '1777'),
            (b'/dev/shm', self.shared_bytes, '1777'),
            (b'/workspace', disk_bytes, '0755'),
            (b'/volumes', disk_bytes, '0755'),
        ):
            options = '%s,mode=%s,%s' % (room_of(size), mode, owner)
            mount(b'tmpfs', target, b'tmpfs', MS_NOSUID | MS_NODEV, options.encode())
        must(system.umount2(OWN_ROOM, MNT_DETACH), 'umount')

    def raise_loopback(self):
        socket = _socket.socket(_socket.AF_INET, _socket.SOCK_DGRAM | _socket.SOCK_CLOEXEC)
        fcntl.ioctl(socket, SIOCSIFFLAGS, self.lo_up)
        socket.close()

    def leave_rights(self, uid, gid, own):
        must(system.unshare(CLONE_NEWUSER), 'unshare user')
        for name, text in (('setgroups', 'deny'), ('uid_map', '1000 %d 1' % uid), ('gid_map', '1000 %d 1' % gid)):
            fd = os.open(name, os.O_WRONLY | os.O_CLOEXEC, dir_fd=own)
            os.write(fd, text.encode())
            os.close(fd)
        for capability in self.capabilities:
            must(prctl(PR_CAPBSET_DROP, capability, 0, 0, 0), 'capbset')
        must(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0), 'ambient')
        must(system.capset(self.capability_header, self.no_capabilities), 'capset')
        must(system.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 'no new privileges')
        must(system.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, self.fprog, 0, 0), 'filter')
