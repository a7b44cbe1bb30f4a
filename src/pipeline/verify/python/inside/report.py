"""The work of a test maker, from the plan to the report."""

import os
import time

from anneal_verify.again import SEEDS, failing_again
from anneal_verify.clock import Clock
from anneal_verify.forked import enter
from anneal_verify.growth import growth_of
from anneal_verify.make import Maker
from anneal_verify.optimize import optimized
from anneal_verify.prepare import load_libraries, prepare_program
from anneal_verify.program import Program
from anneal_verify.properties import properties_of
from anneal_verify.score import REASONS, Tested, mutation_score
from anneal_verify.write_file import TestFile

LEAST_SECONDS = 0.4


def report_of(plan):
    clock = Clock(plan["seconds"])
    folder = plan["folder"]
    enter(folder)
    path = os.path.join(folder, plan["fileName"])
    try:
        program = Program(path)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return empty(plan, f"it does not parse: {error}")
    load_libraries(program, folder)
    failure = prepare_program(program)
    if failure:
        return empty(plan, f"it cannot be loaded: {failure}")
    if plan["mode"] == "optimize":
        return optimized_report(plan, program, clock)
    tested = Tested(program)
    for name in plan["own"]:
        tested.run(os.path.join(folder, name), clock.end(0.4))
    maker = Maker(program, plan, clock)
    file = TestFile(program, plan["fileName"])
    if plan["generate"]:
        for case in maker.cases():
            file.add_case(case)
        propose(plan, program, maker.explorers, file, clock)
        run_made(plan, tested, file, maker, clock)
    return finish(plan, tested, file, maker, clock)


def propose(plan, program, explorers, file, clock):
    """Adds the proposed tests that hold, tried as they would be written."""
    kinds = plan["kinds"]
    proposals = [
        *(properties_of(explorers, program) if "property" in kinds else []),
        *(growth_of(explorers) if "performance" in kinds else []),
    ]
    if not proposals:
        return
    trial = TestFile(program, plan["fileName"])
    names = [trial.add(each.about, each.name, each.trial or each.check, each.kind, "property") for each in proposals]
    tested = Tested(program)
    tested.run(written(plan, "proposed_" + plan["testFile"], trial.content()), clock.end(0.65), traces=False)
    passing = {name for _, name in tested.passing()}
    held = set()
    for name, proposal in zip(names, proposals):
        if name in passing and (proposal.about, proposal.name) not in held:
            held.add((proposal.about, proposal.name))
            file.add(proposal.about, proposal.name, proposal.check, proposal.kind, "property")


def written(plan, name, content):
    path = os.path.join(plan["folder"], name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(content)
    return path


def run_made(plan, tested, file, maker, clock):
    """The written tests have to pass, here and in separate interpreters."""
    if not file.tests:
        return
    path = written(plan, plan["testFile"], file.content())
    tested.run(path, max(clock.end(0.8), time.monotonic() + LEAST_SECONDS))
    if path in tested.failures:
        maker.skipped[plan["fileName"]] = f"its tests could not be run: {tested.failures.pop(path)}"
        file.clear()
        return
    unsteady = failing_again(tested.program, path, clock, SEEDS[:2])
    for name in list(file.tests):
        answer = tested.answers[(path, name)]
        if answer["passed"] and name not in unsteady:
            continue
        del tested.answers[(path, name)]
        file.remove(name)
        maker.dropped.append({"name": name, "reason": "slow" if answer["detail"] in REASONS.values() else "flaky"})
    written(plan, plan["testFile"], file.content())


def finish(plan, tested, file, maker, clock):
    made = os.path.join(plan["folder"], plan["testFile"])

    def is_untimed(name):
        return file.tests.get(name, {}).get("kind") != "performance"

    score = None
    if plan["mutation"] and tested.answers:
        score, _ = mutation_score(tested, clock.end(0.97), maker.endless, is_untimed, has_foreign=bool(plan["own"]))
    return {
        "file": {"name": plan["testFile"], "content": file.content()},
        "cases": [told(tested, key, file, made) for key in tested.answers]
        + [unloaded(path, why) for path, why in tested.failures.items()],
        "coverage": tested.coverage() if tested.answers else None,
        "mutation": score,
        "dropped": maker.dropped,
        "skipped": [{"function": name, "reason": reason} for name, reason in maker.skipped.items()],
    }


def optimized_report(plan, program, clock):
    tested, score, content, dropped = optimized(plan, program, clock)
    return {
        "file": {"name": plan["testFile"], "content": content},
        "cases": [told(tested, key) for key in tested.answers]
        + [unloaded(path, why) for path, why in tested.failures.items()],
        "coverage": tested.coverage() if tested.answers else None,
        "mutation": score,
        "dropped": dropped,
        "skipped": [],
    }


def told(tested, key, file=None, made=None):
    path, name = key
    answer = tested.answers[key]
    meta = file.tests.get(name) if file and path == made else None
    return {
        "name": name if meta else f"{os.path.basename(path)}: {name}",
        "kind": meta["kind"] if meta else "own",
        "function": meta["about"] if meta else None,
        "from": meta["origin"] if meta else "request",
        "passed": answer["passed"],
        "detail": answer["detail"],
        "output": answer["output"] or None,
        "durationMs": answer["seconds"] * 1000,
    }


def unloaded(path, why):
    return {
        "name": os.path.basename(path),
        "kind": "own",
        "function": None,
        "from": "request",
        "passed": False,
        "detail": why,
        "output": None,
        "durationMs": 0,
    }


def empty(plan, reason):
    return {
        "file": {"name": plan["testFile"], "content": ""},
        "cases": [],
        "coverage": None,
        "mutation": None,
        "dropped": [],
        "skipped": [{"function": plan["fileName"], "reason": reason[:500]}],
    }
