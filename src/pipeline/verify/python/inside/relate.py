"""Arguments that belong together: an element of the list, a key of the dict, a place in the text, a row of fitting length."""

import ast

MOST_OFFERS = 12


def related(arguments, shapes, chance):
    """The arguments, one of them replaced by something that it has in common with another; unchanged where none has."""
    values = {name: value_of(text) for name, text in arguments.items() if isinstance(text, str)}
    pairs = [
        (holder, other)
        for holder in values
        for other in values
        if holder != other and isinstance(values[holder], (list, tuple, dict, str)) and values[holder]
    ]
    if not pairs:
        return arguments
    holder, other = chance.choice(pairs)
    offers = offers_of(values[holder], values[other], shapes[other].kind == "unknown")
    return {**arguments, other: repr(chance.choice(offers))} if offers else arguments


def value_of(text):
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None


def offers_of(held, value, is_any):
    if isinstance(held, dict):
        found = [*held, *held.values()]
    elif isinstance(held, str):
        found = [held, held[: len(held) // 2], held[-2:], held[0], held[::-1], "".join(sorted(held))]
    else:
        found = [*held, list(reversed(held)), sorted(held, key=repr), list(held), *turned(held)]
    # A place: the first, the last, the one in the middle, and one behind the last.
    found = [*found[:MOST_OFFERS], 0, len(held) // 2, len(held) - 1, len(held)]
    if isinstance(value, list) and isinstance(held, (list, tuple, str)):
        found.append((value * (len(held) // len(value) + 1))[: len(held)] if value else list(range(len(held))))
    return [each for each in found if is_any or is_like(each, value)]


def turned(rows):
    """A matrix on its side: as many rows as the matrix has columns."""
    if all(isinstance(row, list) and row and len(row) == len(rows[0]) for row in rows):
        return [[list(column) for column in zip(*rows)]]
    return []


def is_like(one, other):
    numbers = (int, float)
    if type(one) in numbers and type(other) in numbers:
        return True
    return type(one) is type(other)
