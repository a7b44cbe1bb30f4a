"""Side effects of a call, as Python's own audit reports them: cases that do such things are not kept."""

import io
import os
import sys

CHANGES = (
    "os.remove",
    "os.rename",
    "os.mkdir",
    "os.rmdir",
    "os.link",
    "os.symlink",
    "os.truncate",
    "os.chmod",
    "shutil.",
)
PROCESSES = (
    "subprocess.Popen",
    "os.system",
    "os.fork",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.kill",
    "pty.spawn",
)
NETWORK = (
    "socket.connect",
    "socket.bind",
    "socket.getaddrinfo",
    "socket.sendto",
    "urllib.Request",
    "http.client.connect",
)
WRITING = os.O_WRONLY | os.O_RDWR
BARRING = {
    "writes files",
    "changes files",
    "starts programs",
    "uses the network",
    "reads its input",
    "ends the interpreter",
}


class Effects:
    def __init__(self):
        self.seen = set()
        self.is_watching = False
        sys.addaudithook(self._hear)

    def _hear(self, event, arguments):
        if not self.is_watching:
            return
        if event == "open":
            self._hear_open(*arguments)
        elif event.startswith(CHANGES):
            self.seen.add("changes files")
        elif event.startswith(PROCESSES):
            self.seen.add("starts programs")
        elif event.startswith(NETWORK):
            self.seen.add("uses the network")

    def _hear_open(self, path, mode, flags):
        if isinstance(path, int) or str(path).startswith((sys.prefix, sys.base_prefix, "/dev/", "/etc/", "/usr/")):
            return
        if isinstance(mode, str) and any(mark in mode for mark in "wax+") or (mode is None and flags & WRITING):
            self.seen.add("writes files")
        elif not str(path).endswith((".py", ".pyc", ".so")):
            self.seen.add("reads files")


class NoInput(io.StringIO):
    """An input that is at its end, and remembers who wanted it."""

    def __init__(self, effects):
        super().__init__("")
        self.effects = effects

    def readline(self, *size):
        self.effects.seen.add("reads its input")
        return super().readline(*size)

    def read(self, *size):
        self.effects.seen.add("reads its input")
        return super().read(*size)
