"""Texts that meet the conditions the code puts to them: a length, how they begin and end, signs at places, digits only."""

import ast

MOST_LENGTH = 64
MOST_FORMED = 24
FILLS = {"digits": "1234567890", "hex": "1a2b3c4d5e6f", "letters": "abcdefghijklmnop", "capitals": "ABCDEFGHIJKLMNOP"}
TESTS = {
    **dict.fromkeys(("isdigit", "isdecimal", "isnumeric"), "digits"),
    **dict.fromkeys(("isalpha", "islower"), "letters"),
    "isupper": "capitals",
}


class Wanted:
    """All conditions in the code, as if they were about one text."""

    def __init__(self, nodes):
        self.lengths, self.begins, self.ends, self.fills, self.places = [], [], [], [], {}
        for node in nodes:
            for each in ast.walk(node):
                if isinstance(each, ast.Call):
                    self._hear_call(each)
                elif isinstance(each, ast.Compare) and len(each.ops) == 1:
                    self._hear_comparison(each.left, each.comparators[0])

    def _hear_call(self, call):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in TESTS:
            self.fills.append(TESTS[name])
        elif name == "int" and call.args:
            base = call.args[1] if len(call.args) > 1 else None
            self.fills.append("hex" if getattr(base, "value", 10) == 16 else "digits")
        elif name in ("startswith", "endswith") and call.args:
            into = self.begins if name == "startswith" else self.ends
            into += [value for value in values_in(call.args[0]) if isinstance(value, str)]

    def _hear_comparison(self, left, right):
        values = values_in(right)
        if isinstance(left, ast.Call) and getattr(left.func, "id", "") == "len":
            self.lengths += [value for value in values if type(value) is int and 0 < value <= MOST_LENGTH]
        elif isinstance(left, ast.Subscript):
            place = values_in(left.slice)
            if len(place) == 1 and type(place[0]) is int and values and isinstance(values[0], str) and len(values[0]) == 1:
                self.places[place[0]] = values[0]


def values_in(node):
    """Constants: one, or those of a tuple; a negative number too."""
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return [value for each in node.elts for value in values_in(each)]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and type(getattr(node.operand, "value", "")) is int:
        return [-node.operand.value]
    return [node.value] if isinstance(node, ast.Constant) else []


def formed_texts(nodes):
    wanted = Wanted(nodes)
    if not (wanted.lengths or wanted.begins or wanted.ends or wanted.places):
        return []
    fills = list(dict.fromkeys(wanted.fills)) or ["letters"]
    lengths = list(dict.fromkeys(wanted.lengths)) or [8]
    found = [
        formed(length, FILLS[fill], begin, end, wanted.places)
        for length in lengths
        for fill in fills
        for begin in dict.fromkeys([*wanted.begins, ""])
        for end in dict.fromkeys([*wanted.ends, ""])
    ]
    if wanted.lengths and "digits" in fills:
        # The last digit is often a check of the others: one of the ten is right.
        found += [
            formed(length, FILLS["digits"], (wanted.begins or [""])[0], digit, {})
            for length in lengths[:1]
            for digit in "0123456789"
        ]
    return list(dict.fromkeys(found))[:MOST_FORMED]


def formed(length, fill, begin, end, places):
    middle = (fill * (MOST_LENGTH // len(fill) + 1))[: max(0, length - len(begin) - len(end))]
    letters = list(begin + middle + end)
    for place, letter in places.items():
        if -len(letters) <= place < len(letters):
            letters[place] = letter
    return "".join(letters)
