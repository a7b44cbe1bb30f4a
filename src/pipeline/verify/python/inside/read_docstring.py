"""Types of parameters as a docstring tells them: in Google's, numpy's or reStructuredText's way."""

import re

GOOGLE = re.compile(r"^\s*\*{0,2}(\w+)\s*\(([^()]{1,100}(?:\([^()]{0,50}\))?[^()]{0,50})\)\s*:")
NUMPY = re.compile(r"^\s*(\w+)\s*:\s+([^:]{1,120})$")
REST_TYPE = re.compile(r"^\s*:type\s+(\w+)\s*:\s*(.{1,120})$")
REST_PARAM = re.compile(r"^\s*:param\s+([\w\[\], .|]{1,80})\s(\w+)\s*:")
SECTION = re.compile(r"^\s*(Args|Arguments|Parameters|Params)\s*:?\s*$")
MOST_LINES = 300


def types_in_docstring(text):
    """Texts of types by the names of parameters."""
    found = {}
    in_section = False
    for line in (text or "").split("\n")[:MOST_LINES]:
        line = line[:300]
        if SECTION.match(line):
            in_section = True
            continue
        if not line.strip():
            continue
        rest = REST_TYPE.match(line)
        param = REST_PARAM.match(line)
        if rest:
            found[rest[1]] = rest[2]
        elif param:
            found[param[2]] = param[1]
        elif in_section:
            told = GOOGLE.match(line) or NUMPY.match(line)
            if told:
                found.setdefault(told[1], told[2])
    return found
