"""The arms of every branch: a condition, a loop or a case is covered when both its ways were gone."""

import ast
from typing import NamedTuple

from anneal_verify.trace import EXIT


class Arm(NamedTuple):
    first: int
    last: int
    """The lines of the condition."""
    body: int
    """The first line of the arm's body."""
    enters: bool


def arms_of(tree):
    """Conditions whose body begins on their own line are left out: by lines the ways cannot be told apart."""
    arms = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.If, ast.While)) and not isinstance(node.test, ast.Constant):
            head = (node.test.lineno, node.test.end_lineno)
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            head = (node.lineno, node.iter.end_lineno)
        elif type(node).__name__ == "match_case" and not is_wildcard(node):
            head = (node.pattern.lineno, (node.guard or node.pattern).end_lineno)
        else:
            continue
        body = first_line(node.body)
        if body is not None and body > head[1]:
            arms += [Arm(*head, body, True), Arm(*head, body, False)]
    return arms


def is_wildcard(node):
    return getattr(node.pattern, "pattern", 0) is None and node.guard is None


def first_line(body):
    for statement in body:
        is_silent = isinstance(statement, (ast.Global, ast.Nonlocal)) or (
            isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        )
        if not is_silent:
            decorators = getattr(statement, "decorator_list", [])
            return min([statement.lineno, *(each.lineno for each in decorators)])
    return None


def covered_arms(arms, arcs):
    """Places of the arms that were gone, in the list of all."""
    leaving = {}
    for source, target in arcs:
        leaving.setdefault(source, set()).add(target)
    covered = set()
    for place, arm in enumerate(arms):
        targets = set().union(*(leaving.get(line, ()) for line in range(arm.first, arm.last + 1)))
        outside = {line for line in targets if line == EXIT or not arm.first <= line <= arm.last}
        if arm.body in outside if arm.enters else outside - {arm.body}:
            covered.add(place)
    return covered
