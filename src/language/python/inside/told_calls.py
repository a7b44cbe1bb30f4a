"""Calls that a docstring tells with their results in prose: `f(2) => 4`, `f(2) -> 4`, "f(2) returns 4"."""

import ast
import re

LONGEST_LINE = 400
MOST_CLOSERS = 12
TELLS = re.compile(
    r"[`\s]*(?:=>|-+>|\u2192|={1,3}>?|(?:(?:will|should|must)\s+)?(?:returns?|gives?|yields?|equals?|be)\b|evaluates\s+to\b|is\b)[`\s:]*"
)
PLAIN = re.compile(r"-?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.]*\w)|(?:True|False|None)\b")


def told_calls(docstring, names):
    """Pairs of the node of a call and the result that is claimed for it, as text."""
    found = []
    for line in docstring.splitlines():
        if ">>>" in line or len(line) > LONGEST_LINE:
            continue
        for start in re.finditer(r"(?<![\w.])([A-Za-z_]\w*)\(", line):
            call, end = call_at(line, start.start()) if start[1] in names else (None, 0)
            tells = TELLS.match(line, end) if call else None
            result = literal_at(line, tells.end()) if tells else None
            if result is not None:
                found.append((call, result))
    return found


def call_at(line, start):
    """The call that begins here, and where it ends: at the first bracket that makes it whole."""
    for closer in list(re.finditer(r"\)", line[start:]))[:MOST_CLOSERS]:
        end = start + closer.end()
        try:
            node = ast.parse(line[start:end], mode="eval").body
        except (SyntaxError, ValueError):
            continue
        return (node, end) if isinstance(node, ast.Call) else (None, 0)
    return None, 0


def literal_at(line, start):
    """The value that stands here, written as Python writes it; a sentence may go on behind it."""
    plain = PLAIN.match(line, start)
    if plain:
        return repr(ast.literal_eval(plain[0]))
    if line[start : start + 1] not in tuple("[({'\""):
        return None
    for closer in list(re.finditer(r"[\])}'\"]", line[start + 1 :]))[:MOST_CLOSERS]:
        try:
            return repr(ast.literal_eval(line[start : start + 1 + closer.end()]))
        except (SyntaxError, ValueError):
            continue
    return None
