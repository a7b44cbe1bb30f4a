"""Other expressions in the place of one: bounds, operands, arguments, names, constants, conversions."""

import ast

from anneal_search.edits import ARITHMETIC, COMPARISONS, SIGNS, shown
from anneal_search.repeated import repeated_changes

WRAPPERS = ("list", "int", "str", "tuple", "sorted", "set", "abs", "len", "float", "sum", "round", "max", "min")
METHODS = {
    **{"append": ("extend", "add"), "extend": ("append",), "add": ("append",), "isalpha": ("isalnum", "isdigit")},
    **{"isdigit": ("isnumeric", "isalpha", "isalnum"), "isupper": ("islower",), "islower": ("isupper",)},
    **{"upper": ("lower",), "lower": ("upper",), "index": ("find",), "items": ("values", "keys"), "keys": ("values",)},
    **{"values": ("keys", "items"), "union": ("intersection",), "intersection": ("union",), "split": ("splitlines",)},
    **{"count": ("find",), "strip": ("rstrip", "lstrip"), "pop": ("remove",), "remove": ("discard", "pop")},
    **{"sort": ("reverse",), "rsplit": ("split",), "title": ("capitalize",), "capitalize": ("title",)},
}
STARTS = ("0", "1", "-1", "''", "[]", "None", "float('inf')", "float('-inf')", "True", "False")
BITS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)
MOST_NAMES = 12


def expression_changes(source, seen):
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.expr) or source.functions.get(node) is None or source.is_inside_text(node):
            continue
        if is_told(source, node):
            continue
        for text, why, kind, weight in other_forms(source, node, seen):
            yield source.replaced(node, text), node.lineno, f"wrote {why} on line {node.lineno}", kind, weight
    yield from repeated_changes(source, lambda node: () if is_told(source, node) else other_forms(source, node, seen))


def is_told(source, node):
    """A docstring, an annotation or a default is no place of a fault here."""
    parent = source.parents.get(node)
    return isinstance(parent, (ast.Expr, ast.arg, ast.arguments, ast.AnnAssign, ast.keyword)) and not (
        isinstance(parent, ast.keyword) or (isinstance(parent, ast.AnnAssign) and node is parent.value)
        or (isinstance(parent, ast.Expr) and isinstance(node, ast.Call))
    )


def other_forms(source, node, seen):
    piece = source.piece(node)
    if isinstance(node, ast.Compare):
        yield from compared(source, node)
    elif isinstance(node, ast.BinOp):
        yield from calculated(source, node)
    elif isinstance(node, ast.BoolOp):
        for part in node.values:
            yield source.piece(part), f"only {shown(part)} of a condition", "condition", 0.3
    elif isinstance(node, ast.UnaryOp):
        inner = source.piece(node.operand)
        yield inner, f"{inner} for {piece}", "negation", 0.7
    elif isinstance(node, ast.Call):
        yield from called(source, node)
    elif isinstance(node, ast.Constant):
        yield from constants(source, node, seen)
    elif isinstance(node, ast.Subscript):
        yield from subscripted(source, node)
    elif isinstance(node, ast.IfExp):
        test, one, other = (source.piece(each) for each in (node.test, node.body, node.orelse))
        yield f"{other} if {test} else {one}", "the two outcomes of a condition the other way round", "condition", 0.5
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield from named(source, node)
    if is_counted(source, node):
        yield from moved_by_one(source, node, piece)
    if is_converted(source, node):
        yield from converted(node, piece, seen)
    if node is getattr(source.parents.get(node), "iter", None):
        for head, tail in (("range(len(", "))"), ("range(", ")"), ("enumerate(", ")"), ("", ".items()")):
            yield f"{head}{piece}{tail}", f"{head}{shown(node)}{tail} for {shown(node)}", "conversion", 0.3


def compared(source, node):
    for place, operator in enumerate(node.ops):
        family = {each for key, others in COMPARISONS.items() if type(operator) in (key, *others) for each in (key, *others)}
        family |= {ast.Eq, ast.LtE, ast.GtE} if type(operator) in (ast.Eq, ast.Lt, ast.Gt) else set()
        for other in sorted(family - {type(operator)}, key=lambda each: SIGNS[each]):
            parts = [source.piece(node.left)]
            for index, (each, right) in enumerate(zip(node.ops, node.comparators)):
                parts += [SIGNS[other if index == place else type(each)], source.piece(right)]
            words = f"`{SIGNS[other]}` for `{SIGNS[type(operator)]}`"
            yield " ".join(parts), words, "comparison", 0.9


