"""Whether the result of a case can become a test, and whether that test would see a difference."""

import json

from anneal_verify.effects import BARRING

ACCIDENTS = {
    "TypeError",
    "AttributeError",
    "NameError",
    "UnboundLocalError",
    "RecursionError",
    "MemoryError",
    "NotImplementedError",
    "FileNotFoundError",
    "IsADirectoryError",
    "PermissionError",
    "ModuleNotFoundError",
    "OSError",
    "SystemExit",
    "KeyboardInterrupt",
}
TOLD = {"equal", "close", "rounded", "nan", "fields", "callable", "kind", "ran"}


def refusal_of(seen):
    """Why a case cannot become a test; None when it can."""
    if "lost" in seen:
        return "it takes too long" if seen["lost"] == "timeout" else "it ends the interpreter"
    for effect in seen["effects"]:
        if effect in BARRING:
            return f"it {effect}"
    if seen["printed"] is None:
        return "it prints too much"
    for result in seen["results"]:
        if "raises" in result:
            if not result["named"] or (result["raises"] in ACCIDENTS and not result["own"]):
                return f"it fails with {result['raises']}"
        elif result["how"] not in TOLD:
            return "its inputs could not be made"
    return None


def signature(seen):
    """Everything that a test could observe."""
    return json.dumps(
        [seen.get("lost"), seen.get("results"), seen.get("changed"), seen.get("state"), seen.get("printed")]
    )


def notices(original, other):
    """Whether a test of the first result would notice that the other result is different."""
    if "lost" in other or any(original[part] != other[part] for part in ("results", "printed")):
        return True
    shown = {form: result for form, result in other.get("shown", [])}
    if any(shown.get(form) != result for form, result in original["state"]):
        return True
    pairs = zip(original["changed"], other["changed"])
    return any(now.get(place) != text for before, now in pairs for place, text in before.items())
