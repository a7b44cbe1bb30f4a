"""Runs a test file again in fresh interpreters: a test that fails in one of them is not kept."""

import json
import os
import sys

from anneal_verify.forked import enter, fresh_pythons
from anneal_verify.prepare import load_libraries
from anneal_verify.program import Program
from anneal_verify.score import Tested

SEEDS = (0, 7, 99)


def failing_again(program, path, clock, seeds):
    """Names of the tests that failed at least once."""
    plan = json.dumps({"program": program.path, "is_plain": program.is_plain, "path": path})
    begin = ["-c", "from anneal_verify.again import main; main()", plan]
    outputs = fresh_pythons([(begin, seed) for seed in seeds], clock.left() / 5)
    return {name for printed in outputs if printed for name in json.loads(printed)}


def main():
    """This runs in the fresh interpreter."""
    plan = json.loads(sys.argv[1])
    enter(os.path.dirname(plan["program"]))
    program = Program(plan["program"])
    program.is_plain = plan["is_plain"]
    load_libraries(program, os.path.dirname(program.path))
    tested = Tested(program)
    tested.run(plan["path"], None, traces=False)
    passing = set(tested.passing())
    print(json.dumps([name for key in tested.answers if key not in passing for name in [key[1]]]))
