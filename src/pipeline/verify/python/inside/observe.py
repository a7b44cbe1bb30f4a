"""Runs a case in this process and reports its effects: results, exceptions, output, and arguments that were changed."""

import asyncio
import collections
import datetime
import decimal
import fractions
import inspect
import io
import itertools
import math
import pathlib
import re
import runpy
import sys

from anneal_verify.canonical import Inexpressible, expression_of, fields_of, has_long_float, has_nan, rounded
from anneal_verify.case import fill
from anneal_verify.effects import Effects, NoInput
from anneal_verify.forked import OutOfTime
from anneal_verify.state import observers_of, worth_telling
from anneal_verify.trace import Tracer

LIBRARY = {
    "asyncio": asyncio,
    "collections": collections,
    "datetime": datetime,
    "decimal": decimal,
    "fractions": fractions,
    "math": math,
    "pathlib": pathlib,
    "itertools": itertools,
    "runpy": runpy,
}
MOST_ITEMS = 100
FIRST_ITEMS = 10
LONGEST_OUTPUT = 1500
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}\b")


class Observer:
    """Loads the program once and then runs case after case, as a test file would."""

    def __init__(self, program, load, traces=True):
        self.program = program
        self.effects = Effects()
        self.traces = traces
        sys.argv = [program.path]
        sys.stdin = NoInput(self.effects)
        sys.stdout = sys.stderr = io.StringIO()
        self.effects.is_watching = True
        self.module = load()
        self.effects.is_watching = False
        self.effects_of_loading = sorted(self.effects.seen)
        self.scope = {**vars(self.module), **LIBRARY}

    def __call__(self, case):
        printed = io.StringIO()
        sys.stdout = printed
        self.effects.seen.clear()
        self.effects.is_watching = True
        tracer = Tracer(self.program.path)
        try:
            if self.traces:
                with tracer:
                    seen = self._run(case)
            else:
                seen = self._run(case)
        finally:
            sys.settrace(None)
            self.effects.is_watching = False
            sys.stdout = io.StringIO()
        output = printed.getvalue()
        seen["printed"] = output if len(output) <= LONGEST_OUTPUT else None
        seen["effects"] = sorted(self.effects.seen)
        if self.traces:
            seen["arcs"] = sorted(tracer.arcs)
            seen["lines"] = sorted(tracer.hits)
        return seen

    def _run(self, case):
        seen = {"results": [], "changed": [], "state": []}
        names = dict(self.scope)
        if case.receiver:
            failure = self._make(case.receiver, names)
            if failure:
                return {**seen, "results": [failure], "is_unmade": True}
        before = self._state(names["_self"]) if case.receiver and case.calls else []
        for call in case.calls:
            result, changed = self._call(call, names, case.expected if call is case.calls[-1] else None)
            seen["results"].append(result)
            seen["changed"].append(changed)
        if case.receiver:
            seen["shown"] = self._state(names["_self"])
            seen["state"], seen["changes"] = worth_telling(seen["shown"], before, seen["results"])
        return seen

    def _make(self, receiver, names):
        try:
            bind(receiver.arguments, names)
            names["_self"] = eval(receiver_form(receiver), names)
        except OutOfTime:
            raise
        except BaseException as error:
            return self._failure(error)
        return None

    def _call(self, call, names, expected):
        try:
            values = bind(call.arguments, names)
        except OutOfTime:
            raise
        except BaseException as error:
            return {"how": "unbound", "text": type(error).__name__}, {}
        before = [self._shown(value) for value in values]
        try:
            value = eval(receiver_form(call), names)
            result = {"how": "ran"} if call.form.startswith("runpy.") else self._result(value)
            if expected is not None:
                result["agrees"] = self._agrees(value, result, expected)
        except OutOfTime:
            raise
        except BaseException as error:
            result = self._failure(error)
            if expected is not None:
                result["agrees"] = result["raises"] == expected.split(".")[-1]
        after = [self._shown(value) for value in values]
        changed = {
            str(place): text for place, text in enumerate(after) if before[place] is not None and text != before[place]
        }
        return result, changed

    def _agrees(self, value, result, expected):
        """Whether the result is the claimed one: as Python writes it, or equal to the value of the claim."""
        try:
            if repr(value) == expected or result.get("text") == expected:
                return True
            claimed = eval(expected, dict(self.scope))
            return bool(value == claimed) or (
                isinstance(value, float) and math.isclose(value, claimed, rel_tol=1e-6, abs_tol=1e-9)
            )
        except OutOfTime:
            raise
        except BaseException:
            return False

    def _shown(self, value):
        """None for a value that cannot change, or cannot be shown."""
        if isinstance(value, (int, float, str, bytes, tuple, type(None))) or callable(value):
            return None
        try:
            return expression_of(value, self.module)
        except (Inexpressible, RecursionError):
            return None
        except Exception:
            return None

    def _result(self, value):
        if inspect.iscoroutine(value):
            try:
                return {**self._result(asyncio.run(value)), "awaited": True}
            except Exception as error:
                return {**self._failure(error), "awaited": True}
        if isinstance(value, collections.abc.Iterator):
            try:
                items = list(itertools.islice(value, MOST_ITEMS + 1))
            except Exception as error:
                return {**self._failure(error), "walk": "all"}
            is_cut = len(items) > MOST_ITEMS
            inner = self._plain_result(items[:FIRST_ITEMS] if is_cut else items)
            return {**inner, "walk": "first" if is_cut else "all"}
        return self._plain_result(value)

    def _plain_result(self, value):
        try:
            if has_nan(value):
                return {"how": "nan"} if isinstance(value, float) else {"how": "kind", "text": type(value).__name__}
            if has_long_float(value):
                how = "close" if isinstance(value, float) else "rounded"
                return {"how": how, "text": expression_of(rounded(value) if how == "rounded" else value, self.module)}
            return {"how": "equal", "text": expression_of(value, self.module), "type": type(value).__name__}
        except (Inexpressible, RecursionError):
            return self._by_kind(value)

    def _by_kind(self, value):
        kind = type(value).__name__
        if getattr(self.module, kind, None) is type(value):
            try:
                return {"how": "fields", "text": expression_of(fields_of(value), self.module), "type": kind}
            except Exception:
                return {"how": "kind", "text": kind}
        return {"how": "callable"} if callable(value) else {"how": "kind", "text": kind}

    def _failure(self, error):
        if isinstance(error, SystemExit):
            self.effects.seen.add("ends the interpreter")
        kind = type(error)
        is_named = getattr(self.module, kind.__name__, None) is kind or kind.__module__ == "builtins"
        message = ADDRESS.sub("", str(error))
        return {"raises": kind.__name__, "message": message[:300], "own": self._is_own(error), "named": is_named}

    def _is_own(self, error):
        """Whether the program raises it by a statement of its own, and not by an accident."""
        last = error.__traceback__
        while last is not None and last.tb_next is not None:
            last = last.tb_next
        return (
            last is not None
            and last.tb_frame.f_code.co_filename == self.program.path
            and last.tb_lineno in self.program.raising_lines
        )

    def _state(self, it):
        """The visible fields of an object."""
        seen = []
        for form in observers_of(it):
            try:
                seen.append(
                    [
                        form,
                        self._plain_result(
                            eval(form.replace("{self}", "_self"), {"_self": it, "len": len, "str": str, "list": list})
                        ),
                    ]
                )
            except OutOfTime:
                raise
            except BaseException:
                continue
        return [[form, result] for form, result in seen if result["how"] in ("equal", "close", "rounded")][:6]


def receiver_form(call):
    return fill(call.form, [f"_{place}" for place in range(len(call.arguments))], "_self")


def bind(arguments, names):
    values = [eval(text, names) for text in arguments]
    names.update({f"_{place}": value for place, value in enumerate(values)})
    return values
