"""The shape of every parameter, from all that tells of it: annotation, docstring, default, use, and at last its name."""

import ast

from anneal_verify import graphs
from anneal_verify.read_annotation import read_annotation, read_type_text
from anneal_verify.read_docstring import types_in_docstring
from anneal_verify.read_use import shape_from_use
from anneal_verify.shape import (
    BOOL,
    DATE,
    FLOAT,
    INT,
    PATH,
    STR,
    UNKNOWN,
    Shape,
    alternatives,
    dict_of,
    is_known,
    list_of,
    literal_of,
    refine,
    union_of,
)

WORDS = list_of(STR)
NUMBERS = list_of(INT)
NAMES = {
    **dict.fromkeys(
        "n k i j m count num number size length index limit depth width height year month day age position start end"
        " step target quantity capacity level max_value min_value low high lo hi shift times".split(),
        INT,
    ),
    **dict.fromkeys(
        "x y z a b c value price amount rate ratio total score weight radius temperature base percent balance".split(),
        FLOAT,
    ),
    **dict.fromkeys(
        "text s string name word line message title content password email url phrase sentence label prefix suffix"
        " separator sep char letter code pattern query username st str1 str2 s1 s2 key owner author"
        " city country category description kind status role color symbol currency unit address person customer user id who".split(),
        STR,
    ),
    **dict.fromkeys(
        "items values nums numbers lst arr array data seq sequence elements scores list1 list2 l xs collection".split(),
        NUMBERS,
    ),
    **dict.fromkeys("words names lines strings texts tokens parts strs labels".split(), WORDS),
    **dict.fromkeys(
        "d mapping dictionary config options counts record dict1 dict2 settings".split(), dict_of(STR, INT)
    ),
    **dict.fromkeys("matrix grid board rows table".split(), list_of(NUMBERS)),
    **dict.fromkeys("flag verbose strict reverse enabled".split(), BOOL),
    **dict.fromkeys("func fn f callback predicate function transform mapper".split(), Shape("callable", (), ("1",))),
    **dict.fromkeys("date day_of birthday birth_date".split(), DATE),
    **dict.fromkeys("path filename file_path filepath".split(), PATH),
    **dict.fromkeys("pairs points intervals edges".split(), list_of(Shape("tuple", (INT, INT)))),
}
NAMES.update(graphs.NAMES)
SIMPLE = {int: INT, float: FLOAT, str: STR, bool: BOOL}


class Parameter:
    """One parameter of a function: how it is passed, and which values fit."""

    def __init__(self, argument, shape, default, way):
        self.name = argument.arg
        self.shape = shape
        self.default = default
        """The default value as it is written; None without one."""
        self.way = way
        """`place`, `keyword` or `rest`."""


def parameters_of(function, program, is_bound=False):
    told = types_in_docstring(ast.get_docstring(function))
    taken = function.args
    places = [*taken.posonlyargs, *taken.args]
    defaults = [None] * (len(places) - len(taken.defaults)) + list(taken.defaults)
    found = [(argument, default, "place") for argument, default in zip(places, defaults)][1 if is_bound else 0 :]
    if taken.vararg:
        found.append((taken.vararg, None, "rest"))
    found += [(argument, default, "keyword") for argument, default in zip(taken.kwonlyargs, taken.kw_defaults)]
    return [
        Parameter(argument, shape_of(argument, default, function, program, told), default and ast.unparse(default), way)
        for argument, default, way in found
    ]


def shape_of(argument, default, function, program, told):
    annotated = read_annotation(argument.annotation, program)
    if not is_known(annotated):
        annotated = read_type_text(told.get(argument.arg, ""), program)
    used = shape_from_use(argument.arg, function.body, program)
    if not is_known(annotated):
        annotated = shape_of_default(default, program)
    is_rest = argument is function.args.vararg
    if is_known(annotated):
        return annotated if is_rest else union_of([better_known(each, used) for each in alternatives(annotated)])
    shape = with_name(used, argument.arg)
    # The name of a rest parameter stands for all its arguments together.
    return next((each.of[0] for each in alternatives(shape) if each.kind == "list"), shape) if is_rest else shape


def better_known(shape, used):
    """A dict of anything, whose keys the body asks for by name, is a record."""
    records = [each for each in alternatives(used) if each.kind == "record"]
    if shape.kind == "dict" and shape.of[1] == UNKNOWN and records:
        return records[0]
    return refine(shape, used)


def with_name(used, name):
    """A name is the weakest sign: it fills in, and tells a text from a list of characters."""
    hint = NAMES.get(name, UNKNOWN)
    if hint == UNKNOWN and "_" in name:
        hint = NAMES.get(name.rsplit("_", 1)[1], NAMES.get(name.split("_", 1)[0], UNKNOWN))
    if hint == UNKNOWN and (name.startswith("is_") or name.startswith("has_")):
        hint = BOOL
    if used == UNKNOWN:
        return hint
    if used == list_of(UNKNOWN) and hint == UNKNOWN:
        # It has a length or parts, as texts and lists do.
        return union_of([STR, NUMBERS])
    if hint == STR and used.kind == "list" and used.of[0] in (STR, UNKNOWN):
        return STR
    return union_of([refine(each, hint) for each in alternatives(used)])


def shape_of_default(default, program):
    if isinstance(default, ast.Constant):
        return SIMPLE.get(type(default.value), UNKNOWN)
    if isinstance(default, ast.UnaryOp) and isinstance(default.operand, ast.Constant):
        return SIMPLE.get(type(default.operand.value), UNKNOWN)
    if isinstance(default, (ast.List, ast.Tuple)):
        inner = [shape_of_default(each, program) for each in default.elts]
        return (
            list_of(inner[0] if inner else UNKNOWN) if isinstance(default, ast.List) else Shape("tuple", tuple(inner))
        )
    if isinstance(default, ast.Dict):
        return dict_of(STR, UNKNOWN)
    if (
        isinstance(default, ast.Attribute)
        and isinstance(default.value, ast.Name)
        and default.value.id in program.classes
    ):
        return read_annotation(default.value, program)
    if isinstance(default, ast.Name) and default.id in program.constants:
        return union_of([shape_of_default(program.constants[default.id], program), literal_of([default.id])])
    return UNKNOWN
