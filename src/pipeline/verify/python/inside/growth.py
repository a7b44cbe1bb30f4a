"""Tests of how time grows with the size of an input. They bound the class of growth only, and that generously."""

from anneal_verify.properties import Proposal

SIZES = {
    "list": "[(place * 7919) % 1009 for place in range(size)]",
    "str": '"".join("abcde"[place % 5] for place in range(size))',
    "int": "size",
    "set": "{place * 7 for place in range(size)}",
    "dict": "{str(place): place for place in range(size)}",
}
CLASSES = (("linear", 1), ("quadratic", 2), ("cubic", 3))
SMALL, TIMES = 100, 8
ROOM = 6


def growth_of(explorers):
    """For functions of one sized input, from the slowest growth to the fastest: the first that holds is the one."""
    found = []
    for explorer in explorers:
        subject = explorer.subject
        needed = [each for each in subject.parameters if each.default is None]
        kind = needed[0].shape.kind if len(needed) == 1 else ""
        if subject.owner or kind not in SIZES or needed[0].name == "size":
            continue
        for title, power in CLASSES:
            says = f"At {TIMES} times the size it takes no more time than {title} growth explains, with much room."
            proposal = Proposal(subject.about, "test_time_grows_within_bounds", says, None, "performance")
            head = [f'"""{says}"""', *measuring(subject.about, SIZES[kind])]
            proposal.check = [*head, bound(TIMES**power * ROOM, 0.01)]
            # The growth is measured more closely than the test will do it: a test that fails by chance is worse than none.
            proposal.trial = [*head, bound(TIMES**power * 1.5, 0.002)]
            found.append(proposal)
    return found


def measuring(name, argument):
    return [
        "def seconds(size):",
        f"    argument = {argument}",
        "    times = []",
        "    for _ in range(3):",
        "        started = time.process_time()",
        f"        {name}(copy.deepcopy(argument))",
        "        times.append(time.process_time() - started)",
        "    return min(times)",
        "",
    ]


def bound(factor, slack_seconds):
    return f"self.assertLess(seconds({SMALL * TIMES}), seconds({SMALL}) * {factor} + {slack_seconds})"
