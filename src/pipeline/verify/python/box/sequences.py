"""Calls of several methods on one object, one after the other: state shows itself only between calls."""

import random

from anneal_verify.case import Case

MOST_EACH = 24
LENGTHS = (2, 3, 3, 4, 5)


def sequences_of(explorers):
    """Put together from calls and objects that were seen to work."""
    by_class = {}
    for explorer in explorers:
        if explorer.subject.owner:
            by_class.setdefault(explorer.subject.owner, []).append(explorer)
    found = []
    for owner, group in by_class.items():
        chance = random.Random(owner)
        calls = [call for explorer in group for case in explorer.kept for call in case.calls if "{self}" in call.form]
        receivers = [case.receiver for explorer in group for case in explorer.kept if case.receiver and not case.seen.get("is_unmade")]
        if len({call.form for call in calls}) < 2:
            continue
        for turn in range(MOST_EACH):
            length = LENGTHS[turn % len(LENGTHS)]
            # Every other one stays with two calls: what is full, empty or there already shows when something is done again.
            choices = calls if turn % 2 else chance.sample(calls, min(2, len(calls)))
            found.append(Case(owner, "integration", "observed", [chance.choice(choices) for _ in range(length)], chance.choice(receivers)))
    return found
