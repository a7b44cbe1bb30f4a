# Systems, part 5: the zygote of systems.


class SystemZygote(Zygote):
    # Templates bring interpreters of their own.
    runs_programs_here = False
    more_namespaces = CLONE_NEWUSER

    def __init__(self, plan):
        self.door = plan['door']
        self.room = Room(plan)
        super().__init__(plan)
        self.forge = SystemForge(plan)

    def fork(self, request):
        if 'forget' in request:
            self.room.forget(request['forget'])
        else:
            super().fork(request)

    def prepare(self, request):
        """Directories of the host by the names they have in here."""
        request['layers'] = [self.room.name_of(one) for one in request['layers']]
        if request.get('root'):
            request['root'] = self.room.name_of(request['root'], changes_owners=True)
        for each in request['mounts']:
            each['name'] = self.room.name_of(each['source'], is_writable=not each['readOnly'])

    def forked(self, pid):
        # It waits for a word of the server, who does not know of it yet.
        self.room.map_users(pid)

    def agent_of(self, request):
        os.dup2(self.forge.upper, UPPER, inheritable=False)
        take_wire(CONTROL, CONTROL, OOM, UPPER)
        return SystemAgent(request, UPPER)


UPPER = 5


def hatch_systems():
    hatch(SystemZygote)
