"""Small changes of an input that led somewhere new: inputs beside it often lead further."""

import ast

from anneal_verify.case import Call, Case


def vary_case(case, parameters, values, chance):
    """A case with one or two of its arguments changed."""
    calls = [Call(call.form, list(call.arguments), call.names) for call in case.every_call()]
    places = [(call, place) for call in calls for place in range(len(call.arguments))]
    for call, place in chance.sample(places, min(len(places), chance.choice([1, 1, 2]))):
        shape = parameters.get(call.names[place]) if place < len(call.names) else None
        call.arguments[place] = vary_text(call.arguments[place], shape, values, chance)
    receiver, rest = (calls[0], calls[1:]) if case.receiver else (None, calls)
    return Case(case.about, "unit", "observed", rest, receiver)


def vary_text(text, shape, values, chance):
    if shape is not None and chance.random() < 0.35:
        return values.by_chance(shape, chance)
    try:
        return repr(vary_value(ast.literal_eval(text), values.pool, chance))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return values.by_chance(shape, chance) if shape is not None else text


def vary_value(value, pool, chance):
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return chance.choice(
            [
                value + 1,
                value - 1,
                -value,
                value * 2,
                value // 2 if value == value and abs(value) < 1e300 else 0,
                0,
                *pool.numbers,
            ]
        )
    if isinstance(value, str):
        return vary_string(value, pool, chance)
    if isinstance(value, (list, tuple)):
        return type(value)(vary_list(list(value), pool, chance))
    if isinstance(value, set):
        return set(vary_list(sorted(value, key=repr), pool, chance))
    if isinstance(value, dict) and value:
        key = chance.choice(list(value))
        changed = dict(value)
        if chance.random() < 0.25:
            del changed[key]
        else:
            changed[key] = vary_value(value[key], pool, chance)
        return changed
    return value


def vary_string(text, pool, chance):
    place = chance.randint(0, len(text))
    piece = chance.choice([*pool.words, *"aZ5 -"])
    return chance.choice(
        [
            text[:place] + piece + text[place:],
            text[:place] + text[place + 1 :],
            text.upper(),
            text.lower(),
            text[::-1],
            text + text[:1],
            text[:place],
            text.strip(),
            piece,
            *pool.texts,
        ]
    )[:200]


def vary_list(items, pool, chance):
    if not items:
        return [chance.randint(-5, 9)]
    place = chance.randrange(len(items))
    way = chance.randrange(7)
    if way == 0:
        return items[:place] + items[place + 1 :]
    if way == 1:
        return items[:place] + [items[place]] + items[place:]
    if way == 2:
        return items[::-1]
    if way == 3:
        return sorted(items, key=repr) if any(isinstance(each, (list, dict, str)) for each in items) else sorted(items)
    if way == 4:
        return items + items[:1]
    return items[:place] + [vary_value(items[place], pool, chance)] + items[place + 1 :]
