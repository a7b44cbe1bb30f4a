# Part 21: loading a saved state into an interpreter that has just been started.


class Segment:
    """Input of an unpickler: one pickle after the other, by the same unpickler, which remembers shared objects."""

    def take(self, data):
        self.rest = io.BytesIO(data)

    def read(self, count=-1):
        return self.rest.read(count)

    def readinto(self, buffer):
        return self.rest.readinto(buffer)

    def readline(self):
        return self.rest.readline()


class Loader:
    def __init__(self):
        self.segment = Segment()
        # Stands for all objects that are lost with a variable that cannot be restored.
        self.nothing = type('Lost', (), {})()
        self.known, self.uncounted = len(seeds()), []
        self.use(list(seeds()))

    def use(self, memo):
        """Fills the memo by a pickle that only takes these values: setting the memo of an unpickler does nothing in some
        versions."""
        self.unpickler = own('_pickle').Unpickler(self.segment)
        self.unpickler.persistent_load = memo.__getitem__
        takes = b''.join(b'J%sQ\x940' % at.to_bytes(4, 'little') for at in range(len(memo)))
        self.segment.take(b'\x80\x05%sN.' % takes)
        self.unpickler.load()

    def load(self, data):
        self.segment.take(data)
        references = sys.getrefcount(self.nothing)
        try:
            value = self.unpickler.load()
            if sys.getrefcount(self.nothing) > references:
                raise ValueError('it shares a value with one that could not be brought back')
        except BaseException:
            self.pass_over(data)
            raise
        self.uncounted.append(data)
        return value

    def pass_over(self, data):
        """Skips a pickle. The memo is a list that grows by each value: without those of this pickle, later ones would find the
        wrong values."""
        for earlier in self.uncounted:
            self.known += memoized(earlier)
        self.uncounted = []
        memo = self.unpickler.memo.copy()
        memo = [memo[at] for at in range(self.known)] + [self.nothing] * memoized(data)
        self.known = len(memo)
        self.use(memo)


def memoized(data):
    return sum(operation.name == 'MEMOIZE' for operation, _, _ in own('pickletools').genops(bytes(data)))


def load(request):
    data = memoryview(binascii.a2b_base64(request['base64']))
    start = 4 + int.from_bytes(data[:4], 'big')
    header = json.loads(bytes(data[4:start]))
    if header['format'] != STATE_FORMAT:
        raise ValueError('this state has format %r, and this interpreter reads %d' % (header['format'], STATE_FORMAT))
    SAVED_HERE.same_code = header['magic'] == code_magic()
    loader, lost = Loader(), []
    for kind, name, size in header['segments']:
        try:
            BRINGERS[kind](name, loader.load(data[start:start + size]), lost)
        except BaseException as error:
            if INTERRUPTS.seen:
                raise
            lost.append({'name': name or 'the surroundings', 'why': why_not_back(error)})
        start += size
    say('loaded', lost=lost)


def why_not_back(error):
    try:
        return '%s: %s' % (type(error).__name__, str(error)[:500])
    except Exception:
        return type(error).__name__


def bring_world(_name, world, lost):
    for name in world['unset']:
        os.environ.pop(name, None)
    os.environ.update(world['env'])
    if world['path'] is not None:
        sys.path[:] = world['path']
    if world['argv'] is not None:
        sys.argv = world['argv']
    HISTORY.inputs[:] = world['inputs']
    for number, text in enumerate(world['inputs'][1:], 1):
        remember_lines(text, '<cell %d>' % number)
    CELL.count, SOURCE.flags = world['count'], world['flags']
    try:
        os.chdir(world['cwd'])
    except (OSError, TypeError) as error:
        lost.append({'name': 'the working directory', 'why': why_not_back(error)})


def bring_variable(name, value, _lost):
    NAMESPACE[name] = value
    # A restored `_` is the last result, unless another one is loaded: a name that the user has taken is no result.
    if name == '_':
        HISTORY.last = value


def bring_result(name, value, _lost):
    HISTORY.outputs[int(name[4:-1])] = value


def bring_last(_name, value, _lost):
    HISTORY.last = value


def bring_random(_name, states, _lost):
    if states['python'] is not None:
        own('random').setstate(states['python'])
    if states['numpy'] is not None:
        importlib.import_module('numpy.random').set_state(states['numpy'])


BRINGERS = {
    'world': bring_world,
    'variable': bring_variable,
    'result': bring_result,
    'last': bring_last,
    'random': bring_random,
}
