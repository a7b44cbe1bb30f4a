# Part 4, continued: one file of a tree that is being written.


def make_file(parent, name, entry, running):
    """Opens a file for writing; `parent` has to stay open until the file is finished or given up."""
    fd = writable(name, parent, running)
    if fd is None:
        place = Place(parent, name)
        return TreeFile(os.open(place.temporary, NEW_FILE, 0o600, dir_fd=parent), entry, place)
    file = TreeFile(fd, entry, None)
    try:
        # Where there is no room, the old bytes stay.
        if entry['size'] > 0:
            os.posix_fallocate(fd, 0, entry['size'])
    except OSError:
        file.give_up()
        raise
    return file


def writable(name, parent, running):
    """The existing file, if it can be overwritten."""
    try:
        found = os.lstat(name, dir_fd=parent)
        # A file with a second name must not change under both.
        if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1 or found.st_ino in running:
            return None
        if not found.st_mode & 0o200:
            os.chmod(name, stat.S_IMODE(found.st_mode) | 0o200, dir_fd=parent)
        return os.open(name, WRITE_FILE, dir_fd=parent)
    except OSError as error:
        # Gone, replaced, or begun to be run since: the new file is put in its place.
        if error.errno in (errno.ENOENT, errno.ETXTBSY, errno.ELOOP, errno.ENXIO):
            return None
        raise


class TreeFile:
    def __init__(self, fd, entry, place):
        self.fd, self.entry, self.place = fd, entry, place
        self.count = 0
        self.hashing = new_hash()

    def write(self, payload):
        self.count += len(payload)
        if self.count > self.entry['size']:
            raise Refusal('invalid', '%s has more bytes than were announced' % encode(self.entry['path']))
        self.hashing.update(payload)
        while payload:
            payload = payload[os.write(self.fd, payload):]

    def finish(self):
        """Finishes the file; gives its final status and the digest of its bytes."""
        try:
            if self.count < self.entry['size']:
                raise Refusal('invalid', '%s has fewer bytes than were announced' % encode(self.entry['path']))
            if not self.place:
                os.ftruncate(self.fd, self.count)
            os.fchmod(self.fd, self.entry['mode'] & 0o7777)
            modified_ns = round(self.entry['modifiedMs'] * 1000) * 1000
            os.utime(self.fd, ns=(modified_ns, modified_ns))
            if self.place:
                self.place.take()
            return os.fstat(self.fd), self.hashing.digest()
        finally:
            self.give_up()

    def give_up(self):
        os.close(self.fd)
        if self.place:
            self.place.leave()


class Place:
    """Final place of a file that is not yet whole."""

    def __init__(self, parent, name):
        self.parent, self.name, self.temporary = parent, name, beside()

    def take(self):
        take_place(self.temporary, self.name, self.parent)
        self.temporary = None

    def leave(self):
        if self.temporary:
            remove(self.temporary, self.parent)


def beside():
    return '.%s' % os.urandom(12).hex()


def take_place(temporary, name, parent):
    try:
        os.rename(temporary, name, src_dir_fd=parent, dst_dir_fd=parent)
    except IsADirectoryError:
        remove(name, parent)
        os.rename(temporary, name, src_dir_fd=parent, dst_dir_fd=parent)
