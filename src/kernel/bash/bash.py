# Bash: one shell lives on from cell to cell. The relay speaks the protocol for it, since Bash has no JSON and reads pipes byte
# by byte: cells, and the shell's answers beyond a status, go through two files in memory.
import re
import shlex

SOURCE, STATE, BEGINNING = 7, 8, 9
LOOP = (
    'IFS= read -r -d "" -u 9 __anneal_code; eval "$__anneal_code"; while __anneal_next; do '
    'eval "$__anneal_before" && eval "$__anneal_code"; __anneal_done $?; eval "$__anneal_after"; done'
)
# The code runs in a subshell: the options of the user's shell would interfere.
TELL_VALUE = """(
    set +eu
    kind=$(declare -p NAME) && printf '%s\\0' "$kind" "${!NAME[@]}" "${NAME[@]}"
) >&"$__anneal_state" 2>/dev/null"""
DECLARED = re.compile(r'^declare -(\S+) ([A-Za-z_]\w*)', re.MULTILINE)
VERSION = re.compile(r' BASH_VERSION="([\d.]+)')
NAME = re.compile(r'[A-Za-z_][A-Za-z0-9_]*\Z')
COMPLAINT = re.compile(r'^(?:bash|environment): (?:eval: )?line (\d+): (?!`)(.*)$', re.MULTILINE)
MOST_TEXT = 100_000
SUMMARY_CHARACTERS = 200


