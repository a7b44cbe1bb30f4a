"""The visible state of an object, and the part of it that is worth a line in a test."""

MOST_UNCHANGED = 2


def worth_telling(after, before, results):
    """What calls changed, and whether they changed anything; that they did not is told where nothing else is to be seen."""
    changed = [each for each in after if each not in before]
    says_nothing = all("raises" in result or result.get("text") == "None" for result in results)
    return changed or (after[:MOST_UNCHANGED] if says_nothing else []), bool(changed)


def observers_of(it):
    kind = type(it)
    own = {name for each in kind.__mro__[:-1] for name in vars(each)}
    properties = [name for name in own if isinstance(getattr(kind, name, None), property)]
    fields = [name for name in getattr(it, "__dict__", {})]
    forms = ["{self}.%s" % name for name in [*fields, *sorted(properties)] if not name.startswith("_")]
    if "__len__" in own:
        forms.append("len({self})")
    if "__str__" in own or ("__repr__" in own and not hasattr(kind, "__dataclass_fields__")):
        forms.append("str({self})")
    return forms
