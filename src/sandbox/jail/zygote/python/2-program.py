# Part 2: Python programs without another interpreter. A process that the agent has forked is one already: with the same flags,
# the same modules within reach, and nothing left to load. docs/adr records the differences that a program can see.
import atexit
import builtins
import io
import traceback
from importlib.machinery import SourceFileLoader

COMMAND = ['/usr/bin/python3', '-uB']
LOCALE = 'C.UTF-8'
# Not an exit status: the process ends by the signal.
INTERRUPTED = -1
# An interpreter reads these when it starts, and this one has started.
READ_AT_START = ('PYTHON', 'LC_', 'LD_', 'MALLOC_', 'GLIBC_')
AT_START = dict(os.environ)


def run_here(command, env):
    """Runs the program in this process; returns only when the program needs an interpreter of its own."""
    if command[:2] != COMMAND or len(command) < 3 or not suits(env):
        return
    if command[2] == '-c' and len(command) > 3:
        program = Program('<string>', command, env)
        program.run(command[3].encode())
    elif not command[2].startswith('-'):
        program = Program(os.path.abspath(command[2]), command, env)
        program.run_file()


def suits(env):
    return env.get('LANG') == LOCALE and read_early(env, READ_AT_START) == read_early(AT_START, READ_AT_START)


def read_early(env, names):
    return {name: value for name, value in env.items() if name.startswith(names)}


class Program:
    """This process as an interpreter that has just started and run nothing yet."""

    def __init__(self, path, command, env):
        must(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), 'dumpable')
        self.path = path
        self.module = module = type(sys)('__main__')
        module.__builtins__ = builtins
        module.__annotations__ = {}
        if path == '<string>':
            sys.argv = command[2:3] + command[4:]
            sys.path.insert(0, '')
        else:
            sys.argv = command[2:]
            sys.path.insert(0, os.path.dirname(path))
            module.__file__, module.__cached__ = path, None
            module.__loader__ = SourceFileLoader('__main__', path)
        sys.orig_argv = command
        sys.modules['__main__'] = module
        use_environment(env)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        # Most random generators notice a fork; this one does not.
        if 'numpy' in sys.modules:
            sys.modules['numpy'].random.seed()

    def run_file(self):
        try:
            with io.FileIO(self.path) as file:
                source = file.readall()
        except OSError:
            return
        self.run(source)

    def run(self, source):
        # The agent's own objects are no business of the program's garbage collector.
        gc.freeze()
        try:
            code = compile(source, self.path, 'exec', dont_inherit=True)
        except BaseException as error:
            self.leave(told(error, None))
        try:
            exec(code, self.module.__dict__)
        except BaseException as error:
            self.leave(told(error, error.__traceback__.tb_next))
        self.leave(0)

    def leave(self, status):
        """Ends the interpreter as far as a program can see it: waits for threads, calls exit functions, drops globals. The rest
        of an interpreter's end would take more time than most programs."""
        try:
            # Only programs with threads import it; loaded before a fork it would make every fork more expensive.
            if 'threading' in sys.modules:
                sys.modules['threading']._shutdown()
            atexit._run_exitfuncs()
        except BaseException as error:
            sys.excepthook(type(error), error, error.__traceback__)
        flush()
        let_go(self.module.__dict__)
        gc.collect()
        flush()
        if status == INTERRUPTED:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGINT)
        os._exit(status)


ENVIRONMENT = None


def use_environment(env):
    """Sets the environment. Most programs have that of the zygote: writing it again would copy a hundred pages."""
    global ENVIRONMENT
    if env != ENVIRONMENT:
        os.environ.clear()
        os.environ.update(env)
        ENVIRONMENT = env


def told(error, trace):
    """Prints the error that ended the program, as the interpreter does, and gives its exit status."""
    if isinstance(error, SystemExit):
        return status_of(error.code)
    error.__traceback__ = trace
    sys.excepthook(type(error), error, trace)
    return INTERRUPTED if isinstance(error, KeyboardInterrupt) else 1


def status_of(code):
    if code is None:
        return 0
    if isinstance(code, int):
        # Python exits with -1 for a number that does not fit the system's.
        return code & 0xFF if -1 << 63 <= code < 1 << 63 else 0xFF
    flush()
    sys.stderr.write('%s\n' % (code,))
    return 1


def let_go(names):
    """Clears names in the order of a module's end: first those with one underscore, then the rest."""
    for is_first in (True, False):
        for name in list(names):
            if name != '__builtins__' and is_first == (name[:1] == '_' and name[1:2] != '_'):
                names[name] = None


def rehearse():
    """Writes pages ahead of the program. A page that is first written after a fork is copied then, and that is most of a short
    program's time; a waiting interpreter does it while it waits."""
    names = {}
    exec(compile(b'import json\ndef f(a):\n    return [b for b in a]\nx = f("ab")\n', 'rehearsal', 'exec'), names)
    print(end='')
    flush()
    let_go(names)
    gc.collect()


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            pass
