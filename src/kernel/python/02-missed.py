# Part 2: interrupts that would have no effect. A signal that arrives just before the main thread begins to wait does not wake
# it, and one that hits a finalizer ends nothing. The thread that also reads subprocesses sends both once more.
MISSED_S = 0.1


class Missed:
    def __init__(self):
        # The interpreter writes here as soon as a signal comes, whatever the main thread is doing.
        self.read_end, self.write_end = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        self.count = 0
        self.swallowed_in = 0
        self.noted = None

    def handled(self):
        """Notes that the main thread has noticed. Counted after the byte is taken: another taker has seen the old count."""
        self.take()
        self.count += 1

    def take(self):
        try:
            return os.read(self.read_end, 4096)
        except BlockingIOError:
            return b''

    def note(self):
        count, cell = self.count, self.swallowed_in
        # Other signals with a handler of the user arrive here too.
        if signal.SIGINT in self.take():
            self.swallowed_in = 0
            self.noted = (count, cell, time.monotonic() + MISSED_S)

    def wait_ms(self):
        return None if self.noted is None else max(0, self.noted[2] - time.monotonic()) * 1000

    def look(self):
        if self.noted is None or time.monotonic() < self.noted[2]:
            return
        count, cell, _ = self.noted
        self.noted = None
        if count == self.count and cell in (0, CELL.id) and INTERRUPTS.running:
            signal.pthread_kill(MAIN_THREAD, signal.SIGINT)

    def swallowed(self):
        self.swallowed_in = CELL.id
        os.write(self.write_end, bytes([signal.SIGINT]))


MISSED = Missed()


def tell_unraisable(problem):
    if problem.exc_type is KeyboardInterrupt and INTERRUPTS.running:
        MISSED.swallowed()
    else:
        sys.__unraisablehook__(problem)
