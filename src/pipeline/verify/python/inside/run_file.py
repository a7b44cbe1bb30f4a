"""Runs the tests of a file one by one, whatever style they are written in, and reports the result of each."""

import ast
import contextlib
import doctest
import inspect
import io
import linecache
import os
import sys
import time
import traceback
import types
import unittest

from anneal_verify import pytest_stand_in
from anneal_verify.program import load
from anneal_verify.trace import Tracer

LONGEST_OUTPUT = 4000
LIST = "*list*"


class FileRunner:
    """Has program and test file loaded; is called with the name of a test. Lives in a child."""

    def __init__(self, program, path, code=None, traces=True):
        self.program = program
        self.traces = traces
        self.loading = Tracer(program.path)
        sys.stdout = sys.stderr = io.StringIO()
        sys.stdin = io.StringIO("")
        sys.argv = [path]
        with self.loading if traces else contextlib.nullcontext():
            try:
                load(program, code)
            except BaseException:
                # The test file will import it again, and tell of it better.
                pass
            self.tests, self.failure = self._collect(path)

    def _collect(self, path):
        try:
            if path.endswith((".txt", ".md", ".rst")):
                return doctests_in(path), None
            return tests_in(self._load_file(path)), None
        except BaseException as error:
            return {}, f"{type(error).__name__}: {error}"[:500]

    def _load_file(self, path):
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read(), path)
        name = os.path.splitext(os.path.basename(path))[0]
        module = types.ModuleType(name)
        module.__file__ = path
        if not self.program.is_plain:
            # The loader of a written file reads the program from its file: here a mutant has to take its place.
            tree.body = [each for each in tree.body if getattr(each, "name", "") != "load_definitions"]
            module.load_definitions = lambda _: sys.modules[self.program.name]
        sys.modules[name] = module
        pytest_stand_in.install()
        exec(compile(tree, path, "exec"), module.__dict__)
        return module

    def __call__(self, name):
        if name == LIST:
            return {"tests": list(self.tests), "failure": self.failure, "hits": list(self.loading.hits.items())}
        if name not in self.tests:
            return {
                "passed": False,
                "detail": self.failure or "there is no such test any more",
                "output": "",
                "seconds": 0,
                "hits": [],
                "arcs": [],
            }
        return self._run(self.tests[name])

    def _run(self, test):
        printed = io.StringIO()
        tracer = Tracer(self.program.path)
        started = time.perf_counter()
        detail = None
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            with tracer if self.traces else contextlib.nullcontext():
                detail = test()
        sys.settrace(None)
        seconds = time.perf_counter() - started
        answer = {
            "passed": detail is None,
            "detail": detail,
            "output": printed.getvalue()[:LONGEST_OUTPUT],
            "seconds": seconds,
        }
        return {**answer, "hits": list(tracer.hits.items()), "arcs": sorted(tracer.arcs)} if self.traces else answer


def tests_in(module):
    """By name, each a function that gives None or why it did not pass."""
    found = {}
    for name, member in list(vars(module).items()):
        if isinstance(member, type) and issubclass(member, unittest.TestCase) and member.__module__ == module.__name__:
            for method in unittest.defaultTestLoader.getTestCaseNames(member):
                found[f"{name}.{method}"] = unittest_runner(member, method)
        elif isinstance(member, type) and name.startswith("Test"):
            for method, function in inspect.getmembers(member, inspect.isfunction):
                if method.startswith("test"):
                    found.update(pytest_stand_in.runners(f"{name}.{method}", function, module, member))
        elif name.startswith("test") and inspect.isfunction(member):
            found.update(pytest_stand_in.runners(name, member, module))
    return found


class BriefResult(unittest.TestResult):
    """Keeps the first thing that went wrong, without writing out every frame of a deep recursion."""

    words = None

    def addError(self, test, error):
        self.words = self.words or last_words(error)

    addFailure = addError

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.addError(test, error)


def unittest_runner(kind, method):
    def run():
        result = BriefResult()
        kind(method).run(result)
        return result.words or ("it passes although it is expected to fail" if result.unexpectedSuccesses else None)

    return run


def last_words(error):
    """The error, and the line of the test that it stands on."""
    kind, value, trace = error
    said = "".join(traceback.format_exception_only(kind, value)).strip()
    while trace is not None and "unittest" in trace.tb_frame.f_code.co_filename:
        trace = trace.tb_next
    line = linecache.getline(trace.tb_frame.f_code.co_filename, trace.tb_lineno).strip() if trace else ""
    return f"{line}\n{said}"[:1000]


def doctests_in(path):
    with open(path, encoding="utf-8") as file:
        parsed = doctest.DocTestParser().get_doctest(file.read(), {}, os.path.basename(path), path, 0)

    def run():
        said = io.StringIO()
        results = doctest.DocTestRunner(verbose=False).run(parsed, out=said.write, clear_globs=False)
        return said.getvalue()[:1000] if results.failed else None

    return {os.path.basename(path): run} if parsed.examples else {}
