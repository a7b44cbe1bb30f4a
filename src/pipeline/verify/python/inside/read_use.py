"""The use of a name in a body shows the shape of its value: `x.split()` wants a text, `for each in x` something to walk over."""

import ast

from anneal_verify.graphs import graph_walked
from anneal_verify.known_signs import ATTRIBUTES, CALLS, ITEMS, MAPPING, METHODS
from anneal_verify.read_annotation import read_annotation
from anneal_verify.shape import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    STR,
    UNKNOWN,
    Shape,
    alternatives,
    dict_of,
    list_of,
    refine,
    union_of,
)

DEEPEST = 3


def shape_from_use(name, body, program, depth=0):
    """The shape with the most signs for it; unknown without any."""
    votes = {}
    keys = []
    for statement in body:
        for node in ast.walk(statement):
            for shape, weight in signs_of(node, name, program, depth):
                votes[shape] = votes.get(shape, 0) + weight
            if key_asked(node, name) is not None:
                keys.append(key_asked(node, name))
    may_be_none = votes.pop(NONE, 0) > 0
    best = strongest(votes)
    if keys and best.kind in ("dict", "unknown"):
        best = Shape("record", tuple(UNKNOWN for _ in dict.fromkeys(keys)), tuple(dict.fromkeys(keys)))
    return union_of([best, NONE]) if may_be_none and best != UNKNOWN else best


def key_asked(node, name):
    """A text by which something is looked up: `x["key"]`, `x.get("key")`."""
    key = None
    if isinstance(node, ast.Subscript) and is_name(node.value, name):
        key = key_of(node)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_name(node.func.value, name):
        first = node.args[0] if node.args and node.func.attr == "get" else None
        key = first.value if isinstance(first, ast.Constant) else None
    return key if isinstance(key, str) else None


def strongest(votes):
    """Signs for the same kind add up; the shape that knows most stands for it."""
    totals = {}
    for shape, weight in votes.items():
        totals[shape.kind] = totals.get(shape.kind, 0) + weight
    if not totals:
        return UNKNOWN
    kind = max(totals, key=lambda each: (totals[each], each))
    if kind == "int" and "float" in totals:
        kind = "float" if totals["float"] >= totals["int"] else "int"
    best = UNKNOWN
    for shape in sorted((each for each in votes if each.kind == kind), key=votes.get, reverse=True):
        best = refine(best, shape) if best.kind == kind else shape
    return best


def signs_of(node, name, program, depth):
    if isinstance(node, ast.Call):
        yield from signs_of_call(node, name, program, depth)
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        yield from signs_of_loop(node, name, program, depth)
    elif isinstance(node, ast.Subscript) and is_name(node.value, name):
        yield from signs_of_subscript(node)
    elif isinstance(node, ast.Subscript) and is_part(node.value, name):
        yield list_of(ITEMS), 2
    elif isinstance(node, ast.BinOp):
        yield from signs_of_arithmetic(node, name)
    elif isinstance(node, ast.AugAssign) and is_name(node.target, name):
        yield from signs_of_operand(node.op, node.value, is_left=True)
    elif isinstance(node, ast.Compare):
        yield from signs_of_comparison(node, name)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and is_name(node.operand, name):
        yield INT, 3
    elif isinstance(node, ast.Attribute) and is_name(node.value, name):
        yield from signs_of_attribute(node.attr, program)


def signs_of_attribute(attribute, program):
    owners = [each for each, node in program.classes.items() if attribute in members_of(node)]
    if owners:
        # A name that Python's own types have too says less.
        yield Shape("object", (), (owners[0],)), 3 if attribute in METHODS else 6
    if attribute in ATTRIBUTES:
        yield ATTRIBUTES[attribute], 3
    elif attribute in METHODS:
        yield METHODS[attribute], 4


def members_of(node):
    found = set()
    for each in ast.walk(node):
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found.add(each.name)
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            found.add(each.target.id)
        elif isinstance(each, ast.Attribute) and is_name(each.value, "self") and isinstance(each.ctx, ast.Store):
            found.add(each.attr)
    return found


def signs_of_call(node, name, program, depth):
    if is_name(node.func, name):
        yield Shape("callable", (), (str(len(node.args)),)), 8
    called = called_name(node)
    if called == "len" and node.args and is_part(node.args[0], name):
        yield list_of(ITEMS), 2
    places = [place for place, argument in enumerate(node.args) if is_name(argument, name)]
    if not places:
        return
    if called == "isinstance" and places == [0] and len(node.args) == 2:
        types = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
        for shape in alternatives(union_of([read_annotation(each, program) for each in types])):
            if shape not in (UNKNOWN, BOOL):
                yield shape, 4
    elif called in program.functions and depth < DEEPEST:
        yield from signs_of_parameter(program.functions[called], places[0], program, depth)
    elif called in CALLS and not (called in ("min", "max") and len(node.args) > 1):
        yield CALLS[called]
    elif called in ("min", "max"):
        yield INT, 1
    elif isinstance(node.func, ast.Attribute):
        yield from signs_of_library(node.func, called)


