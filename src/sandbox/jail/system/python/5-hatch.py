# Systems, part 5: the zygote of systems. With this bit a process keeps its rights when it changes its user.
PR_SET_SECUREBITS, KEEPS_RIGHTS = 28, 1 << 2


class SystemZygote(Zygote):
    # Templates bring interpreters of their own.
    runs_programs_here = False

    def __init__(self, plan):
        self.door = plan['door']
        self.room = Room(plan)
        super().__init__(plan)
        self.forge = SystemForge(plan)
        self.count = int.from_bytes(os.urandom(2), 'big')

    def fork(self, request):
        if 'forget' in request:
            return self.room.forget(request['forget'])
        try:
            super().fork(request)
        finally:
            self.forge.close_memory_stat()

    def fork_sandbox(self):
        """Forks a sandbox under a user of its own. The kernel counts limited resources of a user (watches of files, queued
        signals and messages) for the owner of a namespace, too. Were that root, one system could take all of them from all
        others and from the host."""
        self.count += 1
        owner = self.room.first_user + self.count % USERS
        must(system.prctl(PR_SET_SECUREBITS, KEEPS_RIGHTS, 0, 0, 0), 'securebits')
        usual = resource.getrlimit(resource.RLIMIT_NPROC)
        if self.most_processes is not None:
            # The kernel keeps this limit with the new namespace, and counts the processes of all its users for its owner: no
            # control group does it here, and each user of the sandbox would have as many.
            resource.setrlimit(resource.RLIMIT_NPROC, (self.most_processes, usual[1]))
        os.setresuid(-1, owner + USERS if self.room.changes_owners else owner, -1)
        pid = -1
        try:
            pid = fork_into_namespaces(CLONE_NEWUSER)
        finally:
            resource.setrlimit(resource.RLIMIT_NPROC, usual)
            # The new process has another user already, with rights of its own.
            if pid != 0:
                os.setresuid(-1, 0, -1)
                must(system.prctl(PR_SET_SECUREBITS, 0, 0, 0, 0), 'securebits')
        return pid

    def prepare(self, request):
        """Replaces directories of the host by their names in this room."""
        self.forge.open_memory_stat(request['memoryStat'])
        counted_here = request['memoryStat'] is None and not self.room.changes_owners
        self.most_processes = request['rlimits']['RLIMIT_NPROC'] if counted_here else None
        request['layers'] = [self.room.name_of(one) for one in request['layers']]
        if request.get('root'):
            request['root'] = self.room.name_of(request['root'], changes_owners=True)
        for each in request['mounts']:
            each['name'] = self.room.name_of(each['source'], is_writable=not each['readOnly'])

    def forked(self, pid):
        # The new process waits for the server's word, and the server does not know of it yet.
        self.room.map_users(pid)

    def agent_of(self, request):
        upper, memory_stat = self.forge.upper, self.forge.memory_stat
        # Both are moved out of the way first: one may have the number that the other is to get.
        upper, memory_stat = (fd and fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, MEMORY_STAT + 1) for fd in (upper, memory_stat))
        os.dup2(upper, UPPER, inheritable=False)
        if memory_stat is not None:
            os.dup2(memory_stat, MEMORY_STAT, inheritable=False)
        take_wire(CONTROL, CONTROL, OOM, UPPER if memory_stat is None else MEMORY_STAT)
        return SystemAgent(request, UPPER, None if memory_stat is None else MEMORY_STAT)


UPPER, MEMORY_STAT = 5, 6


def hatch_systems():
    hatch(SystemZygote)
