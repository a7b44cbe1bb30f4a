"""Calls that the program itself shows: in its docstrings, in its main part, in its assertions. They are the best inputs."""

import ast
import doctest

from anneal_verify.case import Call, Case
from anneal_verify.told_calls import told_calls

MOST_EXAMPLES = 40
LONGEST = 300


def examples_of(program):
    """Cases by their subject."""
    found = []
    for node in [*program.functions.values(), *program.classes.values()]:
        found += doctest_cases(node, program)
        for inner in node.body if isinstance(node, ast.ClassDef) else []:
            if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found += doctest_cases(inner, program)
    known = dict(program.constants)
    shown = [*program.main_part]
    if "main" in program.functions:
        shown += program.functions["main"].body
    found += main_cases(shown, known, program)
    by_subject = {}
    for case in found[: MOST_EXAMPLES * 4]:
        cases = by_subject.setdefault(case.about, {})
        if len(cases) < MOST_EXAMPLES:
            cases.setdefault(case.key(), case)
    return {about: list(cases.values()) for about, cases in by_subject.items()}


def doctest_cases(node, program):
    """Single calls with the claims about them; examples that build on each other are the business of doctest itself."""
    try:
        examples = doctest.DocTestParser().get_examples(ast.get_docstring(node) or "")
    except ValueError:
        return []
    found = []
    for example in examples:
        try:
            call = ast.parse(example.source.strip(), mode="eval").body
        except (SyntaxError, ValueError):
            continue
        case = case_of_call(call, {}, program)
        if case and (example.want or example.exc_msg):
            case.origin = "doctest"
            case.expected = example.exc_msg.split(":")[0].strip() if example.exc_msg else example.want.strip()
            found.append(case)
    for call, result in told_calls(ast.get_docstring(node) or "", program.functions):
        case = case_of_call(call, {}, program)
        if case:
            case.origin, case.expected = "doctest", result
            found.append(case)
    return found


def main_cases(statements, known, program):
    """Single calls, and for every object the sequence of calls it goes through."""
    found, made, sequences = [], {}, {}
    for statement in statements:
        if (
            isinstance(statement, ast.Assign)
            and len(statement.targets) == 1
            and isinstance(statement.targets[0], ast.Name)
        ):
            name = statement.targets[0].id
            known[name] = statement.value
            receiver = call_of_node(statement.value, known, program)
            if receiver and receiver.form.split("(")[0] in program.classes:
                made[name] = receiver
        for node in ast.walk(statement):
            if not isinstance(node, ast.Call):
                continue
            case = case_of_call(node, known, program)
            if case:
                found.append(case)
            step = step_of(node, made, known, program)
            if step:
                sequences.setdefault(step[0], []).append(step[1])
    for name, calls in sequences.items():
        owner = made[name].form.split("(")[0]
        method = calls[-1].form.split(".")[1].split("(")[0]
        found.append(
            Case(f"{owner}.{method}", "integration" if len(calls) > 1 else "unit", "observed", calls[:8], made[name])
        )
    return found


def case_of_call(node, known, program):
    call = call_of_node(node, known, program)
    if call is None:
        return None
    about = call.form.split("(")[0]
    return Case(about, "unit", "observed", [call]) if about in program.functions else None


def step_of(node, made, known, program):
    target = node.func
    if not (isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id in made):
        return None
    call = call_of_node(node, known, program, "{self}." + target.attr)
    return (target.value.id, call) if call else None


def call_of_node(node, known, program, name=None):
    """A call whose arguments are all there to be seen."""
    if not isinstance(node, ast.Call):
        return None
    name = name or (node.func.id if isinstance(node.func, ast.Name) else "")
    if not name or not (name.startswith("{self}") or name in program.functions or name in program.classes):
        return None
    owned = name in program.functions and [each.arg for each in program.functions[name].args.args]
    parts, texts, names = [], [], []
    for place, (key, argument) in enumerate(
        [*((None, each) for each in node.args), *((each.arg, each.value) for each in node.keywords)]
    ):
        text = text_of(argument, known, program)
        if text is None or (key is None and place >= len(node.args)):
            return None
        parts.append(f"{key}={{{place}}}" if key else "{%d}" % place)
        texts.append(text)
        names.append(key or (owned[place] if owned and place < len(owned) else ""))
    return Call(f"{name}({', '.join(parts)})", texts, names)


def text_of(node, known, program, depth=0):
    """The expression, with names of the main part replaced by their values; None when that cannot be seen."""
    if isinstance(node, ast.Name) and node.id in known and depth < 3:
        return text_of(known[node.id], known, program, depth + 1)
    for each in ast.walk(node):
        is_bare = (
            isinstance(each, ast.Name) and each.id not in program.classes and each.id not in ("True", "False", "None")
        )
        if is_bare or isinstance(each, (ast.Starred, ast.Await, ast.Lambda, ast.ListComp, ast.NamedExpr)):
            return None
        if isinstance(each, ast.Call) and not (isinstance(each.func, ast.Name) and each.func.id in program.classes):
            return None
    text = ast.unparse(node)
    return text if len(text) <= LONGEST else None
