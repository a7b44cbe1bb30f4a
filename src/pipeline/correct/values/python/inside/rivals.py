"""Changes that pass all checks and yet do different things: nobody can tell which is right."""

import ast
import copy
import io
import sys

from anneal_search.checks import FILE, expected_of
from anneal_search.forked import Limits, map_forked

MOST_INPUTS = 60
LONGEST = 2000


def behaviours_of(source, checks, found, _seconds):
    """Each with the number of the behaviour it has on inputs like those of the checks; 0 is that of the best."""
    inputs = inputs_of(source, checks)

    def prepare():
        return lambda made: {"results": results_of(made.text, inputs)}

    answers = map_forked(prepare, found, Limits(0.5, 2.0))
    groups, told = {}, []
    for made, answer in zip(found, answers):
        results = answer["results"] if answer and "results" in answer else []
        group = groups.setdefault(tuple(results) or (made.text,), len(groups))
        shares = {"raising": share_of(results, is_error), "varied": len(set(results)) / max(1, len(results))}
        change = {"code": made.text, "line": made.line, "why": made.why, "kinds": made.kinds, "score": made.score}
        told.append({**change, "behaviour": group, **shares})
    return told


def share_of(results, is_counted):
    """One half where there is nothing to count."""
    return sum(map(is_counted, results)) / len(results) if results else 0.5


def is_error(result):
    return result.startswith("!")


def inputs_of(source, checks):
    """Calls of the checks, and others like them."""
    found = {}
    for check in checks:
        told = expected_of(check)
        called = None if told is None else called_in(told[0])
        for varied in variations(called[1]) if called else ():
            found.setdefault(repr((called[0], varied)), (called[0], varied))
    return list(found.values())[:MOST_INPUTS]


def called_in(expression):
    """The callee, such as `f` or `Solution().f`, and its plain arguments; the first call in the expression that has some."""
    for node in ast.walk(expression):
        if not isinstance(node, ast.Call) or not node.args or node.keywords:
            continue
        try:
            return ast.unparse(node.func), [ast.literal_eval(each) for each in node.args]
        except (ValueError, TypeError, SyntaxError):
            continue
    return None


def variations(arguments):
    yield arguments
    for place, value in enumerate(arguments):
        for other in others_of(value):
            yield [*arguments[:place], other, *arguments[place + 1 :]]


def others_of(value):
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, value * 2, 1, 2]
    if isinstance(value, float):
        return [value + 0.5, value * 2]
    if isinstance(value, str):
        return [value[::-1], value[1:], value + value[:2], value.swapcase(), value + " " + value]
    if isinstance(value, (list, tuple)):
        kind = type(value)
        doubled = kind([*value, *value[:1]])
        numbers = kind(each + 1 if isinstance(each, (int, float)) and not isinstance(each, bool) else each for each in value)
        return [value[::-1], value[1:], doubled, numbers, kind(sorted(value, key=repr))]
    return []


def results_of(text, inputs):
    names = {"__name__": "__main__"}
    out, sys.stdout = sys.stdout, io.StringIO()
    try:
        exec(compile(text, FILE, "exec"), names)
        return [result_of(names, name, arguments) for name, arguments in inputs]
    finally:
        sys.stdout = out


def result_of(names, name, arguments):
    try:
        return repr(eval(name, names)(*copy.deepcopy(arguments)))[:LONGEST]
    except Exception as error:
        return f"!{type(error).__name__}"
