# R: speaks the protocol through the relay, which reads JSON and files for it.
import base64

PROGRAM, SOURCE = 8, 7
BEGIN = 'local(eval(parse("/dev/fd/8", encoding = "UTF-8", keep.source = FALSE), new.env()))'
FIGURE_TYPES = {'.png': 'image/png', '.pdf': 'application/pdf'}


class RKernel:
    def __init__(self, program):
        self.relay = Relay()
        self.source, self.program = [private(os.memfd_create('r')) for _ in range(2)]
        write_all(self.program, program.encode())
        os.lseek(self.program, 0, os.SEEK_SET)

    def serve(self):
        command = ['R', '--vanilla', '--no-echo', '--no-readline', '-e', BEGIN]
        self.relay.start(command, more=[(self.source, SOURCE), (self.program, PROGRAM)])
        self.relay.serve(self.on_request, self.on_telling, self.relay.end_like)

    def on_request(self, request):
        operation = request['op']
        if operation == 'execute':
            before, after = surroundings(request)
            fields = [request['code'], before, after]
        elif operation == 'set':
            fields = [request['name'], literal(request['json'])]
        else:
            fields = [request['name']] if operation == 'get' else []
        data = [field.replace('\0', '').encode() for field in fields]
        os.ftruncate(self.source, 0)
        header = ' '.join([operation, *(str(len(field)) for field in data)]) + '\n'
        os.pwrite(self.source, header.encode() + b''.join(data), 0)
        self.relay.request(b'\n')

    def on_telling(self, line):
        if line.startswith(b'{"type":"begun"'):
            # R heard nothing of a signal that came before this.
            if self.relay.was_interrupted:
                os.killpg(0, signal.SIGINT)
        elif line.startswith(b'{"type":"done"'):
            self.relay.finish(json.loads(line)['status'])
        elif line.startswith(b'{"type":"figure"'):
            self.tell_figure(json.loads(line)['path'])
        else:
            self.relay.outgoing.append(b'%s,"id":%d}\n' % (line[:-1], self.relay.running or 0))

    def tell_figure(self, path):
        with open(path, 'rb') as file:
            content = base64.b64encode(file.read()).decode()
        os.unlink(path)
        kind = FIGURE_TYPES[os.path.splitext(path)[1]]
        self.relay.tell({'type': 'display', 'data': {kind: content}, 'metadata': {}})


def surroundings(request):
    """Directory and variables of this cell only, as R that sets them and R that puts them back."""
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
    """JSON as R: lists of one simple kind are vectors."""
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
