# Node: the interpreter speaks the protocol itself; what it tells is passed on with the number of the request.
NODE_FLAGS = [
    # Interrupting a callback leaves its marks on the stack of asynchronous contexts, which Node otherwise dies of.
    '--no-force-async-hooks-checks',
    '--disable-warning=ExperimentalWarning',
]


def serve_node(loader, program):
    relay = Relay()

    def on_request(request):
        relay.request(json.dumps(request).encode() + b'\n')

    def on_telling(line):
        if line.startswith(b'{"type":"done"'):
            relay.finish(json.loads(line)['status'])
        elif line.startswith(b'{"type":"settle"'):
            relay.acknowledge()
        else:
            relay.outgoing.append(b'%s,"id":%d}\n' % (line[:-1], relay.running or 0))

    relay.start(['node', *NODE_FLAGS, '--input-type=commonjs', '-e', loader])
    data = program.encode()
    relay.request(struct.pack('>I', len(data)) + data)
    relay.serve(on_request, on_telling, relay.end_like)