class Shell:
    def __init__(self, setup):
        self.relay = Relay(reminds=True)
        self.source, self.state, self.beginning = [private(nameless_file('shell')) for _ in range(3)]
        self.setup = setup
        self.on_done = None
        self.own_names = None
        self.states = ShellStates(self)

    def serve(self):
        self.start('')
        self.ask(TELL_STATE, self.tell_ready)
        self.relay.serve(self.on_request, self.on_telling, self.on_end)

    def start(self, state, last=''):
        self.known, self.left, self.is_up = (state, last), None, False
        # Some of Bash's own variables cannot be set; its complaints about them are dropped.
        known = 'exec 9<&- 9>&2 2>/dev/null\n%s\nexec 2>&9\n' % state if state else ''
        write_texts(self.beginning, known + self.setup + last)
        given = [(self.source, SOURCE), (self.state, STATE), (self.beginning, BEGINNING)]
        self.relay.start(['bash', '--norc', '--noprofile', '-c', LOOP, 'bash'], more=given)

    def tell_ready(self, _status):
        told = self.read_state().decode('utf-8', 'replace')
        self.own_names = {name for _kind, name in DECLARED.findall(told)}
        self.version = VERSION.search(told).group(1)
        self.states.begin()
        self.relay.tell({'type': 'ready', 'language': 'bash', 'version': self.version})

    # Requests to the shell.
    def ask(self, code, on_done, before=''):
        self.on_done = on_done
        write_texts(self.source, before, code)
        write_texts(self.state)
        self.relay.request(b'.')

    def on_request(self, request):
        operation = request['op']
        if operation == 'execute':
            self.ask(request['code'], self.executed, self.surroundings(request))
        elif operation == 'variables':
            self.ask('__anneal_tell_variables', self.tell_variables)
        elif operation in ShellStates.OPERATIONS:
            getattr(self.states, ShellStates.OPERATIONS[operation])(request)
        elif not NAME.match(request['name']):
            self.fail('NameError', '%s is not a name a variable can have' % request['name'])
        elif operation == 'get':
            name = request['name']
            self.ask(TELL_VALUE.replace('NAME', name), lambda status: self.tell_value(name, status))
        else:
            self.ask(assignment(request['name'], request['json']), lambda status: self.finish(status))

    @staticmethod
    def surroundings(request):
        """Sets the directory and variables of this cell only."""
        lines = []
        if request.get('cwd') is not None:
            lines.append('__anneal_after+="cd -- ${PWD@Q}"$\'\\n\'; cd -- %s || false' % shlex.quote(request['cwd']))
        for name, value in (request.get('env') or {}).items():
            if NAME.match(name):
                lines.insert(0, '__anneal_lend %s; export %s=%s' % (name, name, shlex.quote(value)))
        return '\n'.join(lines)

    # Messages from the shell.
    def on_telling(self, line):
        word, _, number = line.decode('latin1').partition(' ')
        if word == 'begun':
            # The shell missed a signal that came before this.
            if self.relay.was_interrupted:
                os.killpg(0, signal.SIGINT)
        elif word == 'done' and self.on_done:
            on_done, self.on_done = self.on_done, None
            on_done(int(number))
        elif word == 'up':
            self.is_up = True
        elif word == 'left':
            self.left = int(number)

    def on_end(self, status):
        if not self.is_up and died_of_interrupt(status):
            # A signal came before the shell could ignore it.
            return self.start(*self.known)
        # A shell that a signal ended may have saved its state, but it has not ended as a cell ends.
        if self.left is None or os.WIFSIGNALED(status):
            self.on_done = None
            return self.relay.fall(status, self.states.marks)
        status = self.left
        options, _, known = self.read_state().decode('utf-8', 'surrogateescape').partition('\0')
        self.start(known + options)
        if self.on_done:
            on_done, self.on_done = self.on_done, None
            on_done(status)

    def read_state(self):
        return os.pread(self.state, os.fstat(self.state).st_size, 0)

    def read_variables(self):
        *fields, declarations = self.read_state().decode('utf-8', 'replace').split('\0')
        kinds = {name: kind for kind, name in DECLARED.findall(declarations)}
        return [(name, kinds.get(name, '-'), value) for name, value in zip(fields[::2], fields[1::2])]

    # Messages to the host.
    def executed(self, status):
        self.relay.drain()
        if status == 130 and self.relay.was_interrupted:
            self.relay.tell_interrupted()
        elif status:
            complaints = COMPLAINT.findall(self.relay.complaint)
            place = {'line': int(complaints[-1][0])} if complaints else {}
            traceback = ['line %s: %s' % complaint for complaint in complaints]
            self.relay.tell(dict(place, type='error', name='ExitError', value='exit status %d' % status, traceback=traceback))
        self.finish(status, status)

    def tell_value(self, name, status):
        if status:
            return self.fail('NameError', '%s is not set' % name)
        declaration, *items = self.read_state().decode('utf-8', 'replace').split('\0')[:-1]
        kind = DECLARED.match(declaration).group(1)
        keys, values = items[:len(items) // 2], items[len(items) // 2:]
        value = dict(zip(keys, values)) if 'A' in kind else values if 'a' in kind else ''.join(values)
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        self.relay.tell({'type': 'value', 'data': {'text/plain': cut(text)}, 'json': value})
        self.finish(0)

    def tell_variables(self, _status):
        variables = [
            {'name': name, 'type': type_of(kind), 'summary': value[:SUMMARY_CHARACTERS]}
            for name, kind, value in self.read_variables()
            if name not in self.own_names and not name.startswith(('__anneal', 'BASH_'))
        ]
        self.relay.tell({'type': 'variables', 'variables': variables})
        self.finish(0)

    def fail(self, name, value):
        self.relay.tell({'type': 'error', 'name': name, 'value': value, 'traceback': []})
        self.finish(1)

    def finish(self, status, exit_code=None):
        self.relay.finish('error' if status else 'ok', exit_code)


def died_of_interrupt(status):
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGINT or os.WEXITSTATUS(status) == 130


def write_texts(fd, *texts):
    """Writes texts into a file in memory and rewinds it; the shell shares its position."""
    os.ftruncate(fd, 0)
    os.lseek(fd, 0, os.SEEK_SET)
    if texts:
        write_all(fd, b''.join(text.replace('\0', '').encode('utf-8', 'surrogateescape') + b'\0' for text in texts))
        os.lseek(fd, 0, os.SEEK_SET)


def assignment(name, value):
    if isinstance(value, dict):
        pairs = ' '.join('[%s]=%s' % (shlex.quote(key), word(item)) for key, item in value.items())
        return 'unset -v %s; declare -gA %s=(%s)' % (name, name, pairs)
    if isinstance(value, list):
        return 'unset -v %s; declare -ga %s=(%s)' % (name, name, ' '.join(map(word, value)))
    return '%s=%s' % (name, word(value))


def word(value):
    return shlex.quote(value if isinstance(value, str) else '' if value is None else json.dumps(value))


def type_of(kind):
    return 'map' if 'A' in kind else 'array' if 'a' in kind else 'integer' if 'i' in kind else 'string'


def cut(text):
    if len(text) <= MOST_TEXT:
        return text
    return '%s\n… cut: %d more characters' % (text[:MOST_TEXT], len(text) - MOST_TEXT)


def serve_bash(setup):
    Shell(setup).serve()
