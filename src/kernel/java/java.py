# Java: a JShell that speaks the protocol itself; requests reach it without JSON, which the JDK cannot read.
import shutil
import tempfile

# Few threads and no files of its own: a virtual machine otherwise sizes itself by the whole host.
JAVA = ['java', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData', '-XX:ActiveProcessorCount=2', '-Xms16m']
SETTINGS = ['-Dfile.encoding=UTF-8', '--add-modules', 'jdk.jshell,jdk.unsupported']
INSTALL = 'Java needs a whole JDK, as the package default-jdk-headless has it'


class JavaKernel:
    def __init__(self, program):
        self.relay, self.is_ready = Relay(), False
        self.folder = tempfile.mkdtemp(prefix='kernel-')
        # Java compiles only files that are named like their programs.
        self.file = os.path.join(self.folder, 'Kernel.java')
        with open(self.file, 'w', encoding='utf-8') as file:
            file.write(program)

    def serve(self):
        if shutil.which('java') is None:
            os.write(2, b'%s\n' % INSTALL.encode())
            os._exit(127)
        self.relay.start([*JAVA, *SETTINGS, self.file])
        self.relay.serve(self.on_request, self.on_telling, self.on_end)

    def on_request(self, request):
        operation = request['op']
        if operation == 'execute':
            env = [text for pair in (request.get('env') or {}).items() for text in pair]
            self.ask(request, request['code'], request.get('cwd') or '', *env)
        elif operation == 'set':
            self.ask(request, request['name'], literal(request['json']))
        elif operation == 'get':
            self.ask(request, request['name'])
        elif operation in ('save', 'mark', 'forget'):
            # Java has no states and no marks, so nothing is reported about them.
            self.relay.finish('ok')
        else:
            self.ask(request)

    def ask(self, request, *fields):
        data = [field.encode('utf-8', 'replace') for field in fields]
        header = ' '.join([request['op'], str(request['id']), *(str(len(field)) for field in data)]) + '\n'
        self.relay.request(header.encode() + b''.join(data))

    def on_telling(self, line):
        if line.startswith(b'{"type":"done"'):
            self.relay.finish(json.loads(line)['status'])
        elif line.endswith(b'}'):
            if line.startswith(b'{"type":"ready"'):
                self.is_ready = True
                shutil.rmtree(self.folder, ignore_errors=True)
            self.relay.outgoing.append(b'%s,"id":%d}\n' % (line[:-1], self.relay.running or 0))

    def on_end(self, status):
        if not self.is_ready:
            self.relay.held.append(('stderr', '\n%s\n' % INSTALL))
        self.relay.end_like(status)


def literal(value):
    """A JSON value as Java source."""
    if value is None:
        return '(Object) null'
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, int):
        return str(value) if abs(value) < 2 ** 31 else '%dL' % value if abs(value) < 2 ** 63 else '%d.0' % value
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        return text(value)
    if isinstance(value, list):
        return 'new ArrayList<Object>(Arrays.asList(new Object[]{%s}))' % ', '.join(map(literal, value))
    pairs = ''.join('put(%s, %s);' % (text(name), literal(item)) for name, item in value.items())
    return 'new LinkedHashMap<String, Object>(){{%s}}' % pairs


def text(value):
    """A text as Java source: Java knows all escapes of JSON but the slash, which Python does not escape."""
    return json.dumps(value)


def serve_java(program):
    JavaKernel(program).serve()
