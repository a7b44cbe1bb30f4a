# Part 24: the life of the kernel: a request, its answer, the next request.
OPERATIONS = {
    'execute': execute,
    'get': get_variable,
    'set': set_variable,
    'variables': list_variables,
    'attributes': list_attributes,
    'save': save,
    'load': load,
    'digests': digests,
    'mark': mark,
    'goBack': go_back,
    'forget': forget,
    'reseed': reseed,
}


def answer(request):
    MAKER.collect()
    CELL.id = request['id']
    status, failure = 'ok', None
    CELL.is_heard = request['op'] == 'execute'
    if CELL.is_heard:
        OUTPUT.begin()
    try:
        try:
            INTERRUPTS.begin()
            OPERATIONS[request['op']](request)
        finally:
            INTERRUPTS.end()
    except BaseException as error:
        failure = error
    if IN_CHILD:
        end_child(failure)
    exit_code = {}
    if failure is not None:
        status = 'interrupted' if INTERRUPTS.seen and isinstance(failure, KeyboardInterrupt) else 'error'
        if isinstance(failure, SystemExit):
            exit_code = {'exitCode': exit_code_of(failure)}
        tell_error(failure)
    OUTPUT.end()
    say('done', status=status, executionCount=CELL.count, **exit_code)
    CELL.id, CELL.is_heard = 0, False


def main():
    faulthandler.enable(LAST_WORDS, all_threads=False)
    signal.signal(signal.SIGINT, INTERRUPTS.arrived)
    signal.set_wakeup_fd(MISSED.write_end, warn_on_full_buffer=False)
    sys.unraisablehook = tell_unraisable
    os.register_at_fork(after_in_child=after_fork)
    sys.stdout, sys.stderr = CellStream('stdout', 1), CellStream('stderr', 2)
    sys.__stdout__, sys.__stderr__ = sys.stdout, sys.stderr
    sys.modules['__main__'] = MAIN
    sys.argv = ['']
    sys.path.insert(0, '')
    builtins.input = read_input
    builtins.display = display
    builtins.__kernel__ = Calls()
    SAVED_HERE.begin()
    OUTPUT.start()
    say('ready', language='python', version='%d.%d.%d' % sys.version_info[:3])
    while True:
        answer(next_request(idle_wait()))


INPUT = Input()
try:
    main()
except BaseException as error:
    # A fault of the kernel itself; the host reads the last words.
    write_all(LAST_WORDS, ''.join(own('traceback').format_exception(type(error), error, error.__traceback__)).encode())
    os._exit(70)
