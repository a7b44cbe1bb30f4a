# Saving the state of interpreters: bytes for the host, marks to return to, and an end to all programs that cells started.
import base64

PIECE_BYTES = 720_000
# Programs that start faster than this can end them cannot be ended from here.
MOST_ROUNDS = 200
SIZE = struct.Struct('>I')


class UnknownMark(Exception):
    """The mark was never made, or was forgotten."""


class Marks:
    """States to return to, in memory. Marks of one state share its bytes."""

    def __init__(self):
        self.kept, self.made = {}, 0

    def add(self, state):
        self.made += 1
        name = 'mark-%d' % self.made
        self.kept[name] = next((known for known in self.kept.values() if known == state), state)
        return name

    def take(self, name, keep):
        if name not in self.kept:
            raise UnknownMark('there is no mark %s' % name)
        return self.kept[name] if keep else self.kept.pop(name)

    def forget(self, name):
        self.kept.pop(name, None)


def pack(header, parts=()):
    """Joins a document and byte strings, the sizes first."""
    text = json.dumps(dict(header, sizes=[len(part) for part in parts])).encode()
    return b''.join([SIZE.pack(len(text)), text, *parts])


def unpack(data):
    end = SIZE.size + SIZE.unpack_from(data)[0]
    header, parts = json.loads(data[SIZE.size:end]), []
    for size in header.pop('sizes'):
        parts.append(data[end:end + size])
        end += size
    return header, parts


def tell_state(tell, state, lost, versions):
    for start in range(0, len(state), PIECE_BYTES):
        tell({'type': 'state', 'base64': base64.b64encode(state[start:start + PIECE_BYTES]).decode()})
    tell({'type': 'saved', 'lost': lost, 'versions': versions})


def tell_mark(tell, marks, state, lost):
    """Makes a mark, or refuses it for an incomplete state: returning to that would be a silent loss."""
    if lost:
        reasons = '; '.join('%(name)s: %(why)s' % loss for loss in lost[:3])
        tell({'type': 'mark', 'unsafe': reasons + ('; and more' if len(lost) > 3 else '')})
    else:
        tell({'type': 'mark', 'mark': marks.add(state)})


def left_out(sizes, most_bytes):
    """The names to leave out, the largest first, so that the others take no more than `most_bytes` together."""
    total, gone = sum(sizes.values()), []
    for name in sorted(sizes, key=sizes.get, reverse=True):
        if most_bytes is None or total <= most_bytes:
            break
        total -= sizes[name]
        gone.append(name)
    return gone


def too_large(name, size):
    return {'name': name, 'why': 'too large to be kept: %d bytes' % size}


def programs_beside(*own):
    """Other processes of this session, by pid: programs that cells started and left running."""
    found, session = {}, os.getsid(0)
    for number in map(int, filter(str.isdigit, os.listdir('/proc'))):
        name, status, _parent, _group, own_session = process_fields(number)
        if int(own_session) == session and status not in 'ZX' and number not in (os.getpid(), *own):
            found[number] = name
    return found


def process_fields(number):
    """Name, status, parent, group and session; for a process that is gone, values that match nothing."""
    try:
        with open('/proc/%d/stat' % number, 'rb') as file:
            name, _, rest = file.read().decode('utf-8', 'replace').partition('(')[2].rpartition(')')
    except OSError:
        return ['', 'X', 0, 0, 0]
    return [name, *rest.split()[:4]]


def process_status(number):
    return process_fields(number)[1]


def lost_programs(*own):
    return [
        {'name': 'process %d (%s)' % program, 'why': 'a running program cannot be kept'}
        for program in programs_beside(*own).items()
    ]


def end_programs_beside(*own):
    """Ends all programs, also those that start meanwhile."""
    for _ in range(MOST_ROUNDS):
        programs = programs_beside(*own)
        if not programs:
            return
        for number in programs:
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.0005)
    # A failed undo must not look like a success.
    os.write(2, b'programs are started faster than they can be ended\n')
    os._exit(70)
