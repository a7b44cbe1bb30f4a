# Part 4, continued: telling a tree. The pieces are frames within the bytes of a channel, so that they never run ahead of their
# reader: an EVENT holds JSON, DATA holds bytes of the file that was named last.

SLICE_S = 0.002


class TreeReader(Silent):
    def __init__(self, agent, channel, request):
        self.agent, self.channel = agent, channel
        path = agent.path(request, 'root')
        self.contents, self.thorough = request['contents'], bool(request.get('thorough'))
        self.ladder = Ladder(open_root(path))
        self.index = index_of(agent.trees, path)
        self.since = self.index.look_of(request.get('since'))
        self.room = WINDOW
        self.told = bytearray()
        self.work = self.run()
        self.is_open, self.has_turn, self.is_waiting = True, True, True
        agent.reply(channel, {})
        self.index.take_turn(self.pump)

    def pump(self):
        self.is_waiting = False
        deadline = time.monotonic() + SLICE_S
        try:
            while self.is_open and self.room > 0:
                next(self.work)
                if len(self.told) >= CHUNK:
                    self.send()
                if time.monotonic() > deadline:
                    self.is_waiting = True
                    self.agent.loop.soon(self.pump)
                    break
        except StopIteration:
            self.send()
            self.agent.wire.send(END, self.channel)
            self.agent.drop(self.channel)
        except Exception as error:
            self.agent.fail(self.channel, error)
            self.agent.drop(self.channel)

    def send(self):
        if self.told:
            self.room -= len(self.told)
            self.agent.wire.send(DATA, self.channel, self.told)
            self.told = bytearray()

    def grant(self, count):
        self.room += count
        if not self.is_waiting:
            self.pump()

    def close(self):
        self.is_open = False
        self.work.close()
        self.end_turn()
        self.ladder.close()

    def end_turn(self):
        if self.has_turn:
            self.has_turn = False
            self.index.end_turn(self.pump, self.agent.loop)

    def tell(self, text):
        payload = text.encode()
        self.told += HEADER.pack(len(payload), EVENT, 0)
        self.told += payload

    def run(self):
        index = self.index
        look = Look(index, self.ladder.directory(''), self.thorough)
        yield from look.run()
        self.end_turn()
        if self.since is None:
            self.tell('{"whole":true}')
        else:
            for path, removed in list(index.removed.items()):
                if removed > self.since:
                    self.tell('{"removed":%s}' % encode(path))
                    yield
        yield from self.tell_entries(-1 if self.since is None else self.since)
        for path, why in look.left:
            self.tell('{"left":%s}' % encode({'path': path, 'why': why}))
            yield
        self.tell('{"token":%s}' % encode(index.token(look.number)))

    def tell_entries(self, since):
        pending = [('', self.index.top)]
        while pending:
            directory, folder = pending.pop()
            for name, node in folder.children.copy().items():
                is_folder = node.__class__ is Folder
                if node.changed > since:
                    if is_folder:
                        self.tell_folder(joined(directory, name), node.mode)
                    else:
                        yield from self.tell_leaf(directory, folder, name, node)
                if is_folder:
                    pending.append((joined(directory, name), node))
            yield

    def tell_folder(self, path, mode):
        line = '{"entry":{"path":%s,"type":"directory","mode":%d,"size":0,"modifiedMs":0}}'
        self.tell(line % (encode(path), stat.S_IMODE(mode)))

    def tell_leaf(self, directory, folder, name, leaf):
        path = joined(directory, name)
        try:
            parent = self.ladder.directory(directory)
            found = os.lstat(name, dir_fd=parent)
            if stat.S_ISLNK(found.st_mode):
                self.take(leaf, found)
                target = os.readlink(name, dir_fd=parent)
                target.encode()
                self.tell_entry(path, 'symlink', found, ',"target":%s' % encode(target))
            elif self.contents:
                yield from self.tell_file(path, leaf, open_unnoticed(name, parent))
            else:
                self.take(leaf, found)
                self.tell_entry(path, 'file', found)
        except (OSError, UnicodeEncodeError) as error:
            why = 'points to what is not UTF-8' if isinstance(error, ValueError) else 'cannot be read: %s' % error.strerror
            self.tell('{"left":%s}' % encode({'path': path, 'why': why}))
            if folder.children.get(name) is leaf:
                self.index.forget(folder, directory, name, self.index.next_look())
        yield

    def take(self, leaf, found):
        """Notes a file that changed since the look, so that other readers learn of it as well."""
        seen = seen_of(found)
        if seen != leaf.seen:
            leaf.seen, leaf.changed, leaf.digest = seen, self.index.next_look(), None
        if found.st_ctime_ns > time.time_ns() - COARSE_NS:
            leaf.in_doubt = True

    def tell_entry(self, path, kind, found, more=''):
        is_file = kind == 'file'
        # Microseconds are exact in a floating-point number.
        modified_ms = found.st_mtime_ns // 1000 / 1000 if is_file else 0
        line = '{"entry":{"path":%s,"type":"%s","mode":%d,"size":%d,"modifiedMs":%r%s}}'
        size = found.st_size if is_file else 0
        self.tell(line % (encode(path), kind, stat.S_IMODE(found.st_mode), size, modified_ms, more))

    def tell_file(self, path, leaf, fd):
        try:
            found = os.fstat(fd)
            if not stat.S_ISREG(found.st_mode):
                raise OSError(errno.EINVAL, 'is no file any more')
            self.take(leaf, found)
            self.tell_entry(path, 'file', found)
            hashing = new_hash()
            left = found.st_size
            while left > 0:
                # A file that is cut short while it is read is reported with zeros: it has changed, and is reported again next time.
                chunk = os.read(fd, min(CHUNK, left)) or bytes(min(CHUNK, left))
                hashing.update(chunk)
                left -= len(chunk)
                self.told += HEADER.pack(len(chunk), DATA, 0)
                self.told += chunk
                yield
            leaf.digest = hashing.digest()
        finally:
            os.close(fd)
