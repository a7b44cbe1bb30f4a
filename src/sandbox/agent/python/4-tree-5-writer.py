# Part 4, continued: making a tree what it is told to be. An existing file is overwritten in place, so that programs that have
# it open see the change; room for it is taken before its first byte. A file that is new, has a second name or is being run is
# written beside its place and moved there when it is whole.

WRITE_FILE = os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class TreeWriter:
    def __init__(self, agent, channel, request):
        self.agent, self.channel = agent, channel
        self.root = agent.path(request, 'root')
        self.user = agent.user_of(request)
        self.index = index_of(agent.trees, self.root)
        self.way = self.ladder = self.file = None
        self.incoming = bytearray()
        self.owed = 0
        self.is_open, self.is_complete, self.has_asked = True, False, False
        agent.reply(channel, {})

    def begin(self):
        if not self.is_open:
            return
        # Only the entries written here are known; the next look finds the changes that programs make meanwhile.
        self.look = self.index.next_look()
        try:
            self.way = MakingLadder(enter_directory('/'), TreeIndex(), 0, self.own)
            root = self.way.directory(self.root.strip('/'))
            self.ladder = MakingLadder(os.dup(root), self.index, self.look, self.own)
            self.running = mapped_inodes(os.fstat(root).st_dev, is_run)
        except Exception as error:
            self.give_up(error)
            return
        self.advance()

    def data(self, payload):
        self.incoming += payload
        self.owed += len(payload)
        self.advance()

    def end(self):
        self.is_complete = True
        self.advance()

    def advance(self):
        if not self.ladder:
            self.ask()
            return
        try:
            self.take_frames()
            if self.is_complete:
                self.finish()
            elif self.owed >= GRANT_AT:
                self.agent.wire.send(GRANT, self.channel, struct.pack('>I', self.owed))
                self.owed = 0
        except Exception as error:
            self.give_up(error)

    def ask(self):
        """Waits for the turn only once there is something to write: the pieces may come from a look at the same tree."""
        if not self.has_asked:
            self.has_asked = True
            self.index.take_turn(self.begin)

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
        # The current file is finished before the ladder moves on.
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
                self.file = make_file(self.ladder.directory(directory), name, entry, self.running)
                self.file.path = path
                # An overwritten file keeps its owner.
                if self.file.place:
                    self.own(self.file.fd)

    def own(self, fd):
        self.agent.own(fd, self.user)

    def finish_file(self):
        if self.file is not None:
            file, self.file = self.file, None
            found, digest = file.finish()
            self.index.note_leaf(file.path, found, digest, self.look)

    def remove(self, path):
        directory, name = split_path(path)
        parent = self.ladder.existing(directory)
        if parent is not None:
            for each in meant_by(name, parent):
                remove(each, parent)
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
        try:
            if self.file is not None:
                self.file.give_up()
            for ladder in (self.ladder, self.way):
                if ladder is not None:
                    ladder.set_modes()
        except OSError:
            # The caller gave up or was refused, and knows already that the tree is incomplete.
            pass
        finally:
            for ladder in (self.ladder, self.way):
                if ladder is not None:
                    ladder.close()
            if self.has_asked:
                self.index.end_turn(self.begin, self.agent.loop)


def meant_by(name, parent):
    """Names that are no text were reported as printable text; gives the real names behind such a text."""
    try:
        os.lstat(name, dir_fd=parent)
        return [name]
    except FileNotFoundError:
        return [other for other in os.listdir(parent) if printable(other) == name] if '\\x' in name else []


def valid_path(path):
    names = path.split('/') if isinstance(path, str) else []
    if not names or '\0' in path or any(name in ('', '.', '..') for name in names) or unsuited(path):
        raise Refusal('invalid', '%s is no path within a tree' % encode(path))
    return path
