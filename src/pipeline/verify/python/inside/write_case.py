"""Writes a case as the body of a test that a person would keep."""

import re

from anneal_verify.describe import variable_for

WIDTH = 110


def body_of(case, module_names):
    """Lines of the test, without indentation."""
    seen = case.seen
    comment = {"doctest": ["# As the docstring says."], "model": ["# Proposed by a model, and so it is."]}.get(
        case.origin, []
    )
    if seen.get("is_unmade"):
        return comment + raising(case.receiver.text(), seen["results"][0])
    lines = []
    name = None
    if case.receiver:
        name = free_name(variable_for(case.receiver.form.split("(")[0]), module_names)
        lines.append(f"{name} = {case.receiver.text()}")
    steps = []
    # A missing return value is worth a line only where there is nothing else to see.
    is_silent = {"how": "equal", "text": "None"}
    shows_more = bool(seen["printed"] or seen["state"] or any(seen["changed"]) or len(case.calls) > 1)
    for call, result, changed in zip(case.calls, seen["results"], seen["changed"]):
        is_step = shows_more and is_silent.items() <= result.items() and not result.get("awaited")
        steps += step_lines(call, {"how": "ran"} if is_step else result, changed, name, module_names)
    if seen["printed"]:
        steps = [
            "with contextlib.redirect_stdout(io.StringIO()) as printed:",
            *(f"    {line}" for line in steps),
            *wrapped("self.assertEqual(", ["printed.getvalue()", repr(seen["printed"])]),
        ]
    for form, result in seen["state"]:
        steps += assertion(form.replace("{self}", name), result)
    return comment + lines + steps


def step_lines(call, result, changed, name, module_names):
    arguments, lines, checks = list(call.arguments), [], []
    for place, text in sorted(changed.items()):
        place = int(place)
        named = free_name(
            call.names[place] if place < len(call.names) and call.names[place] else f"argument_{place + 1}",
            module_names,
        )
        lines.append(f"{named} = {arguments[place]}")
        arguments[place] = named
        checks += wrapped("self.assertEqual(", [named, text])
    return lines + assertion(type(call)(call.form, arguments, call.names).text(name or ""), result) + checks


def assertion(expression, result):
    if result.get("awaited"):
        expression = f"asyncio.run({expression})"
    if result.get("walk"):
        expression = f"list({expression})" if result["walk"] == "all" else f"list(itertools.islice({expression}, 10))"
    if "raises" in result:
        return raising(expression, result)
    how, text = result["how"], result.get("text", "")
    if how == "ran":
        return [expression]
    if how == "equal" and text == "None":
        return wrapped("self.assertIsNone(", [expression])
    if how == "equal" and text in ("True", "False"):
        return wrapped("self.assertIs(", [expression, text])
    if how == "close":
        return wrapped(
            "self.assertAlmostEqual(", [expression, text, f"delta={max(abs(float(text)) * 1e-9, 1e-12):.0e}"]
        )
    if how == "rounded":
        return wrapped("self.assertEqual(", [f"rounded({expression})", text])
    if how == "nan":
        return wrapped("self.assertTrue(", [f"math.isnan({expression})"])
    if how == "fields":
        return wrapped("self.assertEqual(", [f"fields_of({expression})", f"({result['type']!r}, {text})"])
    if how == "callable":
        return wrapped("self.assertTrue(", [f"callable({expression})"])
    if how == "kind":
        return wrapped("self.assertEqual(", [f"type({expression}).__name__", repr(text)])
    return wrapped("self.assertEqual(", [expression, text])


def raising(expression, result):
    """The message is looked at only where the program chose it: that of Python changes from version to version."""
    if result["own"] and result["message"]:
        return [
            f"with self.assertRaises({result['raises']}) as caught:",
            f"    {expression}",
            *wrapped("self.assertEqual(", ["str(caught.exception)", repr(result["message"])]),
        ]
    return [f"with self.assertRaises({result['raises']}):", f"    {expression}"]


def wrapped(opening, parts):
    line = opening + ", ".join(parts) + ")"
    if len(line) <= WIDTH:
        return [line]
    return [opening, *(f"    {part}," for part in parts), ")"]


def free_name(name, taken):
    name = re.sub(r"\W", "_", name)
    return name + "_" if name in taken else name
