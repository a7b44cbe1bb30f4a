"""Traces the lines of the program that run, how often, and from which line to which."""

import dis
import inspect
import sys

EXIT = -1


class Tracer:
    def __init__(self, path):
        self.path = path
        self.hits = {}
        self.arcs = set()

    def __enter__(self):
        sys.settrace(self._enter_frame)
        return self

    def __exit__(self, *_):
        sys.settrace(None)

    def _enter_frame(self, frame, event, argument):
        if frame.f_code.co_filename != self.path:
            return None
        last = 0
        hits, arcs = self.hits, self.arcs

        def follow(frame, event, argument):
            nonlocal last
            if event == "line":
                line = frame.f_lineno
                hits[line] = hits.get(line, 0) + 1
                if last:
                    arcs.add((last, line))
                last = line
            elif event == "return":
                if last:
                    arcs.add((last, EXIT))
            elif event == "exception" and argument[0] is not StopIteration:
                # Where an exception leads is no branch of the line.
                last = 0
            return follow

        return follow


def executable_lines(code, is_wanted=lambda code: True):
    """The lines of the code, and of all wanted code inside of it."""
    lines = {line for _, line in dis.findlinestarts(code) if line}
    for constant in code.co_consts:
        if hasattr(constant, "co_code") and is_wanted(constant):
            lines |= executable_lines(constant, is_wanted)
    return lines


def loading_lines(code):
    """Run as soon as the program is loaded: all but the bodies of functions."""
    return executable_lines(code, lambda inner: not inner.co_flags & inspect.CO_OPTIMIZED)