def calculated(source, node):
    left, right, sign = source.piece(node.left), source.piece(node.right), SIGNS.get(type(node.op))
    for other in ARITHMETIC:
        is_rare = other in BITS and SIGNS[other] not in source.text
        if other is not type(node.op) and sign is not None and not is_rare:
            likely = 0.9 if {other, type(node.op)} in ({ast.Div, ast.FloorDiv}, {ast.Add, ast.Sub}) else 0.3
            yield f"{left} {SIGNS[other]} {right}", f"`{SIGNS[other]}` for `{sign}`", "operator", likely
    yield left, f"{shown(node.left)} for {shown(node)}", "left out", 0.4
    yield right, f"{shown(node.right)} for {shown(node)}", "left out", 0.3
    if not isinstance(node.op, ast.Mult):
        yield f"{right} {sign} {left}", f"the operands of `{sign}` the other way round", "swapped", 0.5
    inner = node.left
    if isinstance(inner, ast.BinOp):
        # `a + b / c` for `(a + b) / c`, and the other way.
        yield f"{source.piece(inner.left)} {SIGNS[type(inner.op)]} ({source.piece(inner.right)} {sign} {right})", (
            f"other brackets in {shown(node)}"
        ), "brackets", 0.3


def called(source, node):
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    args = [source.piece(each) for each in node.args]
    head = source.piece(node.func)
    rest = [f"{each.arg}={source.piece(each.value)}" if each.arg else f"**{source.piece(each.value)}" for each in node.keywords]
    for one in range(len(args) - 1):
        swapped = [*args[:one], args[one + 1], args[one], *args[one + 2 :]]
        yield f"{head}({', '.join(swapped + rest)})", f"the arguments of {name} the other way round", "swapped", 0.5
    if len(args) == 1 and not rest and isinstance(node.func, ast.Name):
        yield args[0], f"{args[0]} without {name}()", "left out", 0.4
    if isinstance(node.func, ast.Attribute):
        yield source.piece(node.func.value), f"{shown(node.func.value)} without .{name}()", "left out", 0.3
        for other in METHODS.get(name, ()):
            yield f"{source.piece(node.func.value)}.{other}({', '.join(args + rest)})", f"{other} for {name}", "method", 0.6
    if name in ("sorted", "sort"):
        bare = [each for each in rest if not each.startswith("reverse")]
        turned = rest if len(bare) < len(rest) else None
        again = bare if turned else [*rest, "reverse=True"]
        yield f"{head}({', '.join(args + again)})", f"the other order of {name}", "order", 0.6
    if name == "range" and len(args) == 1:
        yield f"range(1, {args[0]})", "a range from 1", "off by one", 0.8
        yield f"range(1, {args[0]} + 1)", "a range from 1 to its end", "off by one", 0.9
    if name == "range" and len(args) == 2:
        yield f"range({args[0]}, {args[1]}, -1)", "a range that counts down", "off by one", 0.3
    if name in ("max", "min") and len(args) == 1 and not rest:
        yield f"{head}({args[0]}, default=0)", f"a default for {name} of nothing", "default", 0.5


def constants(source, node, seen):
    value = node.value
    # `x - 0` says less plainly what leaving `- 1` out says.
    is_added = isinstance(getattr(source.parents.get(node), "op", None), (ast.Add, ast.Sub))
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        for other in (value - 1, value + 1, 0, 1, 2, -1, -value):
            if other != value and not (is_added and other == 0):
                yield repr(other), f"{other} for {value}", "constant", 0.7 if abs(other - value) == 1 else 0.4
        for other in STARTS if not is_added else ():
            yield other, f"{other} for {value}", "initial value", 0.3
    for other in seen.wanted_parts:
        if type(other) is type(value) and other != value:
            yield repr(other), f"{other!r} for {value!r}, as the test has it", "constant", 0.5
    if isinstance(value, str):
        for other in {"", " ", value.strip(), value.lower(), value.upper(), value.capitalize()} - {value}:
            yield repr(other), f"{other!r} for {value!r}", "constant", 0.3


