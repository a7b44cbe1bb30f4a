"""Removes needless tests from a test file: tests whose lines, branches and mutants other tests reach too."""

import ast
import os
import re

from anneal_verify.again import SEEDS, failing_again
from anneal_verify.branches import arms_of, covered_arms
from anneal_verify.choose import choose
from anneal_verify.score import Tested, mutation_score

NO_TIME = 0.95


def optimized(plan, program, clock):
    path = os.path.join(plan["folder"], plan["testFile"])
    with open(path, encoding="utf-8") as file:
        content = file.read()
    tested = Tested(program)
    tested.run(path, clock.end(0.4))
    dropped = drop_bad(tested, path, program, clock)
    score, killers = None, {}
    if plan["mutation"]:
        score, killers = mutation_score(tested, clock.end(NO_TIME), has_foreign=True, every_killer=True)
    arms = arms_of(program.tree)
    reached = {key: reached_by(tested, key, killers, arms) for key in tested.answers}
    kept = choose(list(tested.answers), lambda key: (reached[key], tested.answers[key]["seconds"]))
    # Tests whose mutants there was no time for may be worth more than is known.
    if score and score["leftOut"]:
        kept = list(tested.answers)
    dropped += [{"name": name, "reason": "redundant"} for key in tested.answers if key not in kept for name in [key[1]]]
    tested.answers = {key: answer for key, answer in tested.answers.items() if key in kept}
    return tested, score, without(content, {name for _, name in kept}, {each["name"] for each in dropped}), dropped


def drop_bad(tested, path, program, clock):
    """Tests that do not pass, and tests that do not always pass."""
    dropped = []
    # Foreign tests may share files, and are never run at the same time.
    unsteady = set().union(*(failing_again(program, path, clock, [seed]) for seed in SEEDS))
    for key in list(tested.answers):
        if not tested.answers[key]["passed"] or key[1] in unsteady:
            reason = "flaky" if tested.answers[key]["passed"] or key[1] not in unsteady else "failing"
            dropped.append({"name": key[1], "reason": reason})
            del tested.answers[key]
    return dropped


def reached_by(tested, key, killers, arms):
    lines = {("line", line) for line in tested.lines_of(key)}
    gone = {("arm", place) for place in covered_arms(arms, {tuple(arc) for arc in tested.answers[key]["arcs"]})}
    return lines | gone | {("mutant", place) for place, keys in killers.items() if key in keys}


def without(content, kept, dropped):
    """The file without tests of which nothing is kept, and without classes in which no test is left."""
    bare = lambda names: {re.sub(r"\[\d+\]$", "", name) for name in names}
    gone = bare(dropped) - bare(kept)
    lines = content.split("\n")
    cuts = []
    for node in ast.parse(content).body:
        if isinstance(node, ast.ClassDef):
            methods = [each for each in node.body if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))]
            leaving = [each for each in methods if f"{node.name}.{each.name}" in gone]
            tests = [each for each in methods if each.name.startswith("test")]
            cuts += [node] if leaving and len(leaving) == len(tests) else leaving
        elif getattr(node, "name", None) in gone:
            cuts.append(node)
    for node in sorted(cuts, key=lambda each: each.lineno, reverse=True):
        first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)]) - 1
        while first > 0 and lines[first - 1].strip().startswith("#"):
            first -= 1
        last = node.end_lineno
        while last < len(lines) and not lines[last].strip():
            last += 1
        del lines[first:last]
    return tidy("\n".join(lines))


def tidy(text):
    return re.sub(r"\n{4,}", "\n\n\n", text).rstrip("\n") + "\n"
