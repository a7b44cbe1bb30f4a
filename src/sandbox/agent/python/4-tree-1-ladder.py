# Part 4, continued: going down into trees. A program may put a link in the place of a directory at any moment, so each
# step is taken from the directory above it, and never through a link.

# So many directories are held open on the way down; of deeper ones only the last.
HELD_LEVELS = 32


class Ladder:
    """Goes from a root down to any directory; directories on the way that are open already are not opened again."""

    def __init__(self, root):
        self.names = []
        self.held = [root]
        self.lowest = None

    def directory(self, path):
        """The descriptor of a directory, valid until the next call."""
        names = path.split('/') if path else []
        shared = 0
        for name, wanted in zip(self.names, names):
            if name != wanted:
                break
            shared += 1
        if shared < len(self.names):
            self.climb(min(shared, HELD_LEVELS))
            shared = len(self.names)
        for name in names[shared:]:
            self.descend(name)
        return self.here()

    def here(self):
        return self.held[-1] if self.lowest is None else self.lowest

    def descend(self, name):
        fd = self.step(name, self.here())
        self.names.append(name)
        if len(self.held) <= HELD_LEVELS:
            self.held.append(fd)
            return
        if self.lowest is not None:
            os.close(self.lowest)
        self.lowest = fd

    def step(self, name, parent):
        return enter_directory(name, parent)

    def climb(self, level):
        if self.lowest is not None:
            os.close(self.lowest)
            self.lowest = None
        while len(self.held) > level + 1:
            os.close(self.held.pop())
        del self.names[level:]

    def close(self):
        self.climb(0)
        os.close(self.held.pop())


def open_root(path):
    """Opens a root; the path to it may lead through no link either."""
    ladder = Ladder(enter_directory('/'))
    try:
        return os.dup(ladder.directory(path.strip('/')))
    finally:
        ladder.close()


def joined(directory, name):
    return '%s/%s' % (directory, name) if directory else name


def split_path(path):
    directory, _slash, name = path.rpartition('/')
    return directory, name
