# Part 20: all values that cells have made, as bytes. One memo for all variables keeps shared parts shared; one pickle for each
# lets a variable that cannot be saved or restored be lost alone.
STATE_FORMAT = 1
PIECE_BYTES = 720000
KEPT_APART = ('__builtins__', '__name__', '__doc__', '__package__', '__loader__', '__spec__')
CANNOT = re.compile("cannot pickle '([^']+)' object")
KINDS = {
    'generator': 'a generator',
    'coroutine': 'a coroutine',
    'async_generator': 'a generator',
    '_io.TextIOWrapper': 'an open file',
    '_io.BufferedReader': 'an open file',
    '_io.BufferedWriter': 'an open file',
    '_io.BufferedRandom': 'an open file',
    '_io.FileIO': 'an open file',
    'socket': 'an open socket',
    '_thread.lock': 'a lock',
    '_thread.RLock': 'a lock',
    'frame': 'a frame that ran',
    'traceback': 'a traceback',
    'memoryview': 'a view of memory',
    'sqlite3.Connection': 'an open database',
    'sqlite3.Cursor': 'an open database',
}


class SavedHere:
    """The interpreter before anything ran, and notes about its variables."""

    # Whether this interpreter can run code of the state being loaded.
    same_code = True

    def __init__(self):
        # Variables that could not be saved the last time: they come last, where they spoil nothing.
        self.suspects = set()
        self.modules, self.versions = 0, {}

    def begin(self):
        self.env, self.path, self.argv = dict(os.environ), list(sys.path), list(sys.argv)


class TooLarge(Exception):
    """The value exceeds the limit."""


class Spoilt(Exception):
    """An unsuspected variable cannot be saved."""


class Body:
    """Output of a pickler. It keeps no bytes beyond the limit."""

    def __init__(self, most):
        self.most, self.pieces, self.size = most, [], 0

    def write(self, data):
        self.size += len(data)
        if self.size > self.most:
            raise TooLarge
        self.pieces.append(bytes(data))


class Measure(Body):
    def write(self, data):
        self.size += len(data)


def seeds():
    """Objects that every interpreter has, in an order that is part of the format: they are referred to by their number."""
    return (
        NAMESPACE, MAIN, builtins.__dict__, os.environ, sys.__stdout__, sys.__stderr__, HISTORY.inputs, HISTORY.outputs,
        make_function, fill_function, load_code, make_cell, fill_cell, make_class, fill_class, make_enumeration,
        fill_enumeration, make_reference, make_cached, make_type_variable, display, read_input)


def new_pickler(body):
    global new_pickler

    class Pickler(own('_pickle').Pickler):
        def reducer_override(self, value):
            return reduced(value)

    def new_pickler(body):
        pickler = Pickler(body, 5)
        pickler.memo = {id(value): (at, value) for at, value in enumerate(seeds())}
        return pickler

    return new_pickler(body)


def things():
    """All things to save, by kind and name; the surroundings come first, since the rest is restored in them."""
    yield ('world', ''), world()
    for name, value in list(NAMESPACE.items()):
        if name not in KEPT_APART and value is not HISTORY.inputs and value is not HISTORY.outputs:
            yield ('variable', name), value
    for number, value in list(HISTORY.outputs.items()):
        yield ('result', 'Out[%d]' % number), value
    if HISTORY.last is not NAMESPACE.get('_'):
        yield ('last', 'the last result'), HISTORY.last
    yield ('random', 'random'), random_states()


def world():
    env = dict(os.environ)
    return {
        'cwd': directory(),
        'env': {name: value for name, value in env.items() if SAVED_HERE.env.get(name) != value},
        'unset': [name for name in SAVED_HERE.env if name not in env],
        'path': list(sys.path) if sys.path != SAVED_HERE.path else None,
        'argv': list(sys.argv) if sys.argv != SAVED_HERE.argv else None,
        'inputs': list(HISTORY.inputs),
        'count': CELL.count,
        'flags': SOURCE.flags,
    }


def directory():
    try:
        return os.getcwd()
    except OSError:
        return None


def reseed(_request):
    random, numpy = sys.modules.get('random'), sys.modules.get('numpy')
    if hasattr(random, 'seed'):
        random.seed()
    if hasattr(numpy, 'random'):
        numpy.random.seed()


