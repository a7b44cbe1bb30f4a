"""Names of tests that state the input and the result."""

import ast
import keyword
import re

LONGEST_WORD = 24
LONGEST_NAME = 90
KINDS = {"list": "list", "tuple": "tuple", "set": "set", "dict": "dict"}


def name_of_case(case, taken):
    """Unlike all that are taken already."""
    subject = snake(case.about.split(".")[-1].strip("_"))
    given = [describe(text) for text in case.expressions()][:3]
    first = "_and_".join(part for part in given if part) or ("new" if case.receiver else "call")
    if len(case.calls) > 1:
        steps = [re.sub(r"\W+", "_", call.form.split("(")[0].replace("{self}", "")).strip("_") for call in case.calls]
        first = "_then_".join(step for step in steps if step)
    if case.about == "program":
        return unlike("test_prints_what_it_printed", taken)
    name = (
        f"test_{subject}_{first}_{outcome_of(case.seen)}" if case.receiver else f"test_{first}_{outcome_of(case.seen)}"
    )
    return unlike(re.sub(r"_+", "_", name.lower())[:LONGEST_NAME].rstrip("_"), taken)


def unlike(name, taken):
    unique, number = name, 2
    while unique in taken:
        unique, number = f"{name}_{number}", number + 1
    taken.add(unique)
    return unique


def outcome_of(seen):
    if seen.get("is_unmade") or any("raises" in result for result in seen["results"][-1:]):
        return "raises_" + snake(seen["results"][-1]["raises"])
    if not seen["results"]:
        return "is_made"
    result = seen["results"][-1]
    if any(seen["changed"]):
        return "changes_" + "argument"
    if result["how"] == "equal" and result["text"] == "None":
        return silent_outcome(seen)
    if result["how"] in ("equal", "close", "rounded"):
        return "gives_" + (describe(result["text"]) or "a_value")
    return {"nan": "gives_nan", "callable": "gives_a_function"}.get(
        result["how"], "gives_" + snake(result.get("type") or result.get("text", ""))
    )


def silent_outcome(seen):
    """Of a call from which nothing comes back."""
    if seen["printed"]:
        return "prints"
    if not seen["state"]:
        return "gives_none"
    return "changes_" + snake(seen["state"][0][0].split(".")[-1]) if seen["changes"] else "changes_nothing"


def describe(text):
    """A word or two for an expression."""
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return word_in(text)
    if isinstance(value, str):
        return word_in(value) if value.strip() else "empty_text" if value == "" else "blank_text"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return ("minus_" if value < 0 else "") + re.sub(
            r"\W+", "_", repr(abs(value)).rstrip("0").rstrip(".") if isinstance(value, float) else str(abs(value))
        )
    for kind, name in KINDS.items():
        if type(value).__name__ == kind:
            return f"empty_{name}" if not value else f"{name}_of_{len(value)}"
    return word_in(text)


def word_in(text):
    plain = re.sub(r"[^0-9A-Za-z]+", "_", text[:60]).strip("_")[:LONGEST_WORD].strip("_").lower()
    return plain or "signs"


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", re.sub(r"\W+", "", name)).lower()


def camel(about):
    words = re.split(r"[\W_]+", about)
    return "".join(word[:1].upper() + word[1:] for word in words if word)


def variable_for(owner):
    name = snake(owner)
    return name + "_" if keyword.iskeyword(name) or name in ("self", "list", "set", "dict", "str") else name
