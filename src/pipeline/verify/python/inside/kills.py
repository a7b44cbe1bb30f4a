"""Finds the cases that notice each mutant, by their results: far cheaper than running whole test files."""

import time

from anneal_verify.judge import notices, refusal_of
from anneal_verify.forked import Limits, map_forked
from anneal_verify.lanes import in_lanes
from anneal_verify.observe import Observer
from anneal_verify.program import load
from anneal_verify.sequences import sequences_of
from anneal_verify.trace import loading_lines

MOST_CASES = 30
MORE_CASES = 100
MORE_SEQUENCES = 60
CASE_LIMITS = Limits(0.12, 0.8)


class Killing:
    def __init__(self, program, mutants, subjects, until):
        self.program = program
        self.subjects = subjects
        self.loading = loading_lines(program.compiled())
        self.mutants = mutants
        self.until = until
        self.killers = {place: set() for place in range(len(mutants))}
        """For each mutant the keys of the cases that notice it."""
        self.endless = {}
        """For mutants that never end, the case that was lost in one."""
        self.tried = set()

    def try_all(self, cases):
        self.tried |= self.try_on(list(self.killers), lambda place: self.concerned(self.mutants[place].line, cases))

    def concerned(self, line, cases):
        """Cases that may notice a change of a line. What is run when the program is loaded, no case is seen to run: there it
        is those of the function whose head it is, or any."""
        if line not in self.loading:
            return [case for case in cases if line in case.seen["lines"]][:MOST_CASES]
        owners = {subject.about for subject in self.subjects if line in subject.lines}
        owned = [case for case in cases if case.about in owners]
        return (owned or cases[:: max(1, len(cases) // MOST_CASES)])[:MOST_CASES]

    def try_on(self, places, cases_for):
        """Notes the cases that notice each of these mutants; gives back those for which there was time."""
        tried = set()
        for place, noticed in zip(places, in_lanes(lambda each: self.noticed(each, cases_for(each)), places)):
            if noticed is None:
                continue
            tried.add(place)
            for key, is_endless in noticed:
                self.killers[place].add(key)
                if is_endless:
                    self.endless[place] = key
        return tried

    def noticed(self, place, chosen):
        if time.monotonic() >= self.until:
            return None
        return [
            (case.key(), seen.get("lost") == "timeout")
            for case, seen in zip(chosen, self.observe_mutant(self.mutants[place], chosen))
            if seen is not None and notices(case.seen, seen)
        ]

    def observe_mutant(self, mutant, cases):
        def prepare():
            try:
                return Observer(self.program, lambda: load(self.program, mutant.code), traces=False)
            except Exception as error:
                name = type(error).__name__
                return lambda case: {"lost": f"not loaded: {name}"}

        # A mutant that never ends is noticed by the first case that calls it; the others would only take time.
        return map_forked(prepare, cases, CASE_LIMITS, until=self.until, enough=lambda seen: "lost" in seen)

    def endless_for(self, keys):
        """Mutants that one of these cases does not come back from: there is no need to wait for them again."""
        return {self.mutants[place][:2] for place, key in self.endless.items() if key in keys}

    def survivors(self):
        return [place for place in sorted(self.tried) if not self.killers[place]]

    def hunt(self, explorers, observe):
        """Tries more inputs on mutants that no case noticed; inputs that tell mutant and original apart are given back."""
        found = []
        for explorer in explorers:
            surviving = [place for place in self.survivors() if self.mutants[place].line in explorer.subject.lines]
            if surviving and time.monotonic() < self.until:
                cases = [*explorer.spare, *self.fit(explorer.more(MORE_CASES), observe)]
                found += self.noticing(surviving, cases, explorer.subject.lines[0])
        classes = [line for explorer in explorers if explorer.subject.owner for line in explorer.subject.lines]
        surviving = [place for place in self.survivors() if self.mutants[place].line in classes]
        if surviving and time.monotonic() < self.until:
            found += self.noticing(surviving, self.fit(sequences_of(explorers, MORE_SEQUENCES), observe))
        return found

    def fit(self, cases, observe):
        for case, seen in zip(cases, observe(cases)):
            case.seen = seen or {"lost": "no time"}
        return [case for case in cases if refusal_of(case.seen) is None]

    def noticing(self, places, cases, head=None):
        """The cases that notice a mutant, among those that run its line, or among all where its line is the head of the function."""

        def touching(place):
            line = self.mutants[place].line
            return [case for case in cases if line == head or line in case.seen["lines"]]

        self.try_on(places, touching)
        noticed = set().union(*(self.killers[place] for place in places))
        return [case for case in cases if case.key() in noticed]
