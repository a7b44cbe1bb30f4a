# The outer half of kernels with an interpreter that can neither move its own descriptors nor read its own output while it is
# busy (Node, Bash, R). It speaks the protocol with the host, captures all output, and keeps the interpreter in its own session,
# so that a signal to the kernel reaches both. It gives the interpreter
#   0  the input of the cell: one file in memory, shared, written anew for each cell; it ends, as a given input does
#   1, 2  pipes that only the relay reads
#   3  requests    4  messages of the interpreter    5  interrupts    6  numbers of messages that asked for an answer
import json
import os
import select
import signal
import struct
import time

REQUESTS, TELLINGS, INTERRUPTS, ACKNOWLEDGEMENTS = 3, 4, 5, 6
# Output while nothing runs is held for the next execution.
MOST_HELD_CHARACTERS = 1_000_000

FIRST_PATIENCE_SECONDS = 0.1
# Characters kept of a cell's stderr, where interpreters complain.
COMPLAINT_CHARACTERS = 10_000
# Wait for the rest of a line, for interpreters that print one in pieces.
LINE_PATIENCE_MS = 20


class Relay:
    def __init__(self, reminds=False, prints_pieces=False):
        self.prints_pieces = prints_pieces
        # Whether to repeat an interrupt: a shell that is about to start a program when the signal comes waits for that program
        # first.
        self.reminds, self.patience, self.reminder = reminds, FIRST_PATIENCE_SECONDS, None
        self.host_in, self.host_out = private(os.dup(0)), private(os.dup(1))
        self.cell_input = private(nameless_file('stdin'))
        for fd, source in ((0, self.cell_input), (1, 2)):
            os.dup2(source, fd)
        self.streams = [Printed('stdout'), Printed('stderr')]
        self.requests = private_pipe()
        self.tellings = private_pipe()
        self.interrupts = private_pipe()
        self.acknowledgements = private_pipe()
        self.running, self.was_interrupted = None, False
        self.is_taking, self.is_called_off = False, False
        self.execution_count, self.complaint = 0, ''
        self.held, self.held_characters = [], 0
        self.outgoing = []
        self.child = None
        self.wake = private_pipe()
        for fd in self.wake:
            os.set_blocking(fd, False)
        signal.set_wakeup_fd(self.wake[1], warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, self.interrupted)

    def start(self, command, more=()):
        given = [(self.cell_input, 0), (self.streams[0].write_end, 1), (self.streams[1].write_end, 2)]
        given += [(self.requests[0], REQUESTS), (self.tellings[1], TELLINGS)]
        given += [(self.interrupts[0], INTERRUPTS), (self.acknowledgements[0], ACKNOWLEDGEMENTS)]
        try:
            self.child = os.posix_spawnp(
                command[0],
                command,
                os.environ,
                file_actions=[(os.POSIX_SPAWN_DUP2, fd, target) for fd, target in [*given, *more]],
                setsigdef=[signal.SIGINT, signal.SIGCHLD, signal.SIGPIPE],
            )
        except FileNotFoundError:
            os.write(2, b'%s is not installed in this sandbox\n' % command[0].encode())
            os._exit(127)
        except BlockingIOError:
            os.write(2, b'there is no room for another process\n')
            os._exit(70)

    def interrupted(self, *_):
        # The interrupt is written at once: the loop may be waiting for a slow host.
        if self.running is not None:
            if not self.was_interrupted:
                self.was_interrupted, self.reminder = True, time.monotonic() + self.patience
            os.write(self.interrupts[1], struct.pack('<I', self.running))
        elif self.is_taking or waiting_bytes(self.host_in):
            # The host interrupts only its own requests: the signal is meant for the one that is about to be read.
            self.is_called_off = True

    def request(self, line):
        write_all(self.requests[1], line)

    def give_input(self, text):
        os.ftruncate(self.cell_input, 0)
        os.lseek(self.cell_input, 0, os.SEEK_SET)
        if text:
            write_all(self.cell_input, text.encode('utf-8', 'replace'))
            os.lseek(self.cell_input, 0, os.SEEK_SET)

    def begin(self, identity):
        self.running, self.was_interrupted, self.complaint = identity, False, ''
        self.patience = FIRST_PATIENCE_SECONDS
        for stream, text in self.held:
            self.tell({'type': stream, 'text': text})
        self.held, self.held_characters = [], 0

    def take(self, line, on_request):
        request = json.loads(line)
        self.begin(request['id'])
        if request['op'] == 'execute':
            self.execution_count += 1
            self.give_input(request.pop('stdin', None))
        if self.is_called_off:
            self.is_called_off = False
            self.tell_interrupted()
            self.finish('interrupted')
        else:
            on_request(request)

    def tell_interrupted(self):
        message = 'the execution was interrupted'
        self.tell({'type': 'error', 'name': 'Interrupted', 'value': message, 'traceback': []})

    def finish(self, status, exit_code=None):
        # User code that found the descriptor may send this too.
        if self.running is None:
            return
        self.drain()
        for stream in self.streams:
            self.print(stream.name, stream.decoder.decode(b'', True))
        # The signal may have caused any failure.
        status = 'interrupted' if self.was_interrupted and status == 'error' else status
        given = {} if exit_code is None or status == 'interrupted' else {'exitCode': exit_code}
        self.tell(dict(given, type='done', status=status, executionCount=self.execution_count))
        self.running = None

    def tell(self, event):
        self.outgoing.append(json.dumps(dict(event, id=self.running or 0)).encode() + b'\n')

    def print(self, stream, text):
        if not text:
            return
        if self.running is not None:
            self.tell({'type': stream, 'text': text})
            if stream == 'stderr':
                self.complaint = (self.complaint + text)[-COMPLAINT_CHARACTERS:]
        elif self.held_characters < MOST_HELD_CHARACTERS:
            self.held_characters += len(text)
            if self.held_characters >= MOST_HELD_CHARACTERS:
                text += '\n[what was printed after this, between two executions, is left out]\n'
            self.held.append((stream, text))

    def printed(self, stream):
        text, rest = stream.take(CHUNK), select.poll()
        rest.register(stream.read_end, select.POLLIN)
        while self.prints_pieces and not text.endswith('\n') and len(text) < CHUNK and rest.poll(LINE_PATIENCE_MS):
            text += stream.take(CHUNK)
        return text

    def drain(self):
        """Passes on the output in the pipes, which came before the next event."""
        for stream in self.streams:
            count = waiting_bytes(stream.read_end)
            if count:
                self.print(stream.name, stream.take(count))

    def acknowledge(self, number):
        self.flush()
        os.write(self.acknowledgements[1], struct.pack('<I', number))

    def flush(self):
        if self.outgoing:
            write_all(self.host_out, b''.join(self.outgoing))
            self.outgoing = []

    def serve(self, on_request, on_telling, on_end):
        """Serves until the host closes its side."""
        host, child = Lines(self.host_in), Lines(self.tellings[0])
        poll = select.poll()
        for fd in (host.fd, child.fd, self.wake[0], *(stream.read_end for stream in self.streams)):
            poll.register(fd, select.POLLIN)
        while True:
            ready = {fd for fd, _ in poll.poll(self.remind())}
            for stream in self.streams:
                if stream.read_end in ready:
                    self.print(stream.name, self.printed(stream))
            if child.fd in ready:
                for line in child.read():
                    self.drain()
                    on_telling(line)
            if self.wake[0] in ready:
                os.read(self.wake[0], CHUNK)
                self.look_after_child(child, on_telling, on_end)
            if host.fd in ready:
                self.is_taking = True
                lines = host.read()
                if lines is None:
                    return
                for line in lines:
                    self.take(line, on_request)
                self.is_taking = False
            self.flush()

    def remind(self):
        """Repeats an interrupt that had no effect; gives the wait before it may be needed, in milliseconds."""
        if not self.reminds or self.running is None or not self.was_interrupted:
            return None
        if time.monotonic() >= self.reminder:
            self.patience *= 2
            self.reminder = time.monotonic() + self.patience
            os.killpg(0, signal.SIGINT)
        return max(1, 1000 * (self.reminder - time.monotonic()))

    def look_after_child(self, child, on_telling, on_end):
        pid, status = os.waitpid(self.child, os.WNOHANG) if self.child else (0, 0)
        if pid == 0:
            return
        while waiting_bytes(child.fd):
            for line in child.read():
                self.drain()
                on_telling(line)
        self.drain()
        on_end(status)

    def end_child(self):
        """Ends the interpreter and everything it started, so that another one can replace it."""
        if self.child:
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
        end_programs_beside()
        # Settings that the old interpreter made on its ends would affect the new one too: Node makes reads non-blocking.
        old = (*self.requests, *self.interrupts, *self.acknowledgements)
        self.requests, self.interrupts, self.acknowledgements = private_pipe(), private_pipe(), private_pipe()
        for fd in old:
            os.close(fd)
        # Output of the ended interpreter.
        self.drain()

    def fall(self, status, marks):
        """Reports the death of the interpreter. While it has marks, the kernel waits for a return to one; else it ends too."""
        if not marks.kept:
            self.end_like(status)
        has_signal = os.WIFSIGNALED(status)
        end = {
            'exitCode': None if has_signal else os.WEXITSTATUS(status),
            'signal': signal.Signals(os.WTERMSIG(status)).name if has_signal else None,
        }
        self.tell(dict(end, type='died', lastWords=self.complaint))
        self.running, self.child = None, None

    def end_like(self, status):
        """Ends the kernel in the same way as its interpreter, so that the host learns how."""
        self.flush()
        # No request comes any more; at the start this is the only message about the failure.
        write_all(2, ''.join(text for _stream, text in self.held).encode())
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number != signal.SIGKILL:
                signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        os._exit(os.WEXITSTATUS(status))
