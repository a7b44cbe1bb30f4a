# Systems, part 1: joined behind the parts of the zygote. This zygote has all rights over the users of systems: as root of the
# host, or as root of a namespace with the users that the host gives to an ordinary user. No program of a caller ever runs in it.
MS_PRIVATE = 0x40000
OPEN_TREE, MOVE_MOUNT, MOUNT_SETATTR = 428, 429, 442
OPEN_TREE_CLONE, AT_RECURSIVE, AT_EMPTY_PATH, MOVE_MOUNT_F_EMPTY_PATH = 1, 0x8000, 0x1000, 4
MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID, MOUNT_ATTR_IDMAP = 1, 2, 0x100000
AT_FDCWD = -100
USERS = 65536
OTHERS_ENTER = 5


def kernel(number, *arguments):
    answer = system.syscall(number, *arguments)
    if answer < 0:
        raise OSError(ctypes.get_errno(), 'system call %d: %s' % (number, os.strerror(ctypes.get_errno())))
    return answer


class Room:
    """Shows the parts of systems, each as a directory in a mount namespace that the host does not see."""

    def __init__(self, plan):
        self.first_user, self.changes_owners = plan['firstUser'], plan['changesOwners']
        # Systems are open to their own users, however private the server's files are.
        os.umask(0o022)
        must(system.unshare(CLONE_NEWNS), 'unshare')
        mount(None, b'/', None, MS_REC | MS_PRIVATE)
        mount(b'tmpfs', plan['room'].encode(), b'tmpfs', MS_NOSUID | MS_NODEV, b'mode=755,size=4m')
        # Names are relative to this directory: the list of mounts, which sandboxes can read, reveals nothing of the host.
        os.chdir(plan['room'])
        self.users = self.make_users() if self.changes_owners else None
        for name in ('sandbox', 'usr', 'etc', 'skeleton', 'addition', 'hidden'):
            os.mkdir(name)
        for name in ('skeleton', 'addition'):
            for entry in plan[name]:
                self.lay_out(name, entry)
        if not self.changes_owners:
            self.own_directories(plan['usr'], 'hidden')
            self.own_directories(plan['etc'], 'skeleton')
        for path in plan['hidden']:
            # The host may have removed the file since it was found.
            if os.path.lexists('/usr/' + path):
                self.hide(path)
        self.show(plan['usr'], 'usr', True)
        # A directory with the host's own files only; it changes while systems live, as /usr does.
        self.show(plan['etc'], 'etc', True)
        os.close(os.open('node', os.O_CREAT | os.O_WRONLY, 0o755))
        self.show(plan['node'], 'node', False)
        self.shown, self.count = {}, 0

    def hide(self, path):
        """Hides files that the host keeps from other users, since root of a sandbox would be their owner. The sign of a removed
        entry in a layer covers them; directories on the way keep their attributes."""
        parts = path.split('/')
        for depth in range(1, len(parts)):
            directory = 'hidden/' + '/'.join(parts[:depth])
            if not os.path.isdir(directory):
                found = os.lstat('/usr/' + '/'.join(parts[:depth]))
                self.make(directory, found.st_uid, found.st_gid, found.st_mode)
        os.mknod('hidden/' + path, stat.S_IFCHR, 0)

    def make(self, directory, uid, gid, mode):
        os.mkdir(directory)
        os.chown(directory, self.first_user + uid, self.first_user + gid)
        os.chmod(directory, stat.S_IMODE(mode))

    def lay_out(self, name, entry):
        """Makes an entry of a tree, and the directories on the way to it."""
        path, owner = name + '/' + entry['path'].strip('/'), entry.get('owner', 0)
        parts = path.split('/')
        for depth in range(2, len(parts)):
            if not os.path.isdir('/'.join(parts[:depth])):
                self.make('/'.join(parts[:depth]), 0, 0, 0o755)
        if 'link' in entry:
            os.symlink(entry['link'], path)
            os.chown(path, self.first_user, self.first_user, follow_symlinks=False)
        elif 'content' in entry:
            with open(path, 'w') as file:
                file.write(entry['content'])
                os.chown(path, self.first_user + owner, self.first_user + owner)
                os.chmod(path, entry.get('mode', 0o644))
        elif os.path.isdir(path):
            os.chmod(path, entry['mode'])
        else:
            self.make(path, owner, owner, entry['mode'])

    def own_directories(self, source, name):
        """Repeats the directories of the host, without their files, as those of the systems' root. Laid above the host's, they
        let root add, replace and remove entries; the files keep an owner whom no system knows, and cannot be changed in place."""
        pending = ['']
        while pending:
            at = pending.pop()
            with os.scandir(source + at) as entries:
                found = [entry for entry in entries if entry.is_dir(follow_symlinks=False)]
            for entry in found:
                path, mode = at + '/' + entry.name, entry.stat(follow_symlinks=False).st_mode
                # A directory that is closed to others is hidden as a whole.
                if mode & OTHERS_ENTER != OTHERS_ENTER:
                    continue
                if not os.path.isdir(name + path):
                    self.make(name + path, 0, 0, mode)
                pending.append(path)

    def make_users(self):
        """Makes a namespace with the users of all systems: it shows files of the host's root as those of the sandbox's root."""
        pid = os.fork()
        if pid == 0:
            must(system.unshare(CLONE_NEWUSER), 'unshare user')
            os.kill(os.getpid(), signal.SIGSTOP)
            os._exit(0)
        os.waitpid(pid, os.WUNTRACED)
        self.map_users(pid)
        users = os.open('/proc/%d/ns/user' % pid, os.O_RDONLY | os.O_CLOEXEC)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        return users

    def map_users(self, pid):
        for name in ('uid_map', 'gid_map'):
            with open('/proc/%d/%s' % (pid, name), 'w') as file:
                file.write('0 %d %d' % (self.first_user, USERS))

    def show(self, source, name, changes_owners, is_writable=False):
        fd = kernel(OPEN_TREE, AT_FDCWD, source.encode(), OPEN_TREE_CLONE | os.O_CLOEXEC | AT_RECURSIVE)
        try:
            flags = MOUNT_ATTR_NOSUID | (0 if is_writable else MOUNT_ATTR_RDONLY)
            is_mapped = changes_owners and self.changes_owners
            flags |= MOUNT_ATTR_IDMAP if is_mapped else 0
            attributes = struct.pack('QQQQ', flags, 0, 0, self.users if is_mapped else 0)
            kernel(MOUNT_SETATTR, fd, b'', AT_EMPTY_PATH | AT_RECURSIVE, attributes, len(attributes))
            kernel(MOVE_MOUNT, fd, b'', AT_FDCWD, name.encode(), MOVE_MOUNT_F_EMPTY_PATH)
        finally:
            os.close(fd)

    def name_of(self, directory, changes_owners=False, is_writable=False):
        """The short name of a host directory for sandboxes; the kernel limits the length of mount options. Files that sandboxes
        wrote have the right owners already."""
        key = (directory, changes_owners, is_writable)
        if key not in self.shown:
            self.count += 1
            name = 'l%d' % self.count
            os.mkdir(name)
            self.show(directory, name, changes_owners, is_writable)
            self.shown[key] = name
        return self.shown[key]

    def forget(self, directory):
        """Stops showing a directory; sandboxes that use it keep it."""
        for key in [key for key in self.shown if key[0] == directory]:
            name = self.shown.pop(key)
            must(system.umount2(name.encode(), MNT_DETACH), 'umount')
            os.rmdir(name)
