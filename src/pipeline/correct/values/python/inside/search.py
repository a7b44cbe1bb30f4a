"""Looks for a small change with which all checks pass, within a budget of processor time."""

import time

from anneal_search.changes import changes_of
from anneal_search.checks import FILE, Outcome, Runner, checks_of, weight_of
from anneal_search.forked import Limits, map_forked
from anneal_search.rivals import behaviours_of
from anneal_search.seen import values_of
from anneal_search.source import Source
from anneal_search.spectrum import Lines, suspicion_of, whole_statements
from anneal_search.unknown_members import has_unknown_member

# The share of checks that the search never sees, where there are enough.
ENOUGH_TO_HOLD_BACK = 4
HELD_BACK = 4
MOST_CHANGES = 4000
MOST_FOUND = 24
MOST_SECOND = 3
# A program that ran this long for all checks may run as many times longer with a change.
FIRST = Limits(0.5, 2.0)
LEAST_SECONDS = 0.03
TIMES_AS_LONG = 8
MOST_SECONDS = 0.4
UNSEEN_LINE = 0.02
OF_NAMES = ("helper", "name", "member", "variable", "indentation", "lost value", "statement")
# The code alone tells of such a fault: another may be there as well.
EVIDENT = ("lost result",)
OF_UNKNOWN = ("NameError", "UnboundLocalError", "AttributeError")


def search(plan):
    source = Source(plan["code"])
    checks = checks_of(plan["tests"])
    started = time.process_time()
    runs = map_forked(lambda: traced(source.text), checks, FIRST)
    # A check that never ended says nothing of how long a right program takes.
    took = sum(run.get("seconds", 0) for run in runs if run)
    outcomes = [outcome_of(run) for run in runs]
    if all(outcome.passed for outcome in outcomes):
        return {"found": [], "weighed": 0, "tried": 0, "checks": len(checks), "failing": 0, "suspects": [], "reason": "nothing fails"}
    shown, held = held_back(checks, outcomes)
    suspicion = suspects(source, runs, outcomes, shown)
    work = Search(checks, outcomes, shown, took, plan["seconds"])
    found = work.round(source, suspicion, ())
    if not found:
        for partial in work.partial()[:MOST_SECOND]:
            if work.left() == 0:
                break
            changed = Source(partial.text)
            found = work.round(changed, suspicion_behind(changed, checks, shown, work), (partial,))
            if found:
                break
    kept = work.keep(found, held) if held else found
    report = {"weighed": work.weighed, "tried": work.tried, "checks": len(checks), "held": len(held)}
    raised = next((outcome.error for outcome in outcomes if not outcome.passed), "")
    return {
        **report,
        "failing": sum(not outcome.passed for outcome in outcomes),
        "raised": "" if raised == "AssertionError" else raised,
        "bits": round(sum(weight_of(checks[place]) for place in range(len(checks)) if not outcomes[place].passed), 1),
        "bitsKept": round(sum(weight_of(checks[place]) for place in range(len(checks)) if outcomes[place].passed), 1),
        "suspects": [line for line, _ in sorted(suspicion.items(), key=lambda item: -item[1])][:8],
        "overfit": len(found) - len(kept),
        "found": behaviours_of(source, [checks[place] for place in range(len(checks))], kept[:MOST_FOUND], work.left()),
        "seconds": time.process_time() - started,
    }


def outcome_of(run):
    return Outcome(*run["outcome"]) if run and "outcome" in run else Outcome(False, "Timeout", 0)


def traced(text):
    """Lines and outcome of a check, in a child."""
    runner = Runner(compile(text, FILE, "exec"))

    def run(check):
        began = time.process_time()
        with Lines() as lines:
            outcome = runner(check)
        seconds = time.process_time() - began
        return {"outcome": list(outcome), "lines": sorted(lines.hits), "seconds": seconds}

    return run


def suspicion_behind(source, checks, shown, work):
    """The next error is in another place."""
    runs = map_forked(lambda: traced(source.text), checks, work.limits)
    work.spent += sum(run.get("seconds", 0) if run else work.limits.cpu_seconds for run in runs)
    return suspects(source, runs, [outcome_of(run) for run in runs], shown)


def held_back(checks, outcomes):
    """Places of the checks that the search sees, and of those that it does not: every fourth of a kind, never the first."""
    if len(checks) < ENOUGH_TO_HOLD_BACK:
        return list(range(len(checks))), []
    held = []
    for passed in (False, True):
        held += [place for place, outcome in enumerate(outcomes) if outcome.passed is passed][HELD_BACK - 1 :: HELD_BACK]
    if not held:
        held = [place for place, outcome in enumerate(outcomes) if outcome.passed][-1:] or [len(checks) - 1]
    return [place for place in range(len(checks)) if place not in held], held


