"""Calls that the docstrings of a program tell with their results: a repaired program has to give them."""

import ast
import doctest

MARK = "anneal-examples"
MOST = 20


def told_examples(source, names):
    """Pairs of an expression and the text of its value; an assignment before an example has no value."""
    tree = ast.parse(source)
    nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))]
    found = {}
    for node in nodes:
        text = ast.get_docstring(node) or ""
        try:
            sessions = doctest.DocTestParser().get_examples(text)
        except ValueError:
            sessions = []
        for example in sessions:
            if not example.exc_msg:
                found.setdefault(example.source.strip(), example.want.strip() or None)
        for call, value in told_calls(text, names):  # noqa: F821 - stands above, in the file that the language shares
            found.setdefault(ast.unparse(call), value)
    return list(found.items())[:MOST]


def is_told(value, told):
    if repr(value) == told:
        return True
    try:
        meant = ast.literal_eval(told)
    except (SyntaxError, ValueError):
        first = told.split("\n")[0]
        # Prose may follow the value without a blank line.
        return str(value) == told or (first != told and is_told(value, first))
    return bool(value == meant) and isinstance(value, bool) == isinstance(meant, bool)


def short(text):
    return " ".join(text.split())[:80]


def judge(source, program):
    """A sentence about the first example that is not so, or the number of those that are."""
    names = {name for name, value in program.items() if callable(value)}
    kept = 0
    for expression, told in told_examples(source, names):
        try:
            if told is None:
                exec(expression, program)
                continue
            value = eval(expression, program)
        except Exception as error:
            return f"{MARK} broken {short(expression)} raises {type(error).__name__}"
        if not is_told(value, told):
            return f"{MARK} broken {short(expression)} gives {short(repr(value))}, and the program itself says {short(told)}"
        kept += 1
    return f"{MARK} kept {kept}"


print()
print(judge(SOURCE, PROGRAM))  # noqa: F821 - both are given
