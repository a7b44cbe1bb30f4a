"""The shape of a value: the knowledge about it before it exists, from which inputs are made."""

from typing import NamedTuple


class Shape(NamedTuple):
    kind: str
    """Such as `int`, `list`, `union`, `record`, `literal`, `object`, `enum`, `callable`, `unknown`."""
    of: tuple = ()
    """Shapes inside: of elements, of keys and values, of alternatives, of fields."""
    names: tuple = ()
    """Keys of a record, texts of literals, or the name of a class."""


INT, FLOAT, STR, BOOL, NONE = (Shape(kind) for kind in ("int", "float", "str", "bool", "none"))
BYTES, UNKNOWN, PATH = Shape("bytes"), Shape("unknown"), Shape("path")
DATE, DATETIME, TIMEDELTA, TIME = (Shape(kind) for kind in ("date", "datetime", "timedelta", "time"))
DECIMAL, FRACTION, COMPLEX = Shape("decimal"), Shape("fraction"), Shape("complex")

CONTAINERS = {"list", "set", "frozenset", "tuple", "dict", "record", "deque", "iterator"}


def list_of(shape):
    return Shape("list", (shape,))


def dict_of(key, value):
    return Shape("dict", (key, value))


def union_of(shapes):
    """One shape where there is only one; alternatives that say nothing are left out."""
    flat = []
    for shape in shapes:
        for each in shape.of if shape.kind == "union" else (shape,):
            if each not in flat:
                flat.append(each)
    known = [shape for shape in flat if shape != UNKNOWN] or flat or [UNKNOWN]
    return known[0] if len(known) == 1 else Shape("union", tuple(known))


def alternatives(shape):
    return shape.of if shape.kind == "union" else (shape,)


def literal_of(texts):
    return Shape("literal", (), tuple(dict.fromkeys(texts)))


def is_known(shape):
    return shape is not None and shape != UNKNOWN


def refine(shape, better):
    """The shape, completed by another shape where it knows nothing: `list` of something and a list of numbers."""
    if not is_known(shape):
        return better if better is not None else UNKNOWN
    if better is None or shape.kind != better.kind or len(shape.of) != len(better.of):
        return shape
    return shape._replace(of=tuple(refine(one, other) for one, other in zip(shape.of, better.of)))
