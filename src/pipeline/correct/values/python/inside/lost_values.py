"""Variables that are used before anything is assigned to them: a start value in front of the loop, or where the function begins."""

import ast

STARTS = (("0", 1.0), ("''", 0.7), ("[]", 0.8), ("{}", 0.5), ("1", 0.5), ("set()", 0.4), ("float('inf')", 0.4), ("float('-inf')", 0.4))


def lost_value_changes(source, unbound):
    """`unbound` has the names that failing checks found without a value."""
    for function in ast.walk(source.tree):
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        for name in unbound:
            uses = [each for each in ast.walk(function) if isinstance(each, ast.Name) and each.id == name and source.functions.get(each) is function]
            if uses:
                yield from begun(source, function, name, min(uses, key=lambda each: each.lineno))


def begun(source, function, name, use):
    places = [outermost(source, function, use), first_of(function)]
    for place in dict.fromkeys(each for each in places if each is not None and each.lineno != function.lineno):
        indent = source.indent_of(place.lineno)
        for start, weight in STARTS:
            lines = [f"{indent}{name} = {start}", source.lines[place.lineno - 1]]
            yield source.with_lines(place.lineno, place.lineno, lines), place.lineno, (
                f"began {name} with {start}, since nothing gives it a value before it is used"
            ), "lost value", 2.0 * weight


def outermost(source, function, node):
    """The outermost loop around a node, or its own statement."""
    found = None
    while node is not None and node is not function:
        if isinstance(node, (ast.For, ast.While)) or (found is None and isinstance(node, ast.stmt)):
            found = node
        node = source.parents.get(node)
    return found


def first_of(function):
    has_text = isinstance(function.body[0], ast.Expr) and isinstance(function.body[0].value, ast.Constant)
    return function.body[1] if has_text and len(function.body) > 1 else function.body[0]
