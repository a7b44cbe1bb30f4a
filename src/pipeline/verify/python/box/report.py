"""What a test maker is asked for, from the plan to the report."""

import os
import time

from anneal_verify.clock import Clock
from anneal_verify.forked import fresh_python
from anneal_verify.make import Maker, load_libraries, prepare_program
from anneal_verify.program import Program
from anneal_verify.score import Tested, mutation_score
from anneal_verify.write_file import TestFile

FLAKY_RUNS = 3


def report_of(plan):
    clock = Clock(plan["seconds"])
    folder = plan["folder"]
    os.chdir(folder)
    path = os.path.join(folder, plan["fileName"])
    try:
        program = Program(path)
    except (SyntaxError, ValueError, RecursionError) as error:
        return empty(plan, f"it does not parse: {error}")
    load_libraries(program, folder)
    failure = prepare_program(program)
    if failure:
        return empty(plan, f"it cannot be loaded: {failure}")
    maker = Maker(program, plan, clock)
    file = TestFile(program, plan["fileName"])
    if plan["generate"]:
        for case in maker.cases():
            file.add_case(case)
    return finish(plan, program, maker, file, clock)


def finish(plan, program, maker, file, clock):
    folder = plan["folder"]
    own = [os.path.join(folder, name) for name in plan["own"]]
    made = os.path.join(folder, plan["testFile"])
    content = file.content()
    if content:
        with open(made, "w", encoding="utf-8") as out:
            out.write(content)
    paths = [*own, *([made] if content else [])]
    tested = Tested(program, paths, clock.end(0.85))
    score, _ = mutation_score(tested, clock.end(0.95)) if plan["mutation"] and paths else (None, {})
    return {
        "file": {"name": plan["testFile"], "content": content},
        "cases": [told(tested, key, file, made) for key in tested.answers] + [unloaded(path, why) for path, why in tested.failures.items()],
        "coverage": tested.coverage() if paths else None,
        "mutation": score,
        "dropped": maker.dropped,
        "skipped": [{"function": name, "reason": reason} for name, reason in maker.skipped.items()],
    }


def told(tested, key, file, made):
    path, name = key
    answer = tested.answers[key]
    meta = file.tests.get(name) if path == made else None
    return {
        "name": name if meta else f"{os.path.basename(path)}: {name}",
        "kind": meta["kind"] if meta else "own", "function": meta["about"] if meta else None, "from": meta["origin"] if meta else "request",
        "passed": answer["passed"], "detail": answer["detail"], "output": answer["output"] or None, "durationMs": answer["seconds"] * 1000,
    }


def unloaded(path, why):
    return {"name": os.path.basename(path), "kind": "own", "function": None, "from": "request", "passed": False, "detail": why,
            "output": None, "durationMs": 0}


def empty(plan, reason):
    return {"file": {"name": plan["testFile"], "content": ""}, "cases": [], "coverage": None, "mutation": None, "dropped": [],
            "skipped": [{"function": plan["fileName"], "reason": reason[:500]}]}
