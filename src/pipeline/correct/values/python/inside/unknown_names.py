"""Names that the program uses and nobody defines: another name that it has, or a definition that everybody would write alike."""

import ast
import builtins

from anneal_search.scope import joined_by_operators, names_around, without_statement
from anneal_search.unknown_members import MOST_NAMES, WORKING

VALUES = ("0", "1", "-1", "'0'", "'1'", "''", "[]", "2", "None", "True", "False")
KNOWN = {
    "is_prime": "def {name}(n):\n    return n > 1 and all(n % divisor for divisor in range(2, int(n**0.5) + 1))\n",
    "is_palindrome": "def {name}(value):\n    return value == value[::-1]\n",
    "prime_factors": (
        "def {name}(n):\n    found, divisor = [], 2\n    while n > 1:\n        while n % divisor == 0:\n"
        "            found.append(divisor)\n            n //= divisor\n        divisor += 1\n    return found\n"
    ),
    "fib": "def {name}(n):\n    one, other = 0, 1\n    for _ in range(n):\n        one, other = other, one + other\n    return one\n",
    "mean": "def {name}(values):\n    return sum(values) / len(values)\n",
    "average": "def {name}(values):\n    return sum(values) / len(values)\n",
    "factorial": "from math import factorial as {name}\n",
    "gcd": "from math import gcd as {name}\n",
    "vowels": '{name} = "aeiouAEIOU"\n',
    "alphabet": '{name} = "abcdefghijklmnopqrstuvwxyz"\n',
}
ALIKE = {
    **{"isprime": "is_prime", "prime": "is_prime", "is_prime_number": "is_prime", "prime_number": "is_prime"},
    **{"prime_num": "is_prime", "check_prime": "is_prime", "is_a_prime": "is_prime", "prime_check": "is_prime"},
    **{"is_palindromic": "is_palindrome", "ispalindrome": "is_palindrome", "fibonacci": "fib", "avg": "average"},
    **{"palindrome": "is_palindrome", "get_prime_factors": "prime_factors", "primefactors": "prime_factors"},
}


def unknown_name_changes(source, unbound):
    """`unbound` has the names that failing checks found without a value: an import of everything may define others."""
    tree = source.tree
    bound = names_bound(tree)
    for name, uses in {**unknown_uses(tree, bound), **only_added_to(tree, unbound)}.items():
        plain = name.lower().strip("_")
        known = KNOWN.get(ALIKE.get(plain, plain))
        line = uses[0].lineno
        if known:
            at = first_definition(tree)
            lines = [*known.format(name=name).split("\n"), "", source.lines[at - 1]]
            yield source.with_lines(at, at, lines), line, f"defined {name}, which nothing defines", "helper", 3.0
        is_called = all(isinstance(source.parents.get(each), ast.Call) for each in uses)
        for other in [each for each in bound if isinstance(bound[each], ast.FunctionDef)] if is_called else ():
            text = renamed(source, uses, other)
            yield text, line, f"wrote {other} for {name}, which nothing defines", "name", 1.0
        if name not in unbound:
            continue
        yield without_statement(source, uses[0]), line, f"left out {name}, which nothing defines", "statement", 1.5
        for text, other, weight in [*as_variable(source, uses), *as_value(source, uses), *as_call(source, uses), *as_nothing(source, uses)]:
            yield text, line, f"wrote {other} for {name}, which nothing defines", "name", weight


def as_variable(source, uses):
    """One variable of the function for all uses of the name, or an attribute of the object."""
    function = source.functions.get(uses[0])
    if function is None:
        return
    for other in names_around(source, function)[:MOST_NAMES]:
        if other != uses[0].id:
            yield renamed(source, uses, other), other, 1.0
    attributes = {each.attr for each in ast.walk(source.tree) if isinstance(each, ast.Attribute) and is_own(each)}
    for other in sorted(attributes)[:MOST_NAMES]:
        yield renamed(source, uses, f"self.{other}"), f"self.{other}", 2.0 if other == uses[0].id else 0.6


def is_own(node):
    return isinstance(node.value, ast.Name) and node.value.id == "self"


def as_value(source, uses):
    """A plain value where the name is used once."""
    parent = source.parents.get(uses[0])
    is_argument = isinstance(parent, ast.Call) and uses[0] in parent.args
    if len(uses) == 1 and (is_argument or not isinstance(parent, (ast.Call, ast.Attribute, ast.Subscript))):
        for value in VALUES:
            yield renamed(source, uses, value), value, 0.4 if is_argument else 0.5


def as_call(source, uses):
    """The argument alone, or a built-in, for a function that nothing defines."""
    calls = [source.parents.get(each) for each in uses]
    if len(calls) == 1 and isinstance(calls[0], ast.Call) and calls[0].func is uses[0]:
        for text, words in joined_by_operators(source, calls[0]):
            yield source.replaced(calls[0], text), words, 0.5
    if any(not isinstance(call, ast.Call) or call.func is not use or len(call.args) != 1 for call, use in zip(calls, uses)):
        return
    yield source.replaced_all([(call, f"({source.piece(call.args[0])})") for call in calls]), "its argument", 0.6
    for other in WORKING:
        yield renamed(source, uses, other), other, 0.5


def as_nothing(source, uses):
    """An argument too many."""
    call = source.parents.get(uses[0])
    if len(uses) == 1 and isinstance(call, ast.Call) and uses[0] in call.args and len(call.args) > 1:
        rest = [source.piece(each) for each in (*call.args, *call.keywords) if each is not uses[0]]
        yield source.replaced(call, f"{source.piece(call.func)}({', '.join(rest)})"), "nothing", 0.9


def only_added_to(tree, unbound):
    """Names that are given no value but by `x += 1`."""
    found = {}
    nodes = [each for each in ast.walk(tree) if isinstance(each, ast.Name) and each.id in unbound]
    added = {each.target for each in ast.walk(tree) if isinstance(each, ast.AugAssign)}
    for node in nodes:
        if all(isinstance(each.ctx, ast.Load) or each in added for each in nodes if each.id == node.id):
            found.setdefault(node.id, []).append(node)
    return found


def unknown_uses(tree, bound):
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            if node.id not in bound and not hasattr(builtins, node.id):
                found.setdefault(node.id, []).append(node)
    return found


def names_bound(tree):
    """All names that anything in the program binds, wherever."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found[node.name] = node
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found[node.id] = node
        elif isinstance(node, ast.arg):
            found[node.arg] = node
        elif isinstance(node, ast.alias):
            found[(node.asname or node.name).split(".")[0]] = node
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found[node.name] = node
    return found


def renamed(source, uses, other):
    text = source.text
    for node in sorted(uses, key=lambda each: (each.lineno, each.col_offset), reverse=True):
        start, end = source.span(node)
        text = text[:start] + other + text[end:]
    return text


def first_definition(tree):
    """The line where the first function or class begins, with its decorators."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return 1
