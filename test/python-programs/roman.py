"""Roman numerals."""

NUMERALS = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]


def to_roman(number: int) -> str:
    """The Roman numeral of a number.

    >>> to_roman(1994)
    'MCMXCIV'
    """
    if not 0 < number < 4000:
        raise ValueError(f"{number} has no Roman numeral")
    parts = []
    for value, sign in NUMERALS:
        while number >= value:
            parts.append(sign)
            number -= value
    return "".join(parts)


def from_roman(text: str) -> int:
    total = 0
    rest = text.upper()
    for value, sign in NUMERALS:
        while rest.startswith(sign):
            total += value
            rest = rest[len(sign):]
    if rest or not text:
        raise ValueError(f"{text!r} is no Roman numeral")
    return total
