# Part 19: classes that cells have made. The effects of their metaclasses and bases are in them already, and are not repeated.


def reduce_class(kind):
    if is_importable(kind):
        return NotImplemented
    if not kind.__flags__ & HEAP_TYPE:
        return reduce_hidden_type(kind)
    first = {'__module__': kind.__module__, '__qualname__': kind.__qualname__}
    if is_enumeration(kind):
        values = {name: member._value_ for name, member in kind.__members__.items()}
        options = {'boundary': kind._boundary_} if getattr(kind, '_boundary_', None) else {}
        made = (make_enumeration, (type(kind), kind.__name__, kind.__bases__, first, values, options))
        state = (enumeration_attributes(kind), {name: own_attributes(member) for name, member in kind.__members__.items()})
        return (*made, state, None, None, fill_enumeration)
    # Attributes that Python reads while a class is made.
    first.update({name: kind.__dict__[name] for name in ('__slots__', '__orig_bases__') if name in kind.__dict__})
    made = (make_class, (type(kind), kind.__name__, kind.__bases__, first))
    return (*made, class_attributes(kind), None, None, fill_class)


def reduce_hidden_type(kind):
    """Saves types of the interpreter that have no name of their own, such as that of functions."""
    names = [name for name, found in types.__dict__.items() if found is kind]
    return (getattr, (types, names[0])) if names else NotImplemented


def class_attributes(kind):
    """Attributes in the order of the class body; those that the interpreter adds in any order come before them."""
    made_anew = ('__dict__', '__weakref__', '__slots__', '__module__', '__qualname__', '__slotnames__', '_abc_impl')
    return {
        name: kind.__dict__[name]
        for name in sorted(kind.__dict__, key=lambda name: (0, name) if name.startswith('__') else (1, ''))
        if name not in made_anew and not is_slot(kind.__dict__[name], kind)
    }


def is_slot(value, kind):
    return isinstance(value, types.MemberDescriptorType) and value.__objclass__ is kind


def make_class(metaclass, name, bases, first):
    # A metaclass of the session has had its effect already.
    maker = next(other for other in metaclass.__mro__ if is_importable(other))
    with unwatched(bases):
        return maker.__new__(metaclass, name, bases, dict(first))


def fill_class(kind, attributes):
    for name, value in attributes.items():
        type.__setattr__(kind, name, value)


class unwatched:
    """Keeps bases of the session from hearing of their subclass again."""

    def __init__(self, bases):
        mro = [kind for base in bases for kind in base.__mro__]
        self.watchers = {
            kind: kind.__dict__['__init_subclass__']
            for kind in mro
            if '__init_subclass__' in kind.__dict__ and kind.__flags__ & HEAP_TYPE and not is_importable(kind)
        }

    def __enter__(self):
        for kind in self.watchers:
            kind.__init_subclass__ = classmethod(lambda cls, **_options: None)

    def __exit__(self, *_error):
        for kind, method in self.watchers.items():
            kind.__init_subclass__ = method


def is_enumeration(kind):
    enum = sys.modules.get('enum')
    return enum is not None and isinstance(kind, enum.EnumMeta)


def enumeration_attributes(kind):
    """Attributes of the class's own lines; the rest is made with the class."""
    told = (types.FunctionType, classmethod, staticmethod, property)
    made_anew = ('__new__', '__new_member__', '_new_member_', '__reduce_ex__', '_generate_next_value_')
    return {
        name: value
        for name, value in kind.__dict__.items()
        if name not in kind.__members__ and name not in made_anew
        and (isinstance(value, told) or name == '__doc__' or not name.startswith('_') and not hasattr(value, '__set_name__'))
        and not (isinstance(value, types.FunctionType) and is_importable(value))
    }


def own_attributes(member):
    made_anew = ('_value_', '_name_', '__objclass__', '_sort_order_')
    return {name: value for name, value in member.__dict__.items() if name not in made_anew}


def make_enumeration(metaclass, name, bases, first, values, options):
    names = metaclass.__prepare__(name, bases, **options)
    for key, value in {**first, **values}.items():
        names[key] = value
    return metaclass.__new__(metaclass, name, bases, names, **options)


def fill_enumeration(kind, state):
    attributes, members = state
    fill_class(kind, attributes)
    for name, own in members.items():
        kind.__members__[name].__dict__.update(own)


def reduced(value):
    """The reduction for `reducer_override` of a pickler."""
    reduce = REDUCERS.get(type(value))
    if reduce is not None:
        return reduce(value)
    return reduce_class(value) if isinstance(value, type) else reduce_strange(value)
