# Part 4, continued: a look at a whole tree, which brings its index up to date. Times of the kernel are coarse: a file that
# changed just before a look may change again without a trace. A write through a mapping need not change any time at all; but
# mapping a file accesses it, and the access time is updated once after each change. Files that changed late, are mapped or were
# accessed are in doubt, and their bytes are compared.

COARSE_NS = 20000000
LOOKED_AT_ONCE = 64
# Programs could not use longer paths either, and a tree of them would have to be told in gigabytes.
PATH_BYTES = 4095
LEFT_AT_MOST = 10000
KINDS = {stat.S_IFIFO: 'a pipe', stat.S_IFSOCK: 'a socket', stat.S_IFCHR: 'a device', stat.S_IFBLK: 'a device'}


class Look:
    def __init__(self, index, root, thorough):
        self.index, self.thorough = index, thorough
        self.ladder = Ladder(os.dup(root))
        self.number = index.next_look()
        self.left = []
        self.device = os.fstat(root).st_dev
        self.mapped = mapped_inodes(self.device, is_shared_to_write)
        room = os.fstatvfs(root)
        # Holes and second names of files take no room in the sandbox, but would outside of it. Not every kernel tells holes, so
        # their sum is bounded too.
        self.air = room.f_blocks * room.f_frsize
        self.bytes = 2 * self.air
        self.horizon = time.time_ns() - COARSE_NS

    def run(self):
        try:
            pending = [('', self.index.top)]
            while pending:
                path, folder = pending.pop()
                yield from self.visit(path, folder, pending)
                yield
        finally:
            self.ladder.close()

    def leave(self, path, why):
        if len(self.left) >= LEFT_AT_MOST:
            raise Refusal('too_large', 'the tree holds more than %d things that cannot be kept' % LEFT_AT_MOST)
        self.left.append((path, why))

    def visit(self, path, folder, pending):
        present = set()
        try:
            with os.scandir(self.ladder.directory(path)) as entries:
                for entry in entries:
                    name = entry.name
                    try:
                        found = entry.stat(follow_symlinks=False)
                    except FileNotFoundError:
                        continue
                    known = folder.children.get(name)
                    if self.is_as_known(known, found) or (yield from self.take(path, folder, name, found)):
                        present.add(name)
                        self.bytes -= found.st_size
                        if stat.S_ISDIR(found.st_mode):
                            self.enter(joined(path, name), folder.children[name], pending)
                    if len(present) % LOOKED_AT_ONCE == 0:
                        yield
        except OSError as error:
            if not path:
                raise
            # The directory was removed or replaced since it was found: the next look tells its new state.
            if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):
                self.index.note_removed(path, self.number)
                return
            self.leave(path, 'cannot be read: %s' % error.strerror)
        if len(present) < len(folder.children):
            for name in folder.children.keys() - present:
                self.index.forget(folder, path, name, self.number)

    def is_as_known(self, known, found):
        """Quick answer for nearly all files of nearly all looks; `take` handles the rest."""
        return (
            known.__class__ is Leaf
            and found.st_size <= self.bytes
            and known.seen == seen_of(found)
            and not self.is_in_doubt(known, found)
            and found.st_nlink == 1
            and found.st_blocks * 512 >= found.st_size
        )

    def is_in_doubt(self, known, found):
        was_accessed = found.st_atime_ns > found.st_ctime_ns
        return known.in_doubt or was_accessed or self.thorough or found.st_ino in self.mapped

    def enter(self, path, folder, pending):
        if folder.mode & 0o500 == 0o500:
            pending.append((path, folder))
            return
        self.leave(path, 'what is in it cannot be read: its mode is %o' % stat.S_IMODE(folder.mode))
        for name in list(folder.children):
            self.index.forget(folder, path, name, self.number)

    def take(self, directory, folder, name, found):
        """Whether the entry is part of the tree; every other entry is reported as left."""
        if not name.isascii() or len(directory) + len(name) >= PATH_BYTES // 4:
            why = unsuited(joined(directory, name))
            if why:
                self.leave(printable(joined(directory, name)), why)
                return False
        kind = stat.S_IFMT(found.st_mode)
        if kind == stat.S_IFREG:
            return (yield from self.take_file(directory, folder, name, found))
        if kind == stat.S_IFDIR and found.st_dev == self.device:
            self.take_folder(directory, folder, name, found)
        elif kind == stat.S_IFLNK:
            self.take_leaf(directory, folder, name, found)
        else:
            self.leave(joined(directory, name), 'is %s' % KINDS.get(kind, 'another file system'))
            return False
        return True

    def take_folder(self, directory, folder, name, found):
        known = folder.children.get(name)
        if known.__class__ is Folder:
            if known.mode != found.st_mode:
                known.mode, known.changed = found.st_mode, self.number
            return
        self.index.forget(folder, directory, name, self.number)
        self.index.add(folder, name, Folder(found.st_mode, self.number))

    def take_file(self, directory, folder, name, found):
        if not found.st_mode & 0o400:
            self.leave(joined(directory, name), 'cannot be read: its mode is %o' % stat.S_IMODE(found.st_mode))
            return False
        air = found.st_size if found.st_nlink > 1 else max(0, found.st_size - found.st_blocks * 512)
        if air > self.air or found.st_size > self.bytes:
            self.leave(joined(directory, name), 'would take more room than there is, with its holes or all of its names')
            return False
        self.air -= air
        known = folder.children.get(name)
        if known.__class__ is Leaf and known.seen == seen_of(found) and self.is_in_doubt(known, found):
            digest = yield from digest_of(name, self.ladder.directory(directory))
            if digest is None or digest != known.digest:
                known.seen = b''
        leaf = self.take_leaf(directory, folder, name, found)
        leaf.in_doubt = found.st_ino in self.mapped or found.st_ctime_ns > self.horizon
        if found.st_atime_ns > found.st_ctime_ns:
            self.arm(directory, name, leaf)
        return True

    def arm(self, directory, name, leaf):
        """Sets the file's times, so that it is not in doubt at every look: this is a change, after which the kernel updates the
        access time anew."""
        try:
            parent = self.ladder.directory(directory)
            found = os.lstat(name, dir_fd=parent)
            if seen_of(found) == leaf.seen:
                accessed_ns = min(found.st_atime_ns, time.time_ns())
                os.utime(name, ns=(accessed_ns, found.st_mtime_ns), dir_fd=parent, follow_symlinks=False)
                leaf.seen, leaf.in_doubt = seen_of(os.lstat(name, dir_fd=parent)), True
        except OSError:
            pass

    def take_leaf(self, directory, folder, name, found):
        known = folder.children.get(name)
        seen = seen_of(found)
        if known.__class__ is not Leaf:
            self.index.forget(folder, directory, name, self.number)
            known = self.index.add(folder, name, Leaf(b'', 0, None, False))
        if known.seen != seen:
            known.seen, known.changed, known.digest = seen, self.number, None
            known.in_doubt = found.st_ctime_ns > self.horizon
        return known


def unsuited(path):
    try:
        return 'its path is longer than %d bytes' % PATH_BYTES if len(path.encode()) > PATH_BYTES else None
    except UnicodeEncodeError:
        return 'its name is not UTF-8'


def printable(path):
    return path.encode('utf-8', 'surrogateescape').decode('utf-8', 'backslashreplace')[:PATH_BYTES]
