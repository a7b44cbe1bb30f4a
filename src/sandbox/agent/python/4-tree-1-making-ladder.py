# Part 4, continued: going down into a tree while it is being made.


class MakingLadder(Ladder):
    """Makes missing directories, removes other entries in their place, and enters those that are closed."""

    def __init__(self, root, index, look, own):
        super().__init__(root)
        self.index, self.look, self.own = index, look, own
        # Modes by path: directories stay open to the agent until everything in them is written.
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
        if found is None:
            self.own(fd)
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
        """None where there is no directory: a removal makes none."""
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
        """Sets the modes, deepest first: a closed directory could not be passed. Entries that programs removed meanwhile are
        skipped."""
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
