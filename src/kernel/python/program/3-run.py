# A plain program, part 3: it runs as if the interpreter had been started with it.
import atexit
import types


def run_program(path, asks_last):
    # Modules that were loaded before the program are changed now: no import of theirs comes any more.
    for name, change in AFTER_IMPORT.changes.items():
        if name in sys.modules:
            change(sys.modules[name])
    if not hasattr(builtins, 'display'):
        builtins.display = display
    path = os.path.abspath(path)
    del sys.argv[0]
    sys.path[0] = os.path.dirname(path)
    main = types.ModuleType('__main__')
    main.__builtins__, main.__file__, main.__cached__ = builtins, path, None
    main.__annotations__ = {}
    main.__loader__ = importlib.machinery.SourceFileLoader('__main__', path)
    sys.modules['__main__'] = main
    # The handler that was registered first is called last.
    atexit.register(let_names_go, main.__dict__)
    try:
        with io.FileIO(path) as file:
            source = file.readall()
        value = run_source(source, path, asks_last, main.__dict__)
        if value is not None:
            OUTPUT.flush()
            say('result', bundle_of(value))
    except SystemExit:
        show_figures(is_end=True)
        raise
    except BaseException as error:
        end_by(error)
    show_figures(is_end=True)


def run_source(source, path, asks_last, names):
    if not asks_last:
        exec(compile(source, path, 'exec', 0, True), names)
        return None
    tree = compile(source, path, 'exec', ast.PyCF_ONLY_AST, True)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    body = compile(tree, path, 'exec', 0, True)
    # Compiled before anything runs: an error in it is one of the whole program.
    value = last and compile(ast.Expression(last.value), path, 'eval', body.co_flags & FUTURES, True)
    exec(body, names)
    return eval(value, names) if value else None


def futures():
    import __future__

    flags = 0
    for name in __future__.all_feature_names:
        flags |= getattr(__future__, name).compiler_flag
    return flags


FUTURES = futures()


def end_by(error):
    """Prints the error as the interpreter does, without the lines of ours above the program."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == KERNEL_FILE:
        trace = trace.tb_next
    OUTPUT.flush()
    sys.excepthook(type(error), error.with_traceback(trace), trace)
    OUTPUT.flush()
    if isinstance(error, KeyboardInterrupt):
        import signal

        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    # This runs outside of the handler, so that no error is reported as the context of another one.
    sys.exit(1)


def let_names_go(names):
    """Clears names in the order of a module's end: first those with one underscore, then the rest."""
    for is_first in (True, False):
        for name in list(names):
            if name != '__builtins__' and is_first == (name[:1] == '_' and name[1:2] != '_'):
                names[name] = None
