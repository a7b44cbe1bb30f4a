"""Calls of several methods on one object, one after the other: state shows itself only between calls."""

import random

from anneal_verify.case import Call, Case

MOST_EACH = 24
MOST_SPARE = 40
LENGTHS = (2, 3, 3, 4, 5)


def sequences_of(explorers, most=MOST_EACH):
    """Put together from calls and objects that were seen to work."""
    by_class = {}
    for explorer in explorers:
        if explorer.subject.owner:
            by_class.setdefault(explorer.subject.owner, []).append(explorer)
    found = []
    for owner, group in by_class.items():
        chance = random.Random(f"{owner} {most}")
        calls = [
            call
            for explorer in group
            for case in [*explorer.kept, *explorer.spare[:MOST_SPARE]]
            for call in case.calls
            if "{self}" in call.form
        ]
        receivers = [
            case.receiver
            for explorer in group
            for case in explorer.kept
            if case.receiver and not case.seen.get("is_unmade")
        ]
        by_form = {}
        for call in calls:
            by_form.setdefault(call.form, []).append(call)
        if len(by_form) < 2:
            continue
        for turn in range(most):
            length = LENGTHS[turn % len(LENGTHS)]
            # Every other one stays with two methods: a full, empty or existing object shows when a method is called again.
            forms = list(by_form) if turn % 2 else chance.sample(list(by_form), 2)
            steps = sharing([chance.choice(by_form[chance.choice(forms)]) for _ in range(length)], chance)
            found.append(Case(owner, "integration", "observed", steps, chance.choice(receivers)))
    return found


def sharing(calls, chance):
    """An object that was put under a key is looked for under the same key: parameters of one name often get one argument."""
    given, shared = {}, []
    for call in calls:
        arguments = list(call.arguments)
        for place, name in enumerate(call.names):
            if name and name in given and chance.random() < 0.6:
                arguments[place] = given[name]
            given.setdefault(name, arguments[place])
        shared.append(Call(call.form, arguments, call.names))
    return shared
