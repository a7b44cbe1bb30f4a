"""Results that are worked out and get lost: printed, of a method that gives none, or behind a return that is one too many."""

import ast

from anneal_search.edits import shown

IN_PLACE = ("sort", "reverse", "append", "extend", "insert", "remove", "add", "update", "discard", "appendleft")


def lost_result_changes(source):
    for node in ast.walk(source.tree):
        function = source.functions.get(node)
        if function is None:
            continue
        if isinstance(node, ast.Return):
            yield from of_nothing(source, node)
            yield from too_early(source, node)
        elif isinstance(node, ast.Expr):
            yield from printed(source, node, function)


def of_nothing(source, node):
    """`return values.sort()`: such a method changes its object and gives None."""
    call = node.value
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in IN_PLACE):
        return
    if not isinstance(call.func.value, (ast.Name, ast.Attribute)) or node.lineno != node.end_lineno:
        return
    changed = source.piece(call.func.value)
    if source.lines[node.lineno - 1].strip() != source.piece(node):
        return
    indent = source.indent_of(node.lineno)
    lines = [f"{indent}{source.piece(call)}", f"{indent}return {changed}"]
    yield source.with_lines(node.lineno, node.lineno, lines), node.lineno, (
        f"returned {changed} behind {call.func.attr}(), which gives nothing, on line {node.lineno}"
    ), "lost result", 2.0


def too_early(source, node):
    """A return with code behind it that can never run."""
    block = block_of(source, node)
    if block is None or node is block[-1] or node.lineno == source.parents[node].lineno:
        return
    if source.lines[node.lineno - 1].strip() != source.piece(node):
        return
    yield source.with_lines(node.lineno, node.lineno, []), node.lineno, (
        f"left out `{shown(node)}` on line {node.lineno}, behind which nothing could run"
    ), "lost result", 1.5


def printed(source, node, function):
    """`print(total)` in a function that gives nothing back."""
    call = node.value
    if not (isinstance(call, ast.Call) and getattr(call.func, "id", "") == "print" and len(call.args) == 1 and not call.keywords):
        return
    if isinstance(call.args[0], ast.Starred) or any(each.value is not None for each in returns_of(source, function)):
        return
    value = source.piece(call.args[0])
    yield source.replaced(node, f"return {value}"), node.lineno, (
        f"returned {shown(call.args[0])}, which was only printed, on line {node.lineno}"
    ), "lost result", 1.5


def returns_of(source, function):
    return [each for each in ast.walk(function) if isinstance(each, ast.Return) and source.functions.get(each) is function]


def block_of(source, node):
    parent = source.parents.get(node)
    return next((block for name in ("body", "orelse", "finalbody") if node in (block := getattr(parent, name, None) or [])), None)
