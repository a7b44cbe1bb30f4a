"""Values as expressions that make them again. A value without such an expression is reported by its kind only."""

import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import math
import pathlib

# The classes as they are before the clock is put ahead.
DATE, DATETIME = datetime.date, datetime.datetime
LONGEST = 400
DEEPEST = 12
DIGITS = 9
PLAIN = (int, str, bytes, complex, bool, type(None))
WRAPPED = {
    list: "[%s]",
    tuple: "(%s)",
    set: "{%s}",
    frozenset: "frozenset({%s})",
    collections.deque: "collections.deque([%s])",
}


class Inexpressible(Exception):
    """There is no expression for it, or none that a person would read."""


def expression_of(value, module, longest=LONGEST):
    text = write(value, module, 0)
    if len(text) > longest:
        raise Inexpressible
    return text


def write(value, module, depth):
    if depth > DEEPEST:
        raise Inexpressible
    kind = type(value)
    if isinstance(value, enum.Enum):
        return f"{owned(kind, module)}.{value.name}"
    if kind in PLAIN:
        return plain(value)
    if kind is float:
        return repr(value) if math.isfinite(value) else f"float('{value}')"
    if kind in WRAPPED:
        return write_items(value, kind, module, depth)
    if isinstance(value, dict):
        return write_dict(value, module, depth)
    if isinstance(value, (DATE, datetime.time, datetime.timedelta)) and getattr(value, "tzinfo", None) is None:
        return write_moment(value)
    if kind is decimal.Decimal:
        return f"decimal.{value!r}"
    if kind is fractions.Fraction:
        return f"fractions.{value!r}"
    if kind is range or kind is bytearray:
        return repr(value)
    if isinstance(value, pathlib.PurePath):
        return f"pathlib.{kind.__name__.replace('Posix', '')}({str(value)!r})"
    return write_object(value, module, depth)


def plain(value):
    try:
        return repr(value)
    except ValueError:
        # A number with more digits than Python writes.
        raise Inexpressible from None


def write_items(value, kind, module, depth):
    texts = [write(each, module, depth + 1) for each in value]
    if kind in (set, frozenset):
        texts.sort()
        if not texts:
            return f"{kind.__name__}()"
    inner = ", ".join(texts)
    return WRAPPED[kind] % (inner + "," if kind is tuple and len(texts) == 1 else inner)


def write_dict(value, module, depth):
    """In the order of keys, since dicts in another order are equal; one that is ordered on purpose is not."""
    pairs = [f"{write(key, module, depth + 1)}: {write(each, module, depth + 1)}" for key, each in value.items()]
    if isinstance(value, collections.OrderedDict):
        return "collections.OrderedDict({%s})" % ", ".join(pairs)
    return "{" + ", ".join(sorted(pairs)) + "}"


def write_moment(value):
    """By the names of the library, also where a class stands in for it."""
    if isinstance(value, datetime.timedelta):
        return repr(datetime.timedelta(value.days, value.seconds, value.microseconds))
    name = "datetime" if isinstance(value, DATETIME) else "date" if isinstance(value, DATE) else "time"
    return f"datetime.{name}{repr(value)[repr(value).index('(') :]}"


def write_object(value, module, depth):
    """Of a class of the program that compares by its fields, so that another one made like it is equal."""
    kind = type(value)
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        fields = list(kind._fields)
    elif dataclasses.is_dataclass(value) and kind.__dataclass_params__.eq and kind.__eq__ is not object.__eq__:
        fields = [each.name for each in dataclasses.fields(value) if each.init and each.compare]
        if len(fields) != len(dataclasses.fields(value)):
            raise Inexpressible
    else:
        raise Inexpressible
    texts = [f"{name}={write(getattr(value, name), module, depth + 1)}" for name in fields]
    return f"{owned(kind, module)}({', '.join(texts)})"


def owned(kind, module):
    if module is None or getattr(module, kind.__name__, None) is not kind:
        raise Inexpressible
    return kind.__name__


def rounded(value):
    """The value with its floats rounded, so that the last bits of arithmetic do not matter."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, (list, tuple, set)) and type(value) in (list, tuple, set):
        return type(value)(rounded(each) for each in value)
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return value


def has_long_float(value, depth=0):
    if isinstance(value, float):
        return math.isfinite(value) and float(f"{value:.{DIGITS}g}") != value
    if depth > DEEPEST or not isinstance(value, (list, tuple, set, dict)):
        return False
    return any(has_long_float(each, depth + 1) for each in (value.values() if isinstance(value, dict) else value))


def has_nan(value, depth=0):
    if isinstance(value, float):
        return math.isnan(value)
    if depth > DEEPEST or not isinstance(value, (list, tuple, set, dict)):
        return False
    return any(has_nan(each, depth + 1) for each in (value.values() if isinstance(value, dict) else value))


def fields_of(it):
    """The fields that an object shows; the function of the same name in a test file gives the same."""
    names = [
        *getattr(it, "__dict__", {}),
        *(name for name, member in vars(type(it)).items() if isinstance(member, property)),
    ]
    return {name: rounded(getattr(it, name)) for name in names if not name.startswith("_")}