def subscripted(source, node):
    value = source.piece(node.value)
    if isinstance(node.slice, ast.Name):
        yield node.slice.id, f"{node.slice.id} for {shown(node)}", "left out", 0.3
    if isinstance(node.slice, ast.Slice):
        lower, upper, step = (source.piece(each) if each else "" for each in (node.slice.lower, node.slice.upper, node.slice.step))
        forms = [(lower, ""), ("", upper), (upper, lower), ("", "")]
        for low, high in forms:
            text = f"{value}[{low}:{high}{':' + step if step else ''}]"
            yield text, f"{text} for {shown(node)}", "slice", 0.4
        if not step:
            yield f"{value}[{lower}:{upper}][::-1]", f"{shown(node)} turned round", "order", 0.3
    elif isinstance(node.slice, ast.Tuple) and len(node.slice.elts) == 2:
        one, other = map(source.piece, node.slice.elts)
        yield f"{value}[{one}:{other}]", f"a slice for {shown(node)}", "slice", 1.5
        yield f"{value}[{one}][{other}]", f"two indices for {shown(node)}", "index", 1.5
    else:
        yield value, f"{value} for {shown(node)}", "left out", 0.3
        for other in ("0", "-1"):
            yield f"{value}[{other}]", f"{value}[{other}] for {shown(node)}", "index", 0.5


def named(source, node):
    """Another variable of the same function, the nearest names first."""
    function = source.functions[node]
    parent = source.parents.get(node)
    if isinstance(parent, ast.Call) and node is parent.func:
        return
    for name in names_of(function)[:MOST_NAMES]:
        if name != node.id:
            yield name, f"{name} for {node.id}", "variable", 0.5


def names_of(function):
    """The parameters and variables of a function."""
    arguments = function.args
    found = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs) if each.arg != "self"]
    found += [each.id for each in ast.walk(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    return list(dict.fromkeys(found))


def is_counted(source, node):
    """An index, a bound, an argument of range, an operand of a comparison, or a result."""
    parent = source.parents.get(node)
    if isinstance(node, (ast.Compare, ast.BoolOp, ast.List, ast.Dict, ast.ListComp, ast.JoinedStr, ast.Slice, ast.Tuple)):
        return False
    if isinstance(node, ast.Constant) and not (isinstance(node.value, int) and not isinstance(node.value, bool)):
        return False
    if isinstance(parent, (ast.Slice, ast.Return)) or (isinstance(parent, ast.Subscript) and node is parent.slice):
        return True
    if isinstance(parent, ast.Call) and node in parent.args:
        return getattr(parent.func, "id", "") == "range" or is_own(source, parent.func)
    return isinstance(parent, (ast.Compare, ast.Assign)) and not isinstance(getattr(node, "ctx", None), ast.Store)


def is_own(source, callee):
    """A function of the program."""
    name = getattr(callee, "attr", getattr(callee, "id", ""))
    return name in source.own_functions


def moved_by_one(source, node, piece):
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)) and getattr(node.right, "value", None) == 1:
        # A number of its own moves as a constant; here it goes.
        yield source.piece(node.left), f"{shown(node.left)} for {shown(node)}", "off by one", 0.8
        sign = "-" if isinstance(node.op, ast.Add) else "+"
        yield f"{source.piece(node.left)} {sign} 1", f"{sign} for the other sign in {shown(node)}", "off by one", 0.7
        return
    inner = f"({piece})" if isinstance(node, (ast.IfExp, ast.Lambda)) else piece
    for sign in ("+", "-"):
        yield f"{inner} {sign} 1", f"{shown(node)} {sign} 1 for {shown(node)}", "off by one", 0.8


def is_converted(source, node):
    if isinstance(node, (ast.Constant, ast.Compare, ast.BoolOp, ast.Slice, ast.Starred)):
        return False
    if isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
        return False
    parent = source.parents.get(node)
    if isinstance(parent, (ast.Return, ast.Assign, ast.For, ast.BinOp, ast.comprehension, ast.Compare)):
        return True
    return isinstance(parent, ast.Call) and node in parent.args


def converted(node, piece, seen):
    for name in WRAPPERS:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
            continue
        is_wanted = name in seen.wanted_types
        likely = 0.6 if is_wanted else 0.08 if name in ("max", "min", "sum", "round", "sorted", "set") else 0.25
        yield f"{name}({piece})", f"{name}({shown(node)}) for {shown(node)}", "conversion", likely
    if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)):
        for method in ("lower()", "strip()", "split()", "copy()", "replace(',', '.')"):
            yield f"{piece}.{method}", f"{shown(node)}.{method} for {shown(node)}", "conversion", 0.25
        for outer, inner in (("int", "float"), ("round", "float"), ("str", "abs")):
            yield f"{outer}({inner}({piece}))", f"{outer}({inner}({shown(node)})) for {shown(node)}", "conversion", 0.15
        yield f"{piece}[::-1]", f"{shown(node)} turned round", "order", 0.3
        yield f"{piece}[0]", f"the first of {shown(node)}", "index", 0.25
