"""The values that failing checks want and get: they say which changes are likely."""

import ast
import io
import re
import sys

from anneal_search.checks import FILE, expected_of

MOST_PARTS = 12


class Seen:
    def __init__(self):
        self.wanted_parts = []
        self.wanted_types = set()
        self.kinds = {}
        self.is_name_unknown = False
        # Names that had no value when they were used.
        self.unbound = []
        # Members that an object did not have.
        self.missing = []
        # Functions that were called with too few or too many arguments.
        self.misfits = []
        self.is_recursion_endless = False
        # By function: the parameter, the condition for it, and the result.
        self.empties = {}


def values_of(source, checks):
    """From the checks that fail."""
    seen = Seen()
    for check in checks:
        told = expected_of(check)
        if told is None:
            continue
        call, wanted = told
        seen.wanted_types.add(type(wanted).__name__)
        if isinstance(wanted, (int, float, str)) and not isinstance(wanted, bool):
            seen.wanted_parts.append(wanted)
        add_empties(seen, source, call, wanted)
        weigh(seen, got_of(source, check, call), wanted)
    seen.wanted_parts = list(dict.fromkeys(seen.wanted_parts))[:MOST_PARTS]
    return seen


def add_empties(seen, source, call, wanted):
    """`f([]) == []`: what the function gives for an empty argument."""
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
        return
    function = next((each for each in source.tree.body if getattr(each, "name", "") == call.func.id), None)
    if not isinstance(function, ast.FunctionDef):
        return
    for parameter, argument in zip(function.args.args, call.args):
        try:
            value = ast.literal_eval(argument)
        except (ValueError, TypeError, SyntaxError):
            continue
        if value in ([], "", (), {}) or value is None:
            tested = f"{parameter.arg} is None" if value is None else f"not {parameter.arg}"
            known = seen.empties.setdefault(call.func.id, [])
            known.append((parameter.arg, tested, repr(wanted)))


def got_of(source, check, call):
    names = {"__name__": "__main__"}
    out, sys.stdout = sys.stdout, io.StringIO()
    try:
        exec(compile(source.tree, FILE, "exec"), names)
        return eval(compile(ast.Expression(call), "test", "eval"), names)
    except Exception as error:
        return error
    finally:
        sys.stdout = out


def weigh(seen, got, wanted):
    """Kinds of changes that fit the difference count more."""
    kinds = []
    if isinstance(got, Exception):
        kinds = {
            "IndexError": ["off by one", "index", "slice", "comparison", "guard"],
            "KeyError": ["default", "off by one"],
            "TypeError": ["conversion", "return", "index", "left out", "initial value"],
            "ZeroDivisionError": ["guard", "comparison", "off by one", "variable", "constant"],
            "ValueError": ["conversion", "guard", "off by one"],
            "AttributeError": ["method", "conversion", "variable"],
            "NameError": ["variable", "indentation"],
            "UnboundLocalError": ["indentation", "initial value"],
            "RecursionError": ["off by one", "comparison", "operator"],
        }.get(type(got).__name__, [])
    elif got is None:
        kinds = ["return", "lost result", "indentation"]
    elif isinstance(got, bool) and isinstance(wanted, bool):
        kinds = ["negation", "comparison", "condition", "off by one", "indentation"]
    elif type(got) is not type(wanted):
        kinds = ["conversion", "return", "index", "left out", "operator"]
    elif isinstance(got, (int, float)):
        kinds = ["off by one", "operator", "constant"] if abs(got - wanted) == 1 else ["operator", "initial value", "constant"]
    elif isinstance(got, (list, tuple, str)):
        same = sorted(map(repr, got)) == sorted(map(repr, wanted))
        kinds = ["order", "swapped"] if same else ["off by one", "slice", "indentation", "comparison"]
    seen.is_name_unknown = seen.is_name_unknown or type(got) is NameError
    if isinstance(got, NameError):
        named = re.search(r"'(\w+)'", str(got))
        if named and named[1] not in seen.unbound:
            seen.unbound.append(named[1])
    if isinstance(got, AttributeError) and got.name and got.name not in seen.missing:
        seen.missing.append(got.name)
    misfit = re.match(r"(?:\w+\.)*(\w+)\(\) (?:missing|takes)", str(got)) if isinstance(got, TypeError) else None
    if misfit and misfit[1] not in seen.misfits:
        seen.misfits.append(misfit[1])
    seen.is_recursion_endless = seen.is_recursion_endless or isinstance(got, RecursionError)
    for kind in kinds:
        seen.kinds[kind] = 1.6
