# Bash, the state of a shell: the shell itself writes it as text that another shell reads. A shell that is loaded, or returned
# to a mark, is a new one: only the saved state is left of the old one.
import hashlib

TELL_STATE = 'trap -p >&"$__anneal_state"; printf "\\0" >&"$__anneal_state"; __anneal_tell_state "$@"'
DECLARATION = re.compile(r'declare -\S+ ([A-Za-z_]\w*)')
# Variables that Bash makes itself: they cannot be set, or would bring old randomness into a new shell.
OF_BASH = re.compile(r'__anneal|BASH|(?:_|COMP_WORDBREAKS|DIRSTACK|EPOCH\w+|EUID|FUNCNAME|GROUPS|HISTCMD|LINENO|PIPESTATUS|PPID|PWD|S?RANDOM|SECONDS|SHELLOPTS|UID)\Z')
FUNCTION = re.compile(r'declare -f(\S*) (\S+)')
REST_SECONDS = 1
PART_NAMES = ('traps', 'options', 'variables', 'functions', 'attributes', 'commands', 'directory', 'stack')


class ShellStates:
    OPERATIONS = {'save': 'save', 'load': 'load', 'mark': 'mark', 'goBack': 'go_back', 'forget': 'forget', 'digests': 'digests'}

    def __init__(self, shell):
        self.shell, self.relay, self.marks = shell, shell.relay, Marks()

    def begin(self):
        """Notes the state of a shell that no cell has touched."""
        self.note_descriptors()
        self.first_limits = self.limits()
        self.first_variables = read_parts(self.shell.read_state())['variables']

    def save(self, request):
        self.look(lambda state: self.tell_saved(state, request.get('mostBytes')))

    def tell_saved(self, state, most_bytes):
        sizes = {name: len(line) for name, line in state['variables'].items()}
        gone = left_out(sizes, most_bytes)
        lost = self.lost() + [too_large(name, sizes[name]) for name in gone]
        for name in gone:
            del state['variables'][name]
        tell_state(self.relay.tell, pack(state), lost, {'bash': self.shell.version})
        self.shell.finish(0)

    def load(self, request):
        self.replace(base64.b64decode(request['base64']), self.tell_loaded)

    def tell_loaded(self, lost):
        self.relay.tell({'type': 'loaded', 'lost': lost})
        self.shell.finish(0)

    def mark(self, _request):
        def tell(state):
            tell_mark(self.relay.tell, self.marks, pack(state), self.lost())
            self.shell.finish(0)

        self.look(tell)

    def go_back(self, request):
        try:
            state = self.marks.take(request['mark'], request.get('keep'))
        except UnknownMark as error:
            return self.shell.fail('UnknownMark', str(error))
        self.replace(state, self.gone_back)

    def gone_back(self, lost):
        if lost:
            return self.shell.fail('StateLost', ', '.join('%(name)s: %(why)s' % loss for loss in lost))
        self.shell.finish(0)

    def forget(self, request):
        self.marks.forget(request['mark'])
        self.shell.finish(0)

    def digests(self, _request):
        self.look(self.tell_digests)

    def tell_digests(self, state):
        changed = {name: line for name, line in state['variables'].items() if self.first_variables.get(name) != line}
        told = [(name, type_of(line.split(' ')[1]), line) for name, line in changed.items()]
        told += [('%s()' % name, 'function', text) for name, text in state['functions'].items()]
        self.relay.tell({'type': 'digests', 'variables': [
            {'name': name, 'type': kind, 'summary': text.partition('=')[2][:SUMMARY_CHARACTERS] if kind != 'function' else '',
             'digest': hashlib.sha256(text.encode('utf-8', 'surrogateescape')).hexdigest()}
            for name, kind, text in told
        ]})
        self.shell.finish(0)

    def look(self, on_state):
        """Asks the shell for its whole state."""
        self.shell.ask(TELL_STATE, lambda _status: on_state(read_parts(self.shell.read_state())))

    def replace(self, packed, on_lost):
        """Starts another shell with a state; anything outside of that state is lost."""
        state, _ = unpack(packed)
        self.relay.end_child()
        self.shell.start(*as_script(state))

        def tell(found):
            self.note_descriptors()
            on_lost(missing(state, found))

        self.look(tell)

    def lost(self):
        """Losses: state that only this very process has."""
        lost = lost_programs(self.relay.child)
        for number, target in self.opened().items():
            lost.append({'name': 'descriptor %s' % number, 'why': 'an open file cannot be kept: %s' % target})
        if self.limits() != self.first_limits:
            lost.append({'name': 'ulimit', 'why': 'limits that were changed are not kept'})
        return lost

    def opened(self):
        """Files that cells have opened and not closed."""
        if self.descriptors() != self.first_descriptors:
            self.wait_for_rest()
        found = self.descriptors().items()
        return {number: target for number, target in found if self.first_descriptors.get(number) != target}

    def note_descriptors(self):
        """Notes the open files of a new shell: each is asked through a pipe of its own, which no cell has opened."""
        self.wait_for_rest()
        self.first_descriptors = self.descriptors()

    def wait_for_rest(self):
        """Waits until the shell sleeps: while it reports, it moves its descriptors about, and it sleeps only to be asked."""
        deadline = time.monotonic() + REST_SECONDS
        while process_status(self.relay.child) != 'S' and time.monotonic() < deadline:
            time.sleep(0.0002)

    def descriptors(self):
        """Open files by number."""
        folder, found = '/proc/%d/fd' % self.relay.child, {}
        for number in os.listdir(folder):
            try:
                found[number] = os.readlink('%s/%s' % (folder, number))
            except FileNotFoundError:
                pass
        return found

    def limits(self):
        with open('/proc/%d/limits' % self.relay.child) as file:
            return file.read()


