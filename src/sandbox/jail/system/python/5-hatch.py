# Systems, part 5: the zygote of systems.
# Who changes its user keeps its rights.
PR_SET_SECUREBITS, KEEPS_RIGHTS = 28, 1 << 2


class SystemZygote(Zygote):
    # Templates bring interpreters of their own.
    runs_programs_here = False

    def __init__(self, plan):
        self.plan = plan
        self.room = Room(plan)
        super().__init__(plan)
        self.forge = SystemForge(plan)
        self.count = int.from_bytes(os.urandom(2), 'big')

    def fork(self, request):
        if 'forget' in request:
            return self.room.forget(request['forget'])
        wire = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM | _socket.SOCK_CLOEXEC)
        try:
            self.prepare(request)
            wire.connect(self.plan['door'])
            wire.send(request['box'].encode() + b'\n')
            pid = self.fork_on_own_account()
            if pid == 0:
                become_system(self, wire, request)
            self.room.map_users(pid)
        except OSError as error:
            self.tell({'box': request['box'], 'problem': str(error)})
            return
        wire.close()
        self.tell({'box': request['box'], 'pid': pid})

    def fork_on_own_account(self):
        """
        What the kernel gives each user only so much of (watches of files, queued signals and messages) it counts for the
        owner of a namespace, too. Were that root, one system could take everything from all others and from the host.
        """
        self.count += 1
        must(system.prctl(PR_SET_SECUREBITS, KEEPS_RIGHTS, 0, 0, 0), 'securebits')
        os.setresuid(-1, self.room.first_user + USERS + self.count % USERS, -1)
        pid = -1
        try:
            pid = fork_into_namespaces(CLONE_NEWUSER)
        finally:
            # The new process is somebody else already, with rights of its own.
            if pid != 0:
                os.setresuid(-1, 0, -1)
                must(system.prctl(PR_SET_SECUREBITS, 0, 0, 0, 0), 'securebits')
        return pid

    def prepare(self, request):
        """Directories of the host by the names they have in here."""
        request['layers'] = [self.room.name_of(one) for one in request['layers']]
        if request.get('root'):
            request['root'] = self.room.name_of(request['root'], changes_owners=True)
        for each in request['mounts']:
            each['name'] = self.room.name_of(each['source'], is_writable=not each['readOnly'])


def become_system(zygote, wire, request):
    """Does not come back."""
    try:
        signal.set_wakeup_fd(-1)
        # Not before the server has put this process into the control group of the box, and its users are there.
        if wire.recv(1) != b'+':
            os._exit(0)
        zygote.forge.build(request)
        zygote.loop.epoll.close()
        nothing = os.open('/dev/null', os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(nothing, fd)
        os.dup2(wire.detach(), CONTROL, inheritable=False)
        os.dup2(zygote.forge.oom_score, OOM, inheritable=False)
        upper = os.dup2(zygote.forge.upper, UPPER, inheritable=False)
        take_wire(CONTROL, CONTROL, OOM, UPPER)
        serve(SystemAgent(request, upper))
    except BaseException as error:
        os.write(2, ('a system could not be built: %s\n' % error).encode())
    finally:
        os._exit(1)


UPPER = 5


def hatch_systems():
    hatch(SystemZygote)
