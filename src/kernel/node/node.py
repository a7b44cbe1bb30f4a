# Node: the interpreter speaks the protocol itself; its events are passed on with the number of the request. It cannot be
# copied: going back to a mark starts a new one that loads the state of the old one.
NODE_FLAGS = [
    # Interrupting a callback damages the stack of asynchronous contexts, which Node otherwise dies of.
    '--no-force-async-hooks-checks',
    '--disable-warning=ExperimentalWarning',
]


# The server's own Node, where sandboxes have it beside the system's: an older one knows no types.
OWN_NODE = '/opt/node/bin/node'


class NodeKernel:
    def __init__(self, loader, program):
        self.relay, self.marks = Relay(), Marks()
        self.loader, self.program = loader, program.encode()
        # Pieces of the mark that is being made, and the request that waits for a new interpreter.
        self.pieces, self.first_request = None, None

    def serve(self):
        self.start()
        self.relay.serve(self.on_request, self.on_telling, lambda status: self.relay.fall(status, self.marks))

    def start(self):
        node = OWN_NODE if os.path.exists(OWN_NODE) else 'node'
        self.relay.start([node, *NODE_FLAGS, '--input-type=commonjs', '-e', self.loader])
        self.relay.request(struct.pack('>I', len(self.program)) + self.program)

    def ask(self, request):
        self.relay.request(json.dumps(request).encode() + b'\n')

    def on_request(self, request):
        operation = request['op']
        if operation == 'mark':
            self.pieces = []
            self.ask(dict(request, op='save'))
        elif operation == 'goBack':
            self.go_back(request)
        elif operation == 'forget':
            self.marks.forget(request['mark'])
            self.relay.finish('ok')
        else:
            self.ask(request)

    def go_back(self, request):
        try:
            state = self.marks.take(request['mark'], request.get('keep'))
        except UnknownMark as error:
            return self.fail('UnknownMark', str(error))
        self.relay.end_child()
        self.first_request = {'id': request['id'], 'op': 'load', 'base64': base64.b64encode(state).decode()}
        self.start()

    def on_telling(self, line):
        if line.startswith(b'{"type":"done"'):
            done = json.loads(line)
            self.relay.finish(done['status'], done.get('exitCode'))
        elif line.startswith(b'{"type":"settle"'):
            self.relay.acknowledge(json.loads(line)['number'])
        elif line.startswith(b'{"type":"ready"') and self.first_request:
            self.ask(self.first_request)
        elif line.startswith(b'{"type":"state"') and self.pieces is not None:
            self.pieces.append(base64.b64decode(json.loads(line)['base64']))
        elif line.startswith(b'{"type":"saved"'):
            self.tell_saved(json.loads(line))
        elif line.startswith(b'{"type":"loaded"') and self.first_request:
            self.tell_gone_back(json.loads(line)['lost'])
        # The fragment of a line that an interrupt left is no event.
        elif line.endswith(b'}'):
            self.relay.outgoing.append(b'%s,"id":%d}\n' % (line[:-1], self.relay.running or 0))

    def tell_saved(self, saved):
        lost = saved['lost'] + lost_programs(self.relay.child)
        if self.pieces is None:
            self.relay.tell(dict(saved, lost=lost))
        else:
            tell_mark(self.relay.tell, self.marks, b''.join(self.pieces), lost)
        self.pieces = None

    def tell_gone_back(self, lost):
        self.first_request = None
        if lost:
            self.fail('StateLost', ', '.join('%(name)s: %(why)s' % loss for loss in lost))

    def fail(self, name, value):
        self.relay.tell({'type': 'error', 'name': name, 'value': value, 'traceback': []})
        self.relay.finish('error')


def serve_node(loader, program):
    NodeKernel(loader, program).serve()
