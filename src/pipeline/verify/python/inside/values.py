"""Inputs for a shape, as texts of expressions: typical ones, those at the edge, and others by chance."""

from anneal_verify.shape import INT, STR, UNKNOWN, alternatives

TYPICAL = {
    "int": ["5", "2", "10", "7", "3", "12"],
    "float": ["2.5", "10.0", "3", "0.1", "7.25"],
    "bool": ["True", "False"],
    "str": ["'hello world'", "'Hello'", "'racecar'", "'abc'", "'The quick brown fox'"],
    "none": ["None"],
    "bytes": ["b'abc'", "b'hello'"],
    "complex": ["(1+2j)"],
    "decimal": ["decimal.Decimal('10.50')", "decimal.Decimal('3')"],
    "path": ["'missing.txt'"],
    "fraction": ["fractions.Fraction(3, 4)", "fractions.Fraction(1, 2)"],
    "time": ["datetime.time(13, 45)", "datetime.time(8, 0)"],
    "date": [
        "datetime.date(2024, 2, 29)",
        "datetime.date(2023, 7, 14)",
        "datetime.date(2024, 3, 2)",
        "datetime.date(2021, 12, 31)",
    ],
    "datetime": [
        "datetime.datetime(2024, 2, 29, 13, 45)",
        "datetime.datetime(2023, 7, 14, 8, 0)",
        "datetime.datetime(2021, 12, 31, 23, 59)",
    ],
    "timedelta": ["datetime.timedelta(days=3)", "datetime.timedelta(hours=5, minutes=30)"],
    "unknown": ["5", "'hello'", "[3, 1, 2]", "2.5", "{'a': 1, 'b': 2}", "['b', 'a']"],
}
EDGE = {
    "int": ["0", "1", "-1", "-7", "100", "15", "10**12"],
    "float": ["0.0", "-1.5", "0", "1e9", "100", "float('inf')", "float('nan')"],
    "str": [
        "''",
        "' '",
        "'a'",
        "'naïve café'",
        "'  two  spaces '",
        "'12345'",
        "'aA1! bB2?'",
        "'one\\ntwo'",
        "'a' * 12",
        "'Aa' * 50",
    ],
    "bytes": ["b''", "b'\\x00\\xff'"],
    "complex": ["0j"],
    "bool": [],
    "none": [],
    "decimal": ["decimal.Decimal('0')", "decimal.Decimal('-1.25')"],
    "fraction": ["fractions.Fraction(0, 1)", "fractions.Fraction(-5, 3)"],
    "time": ["datetime.time(0, 0)", "datetime.time(23, 59, 59)"],
    "date": [
        "datetime.date(2024, 1, 1)",
        "datetime.date(2000, 12, 31)",
        "datetime.date(2024, 3, 3)",
        "datetime.date(1999, 2, 28)",
    ],
    "datetime": ["datetime.datetime(2000, 1, 1, 0, 0)", "datetime.datetime(2024, 3, 2, 18, 30, 15)"],
    "timedelta": ["datetime.timedelta(0)", "datetime.timedelta(days=-1)"],
    "path": ["''"],
    "unknown": ["None", "0", "''", "[]", "{}"],
}
CALLABLES = {
    "0": ["lambda: 7", "lambda: int('x')"],
    "1": ["lambda value: value", "lambda value: not value", "str"],
    "2": ["lambda one, other: one", "max"],
}
LETTERS = "abcdeXYZ 019-_.,é"
MOST_DEPTH = 4


