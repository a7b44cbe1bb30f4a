"""Statements elsewhere, missing or too many: returns, guards for empty values, indentation."""

import ast
import itertools

from anneal_search.edits import shown
from anneal_search.expressions import names_of

MOST_GUARDS = 4
MOST_SWAPPED = 5


def statement_changes(source, seen):
    for node in ast.walk(source.tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from returns(source, node)
            yield from guards(source, node, seen)
        elif isinstance(node, ast.stmt) and source.functions.get(node) is not None:
            yield from moved(source, node)
            yield from kept(source, node)
            yield from names_swapped(source, node)
            yield from dropped(source, node)


def returns(source, function):
    """A result that is worked out and not given back."""
    last = function.body[-1]
    indent = source.indent_of(last.lineno)
    if isinstance(last, ast.Expr) and not isinstance(last.value, ast.Constant):
        yield source.replaced(last, f"return {source.piece(last)}"), last.lineno, (
            f"returned {shown(last.value)} on line {last.lineno}"
        ), "return", 1.0
    if isinstance(last, ast.Return):
        return
    for name in names_of(function):
        lines = [*source.lines[last.lineno - 1 : last.end_lineno], f"{indent}return {name}"]
        yield source.with_lines(last.lineno, last.end_lineno, lines), last.end_lineno, (
            f"returned {name} at the end of {function.name}"
        ), "return", 0.9


def guards(source, function, seen):
    """What a failing test wants of an empty value, where the function begins."""
    body = function.body
    has_text = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and len(body) > 1
    first = body[1] if has_text else body[0]
    if first.lineno == function.lineno:
        return
    indent = source.indent_of(first.lineno)
    for parameter, tested, result in seen.empties.get(function.name, [])[:MOST_GUARDS]:
        lines = [f"{indent}if {tested}:", f"{indent}    return {result}", source.lines[first.lineno - 1]]
        yield source.with_lines(first.lineno, first.lineno, lines), first.lineno, (
            f"returned {result} from {function.name} where {parameter} is empty, as the test has it"
        ), "guard", 0.8


def kept(source, node):
    """The result of a call that nothing takes, and values that cannot be changed in place."""
    call = node.value if isinstance(node, ast.Expr) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, (ast.Name, ast.Attribute))):
        return
    place, method, line = source.piece(call.func.value), call.func.attr, node.lineno
    arguments = [source.piece(each) for each in (*call.args, *call.keywords)]
    forms = {"sort": f"sorted({', '.join([place, *arguments])})", "reverse": f"{place}[::-1]"}
    if method in forms:
        text = f"{place} = {forms[method]}"
        yield source.replaced(node, text), line, f"wrote `{text}` on line {line}", "kept", 0.5
    elif method in ("append", "add") and len(arguments) == 1:
        for text in (f"{place} += {arguments[0]}", f"{place} += ({arguments[0]},)", f"{place} = {arguments[0]}"):
            yield source.replaced(node, text), line, f"wrote `{text}` on line {line}", "kept", 0.3
    else:
        text = f"{place} = {source.piece(call)}"
        yield source.replaced(node, text), line, f"kept the result of {method}() on line {line}", "kept", 0.5


def names_swapped(source, node):
    """Two names of one statement, each in the place of the other."""
    parts = [node.test] if isinstance(node, (ast.If, ast.While)) else [node.iter] if isinstance(node, ast.For) else []
    if not parts and hasattr(node, "body"):
        return
    found = {}
    for each in (inner for part in parts or [node] for inner in ast.walk(part)):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load) and not source.is_inside_text(each):
            if not isinstance(source.parents.get(each), ast.Call) or source.parents[each].func is not each:
                found.setdefault(each.id, []).append(each)
    for one, other in itertools.combinations(list(found)[:MOST_SWAPPED], 2):
        text = source.replaced_all([*((each, other) for each in found[one]), *((each, one) for each in found[other])])
        yield text, node.lineno, f"wrote {one} and {other} of line {node.lineno} each for the other", "swapped", 0.4


def moved(source, node):
    """One level out of its block, or into the block before it."""
    parent = source.parents.get(node)
    block = next((getattr(parent, name) for name in ("body", "orelse") if node in (getattr(parent, name, None) or [])), None)
    if block is None or node.lineno == parent_line(parent):
        return
    lines = source.lines[node.lineno - 1 : node.end_lineno]
    if node is block[-1] and len(block) > 1 and isinstance(parent, (ast.For, ast.While, ast.If, ast.With)):
        outer = source.indent_of(parent.lineno)
        inner = source.indent_of(node.lineno)
        if not (parent.orelse if hasattr(parent, "orelse") else None) or block is parent.orelse:
            out = [outer + line[len(inner) :] if line.startswith(inner) else line for line in lines]
            weight = 0.9 if isinstance(node, ast.Return) else 0.5
            yield source.with_lines(node.lineno, node.end_lineno, out), node.lineno, (
                f"moved {shown(node)} of line {node.lineno} out of its block"
            ), "indentation", weight
    place = block.index(node)
    before = block[place - 1] if place else None
    if isinstance(before, (ast.For, ast.While, ast.If)) and before.body and before.end_lineno < node.lineno:
        tail = before.orelse[-1] if getattr(before, "orelse", None) else before.body[-1]
        inner, outer = source.indent_of(tail.lineno), source.indent_of(node.lineno)
        if tail.lineno != before.lineno:
            into = [inner + line[len(outer) :] if line.startswith(outer) else line for line in lines]
            yield source.with_lines(node.lineno, node.end_lineno, into), node.lineno, (
                f"moved {shown(node)} of line {node.lineno} into the block before it"
            ), "indentation", 0.4


def parent_line(parent):
    return getattr(parent, "lineno", 0)


def dropped(source, node):
    """A condition, a break or a jump that is one too many."""
    if isinstance(node, (ast.Break, ast.Continue)):
        yield source.replaced(node, "pass"), node.lineno, f"left out `{shown(node)}` on line {node.lineno}", "left out", 0.4
    elif isinstance(node, ast.Return) and isinstance(source.parents.get(node), (ast.If, ast.For, ast.While)):
        if node.value is not None and isinstance(node.value, ast.Constant) and isinstance(node.value.value, bool):
            return
