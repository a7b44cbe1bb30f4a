"""Makes tests of a program: looks for inputs, keeps steady results, chooses the least that reaches most, writes and runs the file."""

import ast
import time

from anneal_verify.case import Call, Case
from anneal_verify.choose import choose
from anneal_verify.examples import examples_of
from anneal_verify.explore import Explorer
from anneal_verify.judge import refusal_of, signature
from anneal_verify.forked import Limits, map_forked
from anneal_verify.kills import Killing
from anneal_verify.mutants import mutants_of
from anneal_verify.observe import Observer
from anneal_verify.program import load
from anneal_verify.score import MOST_MUTANTS
from anneal_verify.sequences import sequences_of
from anneal_verify.steady import steady_cases
from anneal_verify.subjects import subjects_of
from anneal_verify.trace import loading_lines
from anneal_verify.whole_program import reads_outside, whole_case

CASE_LIMITS = Limits(0.1, 1.5)
MOST_EACH = 12
LEAST_EACH = 3
MOST_TOLD = 3
MOST_LOST = 6
ORIGIN_COST = {"doctest": -200, "model": -100}


class Maker:
    def __init__(self, program, plan, clock):
        self.program = program
        self.plan = plan
        self.clock = clock
        self.dropped = []
        self.skipped = {}
        self.explorers = []
        self.endless = set()

    def observe(self, cases, until=None):
        """The result of each case; after several cases that never end, the others are left out."""
        lost = []

        def is_enough(seen):
            if seen.get("lost") == "timeout":
                lost.append(seen)
            return len(lost) >= MOST_LOST

        def prepare():
            return Observer(self.program, lambda: load(self.program))

        return map_forked(prepare, cases, CASE_LIMITS, until or self.clock.end(0.6), is_enough)

    def cases(self):
        """The cases that are worth a place in the file."""
        kinds = self.plan["kinds"]
        found = self.explore()
        if not {"unit", "edge", "integration"} & set(kinds):
            return []
        found, varying = steady_cases(self.program, found, self.clock.left() / 4, self.plan["folder"])
        self.note_varying(varying)
        lines = loading_lines(self.program.compiled()).union(*(case.seen["lines"] for case in found))
        mutants, _ = mutants_of(self.program, lines, MOST_MUTANTS) if self.plan["mutation"] else ([], 0)
        killing = Killing(self.program, mutants, [explorer.subject for explorer in self.explorers], self.clock.end(0.5))
        killing.try_all(found)
        found += self.hunted(killing)
        self.note_untested(found)
        wanted = [case for case in found if case.kind in kinds]
        chosen = self.chosen(wanted, killing)
        names = {case.key() for case in chosen}
        self.endless = killing.endless_for(names)
        self.dropped += [
            {"name": case.key()[:200], "reason": "redundant"}
            for case in wanted
            if case.origin == "model" and case.key() not in names
        ]
        return sorted(chosen, key=lambda case: (order_of(case, self.explorers), case.kind == "edge"))

    def chosen(self, cases, killing):
        """Single calls first, sequences for the rest; a function with hardly any cases gets a few more, for its readers."""
        single = [case for case in cases if len(case.calls) < 2]
        longer = [case for case in cases if len(case.calls) > 1]
        worth = {id(case): (reached_by(case, killing), cost_of(case)) for case in cases}
        chosen = choose(single, lambda case: worth[id(case)], MOST_EACH, meant_cases(single))
        covered = set().union(*(worth[id(case)][0] for case in chosen))
        chosen += choose(longer, lambda case: (worth[id(case)][0] - covered, worth[id(case)][1]), MOST_EACH)
        outcomes = {(case.about, signature(case.seen)) for case in chosen}
        for case in sorted(
            (case for case in single if case.calls), key=lambda each: (each.kind != "edge", cost_of(each))
        ):
            outcome = (case.about, signature(case.seen))
            if outcome not in outcomes and sum(each.about == case.about for each in chosen) < LEAST_EACH:
                outcomes.add(outcome)
                chosen.append(case)
        return chosen

    def explore(self):
        examples = examples_of(self.program)
        subjects = subjects_of(self.program, self.plan["functions"])
        asked = self.asked_cases(subjects)
        found = []
        for place, subject in enumerate(subjects):
            share = (self.clock.end(0.35) - time.monotonic()) / max(1, len(subjects) - place)
            explorer = Explorer(subject, self.observe, time.monotonic() + share)
            self.explorers.append(explorer)
            found += explorer.run([*asked.get(subject.about, []), *examples.get(subject.about, [])])
        sequences = sequences_of(self.explorers)
        for case, seen in zip(sequences, self.observe(sequences)):
            case.seen = seen or {"lost": "no time"}
        found += [case for case in sequences if refusal_of(case.seen) is None]
        found += self.whole()
        return [case for case in found if self.is_agreed(case)]

    def whole(self):
        case = whole_case(self.program) if "integration" in self.plan["kinds"] and not self.plan["functions"] else None
        if case is None:
            if not self.explorers and reads_outside(self.program):
                self.skipped[self.plan["fileName"]] = "it reads input or arguments, and has no function that could be called"
            return []
        case.seen = self.observe([case])[0] or {"lost": "no time"}
        is_fit = refusal_of(case.seen) is None and case.seen["printed"] and "raises" not in case.seen["results"][0]
        return [case] if is_fit else []

    def asked_cases(self, subjects):
        """Cases of a model, as far as they can be read."""
        by_name = {}
        known = {subject.about: subject for subject in subjects}
        for asked in self.plan["cases"]:
            subject = known.get(asked["function"])
            if (
                subject is None
                or subject.owner
                or not all(is_expression(text) for text in [*asked["arguments"], asked["expected"]])
            ):
                self.dropped.append(
                    {"name": f"{asked['function']}({', '.join(asked['arguments'])})"[:200], "reason": "failing"}
                )
                continue
            names = [each.name for each in subject.parameters][: len(asked["arguments"])]
            marks = ", ".join("{%d}" % place for place in range(len(asked["arguments"])))
            call = Call(f"{subject.about}({marks})", asked["arguments"], names)
            by_name.setdefault(subject.about, []).append(
                Case(subject.about, "unit", "model", [call], expected=asked["expected"])
            )
        return by_name

    def is_agreed(self, case):
        result = case.seen["results"][-1] if case.seen["results"] else {}
        if case.expected is None or result.get("agrees"):
            return True
        came = f"raises {result['raises']}" if "raises" in result else result.get("text", "something else")
        who = "its docstring" if case.origin == "doctest" else "the model"
        self.dropped.append(
            {"name": f"{case.key()} is {came}, not {case.expected} as {who} says"[:300], "reason": "failing"}
        )
        return False

    def hunted(self, killing):
        found = killing.hunt(self.explorers, self.observe)
        if not found:
            return []
        steady, varying = steady_cases(self.program, found, self.clock.left() / 4, self.plan["folder"])
        self.note_varying(varying)
        return steady

    def note_varying(self, cases):
        counts = {}
        for case in cases:
            counts[case.about] = counts.get(case.about, 0) + 1
            if counts[case.about] <= MOST_TOLD:
                self.dropped.append({"name": case.key()[:200], "reason": "flaky"})
            self.skipped.setdefault(case.about, "what it does varies from run to run")

    def note_untested(self, found):
        """Functions without a case, and the reason that was most often in the way."""
        tested = {case.about for case in found if not any("raises" in result for result in case.seen["results"])}
        for explorer in self.explorers:
            about = explorer.subject.about
            if about in tested:
                self.skipped.pop(about, None)
            elif (
                about not in self.skipped
                and about not in {case.about for case in found}
                and about != explorer.subject.owner
            ):
                refusals = explorer.refusals
                self.skipped[about] = max(refusals, key=refusals.get) if refusals else "there was no time for it"


def meant_cases(cases):
    """The cases of docstrings, and the first ordinary case of every function: readers of the file look for them."""
    meant, seen = [], set()
    for case in cases:
        is_ordinary = (
            case.kind == "unit" and case.calls and not any("raises" in result for result in case.seen["results"])
        )
        if case.origin == "doctest" or (is_ordinary and case.about not in seen and case.origin == "observed"):
            seen.add(case.about)
            meant.append(case)
    return meant


def is_expression(text):
    try:
        ast.parse(text, mode="eval")
        return len(text) <= 300
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def reached_by(case, killing):
    places = {("line", line) for line in case.seen["lines"]} | {("arc", *arc) for arc in case.seen["arcs"]}
    mutants = {("mutant", place) for place, keys in killing.killers.items() if case.key() in keys}
    return places | mutants | {("about", case.about)}


def cost_of(case):
    """Short cases that were meant by somebody are read more easily."""
    return len(case.key()) + ORIGIN_COST.get(case.origin, 0) + 15 * len(case.calls)


def order_of(case, explorers):
    return next(
        (place for place, explorer in enumerate(explorers) if explorer.subject.about == case.about), len(explorers)
    )
