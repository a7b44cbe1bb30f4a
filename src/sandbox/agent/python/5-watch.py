# Part 5: watching directories, by the kernel's inotify; the standard library has no binding of its own.

IN_MODIFY, IN_ATTRIB, IN_MOVED_FROM, IN_MOVED_TO, IN_CREATE, IN_DELETE = 0x2, 0x4, 0x40, 0x80, 0x100, 0x200
IN_ISDIR, IN_IGNORED = 0x40000000, 0x8000
IN_ALL = IN_MODIFY | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE
WATCHED_AT_MOST = 4096
WATCH_EVENT = struct.Struct('iIII')
WATCH_NAMES = (
    (IN_CREATE, 'create'),
    (IN_MOVED_TO, 'create'),
    (IN_DELETE, 'remove'),
    (IN_MOVED_FROM, 'rename'),
    (IN_MODIFY, 'write'),
    (IN_ATTRIB, 'chmod'),
)


class Watcher(Silent):
    def __init__(self, agent, channel, request):
        self.agent, self.channel = agent, channel
        self.root = agent.path(request)
        self.recursive = bool(request.get('recursive'))
        self.add_watch = libc('inotify_add_watch')
        self.directories = {}
        self.placing = None
        if not os.path.isdir(self.root):
            os.lstat(self.root)
            raise Refusal('invalid', '%s is not a directory' % self.root)
        self.fd = libc('inotify_init1')(os.O_NONBLOCK | os.O_CLOEXEC)
        if self.fd < 0:
            raise last_error()
        self.add('')
        agent.loop.watch(self.fd, select.EPOLLIN, self.ready)
        agent.watchers.append(self)
        agent.reply(channel, {})

    def add(self, relative):
        path = os.path.join(self.root, relative) if relative else self.root
        number = self.add_watch(self.fd, os.fsencode(path), IN_ALL)
        if number < 0 or len(self.directories) >= WATCHED_AT_MOST:
            return
        self.directories[number] = relative
        if not self.recursive:
            return
        try:
            names = [entry.name for entry in os.scandir(path) if entry.is_dir(follow_symlinks=False)]
        except OSError:
            return
        for name in names:
            self.add(os.path.join(relative, name))

    def ready(self, _events):
        try:
            received = os.read(self.fd, 65536)
        except OSError:
            return
        at = 0
        while at < len(received):
            number, mask, cookie, length = WATCH_EVENT.unpack_from(received, at)
            at += WATCH_EVENT.size
            name = os.fsdecode(received[at:at + length].split(b'\0')[0])
            at += length
            if mask & IN_IGNORED:
                self.directories.pop(number, None)
            elif name and number in self.directories:
                self.tell(os.path.join(self.directories[number], name), mask, cookie)

    def tell(self, relative, mask, cookie):
        name = os.path.basename(relative)
        if name.startswith(UNFINISHED):
            # The agent's own temporary file: reported when it replaces its target. A new file is reported as if a program had
            # made it: made, given to its owner, written.
            if mask & IN_MOVED_FROM:
                self.placing = (cookie, name.startswith(UNFINISHED_NEW))
            return
        if mask & IN_MOVED_TO and self.placing and self.placing[0] == cookie:
            kinds = ('create', 'chmod', 'write') if self.placing[1] else ('write',)
        else:
            kinds = [kind for bit, kind in WATCH_NAMES if mask & bit][:1]
        for kind in kinds:
            self.agent.wire.send_json(EVENT, self.channel, {'watch': {'type': kind, 'name': relative}})
        if self.recursive and mask & IN_ISDIR and mask & (IN_CREATE | IN_MOVED_TO):
            self.add(relative)

    def close(self):
        self.agent.watchers.remove(self)
        self.agent.loop.forget(self.fd)
        os.close(self.fd)
