"""Python code that makes inputs of a shape by a fixed chance, for tests that hold for any input."""

from anneal_verify.shape import INT, STR, UNKNOWN

TEXT = '"".join(chance.choice("abcXYZ 019-_é") for _ in range(chance.randrange(12)))'
PLAIN = {
    "int": "chance.randint({least}, 50)",
    "float": "round(chance.uniform({least}, 100), 2)",
    "str": TEXT,
    "bool": "chance.random() < 0.5",
    "bytes": "bytes(chance.randrange(256) for _ in range(chance.randrange(12)))",
    "none": "None",
    "date": "datetime.date(2000, 1, 1) + datetime.timedelta(days=chance.randrange(9000))",
}
DEEPEST = 2


def input_code(shape, least, depth=0):
    """None where there is no such code."""
    kind, of, names = shape
    if kind in PLAIN:
        return PLAIN[kind].replace("{least}", str(least))
    if depth > DEEPEST:
        return None
    if kind == "union":
        return input_code(next((each for each in of if each.kind != "none"), of[0]), least, depth)
    if kind == "literal" and names:
        return f"chance.choice([{', '.join(names)}])"
    inner = [
        input_code(refined(each, other), least, depth + 1)
        for each, other in zip(of, (INT, INT) if kind != "dict" else (STR, INT))
    ]
    if None in inner or not inner:
        return None
    if kind in ("list", "set"):
        opening, closing = "[]" if kind == "list" else "{}"
        return f"{opening}{inner[0]} for _ in range(chance.randrange(9)){closing}"
    if kind == "dict":
        return "{%s: %s for _ in range(chance.randrange(6))}" % tuple(inner)
    if kind == "tuple" and len(inner) == len(of):
        return "(" + ", ".join(inner) + ",)" if len(inner) == 1 else "(" + ", ".join(inner) + ")"
    return None


def refined(shape, other):
    return other if shape == UNKNOWN else shape
