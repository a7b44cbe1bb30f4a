"""Small changes of a program, one at a time: faults for tests to notice, and repairs of such faults."""

import ast
from typing import NamedTuple

COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
SIGNS = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.And: "and",
    ast.Or: "or",
}
SIBLINGS = {
    **{"min": "max", "max": "min", "any": "all", "all": "any", "startswith": "endswith", "endswith": "startswith"},
    **{"sorted": "list", "find": "rfind", "rfind": "find", "ceil": "floor", "floor": "ceil"},
}
CHANGES_TEXT = {"lower", "upper", "strip", "lstrip", "rstrip", "title", "capitalize", "casefold", "replace"}
LONGEST = 60


class Edit(NamedTuple):
    """Fields of one node, and their new values."""

    line: int
    change: str
    node: ast.AST
    fields: dict


def edits_in(tree, main_part=()):
    """All but those in annotations, decorators and the main part, which tests of functions do not see."""
    waiting = [
        statement for statement in reversed(tree.body) if statement not in main_part
    ]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        yield from edits_of(node)
        inner = []
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_comment", "format_spec", "bases"):
                continue
            inner += [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, ast.AST)]
        waiting.extend(reversed(inner))


def edits_of(node):
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                operators = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                yield edit(node, "ops", operators, f"{SIGNS[type(operator)]} became {SIGNS[other]}")
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in ARITHMETIC:
        other = ARITHMETIC[type(node.op)]
        yield edit(node, "op", other(), f"{SIGNS[type(node.op)]} became {SIGNS[other]}")
    elif isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield edit(node, "op", other(), f"{SIGNS[type(node.op)]} became {SIGNS[other]}")
        for place, part in enumerate(node.values) if len(node.values) > 2 else ():
            yield edit(
                node,
                "values",
                [*node.values[:place], *node.values[place + 1 :]],
                f"{shown(part)} was left out of a condition",
            )
    elif isinstance(node, ast.Constant):
        yield from edits_of_constant(node)
    elif isinstance(node, (ast.If, ast.While, ast.IfExp)) and not isinstance(node.test, ast.Constant):
        negated = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
        yield edit(node, "test", negated, f"the condition {shown(node.test)} was negated")
    elif isinstance(node, ast.Return) and node.value is not None and not is_none(node.value):
        yield edit(
            node,
            "value",
            ast.copy_location(ast.Constant(None), node.value),
            f"return {shown(node.value)} became return None",
        )
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield edit(node, "op", ast.UAdd(), f"{shown(node)} lost its sign")
    elif isinstance(node, ast.Slice):
        yield from edits_of_slice(node)
    elif isinstance(node, ast.Call):
        yield from edits_of_call(node)
    yield from edits_of_statements(node)


def edits_of_constant(node):
    value = node.value
    if isinstance(value, bool):
        yield edit(node, "value", not value, f"{value} became {not value}")
    elif isinstance(value, str) and value and len(value) <= LONGEST:
        yield edit(node, "value", "", f"{value!r} became ''")
    elif isinstance(value, (int, float)):
        yield edit(node, "value", value + 1, f"{value} became {value + 1}")
        if value not in (0, 1):
            yield edit(node, "value", value - 1, f"{value} became {value - 1}")


def edits_of_call(node):
    """A function taken for another, and a text that is left as it is."""
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    if name in SIBLINGS:
        is_method = isinstance(node.func, ast.Attribute)
        yield edit(node.func, "attr" if is_method else "id", SIBLINGS[name], f"{name} became {SIBLINGS[name]}")
    elif name in CHANGES_TEXT and isinstance(node.func, ast.Attribute) and not node.keywords:
        kept = {"func": ast.copy_location(ast.Name("str", ast.Load()), node), "args": [node.func.value]}
        yield Edit(line_of(node), f"{name}() was left out", node, kept)


def edits_of_slice(node):
    for name in ("lower", "upper"):
        bound = getattr(node, name)
        if bound is not None:
            moved = ast.copy_location(ast.BinOp(bound, ast.Add(), ast.copy_location(ast.Constant(1), bound)), bound)
            yield edit(node, name, moved, f"the {name} bound {shown(bound)} of a slice became one more")


def edits_of_statements(node):
    """A call that is left out, and a loop that goes on or ends where it should not."""
    for name in ("body", "orelse", "finalbody"):
        statements = getattr(node, name, None)
        if not isinstance(statements, list):
            continue
        for place, statement in enumerate(statements):
            other = None
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                other, change = ast.Pass(), f"{shown(statement)} was left out"
            elif isinstance(statement, ast.Break):
                other, change = ast.Continue(), "break became continue"
            elif isinstance(statement, ast.Continue):
                other, change = ast.Break(), "continue became break"
            if other is not None:
                changed = [*statements[:place], ast.copy_location(other, statement), *statements[place + 1 :]]
                yield Edit(statement.lineno, change, node, {name: changed})


def edit(node, field, value, change):
    return Edit(line_of(node), change, node, {field: value})


def line_of(node):
    if hasattr(node, "lineno"):
        return node.lineno
    return next((each.lineno for each in ast.walk(node) if hasattr(each, "lineno")), 0)


def is_none(node):
    return isinstance(node, ast.Constant) and node.value is None


def shown(node):
    text = ast.unparse(node).split("\n")[0]
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
