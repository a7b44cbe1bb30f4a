# Part 3: output of cells. `sys.stdout` and `sys.stderr` go straight to the wire; descriptors 1 and 2 are pipes, so that
# subprocesses and C code are captured too. Both meet under one lock, in the order in which they were written.

# Text is sent at once after a pause, and gathered for so long while it comes fast.
GATHER_S = 0.02
MOST_TEXT = 32768
# Output between two executions is kept for the next, up to so many characters.
MOST_KEPT = 100000
PIPE_BYTES = 1048576


class Output:
    def __init__(self):
        self.chunks = []
        self.size = 0
        self.dropped = 0
        self.sent_at = 0
        self.is_waking = False
        self.wake_read, self.wake_write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        self.pipes = {}
        self.pipe_poll = select.poll()
        for target, name in ((1, 'stdout'), (2, 'stderr')):
            self.open_pipe(target, name)

    def open_pipe(self, target, name):
        read_end, write_end = os.pipe()
        try:
            # Room for a library that prints a lot without ever letting the reader's thread run.
            fcntl.fcntl(write_end, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        except OSError:
            pass
        os.dup2(write_end, target)
        # `write_end` stays open: without a writer the poll would report an end again and again.
        os.set_blocking(read_end, False)
        self.pipes[read_end] = (name, codecs.getincrementaldecoder('utf-8')('replace'))
        self.pipe_poll.register(read_end, select.POLLIN)

    def write(self, name, text):
        with WIRE:
            # The line end of `print` comes right after the line itself.
            if text != '\n':
                self.read_pipes()
            self.add(name, text)
            if self.size >= MOST_TEXT:
                self.send()
            elif '\n' in text and not self.is_waking:
                if time.monotonic() - self.sent_at > GATHER_S:
                    self.send()
                else:
                    self.is_waking = True
                    os.write(self.wake_write, b'.')

    def add(self, name, text):
        if not CELL.is_heard and self.size + len(text) > MOST_KEPT:
            self.dropped += len(text)
            return
        self.size += len(text)
        if self.chunks and self.chunks[-1][0] == name:
            self.chunks[-1][1].append(text)
        else:
            self.chunks.append((name, [text]))

    def send(self):
        if not CELL.is_heard or not self.chunks:
            return
        chunks, self.chunks, self.size = self.chunks, [], 0
        for name, texts in chunks:
            text = ''.join(texts)
            for at in range(0, len(text), MOST_TEXT):
                # A long text would otherwise be in memory once more before any of it is sent.
                say(name, flush=len(OUTGOING) > MOST_TEXT, text=text[at:at + MOST_TEXT])
        flush_wire()
        self.sent_at = time.monotonic()

    def read_pipes(self, most=65536):
        for fd, _ in self.pipe_poll.poll(0):
            name, decoder = self.pipes[fd]
            left = most
            while left > 0:
                try:
                    received = os.read(fd, min(left, 65536))
                except BlockingIOError:
                    break
                left -= len(received)
                self.add(name, decoder.decode(received))

    def begin(self):
        """Reports output since the last execution first."""
        with WIRE:
            self.sent_at = 0
            if self.dropped:
                self.chunks.append(('stderr', ['[%d more characters were printed and dropped]\n' % self.dropped]))
                self.dropped = 0
            self.send()

    def flush(self):
        # Only the kernel reads the pipes.
        if IN_CHILD:
            return
        with WIRE:
            self.read_pipes()
            self.send()

    def end(self):
        """Sends all output in the pipes at the end of the cell; later output comes with the next one."""
        with WIRE:
            self.read_pipes(PIPE_BYTES)
            for name, decoder in self.pipes.values():
                rest = decoder.decode(b'', True)
                if rest:
                    self.add(name, rest)
            self.send()

    def start(self):
        self.thread = _thread.start_new_thread(self.pump, ())

    def forget_others(self):
        """Drops output that another process has printed meanwhile, in a process that continues from a copy."""
        WIRE.lock = _thread.RLock()
        kept = self.chunks, self.size, self.dropped
        self.chunks = []
        self.read_pipes(PIPE_BYTES)
        for _, decoder in self.pipes.values():
            decoder.reset()
        self.chunks, self.size, self.dropped = kept
        self.is_waking = False
        try:
            os.read(self.wake_read, 65536)
        except BlockingIOError:
            pass
        MISSED.take()
        MISSED.noted = None

    def pump(self):
        """The thread that reads output of subprocesses while the cell waits for them, and repeats signals that the main thread
        missed."""
        # A poll of its own: a copy of the process inherits that of a missing thread, in the middle of waiting.
        poll = select.poll()
        for fd in (self.wake_read, MISSED.read_end, *self.pipes):
            poll.register(fd, select.POLLIN)
        while True:
            ready = [fd for fd, _ in poll.poll(MISSED.wait_ms())]
            if MISSED.read_end in ready:
                MISSED.note()
            if self.wake_read in ready:
                os.read(self.wake_read, 65536)
                time.sleep(GATHER_S)
            with WIRE:
                self.is_waking = False
                self.read_pipes()
                self.send()
            MISSED.look()


class CellBytes(io.RawIOBase):
    """The `buffer` of a stream: bytes go the same way as text."""

    def __init__(self, stream):
        self.stream = stream
        self.decoder = codecs.getincrementaldecoder('utf-8')('replace')

    def write(self, data):
        data = bytes(data)
        self.stream.write(self.decoder.decode(data))
        return len(data)

    def flush(self):
        self.stream.flush()

    def fileno(self):
        return self.stream.fileno()

    def writable(self):
        return True

    def close(self):
        self.flush()


class CellStream(io.TextIOBase):
    encoding = 'utf-8'
    errors = 'replace'
    mode = 'w'

    def __init__(self, name, fd):
        self.name, self.fd = '<%s>' % name, fd
        self.stream_name = name
        self.buffer = CellBytes(self)

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError('write() argument must be str, not ' + type(text).__name__)
        if IN_CHILD:
            write_all(self.fd, text.encode('utf-8', 'replace'))
        else:
            OUTPUT.write(self.stream_name, text)
        return len(text)

    def flush(self):
        OUTPUT.flush()

    def fileno(self):
        return self.fd

    def isatty(self):
        return False

    def writable(self):
        return True

    def close(self):
        """Only flushes: later cells print to the stream."""
        self.flush()


def write_all(fd, data):
    while data:
        data = data[os.write(fd, data):]


# Set while the kernel makes a copy of itself.
COPYING = False


def after_fork():
    """Prepares a forked child of the user's code: it has the pipes to print to; a lock that another thread held would never be
    released."""
    global IN_CHILD
    # A copy of the kernel keeps everything it has.
    if COPYING:
        return
    IN_CHILD = True
    WIRE.lock = _thread.RLock()
    for fd in (WIRE_IN, WIRE_OUT, LAST_WORDS):
        os.close(fd)
    if SUPERVISOR is not None:
        SUPERVISOR.close()
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def end_child(error):
    """Ends a forked child that has come to the end of the cell, as a program would."""
    if isinstance(error, SystemExit):
        os._exit(exit_code_of(error))
    if error is not None:
        sys.stderr.write('\n'.join(describe_error(error)[0]) + '\n')
    os._exit(0 if error is None else 1)


OUTPUT = Output()
