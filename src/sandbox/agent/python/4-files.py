# Part 4: files. The kernel resolves every path in here, with no more rights than the programs of the sandbox have.

LISTED_AT_MOST = 100000
TOLD_AT_ONCE = 500
# A list is gathered whole before it is sent; hostile names are long, and six times as long when they are written down.
LISTED_CHARACTERS = 8000000
UNSIZED = 4194304
# Prefixes of files being written, until they replace their target: watchers report the target, and whether it is new.
UNFINISHED = '.anneal-'
UNFINISHED_NEW = '.anneal-new-'


def describe(path, name=None, details=False):
    found = os.lstat(path)
    kinds = ((stat.S_ISREG, 'file'), (stat.S_ISDIR, 'directory'), (stat.S_ISLNK, 'symlink'))
    entry = {
        'name': name if name is not None else os.path.basename(path),
        'path': path,
        'type': next((kind for test, kind in kinds if test(found.st_mode)), 'other'),
        'size': found.st_size,
        'mode': stat.S_IMODE(found.st_mode),
        'uid': found.st_uid,
        'gid': found.st_gid,
        'modifiedMs': found.st_mtime_ns // 1000000,
    }
    if entry['type'] == 'symlink':
        entry['linkTarget'] = os.readlink(path)
    if details:
        entry['details'] = details_of(path, found)
    return entry


def open_regular(path):
    """Opens a file without ever waiting: a pipe, a socket or a device in the place of a file is refused, not read."""
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    mode = os.fstat(fd).st_mode
    if not stat.S_ISREG(mode):
        os.close(fd)
        raise Refusal('invalid', '%s is %s' % (path, 'a directory' if stat.S_ISDIR(mode) else 'not a regular file'))
    return fd


def open_without_links(path):
    """Opens a regular file; no part of its path may be a link, however quickly somebody puts one there."""
    directory, name = os.path.split(path)
    parent = open_root(directory)
    try:
        fd = os.open(name, READ_FILE, dir_fd=parent)
    finally:
        os.close(parent)
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise Refusal('invalid', '%s is not a regular file' % path)
    return fd


class FileReader(Silent):
    def __init__(self, agent, channel, request):
        self.agent, self.channel = agent, channel
        open_file = open_without_links if request.get('noLinks') else open_regular
        self.fd = open_file(agent.path(request))
        size = os.fstat(self.fd).st_size
        # Files of the kernel (/proc, /sys) have no size: they are read to their end, but some of them have none.
        most = size or UNSIZED
        self.at = min(request.get('start') or 0, most)
        self.stop = min(request['end'], most) if request.get('end') is not None else most
        self.room = WINDOW
        agent.reply(channel, {'size': size})
        self.pump()

    def pump(self):
        while self.room > 0:
            chunk = os.pread(self.fd, max(0, min(CHUNK, self.room, self.stop - self.at)), self.at)
            if not chunk:
                self.agent.wire.send(END, self.channel)
                self.agent.drop(self.channel)
                return
            self.at += len(chunk)
            self.room -= len(chunk)
            self.agent.wire.send(DATA, self.channel, chunk)

    def grant(self, count):
        self.room += count
        self.pump()

    def close(self):
        os.close(self.fd)


class FileWriter:
    """Writes a file beside the target, which it replaces when all bytes have arrived: readers see the old or the new one whole.
    """

    def __init__(self, agent, channel, request):
        self.agent, self.channel = agent, channel
        self.user, self.attributes = agent.user_of(request), request.get('attributes') or {}
        self.owed = 0
        self.target = os.path.realpath(agent.path(request))
        mode = request.get('mode')
        try:
            found = os.lstat(self.target)
            if not stat.S_ISREG(found.st_mode):
                raise Refusal('invalid', '%s is not a regular file' % self.target)
            mode = stat.S_IMODE(found.st_mode) if mode is None else mode
        except FileNotFoundError:
            pass
        self.mode = 0o644 if mode is None else mode
        kind = UNFINISHED if os.path.lexists(self.target) else UNFINISHED_NEW
        self.temporary = os.path.join(os.path.dirname(self.target), kind + os.urandom(6).hex())
        try:
            self.fd = self.make()
        except FileNotFoundError:
            make_parents(agent, self.target, self.user)
            self.fd = self.make()
        agent.reply(channel, {})

    def make(self):
        return os.open(self.temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)

    def data(self, payload):
        try:
            view = memoryview(payload)
            while view:
                view = view[os.write(self.fd, view):]
        except OSError as error:
            self.agent.fail(self.channel, error)
            self.agent.drop(self.channel)
            return
        self.owed += len(payload)
        if self.owed >= GRANT_AT:
            self.agent.wire.send(GRANT, self.channel, struct.pack('>I', self.owed))
            self.owed = 0

    def end(self):
        try:
            os.fchmod(self.fd, self.mode)
            self.agent.own(self.fd, self.user)
            set_attributes(self.fd, self.attributes)
            os.rename(self.temporary, self.target)
            self.temporary = None
            self.agent.wire.send_json(EVENT, self.channel, {'written': True})
        except OSError as error:
            self.agent.fail(self.channel, error)
        self.agent.drop(self.channel)

    def grant(self, _count):
        pass

    def close(self):
        os.close(self.fd)
        if self.temporary:
            try:
                os.unlink(self.temporary)
            except OSError:
                pass


