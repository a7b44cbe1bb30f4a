"""Members of `self` that the class never gets: a built-in, the argument alone, another method, a variable or another attribute."""

import ast
import builtins

from anneal_search.scope import fits, functions_in, joined_by_operators, names_around, without_statement

WORKING = ("len", "sum", "max", "min", "sorted", "list")
# Names that other languages, and people, have for built-ins.
ALIKE = {"length": "len", "size": "len", "count": "len", "maximum": "max", "minimum": "min", "total": "sum", "sort": "sorted"}
OWN_METHODS = ("values", "keys", "items", "lower", "upper", "split", "strip", "copy", "sort", "reverse", "pop", "popleft")
MOST_NAMES = 12


def unknown_member_changes(source):
    for group in ast.walk(source.tree):
        if isinstance(group, ast.ClassDef) and not group.bases and not group.keywords:
            own = members_of(group)
            for name, uses in unknown_in(group, own).items():
                yield from changes_for(source, name, uses, own)


def members_of(group):
    """Names of methods and of attributes that are set somewhere, with the node that does."""
    found = {each.name: each for each in group.body if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))}
    for node in ast.walk(group):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and is_self(node.value):
            found.setdefault(node.attr, node)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            if any(node in getattr(each, "targets", ()) or node is getattr(each, "target", None) for each in group.body):
                found.setdefault(node.id, node)
    return found


def has_unknown_member(tree, missing):
    """Whether one of these names is a member of `self` that its class never gets."""
    groups = [each for each in ast.walk(tree) if isinstance(each, ast.ClassDef) and not each.bases and not each.keywords]
    return any(name in unknown_in(group, members_of(group)) for group in groups for name in missing)


def is_self(node):
    return isinstance(node, ast.Name) and node.id == "self"


def unknown_in(group, own):
    found = {}
    for node in ast.walk(group):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and is_self(node.value):
            if node.attr not in own and not hasattr(object, node.attr):
                found.setdefault(node.attr, []).append(node)
    return found


def changes_for(source, name, uses, own):
    calls = [source.parents.get(each) for each in uses]
    if all(isinstance(call, ast.Call) and call.func is use and not call.keywords for call, use in zip(calls, uses)):
        if len(calls) == 1:
            yield without_statement(source, calls[0]), calls[0].lineno, f"left out self.{name}(), which nothing defines", "statement", 1.5
        if any(isinstance(source.parents.get(call), ast.Expr) for call in calls):
            return
        forms = forms_of_calls(source, name, calls, own)
        nodes = calls
    else:
        forms = forms_of_values(source, name, uses[0], own)
        nodes = uses
    line = nodes[0].lineno
    for make, words, weight in forms:
        text = source.replaced_all([(node, make(node)) for node in nodes])
        yield text, line, f"wrote {words} for self.{name}, which nothing defines", "member", weight


def forms_of_calls(source, name, calls, own):
    plain = name.lower().strip("_")

    def all_of(call):
        return ", ".join(source.piece(each) for each in call.args)

    def calling(head):
        return lambda call: f"{head}({all_of(call)})"

    for word in dict.fromkeys([plain, *plain.split("_")]):
        known = ALIKE.get(word, word)
        if known in WORKING or (word == plain and hasattr(builtins, plain)):
            yield calling(known), f"{known}()", 3.0
    for other, node in own.items():
        if isinstance(node, ast.FunctionDef) and all(fits(node, len(call.args), True) for call in calls):
            yield calling(f"self.{other}"), f"self.{other}()", 1.5
    for other, node in functions_in(source.tree).items():
        if all(fits(node, len(call.args), False) for call in calls):
            yield calling(other), f"{other}()", 3.0 if other == name else 1.5
    if len(calls) == 1:
        for text, words in joined_by_operators(source, calls[0]):
            yield lambda _, text=text: text, words, 0.8
    if any(len(call.args) != 1 for call in calls):
        return
    yield lambda call: f"({all_of(call)})" if source.is_joined(call) else all_of(call), "its argument", 1.5
    for method in OWN_METHODS:
        if method in plain.split("_") or plain.endswith(method):
            yield lambda call, method=method: f"{all_of(call)}.{method}()", f".{method}()", 2.0
    for each in WORKING:
        yield calling(each), f"{each}()", 0.8
    yield calling("''.join"), "''.join()", 0.8


def forms_of_values(source, name, use, own):
    function = source.functions.get(use)
    for other in names_around(source, function)[:MOST_NAMES]:
        yield lambda _, other=other: other, other, 2.5 if other.lower() == name.lower() else 1.0
    for other, node in own.items():
        if isinstance(node, ast.Attribute):
            yield lambda _, other=other: f"self.{other}", f"self.{other}", 1.0
