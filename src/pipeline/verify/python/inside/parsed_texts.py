"""Texts of the form that the code takes apart: dates, JSON with the fields it reads, numbers between its separators."""

import ast
import json

TEXTS = {
    "fromisoformat": ["2023-07-14", "2024-02-29", "2021-12-31"],
    "ip_address": ["192.0.2.1", "2001:db8::1"],
    "ip_network": ["192.0.2.0/24"],
    "UUID": ["12345678-1234-5678-1234-567812345678"],
    "urlparse": ["https://example.com/a/b?c=1#d", "/a?b=2"],
    "urlsplit": ["https://example.com/a/b?c=1#d", "/a?b=2"],
    "parse_qs": ["a=1&b=2&a=3"],
    "b64decode": ["aGVsbG8=", "AAE="],
    "fromhex": ["00ff10", "c0ffee"],
    "unhexlify": ["00ff10", "c0ffee"],
    "literal_eval": ["[1, 2, 3]", "{'a': 1}"],
    "fromstring": ["<a><b>1</b><b>2</b></a>"],
    "Decimal": ["10.50", "3"],
    "Fraction": ["3/4", "5"],
}
PARSES_JSON = {"loads", "load_json", "JSONDecoder"}
SPLITS = {"split", "rsplit", "partition", "rpartition"}
MOST_PARTS = 6
MOST_NEAR = 8
MOST_TEXTS = 18
NUMBERS = ["3", "7", "12", "2", "5", "9"]
MAIL = ["ada@example.com", "Bob.Lee+x@mail.example.org"]


def parsed_texts(nodes):
    """Texts for the calls of these nodes, likeliest first; none when the code takes no text apart."""
    found = []
    whole = [each for node in nodes for each in ast.walk(node)]
    for each in whole:
        if isinstance(each, ast.Assign) and is_splitting(each.value):
            found += split_texts(each.value, each.targets[0])
    for each in whole:
        if isinstance(each, ast.Call):
            name = name_of(each.func)
            found += TEXTS.get(name, [])
            if name in PARSES_JSON and "json" in ast.unparse(each.func).lower():
                found += json_texts(whole)
            elif is_splitting(each):
                found += split_texts(each, None)
    return list(dict.fromkeys(found))


def name_of(function):
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_splitting(node):
    return isinstance(node, ast.Call) and name_of(node.func) in SPLITS and separator_of(node) is not None


def separator_of(call):
    mark = call.args[0] if call.args else None
    is_text = isinstance(mark, ast.Constant) and isinstance(mark.value, str) and mark.value
    return mark.value if is_text else None


def split_texts(call, target):
    """As many parts as the code gives names to."""
    mark = separator_of(call)
    if mark == "@":
        return MAIL
    if not mark.strip():
        return []
    if "partition" in name_of(call.func):
        return [mark.join(NUMBERS[:2]), mark.join(["a", "b"])]
    count = len(target.elts) if isinstance(target, ast.Tuple) else 3
    return [mark.join(NUMBERS[: min(count, MOST_PARTS)]), mark.join("abcdef"[: min(count, MOST_PARTS)])]


def number_texts(nodes, numbers):
    """Numbers near those of the code, in each place between separators: `24:00` where 24 is the first that is too many."""
    near = [str(number) for number in numbers if isinstance(number, int) and number > 1][:MOST_NEAR]
    found = []
    for each in (inner for node in nodes for inner in ast.walk(node)):
        if isinstance(each, ast.Assign) and is_splitting(each.value) and isinstance(each.targets[0], ast.Tuple):
            mark, count = separator_of(each.value), min(len(each.targets[0].elts), MOST_PARTS)
            found += [
                mark.join([*["0"] * place, number, *["0"] * (count - place - 1)]) for number in near for place in range(count)
            ]
    return list(dict.fromkeys(found))[:MOST_TEXTS]


def json_texts(whole):
    """A record with the fields that the code reads, and a list of such records."""
    fields = {}
    for each in whole:
        key = None
        if isinstance(each, ast.Subscript):
            key = each.slice
        elif isinstance(each, ast.Call) and name_of(each.func) in ("get", "pop") and each.args:
            key = each.args[0]
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            fields.setdefault(key.value, len(fields) + 2)
    if not fields:
        return ["[3, 1, 2]", '{"a": 1, "b": 2}']
    other = {name: value + 5 for name, value in fields.items()}
    return [json.dumps(fields), json.dumps([fields, other]), "[]", "{}"]
