# Systems, part 2: the walls of one. They are built in its first process, which is root of its own namespaces and of nothing
# else.
PIVOT_ROOT = {'x86_64': 155, 'aarch64': 41}[os.uname().machine]
# Rights over the sandbox's own users and files. None of them reaches beyond its namespaces, and those that would let it change
# its walls are not among them: no administration, no network devices, no tracing.
KEPT_CAPABILITIES = (
    0, 1, 2, 3, 4,  # owners and modes of files
    5, 6, 7, 8,  # signals, users and groups
    10,  # low ports
    27, 29, 31,  # empty device nodes, the audit log, capabilities of files
)
DEVICES = ('null', 'zero', 'full', 'random', 'urandom', 'tty')
DEVICE_LINKS = {'fd': '/proc/self/fd', 'stdin': '/proc/self/fd/0', 'stdout': '/proc/self/fd/1', 'stderr': '/proc/self/fd/2'}
PRIVATE_DIRECTORY = b'size=64k,nr_inodes=64,mode=755'
NODE = 'opt/node/bin/node'


class SystemForge(Forge):
    def __init__(self, plan):
        super().__init__(plan)
        self.memory_stat = None
        mask = sum(1 << number for number in KEPT_CAPABILITIES)
        low, high = mask & 0xFFFFFFFF, mask >> 32
        # Effective, permitted, inheritable; twice, for the low and the high half.
        self.kept = ctypes.create_string_buffer(struct.pack('6I', low, low, 0, high, high, 0), 24)

    def open_memory_stat(self, path):
        """Opens the counts of the control group for the sandbox that is forked next: the group may be closed to its users."""
        self.memory_stat = os.open(path, os.O_RDONLY | os.O_CLOEXEC) if path else None

    def close_memory_stat(self):
        if self.memory_stat is not None:
            os.close(self.memory_stat)
            self.memory_stat = None

    def build(self, request):
        os.setgroups([])
        os.setresgid(0, 0, 0)
        os.setresuid(0, 0, 0)
        must(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), 'dumpable')
        must(system.unshare(CLONE_NEWCGROUP), 'unshare')
        self.mount_system(request)
        self.oom_score = os.open('/proc/self/oom_score_adj', os.O_RDWR | os.O_CLOEXEC)
        self.raise_loopback()
        _socket.sethostname('sandbox')
        self.leave_most_rights()
        os.chdir('/home/user')
        os.umask(0o022)
        os.setsid()

    def mount_system(self, request):
        options = room_of(request['diskBytes']) + ',mode=755'
        mount(b'tmpfs', b'sandbox', b'tmpfs', MS_NOSUID | MS_NODEV, options.encode())
        for name in ('merged', 'upper', 'work', 'work-usr'):
            os.mkdir('sandbox/' + name)
        self.upper = os.open('sandbox/upper', os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        layers = list(reversed(request['layers']))
        if request.get('root'):
            lay(layers + ['addition/above', request['root'], 'addition/below'], 'upper', 'work', 'merged')
        else:
            lay(layers + ['skeleton', 'etc'], 'upper', 'work', 'merged')
            # A layer of the root shows nothing of file systems mounted below its directories: /usr therefore has an overlay of
            # its own.
            os.mkdir('sandbox/upper/usr')
            below = [one + '/usr' for one in layers + ['skeleton']]
            below = [one for one in below if os.path.isdir(one) and not os.path.islink(one)]
            lay(below + ['hidden', 'usr'], 'upper/usr', 'work-usr', 'merged/usr')
        for name in ('proc', 'dev', 'run'):
            must_have_no_link('sandbox/merged', name)
        self.mount_kernel(request['bootId'])
        shared = room_of(self.shared_bytes)
        mount(b'tmpfs', b'sandbox/merged/run', b'tmpfs', MS_NOSUID | MS_NODEV, (shared + ',mode=755').encode())
        if not has_link('sandbox/merged', NODE) and os.path.exists('sandbox/merged/' + NODE):
            mount(b'node', b'sandbox/merged/' + NODE.encode(), None, MS_BIND)
        for each in request['mounts']:
            target = 'sandbox/merged' + each['target']
            must_have_no_link('sandbox/merged', each['target'])
            os.makedirs(target, exist_ok=True)
            mount(each['name'].encode(), target.encode(), None, MS_BIND)
        os.chdir('sandbox/merged')
        kernel(PIVOT_ROOT, b'.', b'.')
        must(system.umount2(b'.', MNT_DETACH), 'umount')
        os.chdir('/')

    def mount_kernel(self, boot_id):
        merged = b'sandbox/merged'
        mount(b'proc', merged + b'/proc', b'proc', MS_NOSUID | MS_NODEV | MS_NOEXEC)
        sys_dir = merged + b'/proc/sys'
        mount(sys_dir, sys_dir, None, MS_BIND | MS_REC)
        # Each start of a system looks like the start of a kernel of its own to its programs.
        with open('sandbox/boot-id', 'w') as file:
            file.write(boot_id + '\n')
        mount(b'sandbox/boot-id', sys_dir + b'/kernel/random/boot_id', None, MS_BIND)
        mount(None, sys_dir, None, MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC)
        mount(b'/dev/null', merged + b'/proc/cmdline', None, MS_BIND)
        mount(b'tmpfs', merged + b'/dev', b'tmpfs', MS_NOSUID | MS_NOEXEC, PRIVATE_DIRECTORY)
        for name in DEVICES:
            path = 'sandbox/merged/dev/' + name
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o666))
            mount(b'/dev/' + name.encode(), path.encode(), None, MS_BIND)
        for name in ('pts', 'shm'):
            os.mkdir('sandbox/merged/dev/' + name)
        for name, target in dict(DEVICE_LINKS, ptmx='pts/ptmx').items():
            os.symlink(target, 'sandbox/merged/dev/' + name)
        mount(b'devpts', merged + b'/dev/pts', b'devpts', MS_NOSUID | MS_NOEXEC, b'newinstance,ptmxmode=0666,mode=620')
        shared = room_of(self.shared_bytes) + ',mode=1777'
        mount(b'tmpfs', merged + b'/dev/shm', b'tmpfs', MS_NOSUID | MS_NODEV, shared.encode())

    def leave_most_rights(self):
        for capability in self.capabilities:
            if capability not in KEPT_CAPABILITIES:
                must(prctl(PR_CAPBSET_DROP, capability, 0, 0, 0), 'capbset')
        must(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0), 'ambient')
        must(system.capset(self.capability_header, self.kept), 'capset')
        must(system.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 'no new privileges')
        must(system.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, self.fprog, 0, 0), 'filter')


def has_link(root, path):
    """Whether a path leads through a link. Layers hold files of a caller, and before the root is changed a link in them leads
    to a path of the host: nothing is mounted, made or shown through one."""
    parts = path.strip('/').split('/')
    return any(os.path.islink(os.path.join(root, *parts[:depth])) for depth in range(1, len(parts) + 1))


def must_have_no_link(root, path):
    if has_link(root, path):
        raise OSError(errno.ELOOP, '%s is a link in these layers' % path)


def lay(below, upper, work, target):
    """Mounts an overlay; the first directory of `below` is the uppermost."""
    options = 'userxattr,lowerdir=%s,upperdir=sandbox/%s,workdir=sandbox/%s' % (':'.join(below), upper, work)
    mount(b'overlay', b'sandbox/' + target.encode(), b'overlay', MS_NOSUID | MS_NODEV, options.encode())
