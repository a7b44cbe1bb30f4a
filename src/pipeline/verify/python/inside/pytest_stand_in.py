"""Runs tests in the style of pytest, and stands in for the part of it that most tests use where it is not installed."""

import asyncio
import contextlib
import importlib.util
import inspect
import itertools
import math
import os
import re
import sys
import tempfile
import traceback
import types
import unittest
from unittest import mock


def install():
    """The real one goes first."""
    if "pytest" in sys.modules or importlib.util.find_spec("pytest") is not None:
        return
    module = types.ModuleType("pytest")
    members = {
        "raises": raises,
        "approx": Approx,
        "fixture": fixture,
        "mark": Mark(),
        "param": param,
        "skip": skip,
        "fail": fail,
    }
    vars(module).update(members)
    sys.modules["pytest"] = module


def runners(name, function, module, owner=None):
    """One for each set of parameters; each gives None, or why the test did not pass."""
    sets = parameter_sets(function)
    if len(sets) == 1 and not sets[0]:
        return {name: lambda: run(function, {}, module, owner)}
    return {
        f"{name}[{place}]": (lambda given=given: run(function, given, module, owner))
        for place, given in enumerate(sets)
    }


def parameter_sets(function):
    groups = []
    for mark in getattr(function, "pytestmark", []):
        if mark.name == "parametrize":
            names, rows = mark.args[0], mark.args[1]
            names = [each.strip() for each in names.split(",")] if isinstance(names, str) else list(names)
            groups.append([dict(zip(names, values_of(row, names))) for row in rows])
    return [{key: value for part in parts for key, value in part.items()} for parts in itertools.product(*groups)]


def values_of(row, names):
    if type(row).__name__ == "ParameterSet":
        return row.values
    return (row,) if len(names) == 1 and not isinstance(row, ParamSet) else row


def run(function, given, module, owner):
    with contextlib.ExitStack() as stack:
        try:
            target = function
            if owner is not None:
                it = owner()
                if hasattr(it, "setup_method"):
                    it.setup_method(function) if len(
                        inspect.signature(it.setup_method).parameters
                    ) else it.setup_method()
                target = getattr(it, function.__name__)
            asked = [each for each in inspect.signature(target).parameters if each not in given]
            came = target(**given, **{name: provide(name, module, stack) for name in asked})
            if inspect.iscoroutine(came):
                asyncio.run(came)
        except unittest.SkipTest:
            return None
        except (Exception, SystemExit) as error:
            return describe(error, module)
    return None


def describe(error, module):
    frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename == module.__file__]
    line = f"{frames[-1].line}\n" if frames and frames[-1].line else ""
    return f"{line}{type(error).__name__}: {error}"[:1000]


def provide(name, module, stack):
    """A value for a fixture; those that yield are ended after the test."""
    if name == "tmp_path":
        import pathlib

        return pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
    if name == "capsys":
        return Captured()
    if name == "monkeypatch":
        return Patches(stack)
    made = getattr(module, name, None)
    function = (
        getattr(made, "__wrapped_fixture__", None)
        or getattr(made, "_fixture_function", None)
        or getattr(made, "__wrapped__", None)
    )
    if function is None:
        raise LookupError(f"there is no fixture {name!r}")
    value = function(**{each: provide(each, module, stack) for each in inspect.signature(function).parameters})
    return stack.enter_context(contextlib.contextmanager(lambda: value)()) if inspect.isgenerator(value) else value


class Captured:
    """The output since the last question for it."""

    def __init__(self):
        self.start = len(sys.stdout.getvalue())

    def readouterr(self):
        text = sys.stdout.getvalue()[self.start :]
        self.start += len(text)
        return types.SimpleNamespace(out=text, err="")


class Patches:
    """Changes that are undone after the test."""

    def __init__(self, stack):
        self.stack = stack

    def setattr(self, target, name, value=None, raising=True):
        if isinstance(target, str):
            self.stack.enter_context(mock.patch(target, name))
        else:
            self.stack.enter_context(mock.patch.object(target, name, value, create=not raising))

    def setitem(self, mapping, key, value):
        self.stack.enter_context(mock.patch.dict(mapping, {key: value}))

    def setenv(self, name, value):
        self.setitem(os.environ, name, str(value))


@contextlib.contextmanager
def raises(kind, match=None):
    caught = types.SimpleNamespace(value=None, type=None)
    try:
        yield caught
    except kind as error:
        caught.value, caught.type = error, type(error)
        if match is not None and not re.search(match, str(error)):
            raise AssertionError(f"{str(error)!r} does not match {match!r}") from error
        return
    raise AssertionError(f"did not raise {kind}")


class Approx:
    def __init__(self, expected, rel=1e-6, abs=1e-12, nan_ok=False):
        self.expected, self.rel, self.abs, self.nan_ok = expected, rel or 1e-6, abs or 1e-12, nan_ok

    def __eq__(self, actual):
        return self._close(actual, self.expected)

    def _close(self, actual, expected):
        if isinstance(expected, dict):
            return set(actual) == set(expected) and all(self._close(actual[key], expected[key]) for key in expected)
        if isinstance(expected, (list, tuple)):
            return len(actual) == len(expected) and all(map(self._close, actual, expected))
        if self.nan_ok and expected != expected and actual != actual:
            return True
        return actual == expected or math.isclose(actual, expected, rel_tol=self.rel, abs_tol=self.abs)

    def __repr__(self):
        return f"about {self.expected!r}"


class ParamSet(tuple):
    """The values of `pytest.param`."""


def param(*values, **_):
    return ParamSet(values)


def fixture(function=None, **_):
    def mark(inner):
        def refuse():
            raise RuntimeError("a fixture is asked for by its name, not called")

        refuse.__wrapped_fixture__ = inner
        return refuse

    return mark(function) if function is not None else mark


class Mark:
    """Every mark can be written; only parametrize has an effect."""

    def __getattr__(self, name):
        def mark(*arguments, **options):
            def attach(function):
                function.pytestmark = [
                    types.SimpleNamespace(name=name, args=arguments),
                    *getattr(function, "pytestmark", []),
                ]
                return function

            is_bare = len(arguments) == 1 and not options and name != "parametrize" and callable(arguments[0])
            return arguments[0] if is_bare else attach

        return mark


def skip(reason=""):
    raise unittest.SkipTest(reason)


def fail(reason=""):
    raise AssertionError(reason)
