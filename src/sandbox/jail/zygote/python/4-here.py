# Part 4: a waiting Python. It needs no interpreter of its own: a fork of the agent is one already.


class WaitingHere(WaitingOnLine):
    """Forked before the agent begins: pages written after a fork are copied, and most pages of the agent do not concern the
    program."""

    takes_arguments = True

    def __init__(self, plan, rlimits, env):
        self.command, self.rlimits, self.env = plan['command'], rlimits, env
        self.pipes = Pipes(True)
        self.open_line()
        self.fork(plan.get('reservedMb') or 0, lambda: self.wait(plan['rehearses']))

    def wait(self, rehearses):
        name = self.command[2]
        program = Program(name if name[0] == '/' else '%s/%s' % (os.getcwd(), name), self.command, self.env)
        if rehearses:
            rehearse()
        received = b''
        while received != b'\0' and not received.endswith(b'\0\0'):
            more = os.read(GO, 65536)
            if not more:
                os._exit(0)
            received += more
        os.close(GO)
        if received != b'\0':
            self.hear(received.decode('utf-8', 'surrogateescape').split('\0'))
        program.run_file()
        os.execvpe(self.command[0], sys.orig_argv, os.environ)

    def hear(self, fields):
        sys.argv += [field[1:] for field in fields if field[:1] == 'A']
        sys.orig_argv = self.command[:2] + sys.argv
        os.environ.update(field[1:].split('=', 1) for field in fields if field[:1] == 'E')
