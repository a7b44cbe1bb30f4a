# Part 4, continued: the index of a tree. Each entry carries the number of the look at which it was last found changed, so that
# one index answers for every token ever given, as long as it remembers removals.

INDEXED_AT_MOST = 200000
REMOVED_CHARACTERS = 2000000
# The sandbox's user could fill the agent's memory with directories that are read only once.
INDEXES_AT_MOST = 64
SEEN = struct.Struct('=IQQQQ')
LOW_64 = 0xFFFFFFFFFFFFFFFF


class Leaf:
    """A file or a link. `seen` holds all that the kernel tells of it; in doubt, only its bytes tell whether it changed."""

    __slots__ = 'seen', 'changed', 'digest', 'in_doubt'

    def __init__(self, seen, changed, digest, in_doubt):
        self.seen, self.changed, self.digest, self.in_doubt = seen, changed, digest, in_doubt


class Folder:
    __slots__ = 'mode', 'changed', 'children'

    def __init__(self, mode, changed):
        self.mode, self.changed = mode, changed
        self.children = {}


def seen_of(found):
    # Times may be beyond 64 bits: programs set them as they like.
    return SEEN.pack(
        found.st_mode, found.st_ino, found.st_size, found.st_mtime_ns & LOW_64, found.st_ctime_ns & LOW_64
    )


class TreeIndex:
    def __init__(self):
        self.name = os.urandom(8).hex()
        self.top = Folder(0, 0)
        self.looks = 0
        self.count = 0
        self.removed = {}
        self.removed_characters = 0
        # Older tokens are unknown: removals before this look are forgotten.
        self.oldest = 0
        self.waiting = []
        self.is_taken = False

    def take_turn(self, begin):
        """Lets one reader or writer at a time use the tree; `begin` is called when its turn comes."""
        if self.is_taken:
            self.waiting.append(begin)
            return
        self.is_taken = True
        begin()

    def end_turn(self, begin, loop):
        if begin in self.waiting:
            self.waiting.remove(begin)
        elif self.waiting:
            loop.soon(self.waiting.pop(0))
        else:
            self.is_taken = False

    def next_look(self):
        self.looks += 1
        return self.looks

    def token(self, look):
        return '%s.%d' % (self.name, look)

    def look_of(self, token):
        """The look of a token; None for an unknown token: then everything is new."""
        name, _dot, look = (token or '').partition('.')
        if name != self.name or not look.isdecimal() or not self.oldest <= int(look) <= self.looks:
            return None
        return int(look)

    def add(self, folder, name, node):
        self.count += 1
        if self.count > INDEXED_AT_MOST:
            raise Refusal('too_large', 'the tree holds more than %d files and directories' % INDEXED_AT_MOST)
        folder.children[name] = node
        return node

    def forget(self, folder, directory, name, look):
        """Forgets an entry with everything in it; one removal covers all of it."""
        node = folder.children.pop(name, None)
        if node is None:
            return
        pending = [node]
        while pending:
            node = pending.pop()
            self.count -= 1
            if node.__class__ is Folder:
                pending.extend(node.children.values())
        path = joined(directory, name)
        self.removed_characters += len(path)
        if self.removed_characters > REMOVED_CHARACTERS:
            self.removed.clear()
            self.removed_characters, self.oldest = len(path), look
        self.removed[path] = look

    def folder(self, path):
        """The folder of a path; None where no directory is known."""
        node = self.top
        for name in path.split('/') if path else []:
            child = node.children.get(name)
            if child.__class__ is not Folder:
                return None
            node = child
        return node

    def note_folder(self, path, mode, look):
        directory, name = split_path(path)
        folder = self.folder(directory)
        known = folder.children.get(name)
        if known.__class__ is Folder:
            if known.mode != mode:
                known.mode, known.changed = mode, look
            return
        self.forget(folder, directory, name, look)
        self.add(folder, name, Folder(mode, look))

    def note_leaf(self, path, found, digest, look):
        directory, name = split_path(path)
        folder = self.folder(directory)
        known = folder.children.get(name)
        leaf = Leaf(seen_of(found), look, digest, True)
        if known.__class__ is Leaf:
            folder.children[name] = leaf
            return
        self.forget(folder, directory, name, look)
        self.add(folder, name, leaf)

    def note_removed(self, path, look):
        directory, name = split_path(path)
        folder = self.folder(directory)
        if folder:
            self.forget(folder, directory, name, look)


def index_of(trees, root):
    """The index of a root; the least recently used are dropped."""
    index = trees.pop(root, None) or TreeIndex()
    while len(trees) >= INDEXES_AT_MOST:
        del trees[next(iter(trees))]
    trees[root] = index
    return index
