"""Conditions that ask first whether there is something: before an index, a `pop` or a key is used, and where a function calls itself for ever."""

import ast

from anneal_search.edits import shown

MOST_TESTED = 3


def guard_changes(source, seen):
    for node in ast.walk(source.tree):
        if isinstance(node, (ast.While, ast.If, ast.IfExp)):
            yield from asked_first(source, node.test)
        elif isinstance(node, ast.BoolOp) and len(node.values) == 2:
            sign = "and" if isinstance(node.op, ast.And) else "or"
            one, other = map(source.piece, node.values)
            yield source.replaced(node, f"{other} {sign} {one}"), node.lineno, (
                f"asked for the parts of a condition on line {node.lineno} the other way round"
            ), "swapped", 0.8
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and not source.is_inside_text(node):
            yield from with_default(source, node)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Subscript):
            yield from counted(source, node)
        elif isinstance(node, ast.FunctionDef) and seen.is_recursion_endless:
            yield from ended(source, node)


def asked_first(source, test):
    """`while values[at] == one:` for `while at < len(values) and values[at] == one:`"""
    piece = source.piece(test)
    told = f"({piece})" if isinstance(test, (ast.BoolOp, ast.IfExp, ast.NamedExpr)) else piece
    for tested, words in list(dict.fromkeys(conditions_in(source, test)))[:MOST_TESTED]:
        line = test.lineno
        yield source.replaced(test, f"{tested} and {told}"), line, f"asked for {words} on line {line}", "guard", 1.0
        if tested.isidentifier():
            yield source.replaced(test, f"not {tested} or {told}"), line, f"asked for {words} on line {line}", "guard", 1.0


def conditions_in(source, test):
    for node in ast.walk(test):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, (ast.Slice, ast.Tuple)):
            values, at = source.piece(node.value), source.piece(node.slice)
            if isinstance(node.slice, (ast.Constant, ast.UnaryOp)):
                yield values, f"something in {values}"
            else:
                yield f"{at} < len({values})", f"{at} below the length of {values}"
                yield f"{at} in {values}", f"{at} in {values}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("pop", "popleft"):
            values = source.piece(node.func.value)
            yield values, f"something in {values}"


def with_default(source, node):
    """`counts[key]` of a key that may not be there."""
    if isinstance(node.slice, (ast.Slice, ast.Tuple, ast.UnaryOp)):
        return
    values, key = source.piece(node.value), source.piece(node.slice)
    parent = source.parents.get(node)
    if isinstance(parent, ast.Attribute) and parent.value is node:
        for start in (["set()"] if parent.attr in ("add", "discard", "update") else ["[]"]):
            yield source.replaced(node, f"{values}.setdefault({key}, {start})"), node.lineno, (
                f"began {shown(node)} with {start} where it is missing, on line {node.lineno}"
            ), "default", 0.8
    else:
        for start in ("0", "None", "[]", "''"):
            yield source.replaced(node, f"{values}.get({key}, {start})"), node.lineno, (
                f"took {start} where {shown(node)} is missing, on line {node.lineno}"
            ), "default", 0.5 if start == "0" else 0.2


def counted(source, node):
    """`counts[key] += 1`"""
    target = node.target
    if isinstance(target.slice, (ast.Slice, ast.Tuple)):
        return
    values, key, place = source.piece(target.value), source.piece(target.slice), source.piece(target)
    sign = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}.get(type(node.op))
    for start in ("0", "''", "[]", "1") if sign else ():
        text = f"{place} = {values}.get({key}, {start}) {sign} {source.piece(node.value)}"
        yield source.replaced(node, text), node.lineno, (
            f"began {shown(target)} with {start} where it is missing, on line {node.lineno}"
        ), "default", 1.0 if start == "0" else 0.5


def ended(source, function):
    """A function that calls itself, and has no case without such a call."""
    calls = (each for each in ast.walk(function) if isinstance(each, ast.Call))
    if all(getattr(each.func, "attr", getattr(each.func, "id", "")) != function.name for each in calls):
        return
    body = function.body
    has_text = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and len(body) > 1
    first = body[1] if has_text else body[0]
    if first.lineno == function.lineno:
        return
    indent = source.indent_of(first.lineno)
    for each in function.args.args:
        name = each.arg
        if name in ("self", "cls"):
            continue
        cases = [(f"{name} < 2", name), (f"{name} < 2", "1"), (f"{name} <= 0", "0"), (f"{name} <= 0", "1"), (f"not {name}", name)]
        for tested, result in [*cases, (f"not {name}", "0"), (f"{name} is None", "0"), (f"{name} is None", "None"), (f"len({name}) < 2", name)]:
            lines = [f"{indent}if {tested}:", f"{indent}    return {result}", source.lines[first.lineno - 1]]
            yield source.with_lines(first.lineno, first.lineno, lines), first.lineno, (
                f"ended {function.name} with {result} where {tested}"
            ), "guard", 0.8