def suspects(source, runs, outcomes, shown):
    seen = [(runs[place].get("lines", []) if runs[place] else [], outcomes[place]) for place in shown]
    found = suspicion_of(seen)
    if not found:
        # A failure before any function was entered, or a check that never ended: all lines alike.
        found = {line: 0.5 for line in range(1, len(source.lines) + 1)}
    return whole_statements(source.tree, found)


class Search:
    """Tries changes, the likeliest first, all in one child as long as it lives."""

    def __init__(self, checks, outcomes, shown, took, seconds):
        self.checks = checks
        order = [place for place in shown if not outcomes[place].passed] + [place for place in shown if outcomes[place].passed]
        self.order = order
        self.outcomes = outcomes
        self.limits = Limits(min(MOST_SECONDS, max(LEAST_SECONDS, TIMES_AS_LONG * took)), 3.0)
        self.seconds, self.spent = seconds, 0.0
        self.weighed = self.tried = 0
        self.halves = []

    def left(self):
        return max(0.0, self.seconds - self.spent)

    def round(self, source, suspicion, before):
        failing = [self.checks[place] for place in self.order if not self.outcomes[place].passed]
        seen = values_of(source, failing)
        unknown_members = has_unknown_member(source.tree, seen.missing)
        ranked = []
        for change in changes_of(source, seen):
            # Code that uses an unknown name is not repaired by leaving it out, nor by never coming there.
            if (seen.is_name_unknown or unknown_members) and change.kind not in OF_NAMES:
                continue
            near = suspicion.get(change.line, UNSEEN_LINE)
            ranked.append((near * change.weight * seen.kinds.get(change.kind, 1.0), change))
        ranked.sort(key=lambda item: -item[0])
        self.weighed += len(ranked)
        budget = self.left() * (0.75 if not before else 0.6)
        changes = [change for _, change in ranked[:MOST_CHANGES]]
        began = time.monotonic()
        answers = map_forked(lambda: self.trial(budget), changes, self.limits, until=began + 4 * budget + 1)
        found = []
        for (score, change), answer in zip(ranked, answers):
            if not answer or answer.get("lost") == "budget":
                continue
            self.tried += 1
            self.spent = max(self.spent, 0) + answer.get("seconds", self.limits.cpu_seconds)
            made = Found(change, score, before)
            if answer.get("passed") == len(self.order):
                found.append(made)
            elif answer.get("passed", 0) > 0 or answer.get("moved") or change.kind in EVIDENT:
                self.halves.append((answer.get("passed", 0), score, made))
        return found

    def trial(self, budget):
        first = self.outcomes[self.order[0]]
        state = {"spent": 0.0}

        def run(change):
            if state["spent"] > budget:
                return {"lost": "budget"}
            began = time.process_time()
            passed, moved = 0, False
            try:
                runner = Runner(compile(change.text, FILE, "exec"))
                for place in self.order:
                    outcome = runner(self.checks[place])
                    if not outcome.passed:
                        moved = place == self.order[0] and is_another(first, outcome)
                        break
                    passed += 1
            except (SyntaxError, ValueError):
                pass
            finally:
                seconds = time.process_time() - began
                state["spent"] += seconds
            return {"passed": passed, "moved": moved, "seconds": seconds}

        return run

    def partial(self):
        """Changes with which more checks pass, or the first fails in another way: something else may be wrong as well."""
        return [made for _, _, made in sorted(self.halves, key=lambda half: (-half[0], -half[1]))]

    def keep(self, found, held):
        """Those that pass what the search has not seen."""
        def prepare():
            def run(made):
                runner = Runner(compile(made.text, FILE, "exec"))
                return {"kept": all(runner(self.checks[place]).passed for place in held)}

            return run

        answers = map_forked(prepare, found, self.limits)
        return [made for made, answer in zip(found, answers) if answer and answer.get("kept")]


def is_another(first, now):
    """Whether a program that raised an error fails in another way: of two unknown names, one may be known now."""
    if first.error in ("", "AssertionError"):
        return False
    return now.error != first.error or (now.error in OF_UNKNOWN and now.message != first.message)


class Found:
    def __init__(self, change, score, before):
        self.text, self.line = change.text, change.line
        self.why = "; then ".join([*(each.why for each in before), change.why])
        self.kinds = [*(kind for each in before for kind in each.kinds), change.kind]
        self.score = score