def signs_of_parameter(function, place, program, depth):
    taken = [*function.args.posonlyargs, *function.args.args]
    if place < len(taken):
        shape = read_annotation(taken[place].annotation, program)
        if shape == UNKNOWN:
            shape = shape_from_use(taken[place].arg, function.body, program, depth + 1)
        if shape != UNKNOWN:
            yield shape, 2


def signs_of_library(function, called):
    module = getattr(function.value, "id", "")
    if module == "math":
        yield FLOAT, 2
    elif called == "join":
        yield list_of(STR), 3
    elif module == "re":
        yield STR, 3


def signs_of_loop(node, name, program, depth):
    walked = node.iter
    graph = graph_walked(walked, node.target, name)
    if graph:
        yield graph, 6
    body = node.body if isinstance(node, (ast.For, ast.AsyncFor)) else node.ifs
    element = None
    if is_name(walked, name):
        element = node.target
    elif (
        isinstance(walked, ast.Call)
        and called_name(walked) == "enumerate"
        and walked.args
        and is_name(walked.args[0], name)
    ):
        element = node.target.elts[1] if isinstance(node.target, ast.Tuple) and len(node.target.elts) == 2 else None
    elif isinstance(walked, ast.Call) and isinstance(walked.func, ast.Attribute) and is_name(walked.func.value, name):
        if walked.func.attr == "items" and isinstance(node.target, ast.Tuple) and depth < DEEPEST:
            key, value = (shape_of_target(each, body, program, depth) for each in node.target.elts[:2])
            yield dict_of(refine(key, STR), value), 3
        return
    if element is not None and depth < DEEPEST:
        yield list_of(shape_of_target(element, body, program, depth)), 3


def shape_of_target(target, body, program, depth):
    if isinstance(target, ast.Tuple):
        return Shape("tuple", tuple(shape_of_target(each, body, program, depth) for each in target.elts))
    return shape_from_use(target.id, body, program, depth + 1) if isinstance(target, ast.Name) else UNKNOWN


def signs_of_subscript(node):
    key = key_of(node)
    if isinstance(key, str):
        yield MAPPING, 4
    elif isinstance(node.slice, ast.Slice) or isinstance(key, int):
        yield ITEMS, 2
    else:
        yield ITEMS, 1


def signs_of_arithmetic(node, name):
    if is_name(node.left, name):
        yield from signs_of_operand(node.op, node.right, is_left=True)
    if is_name(node.right, name):
        yield from signs_of_operand(node.op, node.left, is_left=False)


def signs_of_operand(operator, other, is_left):
    constant = getattr(other, "value", None) if isinstance(other, ast.Constant) else None
    if isinstance(constant, str) or isinstance(other, ast.JoinedStr):
        if isinstance(operator, ast.Add):
            yield STR, 3
    elif isinstance(constant, float) or isinstance(operator, ast.Div):
        yield FLOAT, 3
    elif isinstance(operator, (ast.BitAnd, ast.BitXor, ast.LShift, ast.RShift)) or (
        isinstance(operator, (ast.Mod, ast.FloorDiv)) and is_left
    ):
        yield INT, 3
    elif isinstance(operator, (ast.Sub, ast.Pow)):
        yield INT, 2
    else:
        yield INT, 3 if isinstance(constant, int) and isinstance(operator, (ast.Add, ast.Mult)) else 1


def signs_of_comparison(node, name):
    sides = [node.left, *node.comparators]
    for operator, left, right in zip(node.ops, sides, sides[1:]):
        if isinstance(operator, (ast.In, ast.NotIn)):
            yield from signs_of_membership(left, right, name)
            continue
        other = right if is_name(left, name) else left if is_name(right, name) else None
        if isinstance(other, ast.UnaryOp):
            other = other.operand
        if isinstance(other, ast.Constant):
            value = other.value
            kind = {type(None): NONE, bool: BOOL, int: INT, float: FLOAT, str: STR}.get(type(value))
            if kind:
                yield kind, 3
        elif other is not None and isinstance(operator, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
            yield INT, 1


def signs_of_membership(left, right, name):
    if is_name(right, name):
        yield ITEMS, 1
    elif is_name(left, name) and isinstance(right, (ast.Tuple, ast.List, ast.Set)):
        for each in right.elts[:1]:
            kind = {int: INT, str: STR}.get(type(getattr(each, "value", None)))
            if kind:
                yield kind, 3
    elif is_name(left, name) and isinstance(right, ast.Constant) and isinstance(right.value, str):
        yield STR, 2


def is_name(node, name):
    return isinstance(node, ast.Name) and node.id == name


def is_part(node, name):
    """`x[0]`, `x[row]`: a part of it that is not asked for by a key."""
    return isinstance(node, ast.Subscript) and is_name(node.value, name) and not isinstance(key_of(node), str)


def called_name(node):
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def key_of(node):
    return node.slice.value if isinstance(node.slice, ast.Constant) else None
