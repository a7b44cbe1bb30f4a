"""Names that a place of the program can use, and statements that do nothing but use an unknown one."""

import ast

from anneal_search.expressions import names_of


def names_around(source, function):
    """Variables of a function and of those around it, the nearest first."""
    found = []
    while function is not None:
        found += names_of(function)
        function = source.functions.get(function)
    return list(dict.fromkeys(found))


def functions_in(tree):
    """Functions that are no methods, by name."""
    methods = {id(each) for group in ast.walk(tree) if isinstance(group, ast.ClassDef) for each in group.body}
    return {each.name: each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef) and id(each) not in methods}


def fits(function, count, is_method):
    """Whether a function takes so many arguments."""
    arguments = function.args
    most = len(arguments.posonlyargs) + len(arguments.args) - is_method
    return most - len(arguments.defaults) <= count and (count <= most or arguments.vararg is not None)


def without_statement(source, node):
    """The program without the statement of a call or a name that gives nothing on: `check(values)`, or a variable that nothing reads."""
    statement = node
    while statement is not None and not isinstance(statement, ast.stmt):
        statement = source.parents.get(statement)
    value = getattr(statement, "value", None)
    is_called = isinstance(value, ast.Call) and node in (value, value.func, getattr(value.func, "value", None))
    if not is_called and value is not node:
        return None
    if isinstance(statement, ast.Assign):
        targets = [each.id for each in statement.targets if isinstance(each, ast.Name)]
        read = {each.id for each in ast.walk(source.tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}
        if len(targets) != len(statement.targets) or read & set(targets):
            return None
    elif not isinstance(statement, ast.Expr):
        return None
    parent = source.parents.get(statement)
    is_alone = any(getattr(parent, part, None) == [statement] for part in ("body", "orelse", "finalbody"))
    if is_alone:
        return None
    return source.with_lines(statement.lineno, statement.end_lineno, []) if is_whole_line(source, statement) else None


def is_whole_line(source, statement):
    start, end = source.span(statement)
    before = source.text[:start].rpartition("\n")[2]
    after = source.text[end:].partition("\n")[0].strip()
    return before.strip() == "" and after.lstrip(";")[:1] in ("", "#")


OF_TWO = ("+", "-", "*", "//", "/", "%", "**")


def joined_by_operators(source, call):
    """`remainder(one, other)` as `(one % other)`: what a function of two arguments is often meant to do."""
    if len(call.args) == 2 and not call.keywords:
        one, other = (f"({source.piece(each)})" if isinstance(each, (ast.BinOp, ast.IfExp, ast.BoolOp, ast.Compare)) else source.piece(each) for each in call.args)
        for sign in OF_TWO:
            yield f"({one} {sign} {other})", f"{one} {sign} {other}"
        for name in ("max", "min"):
            yield f"{name}({one}, {other})", f"{name}({one}, {other})"
