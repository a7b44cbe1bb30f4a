# Part 4, continued: making a tree what it is told to be. A file that is there is written over in its place, so that
# programs that have it open see what it is now; room for it is taken before its first byte is. What is new, has a second
# name or is being run is written beside its place and put there when it is whole.

WRITE_FILE = os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class TreeWriter:
    def __init__(self, agent, channel, request):
        self.agent, self.channel = agent, channel
        self.root = agent.path(request, 'root')
        self.index = index_of(agent.trees, self.root)
        self.way = self.ladder = self.file = None
        self.incoming = bytearray()
        self.owed = 0
        self.is_open, self.is_complete = True, False
        agent.reply(channel, {})
        self.index.take_turn(self.begin)

    def begin(self):
        if not self.is_open:
            return
        # What programs do meanwhile is found by the next look: only what is written here is known.
        self.look = self.index.next_look()
        try:
            self.way = MakingLadder(enter_directory('/'), TreeIndex(), 0)
            root = self.way.directory(self.root.strip('/'))
            self.ladder = MakingLadder(os.dup(root), self.index, self.look)
        except OSError as error:
            self.give_up(error)
            return
        self.advance()

    def data(self, payload):
        self.incoming += payload
        self.owed += len(payload)
        if self.ladder:
            self.advance()

    def end(self):
        self.is_complete = True
        if self.ladder:
            self.advance()

    def advance(self):
        try:
            self.take_frames()
            if self.is_complete:
                self.finish()
            elif self.owed >= GRANT_AT:
                self.agent.wire.send(GRANT, self.channel, struct.pack('>I', self.owed))
                self.owed = 0
        except Exception as error:
            self.give_up(error)

    def finish(self):
        self.finish_file()
        self.ladder.set_modes()
        self.agent.wire.send_json(EVENT, self.channel, {'token': self.index.token(self.look)})
        self.agent.drop(self.channel)

    def take_frames(self):
        at = 0
        incoming = memoryview(bytes(self.incoming))
        while len(incoming) - at >= HEADER.size:
            length, kind, _channel = HEADER.unpack_from(incoming, at)
            if len(incoming) - at - HEADER.size < length:
                break
            at += HEADER.size
            payload = incoming[at:at + length]
            at += length
            if kind == DATA:
                self.take_bytes(payload)
            else:
                self.take_piece(decode(bytes(payload)))
        del self.incoming[:at]

    def take_bytes(self, payload):
        if self.file is None:
            raise Refusal('invalid', 'bytes came that belong to no file')
        self.file.write(payload)

    def take_piece(self, piece):
        self.finish_file()
        if 'removed' in piece:
            self.remove(valid_path(piece['removed']))
        elif 'entry' in piece:
            entry = piece['entry']
            path, kind = valid_path(entry['path']), entry['type']
            if kind == 'directory':
                self.ladder.make(path, entry['mode'])
            elif kind == 'symlink':
                self.link(path, entry['target'])
            else:
                directory, name = split_path(path)
                self.file = make_file(self.ladder.directory(directory), name, entry)
                self.file.path = path

    def finish_file(self):
        if self.file is not None:
            file, self.file = self.file, None
            found, digest = file.finish()
            self.index.note_leaf(file.path, found, digest, self.look)

    def remove(self, path):
        directory, name = split_path(path)
        parent = self.ladder.existing(directory)
        if parent is not None:
            remove(name, parent)
        self.ladder.forget(path)
        self.index.note_removed(path, self.look)

    def link(self, path, target):
        directory, name = split_path(path)
        parent = self.ladder.directory(directory)
        temporary = beside()
        os.symlink(target, temporary, dir_fd=parent)
        take_place(temporary, name, parent)
        self.index.note_leaf(path, os.lstat(name, dir_fd=parent), None, self.look)

    def give_up(self, error):
        self.agent.fail(self.channel, error)
        self.agent.drop(self.channel)

    def grant(self, _count):
        pass

    def close(self):
        self.is_open = False
        if self.file is not None:
            self.file.give_up()
        for ladder in (self.ladder, self.way):
            if ladder is not None:
                ladder.set_modes()
                ladder.close()
        self.index.end_turn(self.begin, self.agent.loop)


class MakingLadder(Ladder):
    """Makes directories that are missing, takes away what is in their place, and enters those that are closed."""

    def __init__(self, root, index, look):
        super().__init__(root)
        self.index, self.look = index, look
        # By path: directories are open to us until everything in them is written.
        self.modes = {}
        self.makes = True

    def step(self, name, parent):
        path = '/'.join([*self.names, name])
        found = self.found(name, parent)
        if found is None:
            os.mkdir(name, 0o755, dir_fd=parent)
        elif found.st_mode & 0o700 != 0o700:
            self.modes.setdefault(path, stat.S_IMODE(found.st_mode))
            os.chmod(name, 0o700, dir_fd=parent)
        fd = super().step(name, parent)
        self.index.note_folder(path, os.fstat(fd).st_mode, self.look)
        return fd

    def found(self, name, parent):
        try:
            found = os.lstat(name, dir_fd=parent)
            if stat.S_ISDIR(found.st_mode):
                return found
            if not self.makes:
                raise NotADirectoryError
            os.unlink(name, dir_fd=parent)
        except FileNotFoundError:
            if not self.makes:
                raise
        return None

    def existing(self, path):
        """None where there is no directory: nothing is made for the sake of what is to be removed."""
        self.makes = False
        try:
            return self.directory(path)
        except (FileNotFoundError, NotADirectoryError):
            return None
        finally:
            self.makes = True

    def make(self, path, mode):
        self.directory(path)
        self.modes[path] = mode & 0o7777

    def forget(self, path):
        inside = path + '/'
        for known in [known for known in self.modes if known == path or known.startswith(inside)]:
            del self.modes[known]

    def set_modes(self):
        """The deepest first: whoever is closed before could not be passed. What programs took away meanwhile is their business."""
        for path in sorted(self.modes, key=len, reverse=True):
            mode = self.modes.pop(path)
            directory, name = split_path(path)
            parent = self.existing(directory)
            try:
                if parent is not None and stat.S_ISDIR(os.lstat(name, dir_fd=parent).st_mode):
                    os.chmod(name, mode, dir_fd=parent)
                    self.index.note_folder(path, stat.S_IFDIR | mode, self.look)
            except FileNotFoundError:
                pass


def valid_path(path):
    names = path.split('/') if isinstance(path, str) else []
    if not names or '\0' in path or any(name in ('', '.', '..') for name in names) or unsuited(path):
        raise Refusal('invalid', '%s is no path within a tree' % encode(path))
    return path