class Values:
    """Makes inputs for the parameters of one function."""

    def __init__(self, pool, construct):
        self.pool = pool
        self.construct = construct
        """Gives an expression that makes an object of a class of the program, by its name and a chance."""

    def typical(self, shape, depth=0):
        inner = self._inside(shape, depth)
        if inner is not None:
            return inner[0]
        usual = TYPICAL.get(shape.kind, TYPICAL["unknown"])
        return [*map(repr, self.pool.parsed), *usual] if shape.kind in ("str", "unknown") else list(usual)

    def edge(self, shape, depth=0):
        inner = self._inside(shape, depth)
        if inner is not None:
            return inner[1]
        return [*self.constants(shape), *EDGE.get(shape.kind, EDGE["unknown"])]

    def constants(self, shape):
        if shape.kind in ("int", "float"):
            wanted = [number for number in self.pool.numbers if shape.kind == "float" or isinstance(number, int)]
            return [repr(number) for number in wanted[:18]]
        if shape.kind in ("str", "unknown"):
            return [repr(text) for text in [*self.pool.formed, *self.pool.texts[:8], *self.pool.words[:10]]]
        return []

    def _inside(self, shape, depth):
        """Typical and edge inputs of a shape that is made of others; None for a plain one."""
        kind, of, names = shape
        if kind == "union":
            return interleave([self.typical(each, depth) for each in of]), interleave(
                [self.edge(each, depth) for each in of]
            )
        if kind == "literal":
            return list(names), []
        if kind == "object":
            return [self.construct(names[0], seed, depth + 1) for seed in range(3)], []
        if kind == "callable":
            return list(CALLABLES.get(names[0] if names else "1", CALLABLES["1"])), []
        if kind == "record":
            return [self._record(shape, place, depth) for place in range(2)], []
        if kind == "tuple":
            rows = [self.typical(each, depth + 1) for each in of]
            return [
                "(" + "".join(f"{row[(place + turn) % len(row)]}, " for turn, row in enumerate(rows)).rstrip() + ")"
                for place in range(3)
            ], []
        if kind == "dict":
            return self._dicts(shape, depth)
        return self._sequences(shape, depth) if kind in WRAP else None

    def _record(self, shape, place, depth):
        fields = []
        for name, each in zip(shape.names, shape.of):
            row = self.typical(guess(name) if each == UNKNOWN else each, depth + 1)
            fields.append(f"{name!r}: {row[place % len(row)]}")
        return "{" + ", ".join(fields) + "}"

    def _dicts(self, shape, depth):
        keys = self.typical(shape.of[0], depth + 1) if shape.of[0] != UNKNOWN else ["'a'", "'b'", "'c'"]
        if shape.of[0] == STR:
            keys = [*(repr(word) for word in self.pool.words[:3]), "'a'", "'b'"]
        values = self.typical(shape.of[1] if shape.of[1] != UNKNOWN else INT, depth + 1)
        pairs = [f"{key}: {values[place % len(values)]}" for place, key in enumerate(dict.fromkeys(keys))]
        edge = self.edge(shape.of[1], depth + 1) if depth < MOST_DEPTH and shape.of[1] != UNKNOWN else []
        return ["{" + ", ".join(pairs[:3]) + "}", "{" + pairs[0] + "}"], [
            "{}",
            *("{" + f"{keys[0]}: {value}" + "}" for value in edge[:3]),
        ]

    def _sequences(self, shape, depth):
        inner = shape.of[0] if shape.of and shape.of[0] != UNKNOWN else INT
        wrap = WRAP[shape.kind]
        if depth >= MOST_DEPTH:
            return [wrap([])], []
        usual, edges = self.typical(inner, depth + 1), self.edge(inner, depth + 1)
        if inner == INT:
            return [wrap(row.split()) for row in ("3 1 2", "1 2 3 4 5", "5 5 1 3 3")], [
                wrap(row.split()) for row in ("", "7", "5 4 3 2 1", "-3 0 -8", "2 2 2", "10 -10 100 4 9 2")
            ]
        typical = [wrap(usual[:3]), wrap([*usual[1:3], *usual[:1]]), wrap([*usual[:2], *usual[:1]])]
        return typical, [wrap([]), wrap(usual[:1]), wrap(usual[::-1]), *(wrap([each]) for each in edges[:4])]

    def by_chance(self, shape, chance, depth=0):
        shape = chance.choice(alternatives(shape))
        kind, of, _ = shape
        if kind == "int":
            near = [number for number in self.pool.numbers if isinstance(number, int)]
            return str(
                chance.choice(near) + chance.randint(-2, 2)
                if near and chance.random() < 0.4
                else chance.randint(-20, 120)
            )
        if kind == "float":
            return repr(
                chance.choice(
                    [round(chance.uniform(-50, 150), 2), float(chance.randint(-5, 30)), *self.pool.numbers[:6]]
                )
            )
        if kind == "str":
            return repr(self._text(chance))
        if kind in WRAP and depth < MOST_DEPTH:
            inner = of[0] if of and of[0] != UNKNOWN else INT
            return WRAP[kind](
                [self.by_chance(inner, chance, depth + 1) for _ in range(chance.choice([0, 1, 2, 3, 4, 6, 9]))]
            )
        if kind == "dict" and depth < MOST_DEPTH:
            key, value = (each if each != UNKNOWN else other for each, other in zip(of, (STR, INT)))
            pairs = {
                self.by_chance(key, chance, depth + 1): self.by_chance(value, chance, depth + 1)
                for _ in range(chance.randint(0, 4))
            }
            return "{" + ", ".join(f"{each}: {other}" for each, other in pairs.items()) + "}"
        if kind == "tuple" and depth < MOST_DEPTH:
            return "(" + "".join(f"{self.by_chance(each, chance, depth + 1)}, " for each in of).rstrip() + ")"
        if kind == "record" and depth < MOST_DEPTH:
            fields = [(name, guess(name) if each == UNKNOWN else each) for name, each in zip(shape.names, of)]
            return (
                "{" + ", ".join(f"{name!r}: {self.by_chance(each, chance, depth + 1)}" for name, each in fields) + "}"
            )
        if kind == "object":
            return self.construct(shape.names[0], chance.randrange(1000), depth + 1)
        if kind == "date":
            return f"datetime.date({chance.randint(1990, 2030)}, {chance.randint(1, 12)}, {chance.randint(1, 28)})"
        return chance.choice([*self.typical(shape, depth), *self.edge(shape, depth)])

    def _text(self, chance):
        pieces = [*self.pool.words, *self.pool.texts, *self.pool.formed]
        if pieces and chance.random() < 0.3:
            return chance.choice(pieces)
        if pieces and chance.random() < 0.5:
            mixed = [
                chance.choice(pieces) if chance.random() < 0.6 else chance.choice(LETTERS)
                for _ in range(chance.randint(1, 5))
            ]
            return "".join(mixed)[:60]
        return "".join(chance.choice(LETTERS) for _ in range(chance.randint(0, 12)))


def one_tuple(parts):
    return "(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")"


WRAP = {
    "list": lambda parts: "[" + ", ".join(parts) + "]",
    "tuple*": one_tuple,
    "set": lambda parts: "{" + ", ".join(dict.fromkeys(parts)) + "}" if parts else "set()",
    "frozenset": lambda parts: "frozenset([" + ", ".join(parts) + "])",
    "deque": lambda parts: "collections.deque([" + ", ".join(parts) + "])",
    "iterator": lambda parts: "iter([" + ", ".join(parts) + "])",
}


def guess(name):
    """The shape of a field that only has a name."""
    from anneal_verify.infer import NAMES

    return NAMES.get(name, NAMES.get(name.rsplit("_", 1)[-1], STR))


def interleave(rows):
    longest = max(map(len, rows), default=0)
    return [row[place] for place in range(longest) for row in rows if place < len(row)]
