"""Reads a type as it is written, in an annotation or in a docstring, into a shape."""

import ast

from anneal_verify.shape import (
    BOOL,
    BYTES,
    COMPLEX,
    DATE,
    DATETIME,
    DECIMAL,
    FLOAT,
    FRACTION,
    INT,
    NONE,
    PATH,
    STR,
    TIME,
    TIMEDELTA,
    UNKNOWN,
    Shape,
    dict_of,
    list_of,
    literal_of,
    union_of,
)

PLAIN = {
    "int": INT,
    "integer": INT,
    "float": FLOAT,
    "number": FLOAT,
    "complex": COMPLEX,
    "str": STR,
    "string": STR,
    "bool": BOOL,
    "boolean": BOOL,
    "bytes": BYTES,
    "bytearray": BYTES,
    "None": NONE,
    "Decimal": DECIMAL,
    "Fraction": FRACTION,
    "date": DATE,
    "datetime": DATETIME,
    "timedelta": TIMEDELTA,
    "time": TIME,
    "Path": PATH,
    "PathLike": PATH,
    "Real": FLOAT,
    "Number": FLOAT,
    "Any": UNKNOWN,
    "object": UNKNOWN,
    "Hashable": STR,
    "Text": STR,
}
LISTS = {
    "list",
    "List",
    "Sequence",
    "Iterable",
    "Collection",
    "MutableSequence",
    "array",
    "Sized",
    "Container",
    "Reversible",
}
SETS = {"set", "Set", "AbstractSet", "MutableSet"}
DICTS = {"dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "DefaultDict", "OrderedDict", "Counter"}
ITERATORS = {"Iterator", "Generator"}
WRAPPERS = {"Final", "Annotated", "ClassVar", "Required", "NotRequired", "ReadOnly"}
DEEPEST = 6


def read_annotation(node, program, depth=0):
    """Unknown where nothing can be told."""
    if node is None or depth > DEEPEST:
        return UNKNOWN
    if isinstance(node, ast.Constant):
        return NONE if node.value is None else read_type_text(node.value, program, depth + 1)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return union_of([read_annotation(side, program, depth + 1) for side in (node.left, node.right)])
    if isinstance(node, ast.Subscript):
        return read_generic(name_of(node.value), arguments_of(node), program, depth + 1)
    return read_name(name_of(node), program, depth + 1)


def read_type_text(text, program, depth=0):
    """From a docstring too: `list of int`, `str, optional`, `int or None`."""
    if not isinstance(text, str) or len(text) > 200:
        return UNKNOWN
    text = text.strip().rstrip(".").removesuffix("optional").strip().rstrip(",").strip("`")
    if " or " in text:
        return union_of([read_type_text(part, program, depth + 1) for part in text.split(" or ", 5)])
    for word in ("list of ", "array of ", "List of ", "sequence of ", "iterable of "):
        if text.startswith(word):
            return list_of(read_type_text(text[len(word) :].rstrip("s"), program, depth + 1))
    try:
        return read_annotation(ast.parse(text, mode="eval").body, program, depth + 1)
    except (SyntaxError, ValueError, RecursionError):
        return UNKNOWN


def name_of(node):
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def arguments_of(node):
    inner = node.slice
    return list(inner.elts) if isinstance(inner, ast.Tuple) else [inner]


def read_generic(name, arguments, program, depth):
    if name == "Literal":
        return literal_of([ast.unparse(each) for each in arguments])
    if name in WRAPPERS:
        return read_annotation(arguments[0], program, depth)
    if name == "Callable":
        taken = arguments[0]
        return Shape("callable", (), (str(len(taken.elts)) if isinstance(taken, ast.List) else "1",))
    shapes = [read_annotation(each, program, depth) for each in arguments if not is_ellipsis(each)]
    if name == "Union":
        return union_of(shapes)
    if name == "Optional":
        return union_of([*shapes, NONE])
    if name in LISTS:
        return list_of(shapes[0])
    if name in SETS or name in ("frozenset", "FrozenSet"):
        return Shape("frozenset" if name.lower() == "frozenset" else "set", (shapes[0],))
    if name in DICTS:
        return dict_of(shapes[0], INT if name == "Counter" else shapes[-1])
    if name in ("tuple", "Tuple"):
        return Shape("tuple", tuple(shapes)) if not any(map(is_ellipsis, arguments)) else Shape("tuple*", (shapes[0],))
    if name in ITERATORS:
        return Shape("iterator", (shapes[0],))
    if name in ("deque", "Deque"):
        return Shape("deque", (shapes[0],))
    return read_name(name, program, depth)


def is_ellipsis(node):
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def read_name(name, program, depth):
    if name in program.classes:
        return read_class(name, program, depth)
    if name in PLAIN:
        return PLAIN[name]
    if name in LISTS:
        return list_of(UNKNOWN)
    if name in SETS:
        return Shape("set", (UNKNOWN,))
    if name in DICTS:
        return dict_of(STR, UNKNOWN)
    if name in ("tuple", "Tuple"):
        return Shape("tuple*", (UNKNOWN,))
    if name in ("Callable", "function", "callable"):
        return Shape("callable", (), ("1",))
    alias = program.constants.get(name)
    if isinstance(alias, ast.Call):
        # NewType("Id", int) and TypeVar("T", int, str) say it behind their name.
        return union_of([read_annotation(each, program, depth) for each in alias.args[1:]])
    return read_annotation(alias, program, depth) if alias is not None else UNKNOWN


def read_class(name, program, depth):
    node = program.classes[name]
    parents = {name_of(parent) for parent in node.bases}
    if parents & {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"}:
        members = [
            target.id
            for each in node.body
            if isinstance(each, ast.Assign)
            for target in each.targets
            if isinstance(target, ast.Name) and not target.id.startswith("_")
        ]
        return literal_of([f"{name}.{member}" for member in members]) if members else UNKNOWN
    if "TypedDict" in parents:
        fields = [each for each in node.body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)]
        shapes = tuple(read_annotation(each.annotation, program, depth) for each in fields)
        return Shape("record", shapes, tuple(each.target.id for each in fields))
    return Shape("object", (), (name,))
