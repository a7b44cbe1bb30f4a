"""The least of the cases that reach what all of them reach: lines, branches, mutants."""


def choose(candidates, reached, most_each=None, first=()):
    """Greedy cover. `reached` gives for a candidate the set of places it reaches and its cost; `most_each` bounds those of one
    subject; those that come `first` are taken whatever they reach."""
    left = {id(each): each for each in candidates if each not in first}
    gains = {name: reached(each) for name, each in left.items()}
    counts, chosen = {}, list(first)
    covered = set().union(*(reached(each)[0] for each in first))
    while left:
        best = max(left, key=lambda name: (len(gains[name][0] - covered), -gains[name][1]))
        if not gains[best][0] - covered:
            break
        each = left.pop(best)
        about = getattr(each, "about", None)
        if most_each is not None and counts.get(about, 0) >= most_each:
            continue
        counts[about] = counts.get(about, 0) + 1
        covered |= gains[best][0]
        chosen.append(each)
    return chosen
