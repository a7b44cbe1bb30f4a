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
            found.append(
                Proposal(
                    subject.about,
                    "test_time_grows_within_bounds",
                    says,
                    [
                        f'"""{says}"""',
                        "def seconds(size):",
                        f"    argument = {SIZES[kind]}",
                        "    times = []",
                        "    for _ in range(3):",
                        "        started = time.perf_counter()",
                        f"        {subject.about}(copy.deepcopy(argument))",
                        "        times.append(time.perf_counter() - started)",
                        "    return min(times)",
                        "",
                        f"self.assertLess(seconds({SMALL * TIMES}), seconds({SMALL}) * {TIMES**power} * 5 + 0.005)",
                    ],
                    "performance",
                )
            )
    return found
