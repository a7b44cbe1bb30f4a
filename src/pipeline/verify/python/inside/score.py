"""Coverage and mutation score of test files: every test by itself, so that the worth of each is known."""

import time

from anneal_verify.branches import arms_of, covered_arms
from anneal_verify.forked import Limits, map_forked
from anneal_verify.lanes import in_lanes
from anneal_verify.mutants import mutants_of
from anneal_verify.run_file import LIST, FileRunner
from anneal_verify.trace import executable_lines, loading_lines

TEST_LIMITS = Limits(5.0, 10.0)
MOST_MUTANTS = 160
NO_TIME = "no time"
REASONS = {"timeout": "it takes too long", NO_TIME: "there was no time left for it"}


class Tested:
    """The tests of several files, with the result of each on the program as it is."""

    def __init__(self, program):
        self.program = program
        self.answers = {}
        """By file and name."""
        self.failures = {}
        """Files that could not be loaded, and why."""
        self.loading = {}

    def run(self, path, until, traces=True):
        def prepare():
            return FileRunner(self.program, path, traces=traces)

        listed = map_forked(prepare, [LIST], TEST_LIMITS, until)[0] or {"lost": NO_TIME}
        if listed.get("lost") or listed["failure"]:
            self.failures[path] = listed.get("failure") or REASONS.get(
                listed["lost"], "loading it ended the interpreter"
            )
            return
        # A function that the program itself calls when it is loaded is not tested by that.
        own = loading_lines(self.program.compiled())
        self.loading.update(
            {line: max(count, self.loading.get(line, 0)) for line, count in listed["hits"] if line in own}
        )
        for name, answer in zip(listed["tests"], map_forked(prepare, listed["tests"], TEST_LIMITS, until)):
            self.answers[(path, name)] = whole(answer)

    def passing(self):
        return [key for key, answer in self.answers.items() if answer["passed"]]

    def coverage(self, keys=None):
        code = self.program.compiled(self.program.tree)
        lines, hits, arcs = executable_lines(code), dict(self.loading), set()
        for key in self.answers if keys is None else keys:
            arcs |= {tuple(arc) for arc in self.answers[key]["arcs"]}
            for line, count in self.answers[key]["hits"]:
                hits[line] = hits.get(line, 0) + count
        arms = arms_of(self.program.tree)
        told = {line: hits.get(line, 0) for line in sorted(lines)}
        return {
            "lines": {"covered": sum(1 for count in told.values() if count), "total": len(told)},
            "branches": {"covered": len(covered_arms(arms, arcs)), "total": len(arms)},
            "missing": [line for line, count in told.items() if not count],
            "hits": {str(line): count for line, count in told.items()},
        }

    def lines_of(self, key):
        return {line for line, _ in self.answers[key]["hits"]}


def whole(answer):
    if answer is None:
        answer = {"lost": NO_TIME}
    if "lost" in answer:
        reason = REASONS.get(answer["lost"], "it ended the interpreter")
        return {"passed": False, "detail": reason, "output": "", "seconds": 0, "hits": [], "arcs": []}
    return answer


def mutation_score(tested, until, endless=frozenset(), untimed=lambda name: True, has_foreign=False, every_killer=False):
    """Killed, survivors and those without time; and for each mutant the tests that noticed it.

    Mutants of lines that no test reaches count as survivors, and are not run. Of those that are known to be `endless` for one of the tests nothing more is asked. Tests of time would notice anything.
    Foreign tests may share files, and are never run at the same time.
    """
    passing = [key for key in tested.passing() if untimed(key[1])]
    lines = executable_lines(tested.program.compiled(tested.program.tree)) | set(tested.loading) if passing else set()
    mutants, left_out = mutants_of(tested.program, lines, MOST_MUTANTS)
    usual = max((tested.answers[key]["seconds"] for key in passing), default=0)
    limits = Limits(3 * usual + 0.15, 3 * usual + 1.0)

    def killers_in_time(mutant):
        if time.monotonic() > until:
            return None
        if mutant[:2] in endless:
            return [("endless",)]
        return sorted(killers_of(tested, mutant, passing, limits, every_killer))

    answers = [killers_in_time(each) for each in mutants] if has_foreign else in_lanes(killers_in_time, mutants)
    killers = {place: set(map(tuple, found)) for place, found in enumerate(answers) if found is not None}
    left_out += len(mutants) - len(killers)
    survivors = [
        {"line": mutants[place].line, "change": mutants[place].change} for place, found in killers.items() if not found
    ]
    killed = sum(1 for found in killers.values() if found)
    return {"killed": killed, "total": len(killers), "survivors": survivors, "leftOut": left_out}, killers


def killers_of(tested, mutant, passing, limits, every_killer):
    is_loading = mutant.line in tested.loading
    touching = passing if is_loading else [key for key in passing if mutant.line in tested.lines_of(key)]
    found = set()
    for path in dict.fromkeys(path for path, _ in touching):
        names = [name for each, name in touching if each == path]
        enough = None if every_killer else is_failure
        answers = map_forked(
            lambda: FileRunner(tested.program, path, mutant.code, traces=False), names, limits, enough=enough
        )
        found |= {(path, name) for name, answer in zip(names, answers) if answer is not None and is_failure(answer)}
        if found and not every_killer:
            break
    return found


def is_failure(answer):
    return "lost" in answer or not answer["passed"]
