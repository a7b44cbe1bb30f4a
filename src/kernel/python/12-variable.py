# Part 12: the user's variables, from outside.
MOST_SUMMARY = 200
MOST_NAMES = 10_000


def get_variable(request):
    if request['name'] not in NAMESPACE:
        raise NameError('there is no variable %s' % request['name'])
    value = NAMESPACE[request['name']]
    fields = {'data': bundle_of(value)}
    try:
        if len(encode(value)) <= MOST_BYTES:
            fields['json'] = value
    except (TypeError, ValueError, RecursionError):
        pass
    say('value', **fields)


def set_variable(request):
    name = request['name']
    if not name.isidentifier():
        raise ValueError('%r is no name for a variable' % name)
    NAMESPACE[name] = request['json']


def user_variables():
    """Variables of cells, without modules and names that begin with an underscore."""
    return {
        name: value
        for name, value in list(NAMESPACE.items())
        if not name.startswith('_') and name not in ('In', 'Out') and not isinstance(value, types.ModuleType)
    }


def list_variables(_request):
    listed = [
        {'name': name, 'type': type(value).__name__, 'summary': summary_of(value)}
        for name, value in user_variables().items()
    ]
    say('variables', variables=listed)


def list_attributes(request):
    """The names behind a dot. No property and no `__dir__` of the user runs: Tab must neither wait nor change anything."""
    first, *rest = request['of'].split('.')
    value = NAMESPACE[first]
    for name in rest:
        value = plain_attribute(value, name)
    names = sorted(name for name in attribute_names(value) if isinstance(name, str) and name.isidentifier())
    say('names', names=names[:MOST_NAMES])


def plain_attribute(value, name):
    held = own('inspect').getattr_static(value, name)
    if hasattr(type(held), '__get__') and not isinstance(held, (type, types.FunctionType, types.BuiltinFunctionType)):
        raise AttributeError('%s runs code when it is read' % name)
    return held


def attribute_names(value):
    kinds = type.__dict__['__mro__'].__get__(value if isinstance(value, type) else type(value))
    names = {name for kind in kinds for name in vars(kind)}
    try:
        names.update(object.__getattribute__(value, '__dict__'))
    except (AttributeError, TypeError):
        pass
    # Columns are attributes of a table; pandas tells them without code of the user.
    frame = getattr(sys.modules.get('pandas'), 'DataFrame', None)
    if frame in kinds and not isinstance(value, type):
        names.update(list(vars(frame)['columns'].__get__(value))[:MOST_NAMES])
    return names


def summary_of(value):
    shape = getattr(value, 'shape', None)
    if isinstance(shape, tuple):
        return ' × '.join(map(str, shape))
    # The text of a large collection would cost more than all the rest.
    if isinstance(value, (str, bytes, list, tuple, dict, set)) and len(value) > MOST_SUMMARY:
        return '%d items' % len(value)
    try:
        text = repr(value)
    except Exception as error:
        return '(it cannot be shown: %s)' % type(error).__name__
    return text if len(text) <= MOST_SUMMARY else text[:MOST_SUMMARY - 1] + '…'
