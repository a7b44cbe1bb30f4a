# Part 10 (to be completed): how a value is shown.


def bundle_of(value):
    return {'text/plain': repr(value)}


def display(*values):
    for value in values:
        OUTPUT.flush()
        say('display', data=bundle_of(value), metadata={})


def show_figures():
    pass


def cell_magic(text):
    return None


def rewrite_line(text, number):
    return None


def run_coroutine(value):
    import asyncio
    return asyncio.run(value)


def idle_wait():
    return None


def get_variable(request):
    name = request['name']
    say('value', data=bundle_of(NAMESPACE[name]), json=NAMESPACE[name])


def set_variable(request):
    NAMESPACE[request['name']] = request.get('json')


def list_variables(_request):
    say('variables', variables=[{'name': name, 'type': type(value).__name__, 'summary': repr(value)[:80]} for name, value in NAMESPACE.items() if not name.startswith('_')])


def tell_error(error):
    import traceback
    OUTPUT.flush()
    say("error", name=type(error).__name__, value=str(error), traceback=''.join(traceback.format_exception(error)).split('\n'), line=error.__traceback__.tb_next.tb_next.tb_next.tb_next.tb_lineno if error.__traceback__.tb_next.tb_next.tb_next.tb_next else 1)
