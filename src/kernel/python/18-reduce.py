# Part 18: values that pickle refuses although they can be saved: functions, classes and modules of the session. Each is pickled
# as an object that is made first and filled afterwards, since functions and classes refer to themselves.
import _weakref
import functools
import marshal

# Version of marshalled code. Later ones record how often a constant is in use, so that equal code would not be equal bytes.
MARSHAL_VERSION = 2
HEAP_TYPE = 1 << 9


def is_importable(value):
    """Whether another interpreter finds the very same object by its name."""
    try:
        module = sys.modules.get(value.__module__)
        if module is None or module is MAIN:
            return False
        found = module
        for name in value.__qualname__.split('.'):
            found = getattr(found, name)
        return found is value
    except Exception:
        return False


def reduce_function(function):
    if is_importable(function):
        return NotImplemented
    # Globals that belong to a loaded module are saved as that module.
    home = sys.modules.get(function.__module__)
    names = home if home is not None and home.__dict__ is function.__globals__ else function.__globals__
    code = marshal.dumps(function.__code__, MARSHAL_VERSION)
    state = (
        function.__defaults__, function.__kwdefaults__, function.__annotations__ or None, function.__dict__ or None,
        function.__module__, function.__qualname__, function.__doc__)
    return make_function, (code, names, function.__name__, function.__closure__), state, None, None, fill_function


def make_function(code, names, name, closure):
    names = names.__dict__ if isinstance(names, types.ModuleType) else names
    return types.FunctionType(load_code(code), names, name, None, closure)


def fill_function(function, state):
    defaults, keyword_defaults, annotations, attributes, module, qualified_name, doc = state
    function.__defaults__, function.__kwdefaults__ = defaults, keyword_defaults
    function.__annotations__ = annotations or {}
    function.__module__, function.__qualname__, function.__doc__ = module, qualified_name, doc
    function.__dict__.update(attributes or {})


def reduce_code(code):
    return load_code, (marshal.dumps(code, MARSHAL_VERSION),)


def load_code(data):
    if not SAVED_HERE.same_code:
        raise ValueError('its code was compiled by another version of Python')
    return marshal.loads(data)


def reduce_cell(cell):
    try:
        return make_cell, (), (cell.cell_contents,), None, None, fill_cell
    except ValueError:
        return make_cell, ()


def make_cell():
    return types.CellType()


def fill_cell(cell, state):
    cell.cell_contents = state[0]


def reduce_module(module):
    name = module.__name__
    if sys.modules.get(name) is module:
        return importlib.import_module, (name,)
    hidden = ('__builtins__', '__spec__', '__loader__')
    return types.ModuleType, (name,), {key: value for key, value in module.__dict__.items() if key not in hidden}


def reduce_method(method):
    # A method of a library is found by its name.
    return NotImplemented if is_importable(method.__func__) else (types.MethodType, (method.__func__, method.__self__))


def reduce_reference(reference):
    key = (reference.key,) if hasattr(reference, 'key') else ()
    return make_reference, (type(reference), reference(), reference.__callback__, key)


def make_reference(kind, value, callback, key):
    # Nothing else holds this new set: the reference is as dead as it was.
    return _weakref.ref(set()) if value is None else kind(value, callback, *key)


def reduce_cached(function):
    """Saves a cached function without its results, which are computed again."""
    if is_importable(function):
        return NotImplemented
    return make_cached, (function.__wrapped__, function.cache_parameters())


def make_cached(function, parameters):
    return functools.lru_cache(**parameters)(function)


def reduce_type_variable(variable):
    options = {'covariant': variable.__covariant__, 'contravariant': variable.__contravariant__}
    return make_type_variable, (variable.__name__, variable.__constraints__, {'bound': variable.__bound__, **options})


def make_type_variable(name, constraints, options):
    variable = own('typing').TypeVar(name, *constraints, **options)
    variable.__module__ = '__main__'
    return variable


def reduce_sentinel(value):
    """Saves a sentinel of dataclasses, which counts only as the very same object."""
    for name, found in sys.modules['dataclasses'].__dict__.items():
        if found is value:
            return getattr, (sys.modules['dataclasses'], name)
    return NotImplemented


def reduce_strange(value):
    """Reduces values by the name of their type: only the user loads these modules."""
    kind = type(value)
    if isinstance(value, _weakref.ref):
        return reduce_reference(value)
    if kind.__module__ == 'dataclasses' and kind.__name__ in ('_FIELD_BASE', '_MISSING_TYPE', '_KW_ONLY_TYPE', '_HAS_DEFAULT_FACTORY_CLASS'):
        return reduce_sentinel(value)
    if kind.__module__ == 'typing' and kind.__name__ == 'TypeVar' and value.__module__ == '__main__':
        return reduce_type_variable(value)
    return NotImplemented


REDUCERS = {
    types.FunctionType: reduce_function,
    types.CodeType: reduce_code,
    types.CellType: reduce_cell,
    types.ModuleType: reduce_module,
    types.MethodType: reduce_method,
    types.MappingProxyType: lambda proxy: (types.MappingProxyType, (dict(proxy),)),
    staticmethod: lambda method: (staticmethod, (method.__func__,)),
    classmethod: lambda method: (classmethod, (method.__func__,)),
    property: lambda value: (property, (value.fget, value.fset, value.fdel, value.__doc__)),
    functools._lru_cache_wrapper: reduce_cached,
}
