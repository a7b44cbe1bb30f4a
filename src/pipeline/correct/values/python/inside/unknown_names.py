"""Names that the program uses and nobody defines: another name that it has, or a definition that everybody would write alike."""

import ast
import builtins

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


def unknown_name_changes(source):
    tree = source.tree
    bound = names_bound(tree)
    for name, uses in unknown_uses(tree, bound).items():
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