def random_states():
    random, numpy = sys.modules.get('random'), sys.modules.get('numpy')
    return {
        'python': random.getstate() if hasattr(random, 'getstate') else None,
        'numpy': numpy.random.get_state() if hasattr(numpy, 'random') else None,
    }


def save(request):
    most = request.get('mostBytes') or sys.maxsize
    items, lost = dict(things()), []
    while True:
        try:
            segments, body = dump_all(items, most, lost)
            break
        except Spoilt:
            lost = [loss for loss in lost if 'large' in loss]
        except TooLarge:
            lost = [*(loss for loss in lost if 'large' in loss), *leave_out(items, most)]
    header = encode({'format': STATE_FORMAT, 'magic': code_magic(), 'segments': segments}).encode()
    send_state([len(header).to_bytes(4, 'big'), header, *body.pieces])
    say('saved', lost=[{'name': loss['name'], 'why': loss['why']} for loss in lost], versions=versions())


def dump_all(items, most, lost):
    # The surroundings are saved without a limit: nothing of them can be left out.
    body, segments = Body(sys.maxsize), []
    pickler = new_pickler(body)
    for key in sorted(items, key=lambda key: key in SAVED_HERE.suspects):
        memo = pickler.memo.copy() if key in SAVED_HERE.suspects else None
        size, pieces = body.size, len(body.pieces)
        try:
            pickler.dump(items[key])
        except TooLarge:
            raise
        except BaseException as error:
            if INTERRUPTS.seen:
                raise
            if memo is None:
                SAVED_HERE.suspects.add(key)
                raise Spoilt from None
            lost.append({'name': key[1], 'why': why_lost(items[key], error)})
            pickler.memo, body.size = memo, size
            del body.pieces[pieces:]
        else:
            SAVED_HERE.suspects.discard(key)
            if key[0] == 'world':
                body.most = most + body.size
            segments.append([*key, body.size - size])
    return segments, body


def why_lost(value, error):
    if isinstance(error, RecursionError):
        return 'it is nested too deeply'
    try:
        text = str(error)
    except Exception:
        text = type(error).__name__
    found = CANNOT.search(text)
    if not found:
        return '%s: %s' % (type(error).__name__, text[:500])
    kind = type(value)
    verb = 'is' if found.group(1) in (kind.__name__, '%s.%s' % (kind.__module__, kind.__name__)) else 'holds'
    return 'it %s %s, which cannot be kept' % (verb, KINDS.get(found.group(1), 'a value of type ' + found.group(1)))


def leave_out(items, most):
    """Removes the largest things, until the rest fits."""
    sizes, lost = {}, []
    for key, value in items.items():
        body = Measure(0)
        try:
            new_pickler(body).dump(value)
        except BaseException:
            if INTERRUPTS.seen:
                raise
        sizes[key] = body.size
    total = sum(sizes.values())
    for key in sorted(sizes, key=sizes.get, reverse=True):
        if total <= most or key[0] == 'world':
            continue
        total -= sizes[key]
        del items[key]
        lost.append({'name': key[1], 'why': 'it takes %d bytes, and all may take %d' % (sizes[key], most), 'large': True})
    return lost


def send_state(pieces):
    gathered = b''
    for piece in pieces:
        at = 0
        while at < len(piece):
            taken = piece[at:at + PIECE_BYTES - len(gathered)]
            at += len(taken)
            gathered += taken
            if len(gathered) == PIECE_BYTES:
                say('state', base64=in_json('', gathered))
                gathered = b''
    if gathered:
        say('state', flush=False, base64=in_json('', gathered))


def code_magic():
    return sys.modules['_frozen_importlib_external'].MAGIC_NUMBER.hex()


def versions():
    """Versions of Python and of the packages in use, as they tell them themselves."""
    if SAVED_HERE.modules != len(sys.modules):
        SAVED_HERE.modules = len(sys.modules)
        library = getattr(sys, 'stdlib_module_names', ())
        found = {'python': '%d.%d.%d' % sys.version_info[:3]}
        for name, module in list(sys.modules.items()):
            version = getattr(module, '__dict__', {}).get('__version__')
            if '.' not in name and name not in library and name not in StandIn.NAMES and isinstance(version, str):
                found[name] = version[:100]
        SAVED_HERE.versions = found
    return SAVED_HERE.versions


SAVED_HERE = SavedHere()
