# Part 6: errors, reported with the cell's own lines and without the kernel's.
MOST_LINES = 200


def tell_error(error):
    OUTPUT.flush()
    name = type(error).__name__
    try:
        lines, line, column = describe_error(error)
        say('error', flush=False, name=name, value=text_of_error(error), traceback=lines, **where(line, column))
    except Exception as problem:
        # An error with failing methods is still an error of that name.
        say('error', flush=False, name=name, value='(it cannot be shown: %s)' % type(problem).__name__, traceback=[])


def exit_code_of(error):
    """Exit code of a program that ends by this error. As in Python, a text is an error and is printed."""
    code = error.code
    if code is None:
        return 0
    if isinstance(code, int):
        # Python exits with -1 for a number that does not fit the system's.
        return code & 255 if -1 << 63 <= code < 1 << 63 else 255
    sys.stderr.write('%s\n' % (code,))
    return 1


def where(line, column):
    return {name: value for name, value in (('line', line), ('column', column)) if value}


def text_of_error(error):
    if isinstance(error, SystemExit):
        return 'the code asked to exit with %r; the kernel goes on' % (0 if error.code is None else error.code,)
    if isinstance(error, SyntaxError):
        return str(error.msg)
    return cut(str(error))


def describe_error(error):
    """Lines of the traceback, and its line and column in the cell."""
    told = own('traceback').TracebackException(type(error), error, error.__traceback__)
    drop_own_frames(told, set())
    lines = ''.join(told.format()).rstrip('\n').split('\n')
    if len(lines) > MOST_LINES:
        half = MOST_LINES // 2
        lines[half:-half] = ['[%d more lines]' % (len(lines) - MOST_LINES)]
    if isinstance(error, SyntaxError) and error.filename == CELL.file_name:
        return lines, error.lineno, error.offset
    for frame in reversed(told.stack):
        if frame.filename == CELL.file_name:
            column = getattr(frame, 'colno', None)
            return lines, frame.lineno, None if column is None else column + 1
    return lines, None, None


def drop_own_frames(told, seen):
    """Drops the kernel's frames from this error and from all its causes."""
    if told is None or id(told) in seen:
        return
    seen.add(id(told))
    told.stack[:] = [frame for frame in told.stack if frame.filename != KERNEL_FILE]
    for other in (told.__cause__, told.__context__, *(getattr(told, 'exceptions', None) or ())):
        drop_own_frames(other, seen)
