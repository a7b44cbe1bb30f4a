# Part 15: magics that measure.
UNITS = ((1, 's'), (1e-3, 'ms'), (1e-6, 'µs'), (1e-9, 'ns'))
# One run repeats the statement until it takes about this long.
RUN_S = 0.1
RUNS = 7


def span(seconds):
    for size, unit in UNITS:
        if seconds >= size or unit == 'ns':
            return '%.3g %s' % (seconds / size, unit)


def time_text(text):
    before, started = os.times(), time.perf_counter()
    try:
        return run_python(text)
    finally:
        wall, after = time.perf_counter() - started, os.times()
        user, system = after.user - before.user, after.system - before.system
        print('CPU times: user %s, sys: %s, total: %s' % (span(user), span(system), span(user + system)))
        print('Wall time: %s' % span(wall))


def measure(parameters, setup, statement):
    """Measures with `-n` loops and `-r` runs, or with as many as give a steady number."""
    loops, runs, rest = timing_options(parameters)
    timer = own('timeit').Timer(statement or rest, (rest if statement else setup) or 'pass', globals=NAMESPACE)
    if loops is None:
        loops, taken = 1, timer.timeit(1)
        while taken < RUN_S and loops < 10 ** 9:
            loops *= 10
            taken = timer.timeit(loops)
    times = [taken / loops for taken in timer.repeat(runs, loops)]
    statistics = own('statistics')
    print('%s ± %s per loop (mean ± std. dev. of %d runs, %s loops each)' % (
        span(statistics.mean(times)), span(statistics.pstdev(times)), runs, format(loops, ',')))


def timing_options(parameters):
    numbers = {'-n': None, '-r': RUNS}
    while parameters[:2] in numbers:
        name, rest = parameters[:2], parameters[2:].lstrip()
        digits = re.match(r'\d+', rest)
        if not digits or int(digits.group()) < 1:
            raise ValueError('%s needs a number' % name)
        numbers[name], parameters = int(digits.group()), rest[digits.end():].lstrip()
    return numbers['-n'], numbers['-r'], parameters


LINE_MAGICS['time'] = time_text
LINE_MAGICS['timeit'] = lambda parameters: measure(parameters, 'pass', None)
CELL_MAGICS['time'] = lambda parameters, body, above: time_text(above + body)
CELL_MAGICS['timeit'] = lambda parameters, body, _above: measure(parameters, 'pass', body)