def list_directory(path, depth, details=False):
    entries = []
    room = LISTED_CHARACTERS

    def visit(directory, left):
        nonlocal room
        for name in sorted(os.listdir(directory)):
            child = os.path.join(directory, name)
            room -= len(child) + len(name)
            if room < 0 or len(entries) >= LISTED_AT_MOST:
                raise Refusal('too_large', '%s holds more than can be listed' % path)
            try:
                entry = describe(child, name, details)
            except FileNotFoundError:
                continue
            entries.append(entry)
            if entry['type'] == 'directory' and left > 1:
                visit(child, left - 1)

    if not os.path.isdir(path):
        os.lstat(path)
        raise Refusal('invalid', '%s is not a directory' % path)
    visit(path, depth)
    return entries


def parts_of(entries):
    """Splits a list into small parts: the server has other requests to serve in between."""
    for start in range(0, len(entries), TOLD_AT_ONCE):
        yield entries[start : start + TOLD_AT_ONCE]


def make_directory(agent, request):
    path = agent.path(request)
    if os.path.isdir(path):
        return False
    make_directories(agent, path, agent.user_of(request))
    return True


def make_parents(agent, path, user):
    make_directories(agent, os.path.dirname(path), user)


def make_directories(agent, path, user):
    """Makes a directory with missing parents; each new one belongs to the user."""
    missing = []
    while not os.path.lexists(path):
        missing.append(path)
        path = os.path.dirname(path)
    if not os.path.isdir(path):
        raise FileExistsError(errno.EEXIST, 'is there, and no directory', path)
    for one in reversed(missing):
        os.mkdir(one)
        agent.own(one, user)


def move(source, target):
    os.lstat(source)
    try:
        os.rename(source, target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        import shutil

        shutil.move(source, target)


def remove(path, parent=None):
    """Removes links, and never follows them."""
    try:
        if stat.S_ISDIR(os.lstat(path, dir_fd=parent).st_mode):
            empty(path, parent)
            os.rmdir(path, dir_fd=parent)
        else:
            os.unlink(path, dir_fd=parent)
    except FileNotFoundError:
        pass


def empty(path, parent):
    """Empties a tree, which may be deeper than any stack, path or table of descriptors: deep directories are first moved up to
    the top."""
    top = open_directory(path, parent)
    moved = 0
    try:
        pending = True
        while pending:
            pending = []
            for name in names_in(top, pending):
                os.unlink(name, dir_fd=top)
            for name in pending:
                inner = open_directory(name, top)
                deeper = []
                try:
                    for child in names_in(inner, deeper):
                        os.unlink(child, dir_fd=inner)
                    for child in deeper:
                        moved += 1
                        own_directory(child, inner)
                        os.rename(child, '%s.%d' % (os.urandom(6).hex(), moved), src_dir_fd=inner, dst_dir_fd=top)
                finally:
                    os.close(inner)
                os.rmdir(name, dir_fd=top)
    finally:
        os.close(top)


def names_in(fd, directories):
    """The names that are not directories; directories go to the list."""
    others = []
    with os.scandir(fd) as entries:
        for entry in entries:
            (directories if entry.is_dir(follow_symlinks=False) else others).append(entry.name)
    return others


def open_directory(name, parent=None):
    own_directory(name, parent)
    return enter_directory(name, parent)


def enter_directory(name, parent=None):
    """Opens a directory, never through a link. Kernels differ in the meaning of O_DIRECTORY with O_NOFOLLOW, so the type is
    checked here."""
    fd = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC, dir_fd=parent)
    if not stat.S_ISDIR(os.fstat(fd).st_mode):
        os.close(fd)
        raise NotADirectoryError(errno.ENOTDIR, 'is no directory', name)
    return fd


def own_directory(name, parent):
    """Lets the agent write in a directory: programs take that right away from their own (Go's module cache, for one)."""
    mode = os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode
    if stat.S_ISDIR(mode) and mode & 0o700 != 0o700:
        os.chmod(name, 0o700, dir_fd=parent)
