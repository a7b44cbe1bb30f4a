"""Cases put together from the inputs of each parameter: first the values that anyone would try, and others by chance."""

from anneal_verify.relate import related

RELATED_CASES = 12
RELATED_SHARE = 0.25


def first_cases(subject, chance):
    """All typical, then one parameter after the other at its edges."""
    values = subject.values
    rows = {
        each.name: (values.typical(each.shape), values.edge(each.shape))
        for each in [*subject.parameters, *subject.maker]
    }
    cases = []
    for turn in range(6):
        cases.append(subject.case(*(pick(group, rows, turn, chance) for group in (subject.parameters, subject.maker))))
    if len(subject.parameters) > 1:
        for turn in range(RELATED_CASES):
            arguments, made = (pick(group, rows, turn, chance) for group in (subject.parameters, subject.maker))
            cases.append(subject.case(related(arguments, subject.shapes(), chance), made))
    for place in range(24):
        for each in [*subject.parameters, *subject.maker]:
            edges = rows[each.name][1]
            if place < len(edges):
                arguments, made = (pick(group, rows, place, chance) for group in (subject.parameters, subject.maker))
                target = arguments if each in subject.parameters else made
                target[each.name] = edges[place] if each.way != "rest" else [edges[place]]
                cases.append(subject.case(arguments, made, "edge"))
    return cases


def pick(parameters, rows, turn, chance):
    chosen = {}
    for place, each in enumerate(parameters):
        usual = rows[each.name][0]
        if each.default is not None and turn % 2 == 0:
            continue
        text = usual[(turn + place) % len(usual)]
        chosen[each.name] = (
            [usual[(turn + more) % len(usual)] for more in range(turn % 4)] if each.way == "rest" else text
        )
    return chosen


def chance_case(subject, chance):
    groups = []
    for parameters in (subject.parameters, subject.maker):
        chosen = {}
        for each in parameters:
            if each.default is not None and chance.random() < 0.4 and not subject.form:
                continue
            text = subject.values.by_chance(each.shape, chance)
            chosen[each.name] = (
                [subject.values.by_chance(each.shape, chance) for _ in range(chance.randint(0, 3))]
                if each.way == "rest"
                else text
            )
        groups.append(related(chosen, subject.shapes(), chance) if chance.random() < RELATED_SHARE else chosen)
    return subject.case(*groups)
