"""Looks for inputs that lead to new places: first those that anyone would try, then neighbours of inputs that led somewhere."""

import random
import time

from anneal_verify.first_cases import chance_case, first_cases
from anneal_verify.judge import refusal_of, signature
from anneal_verify.shape import UNKNOWN, Shape, dict_of, list_of, union_of, FLOAT, INT, STR
from anneal_verify.vary import vary_case

FIRST_CASES = 82
ROUND_CASES = 40
MOST_ROUNDS = 9
MOST_IDLE = 3
MOST_LOST = 4
MOST_KEPT = 36
MOST_SPARE = 250
LONGEST_TEXT = 200
LEAST_LARGE = 8
SEED = 20_240_229


class Explorer:
    def __init__(self, subject, observe, until):
        self.subject = subject
        self.observe = observe
        """Gives the result of each case."""
        self.until = until
        self.chance = random.Random(f"{SEED}{subject.about}")
        self.known = set()
        self.kept = []
        self.spare = []
        """Cases that showed nothing new, but may tell a mutant from the program."""
        self.too_large = None
        """The smallest number with which it took too long."""
        self.places = set()
        self.outcomes = set()
        self.refusals = {}
        """Why cases were not kept, and how often."""

    def run(self, examples):
        fresh = self._try([*examples, *first_cases(self.subject, self.chance)][:FIRST_CASES])
        self._narrow(fresh)
        idle = 0
        for _ in range(MOST_ROUNDS):
            if (
                idle == MOST_IDLE
                or time.monotonic() > self.until
                or not (self.subject.parameters or self.subject.maker)
            ):
                break
            before = len(self.places)
            self._try(self.more(ROUND_CASES))
            idle = idle + 1 if len(self.places) == before else 0
        return self.kept

    def more(self, count):
        """Half of the inputs are new by chance, half lie beside inputs that were kept."""
        made = []
        for turn in range(count):
            if self.kept and turn % 2:
                made.append(
                    vary_case(self.chance.choice(self.kept), self.subject.shapes(), self.subject.values, self.chance)
                )
            else:
                made.append(chance_case(self.subject, self.chance))
        return [case for case in made if case.key() not in self.known]

    def _try(self, cases):
        new = []
        for case in cases:
            if case.key() not in self.known and all(self._is_fit(text) for text in case.expressions()):
                self.known.add(case.key())
                new.append(case)
        fresh = []
        for case, seen in zip(new, self.observe(new, self.until)):
            if seen is None:
                continue
            case.seen = seen
            fresh.append(case)
            self._judge(case)
        return fresh

    def _is_fit(self, text):
        if self.too_large is not None and text.isdigit() and int(text) >= self.too_large:
            return False
        return len(text) <= LONGEST_TEXT

    def _judge(self, case):
        refusal = refusal_of(case.seen)
        if case.seen.get("lost") == "timeout":
            numbers = [int(text) for text in case.expressions() if text.isdigit() and int(text) > LEAST_LARGE]
            self.too_large = min([*numbers, *([self.too_large] if self.too_large is not None else [])], default=None)
        if refusal:
            self.refusals[refusal] = self.refusals.get(refusal, 0) + 1
            return
        places = {*map(tuple, case.seen["arcs"]), *case.seen["lines"]}
        outcome = signature(case.seen)
        is_new = not places <= self.places
        is_other = outcome not in self.outcomes and len(self.kept) < MOST_KEPT
        if is_new or is_other or case.origin != "observed":
            self.places |= places
            self.outcomes.add(outcome)
            self.kept.append(case)
        elif len(self.spare) < MOST_SPARE:
            self.spare.append(case)

    def _narrow(self, cases):
        """Where nothing shows the values that a parameter takes, a value that did not fail by accident does."""
        for parameter in self.subject.parameters:
            if parameter.shape != UNKNOWN:
                continue
            fits = []
            for case in cases:
                call = case.calls[-1]
                if (
                    refusal_of(case.seen) is None
                    and "raises" not in case.seen["results"][-1]
                    and parameter.name in call.names
                ):
                    fits.append(shape_of_text(call.arguments[call.names.index(parameter.name)]))
            known = [shape for shape in fits if shape != UNKNOWN]
            if known:
                parameter.shape = union_of(known)


def shape_of_text(text):
    if text[:1] in "'\"":
        return STR
    if text[:1] == "[":
        return list_of(STR if "'" in text else INT) if len(text) > 2 else UNKNOWN
    if text[:1] == "{":
        return dict_of(STR, INT) if len(text) > 2 else UNKNOWN
    if text.lstrip("-").isdigit():
        return INT
    return FLOAT if text.replace(".", "", 1).isdigit() else Shape("unknown")