def read_parts(data):
    texts = data.decode('utf-8', 'surrogateescape').split('\0')
    state = dict(zip(PART_NAMES, texts), arguments=texts[len(PART_NAMES):-1])
    functions = functions_in(state['functions'], state['attributes'])
    stack = state['stack'].split('\n')[1:-1]
    return dict(state, variables=declared(state['variables']), functions=functions, stack=stack)


def declared(text):
    """Declarations by name. Each is one line: Bash writes line breaks of a value as escapes."""
    lines = ((DECLARATION.match(line), line) for line in text.split('\n'))
    return {found[1]: line for found, line in lines if found and not OF_BASH.match(found[1])}


def functions_in(text, attributes):
    """The text of each function, as Bash writes it: the name, then the body in braces."""
    names = {name for _, name in FUNCTION.findall(attributes)}
    texts, current = {}, None
    for line in text.split('\n'):
        name = line[:-4] if line.endswith(' () ') else None
        if name in names and name not in texts:
            current = name
        if current:
            texts[current] = texts.get(current, '') + line + '\n'
    return {name: body for name, body in texts.items() if not OF_BASH.match(name)}


def as_script(state):
    """The scripts that a new shell reads before its setup and after it."""
    names = [name for name in ('OLDPWD', *os.environ) if NAME.match(name) and not OF_BASH.match(name)]
    gone = [name for name in names if '=' not in state['variables'].get(name, '')]
    attributes = ['declare -f%s %s' % found for found in FUNCTION.findall(state['attributes']) if found[0] and found[1] in state['functions']]
    directory = shlex.quote(state['directory'])
    first = ['[[ $PWD == %s ]] || cd -- %s' % (directory, directory)]
    first += ['pushd -n -- %s >/dev/null' % shlex.quote(path) for path in reversed(state['stack'])]
    first += ['unset -v %s' % name for name in gone]
    # Reading the bodies of functions may need this option.
    first += [*state['variables'].values(), 'shopt -s extglob', *state['functions'].values(), *attributes, state['commands']]
    arguments = 'set -- %s' % ' '.join(map(shlex.quote, state['arguments']))
    return '\n'.join(first), '\n'.join(['', arguments, state['traps'], state['options']])


def missing(wanted, found):
    lost = [
        {'name': name, 'why': 'it could not be set again'}
        for name in wanted['variables'] if name not in found['variables']
    ]
    lost += [
        {'name': '%s()' % name, 'why': 'it could not be read again'}
        for name in wanted['functions'] if name not in found['functions']
    ]
    if wanted['directory'] != found['directory']:
        lost.append({'name': 'directory', 'why': '%s is not there' % wanted['directory']})
    return lost
