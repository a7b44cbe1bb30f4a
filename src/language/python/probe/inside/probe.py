"""Runs a program that failed as Python itself would, and tells as one line of JSON what was known where an exception ended it.

What the program prints goes nowhere: the line is written to a descriptor that the program does not know of. All that
is asked of the program's objects is guarded, since their code may do anything; the sandbox limits what guards cannot.
"""

import builtins
import importlib.util
import inspect
import json
import os
import pkgutil
import re
import reprlib
import signal
import sys
import types
from collections.abc import Mapping
from difflib import get_close_matches

MARKER = "ANNEAL-FACTS "
# The place of the program, and its name when it runs on its own.
PROGRAM = "failed_program.py"
NAME = "main.py"
MOST_VALUES = 30
MOST_NAMES = 1000
LONGEST = 200
LOOK_SECONDS = 1.0


def main():
    out = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    error = run_program()
    facts = guarded(lambda: facts_of(error), None) if error is not None else None
    if facts is not None:
        os.write(out, ("\n" + MARKER + json.dumps(facts) + "\n").encode())
    # Threads and exit handlers of the program have nothing to add.
    os._exit(0)


def run_program():
    """The exception that ended the program; None when it ended by itself or called exit."""
    with open(PROGRAM, "rb") as file:
        code = compile(file.read(), PROGRAM, "exec")
    sys.argv = [NAME, *sys.argv[1:]]
    sys.path[0] = os.getcwd()
    module = types.ModuleType("__main__")
    module.__file__ = NAME
    module.__builtins__ = builtins
    sys.modules["__main__"] = module
    try:
        exec(code, module.__dict__)
    except SystemExit:
        return None
    except BaseException as error:
        return first_leaf(error)
    return None


def first_leaf(error):
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return error


def facts_of(error):
    signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, LOOK_SECONDS, LOOK_SECONDS / 4)
    frame, line = failing_frame(error)
    if frame is None:
        return None
    scope = {**frame.f_globals, **frame.f_locals}
    words = guarded(lambda: words_of(line), [])
    shown = values_of(frame, words)
    found = {
        "values": {name: show(value) for name, value in shown},
        "types": {name: type_of(value) for name, value in shown},
        "names": texts([*scope, *dir(builtins)]),
        "members": guarded(lambda: members_of(error), None),
        "keys": guarded(lambda: keys_of(error, scope, words), None),
        "modules": guarded(lambda: modules_of(error), None),
        "parameters": guarded(lambda: parameters_of(error, scope, words), None),
    }
    signal.setitimer(signal.ITIMER_REAL, 0)
    return {name: value for name, value in found.items() if value is not None}


def give_up(_number, _frame):
    raise TimeoutError


def guarded(ask, otherwise):
    try:
        return ask()
    except BaseException:
        return otherwise


def failing_frame(error):
    """The innermost frame of the program itself: libraries below it cannot be repaired."""
    frame, line = None, 0
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == PROGRAM:
            frame, line = trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next
    return frame, line


def words_of(line):
    """Names on a line, with their attributes: `self.items` among them."""
    with open(PROGRAM, encoding="utf-8", errors="replace") as file:
        text = file.read().split("\n")[line - 1]
    return re.findall(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*", text[:2000])


def values_of(frame, words):
    """Names of the failing line first, then those of the function, then those of the module."""
    named = [word for word in words if word in frame.f_locals or word in frame.f_globals]
    order = dict.fromkeys([*named, *frame.f_locals, *frame.f_globals])
    found = []
    for name in order:
        value = frame.f_locals.get(name, frame.f_globals.get(name))
        is_plain = not isinstance(value, types.ModuleType) and not name.startswith("__")
        if is_plain and len(found) < MOST_VALUES:
            found.append((name, value))
    return found


short = reprlib.Repr()
short.maxstring = short.maxother = short.maxlong = LONGEST
short.maxlist = short.maxdict = short.maxtuple = short.maxset = 10


def show(value):
    text = guarded(lambda: short.repr(value), None)
    return text[:LONGEST] if isinstance(text, str) else f"<{type_of(value)}>"


def type_of(value):
    return str(type(value).__name__)[:LONGEST]


def texts(names):
    return [name for name in names if type(name) is str and len(name) <= LONGEST][:MOST_NAMES]


def members_of(error):
    """Names of the object whose attribute was not found, or of the module that lacks an imported name."""
    if isinstance(error, AttributeError):
        return texts(dir(error.obj)) if error.obj is not None else None
    if isinstance(error, ImportError) and error.name in sys.modules:
        return texts(dir(sys.modules[error.name]))
    return None


def keys_of(error, scope, words):
    if isinstance(error, AttributeError) and isinstance(error.obj, Mapping):
        return [show(key) for key in list(error.obj)[:LONGEST]]
    if not isinstance(error, KeyError):
        return None
    keys = {}
    for word in words:
        value = resolve(word, scope)
        inner = list(value.values())[:20] if isinstance(value, Mapping) else value[:20] if isinstance(value, list) else []
        if type(value).__name__ == "DataFrame":
            keys.update((show(column), None) for column in list(value.columns)[:LONGEST])
        for mapping in [value, *inner]:
            if isinstance(mapping, Mapping):
                keys.update((show(key), None) for key in list(mapping)[:LONGEST])
    return list(keys)[:LONGEST]


def resolve(word, scope):
    """Only stored attributes are read: a property would run the program's code."""
    first, *rest = word.split(".")
    value = scope.get(first, getattr(builtins, first, None))
    for name in rest:
        value = inspect.getattr_static(value, name, None)
    return value


def modules_of(error):
    if isinstance(error, NameError):
        return [error.name] if error.name and importlib.util.find_spec(error.name) else None
    if not isinstance(error, ModuleNotFoundError) or not error.name:
        return None
    package, _, name = error.name.rpartition(".")
    path = sys.modules[package].__path__ if package in sys.modules else None
    known = {module.name for module in pkgutil.iter_modules(path)}
    return get_close_matches(name, known if package else known | set(sys.stdlib_module_names), 10, 0.6)


def parameters_of(error, scope, words):
    """Parameters of the function that a TypeError names, found by its own name or by the call in the line."""
    found = re.match(r"([\w.<>]+)\(\) ", str(error)) if isinstance(error, TypeError) else None
    if not found:
        return None
    name = found[1].split(".<locals>.")[-1]
    last = name.split(".")[-1]
    for word in [name, name.removesuffix(".__init__"), *(word for word in words if word.split(".")[-1] == last)]:
        function = resolve(word, scope)
        if callable(function) or isinstance(function, (staticmethod, classmethod)):
            return texts(inspect.signature(getattr(function, "__func__", function)).parameters)
    return None


main()
