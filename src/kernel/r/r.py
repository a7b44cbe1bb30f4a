# R: speaks the protocol through the relay, which reads JSON and files for it.
import hashlib

STATE, PROGRAM, SOURCE = 9, 8, 7
BEGIN = 'local(eval(parse("/dev/fd/8", encoding = "UTF-8", keep.source = FALSE), new.env()))'
FIGURE_TYPES = {'.png': 'image/png', '.pdf': 'application/pdf'}


class RKernel:
    def __init__(self, program):
        self.relay, self.marks = Relay(reminds=True, prints_pieces=True), Marks()
        self.source, self.program, self.state = [private(nameless_file('r')) for _ in range(3)]
        write_all(self.program, program.encode())
        # Whether the saved state becomes a mark, and the state that a new interpreter has to load.
        self.is_marking, self.to_load = False, None

    def serve(self):
        self.start()
        self.relay.serve(self.on_request, self.on_telling, lambda status: self.relay.fall(status, self.marks))

    def start(self):
        os.lseek(self.program, 0, os.SEEK_SET)
        command = ['R', '--vanilla', '--no-echo', '--no-readline', '-e', BEGIN]
        given = [(self.source, SOURCE), (self.program, PROGRAM), (self.state, STATE)]
        self.relay.start(command, more=given)

    def on_request(self, request):
        operation = request['op']
        if operation == 'execute':
            self.ask(operation, request['code'], *surroundings(request))
        elif operation == 'set':
            self.ask(operation, request['name'], literal(request['json']))
        elif operation == 'get':
            self.ask(operation, request['name'])
        elif operation in ('save', 'mark'):
            self.is_marking = operation == 'mark'
            most_bytes = request.get('mostBytes')
            self.ask('save', 'Inf' if most_bytes is None else str(most_bytes))
        elif operation == 'load':
            self.load(base64.b64decode(request['base64']))
        elif operation == 'goBack':
            self.go_back(request)
        elif operation == 'forget':
            self.marks.forget(request['mark'])
            self.relay.finish('ok')
        else:
            self.ask(operation)

    def load(self, state):
        os.ftruncate(self.state, 0)
        os.pwrite(self.state, state, 0)
        self.ask('load', str(len(state)))

    def go_back(self, request):
        try:
            self.to_load = self.marks.take(request['mark'], request.get('keep'))
        except UnknownMark as error:
            return self.fail('UnknownMark', str(error))
        self.relay.end_child()
        self.start()

    def ask(self, operation, *fields):
        data = [field.replace('\0', '').encode() for field in fields]
        os.ftruncate(self.source, 0)
        header = ' '.join([operation, *(str(len(field)) for field in data)]) + '\n'
        os.pwrite(self.source, header.encode() + b''.join(data), 0)
        self.relay.request(b'\n')

    def on_telling(self, line):
        if line.startswith(b'{"type":"begun"'):
            # R missed a signal that came before this.
            if self.relay.was_interrupted:
                os.killpg(0, signal.SIGINT)
        elif line.startswith(b'{"type":"done"'):
            done = json.loads(line)
            self.relay.finish(done['status'], done.get('exitCode'))
        elif line.startswith(b'{"type":"figure"'):
            self.tell_figure(json.loads(line)['path'])
        elif line.startswith(b'{"type":"ready"') and self.to_load is not None:
            self.load(self.to_load)
        elif line.startswith(b'{"type":"loaded"') and self.to_load is not None:
            self.tell_gone_back(json.loads(line)['lost'])
        elif line.startswith(b'{"type":"saved"'):
            self.tell_saved(json.loads(line))
        elif line.startswith(b'{"type":"digests"'):
            self.tell_digests(json.loads(line))
        else:
            self.relay.outgoing.append(b'%s,"id":%d}\n' % (line[:-1], self.relay.running or 0))

    def read_state(self):
        return os.pread(self.state, os.fstat(self.state).st_size, 0)

    def tell_saved(self, saved):
        lost = saved['lost'] + lost_programs(self.relay.child)
        if self.is_marking:
            tell_mark(self.relay.tell, self.marks, self.read_state(), lost)
        else:
            tell_state(self.relay.tell, self.read_state(), lost, saved['versions'])

    def tell_gone_back(self, lost):
        self.to_load = None
        if lost:
            self.fail('StateLost', ', '.join('%(name)s: %(why)s' % loss for loss in lost))

    def tell_digests(self, told):
        data, at, sizes = self.read_state(), 0, told.pop('sizes')
        for variable, size in zip(told['variables'], sizes):
            variable['digest'] = hashlib.sha256(data[at:at + size]).hexdigest()
            at += size
        self.relay.tell(told)

    def fail(self, name, value):
        self.relay.tell({'type': 'error', 'name': name, 'value': value, 'traceback': []})
        self.relay.finish('error')

    def tell_figure(self, path):
        with open(path, 'rb') as file:
            content = base64.b64encode(file.read()).decode()
        os.unlink(path)
        kind = FIGURE_TYPES[os.path.splitext(path)[1]]
        self.relay.tell({'type': 'display', 'data': {kind: content}, 'metadata': {}})


def surroundings(request):
    """Directory and variables of this cell only, as R code that sets them and R code that restores them."""
    env = request.get('env') or {}
    before = [set_variable(name, value) for name, value in env.items()]
    after = [set_variable(name, os.environ.get(name)) for name in env]
    if request.get('cwd') is not None:
        before.append('options(kernel.directory = setwd(%s))' % quote(request['cwd']))
        after.append('if (!is.null(getOption("kernel.directory"))) setwd(getOption("kernel.directory"))')
        after.append('options(kernel.directory = NULL)')
    return '\n'.join(before), '\n'.join(after)


def set_variable(name, value):
    if value is None:
        return 'Sys.unsetenv(%s)' % quote(name)
    return 'Sys.setenv(%s = %s)' % (quote(name, '`'), quote(value))


def quote(text, mark='"'):
    return mark + text.replace('\\', '\\\\').replace(mark, '\\' + mark) + mark


def literal(value):
    """A JSON value as R source: lists of one simple kind are vectors."""
    if value is None:
        return 'NULL'
    if isinstance(value, bool):
        return 'TRUE' if value else 'FALSE'
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, dict):
        return 'list(%s)' % ', '.join('%s = %s' % (quote(name, '`'), literal(item)) for name, item in value.items())
    is_simple = len({simple_kind(item) for item in value}) == 1 and simple_kind(value[0]) is not None
    return '%s(%s)' % ('c' if is_simple else 'list', ', '.join(map(literal, value)))


def simple_kind(value):
    kinds = {str: 'text', bool: 'logical', int: 'number', float: 'number'}
    return kinds.get(type(value))


def serve_r(program):
    RKernel(program).serve()
