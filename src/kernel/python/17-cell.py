# Part 17: one execution.
MAIN = types.ModuleType('__main__')
MAIN.__builtins__ = builtins
NAMESPACE = MAIN.__dict__
KEPT_RESULTS = 30


class History:
    """`_`, `__` and `___`, `In` and `Out`. Few results are kept, since each may be large."""

    def __init__(self):
        self.inputs, self.outputs = [''], {}
        self.last = None
        NAMESPACE.update({'In': self.inputs, 'Out': self.outputs})

    def add_input(self, text):
        self.inputs.append(text)

    def add_result(self, value):
        self.outputs[CELL.count] = value
        while len(self.outputs) > KEPT_RESULTS:
            del self.outputs[next(iter(self.outputs))]
        # A user's own variable `_` is kept.
        if '_' not in NAMESPACE or NAMESPACE['_'] is self.last:
            NAMESPACE['___'] = NAMESPACE.get('__')
            NAMESPACE['__'] = NAMESPACE.get('_')
            NAMESPACE['_'] = self.last = value


def execute(request):
    CELL.count += 1
    CELL.file_name = '<cell %d>' % CELL.count
    CELL.shows_all = request.get('showsAll', False)
    text = dedent(request['code'])
    remember_lines(text, CELL.file_name)
    HISTORY.add_input(text)
    with surroundings(request):
        value = run_cell(text)
        if value is not None:
            HISTORY.add_result(value)
            OUTPUT.flush()
            say('result', flush=False, data=bundle_of(value))
        show_figures()


def run_cell(text):
    magic = cell_magic(text)
    return magic() if magic else run_python(text)


def run_python(text):
    codes = compile_cell(text, CELL.file_name)
    if any(code and code.co_flags & CO_COROUTINE for code in codes):
        return run_coroutine(run_in_loop(codes))
    value = None
    for code in codes:
        value = eval(code, NAMESPACE) if code else None
    return value


async def run_in_loop(codes):
    """Runs the code in the loop: a cell with an await anywhere has it from its first line on."""
    value = None
    for code in codes:
        value = eval(code, NAMESPACE) if code else None
        if code and code.co_flags & CO_COROUTINE:
            value = await value
    return value


class surroundings:
    """Input, variables and directory of this execution only."""

    def __init__(self, request):
        self.env, self.cwd = request.get('env') or {}, request.get('cwd')
        INPUT.give(request.get('stdin'))

    def __enter__(self):
        self.old_env = {name: os.environ.get(name) for name in self.env}
        self.old_cwd = os.getcwd() if self.cwd else None
        if self.cwd:
            os.chdir(self.cwd)
        os.environ.update(self.env)

    def __exit__(self, *_error):
        for name, value in self.old_env.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        if self.old_cwd:
            os.chdir(self.old_cwd)


HISTORY = History()
