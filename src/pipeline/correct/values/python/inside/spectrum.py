"""How suspicious each line is, by the checks that run it: a line that only failing checks run is the likeliest (Ochiai)."""

import ast
import math
import sys

from anneal_search.checks import FILE

# The line where the error rose, and those that read what it read, are likelier than the count alone says.
ERROR_LINE = 2.0
NEAR_ERROR = 1.3


class Lines:
    """The lines of the program that run meanwhile."""

    def __enter__(self):
        self.hits = set()
        sys.settrace(self._enter)
        return self

    def __exit__(self, *_):
        sys.settrace(None)

    def _enter(self, frame, _event, _argument):
        if frame.f_code.co_filename != FILE or frame.f_code.co_name == "<module>":
            return None
        hits = self.hits

        def follow(frame, event, _argument):
            if event == "line":
                hits.add(frame.f_lineno)
            return follow

        return follow


def suspicion_of(runs):
    """From `(lines, outcome)` of every check: a number for each line that a failing check ran."""
    failing = [set(lines) for lines, outcome in runs if not outcome.passed]
    passing = [set(lines) for lines, outcome in runs if outcome.passed]
    found = {}
    for line in set().union(*failing) if failing else ():
        failed = sum(line in lines for lines in failing)
        passed = sum(line in lines for lines in passing)
        found[line] = failed / math.sqrt(len(failing) * (failed + passed))
    for _, outcome in runs:
        if not outcome.passed and outcome.line and outcome.error != "AssertionError":
            for line in list(found):
                distance = abs(line - outcome.line)
                found[line] *= ERROR_LINE if distance == 0 else NEAR_ERROR if distance <= 2 else 1
            break
    return found


def whole_statements(tree, found):
    """A statement of several lines is as suspicious as its first: traces tell single lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not hasattr(node, "body"):
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            most = max((found.get(line, 0) for line in lines), default=0)
            for line in lines if most else ():
                found[line] = max(found.get(line, 0), most)
        elif isinstance(node, ast.stmt) and node.body:
            head = range(node.lineno, max(node.lineno + 1, node.body[0].lineno))
            most = max((found.get(line, 0) for line in head), default=0)
            for line in head if most else ():
                found[line] = max(found.get(line, 0), most)
    return found
