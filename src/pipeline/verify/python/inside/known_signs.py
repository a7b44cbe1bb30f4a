"""Methods, attributes and functions of Python that show the shape of the value they are used on."""

from anneal_verify.shape import DATE, DATETIME, FLOAT, INT, PATH, STR, TIMEDELTA, UNKNOWN, Shape, dict_of, list_of

ITEMS = list_of(UNKNOWN)
MAPPING = dict_of(STR, UNKNOWN)
METHODS = {
    **dict.fromkeys(
        "split strip lower upper replace startswith endswith isdigit isalpha isalnum isspace lstrip rstrip title join encode"
        " capitalize splitlines swapcase zfill isupper islower casefold format partition rpartition rfind find isnumeric"
        " isdecimal translate ljust rjust center removeprefix removesuffix".split(),
        STR,
    ),
    **dict.fromkeys("append extend insert sort reverse".split(), ITEMS),
    **dict.fromkeys("items keys values get setdefault popitem".split(), MAPPING),
    **dict.fromkeys(
        "union intersection difference issubset issuperset isdisjoint discard".split(), Shape("set", (UNKNOWN,))
    ),
    **dict.fromkeys("isoformat strftime weekday isoweekday toordinal".split(), DATE),
    **dict.fromkeys("total_seconds".split(), TIMEDELTA),
    "decode": Shape("bytes"),
    "is_integer": FLOAT,
}
ATTRIBUTES = {
    **dict.fromkeys(("year", "month", "day"), DATE),
    **dict.fromkeys(("hour", "minute", "second"), DATETIME),
    "days": TIMEDELTA,
}
CALLS = {
    **dict.fromkeys(
        (
            "len",
            "sorted",
            "reversed",
            "enumerate",
            "list",
            "set",
            "tuple",
            "iter",
            "zip",
            "any",
            "all",
            "Counter",
            "frozenset",
        ),
        (ITEMS, 1),
    ),
    **dict.fromkeys(("sum", "fsum", "mean", "median"), (list_of(FLOAT), 2)),
    **dict.fromkeys(("min", "max"), (list_of(INT), 1)),
    **dict.fromkeys(("range", "chr", "bin", "hex", "oct"), (INT, 3)),
    **dict.fromkeys(("abs", "round", "divmod", "pow"), (FLOAT, 1)),
    **dict.fromkeys(("int", "float"), (STR, 1)),
    "ord": (STR, 3),
    "open": (PATH, 3),
    "loads": (STR, 3),
    "strptime": (STR, 3),
    "dict": (MAPPING, 3),
    "fromisoformat": (STR, 3),
    "literal_eval": (STR, 3),
    "Decimal": (STR, 1),
    "heapify": (ITEMS, 3),
    "gcd": (INT, 3),
    "isqrt": (INT, 3),
}
