"""Gets a program ready to be loaded many times: its libraries are imported once, and it is known how it can be loaded."""

import ast
import importlib
import os

from anneal_verify.effects import BARRING
from anneal_verify.forked import Limits, map_forked
from anneal_verify.observe import Observer
from anneal_verify.program import load

LOAD_LIMITS = Limits(2.0, 4.0)


def prepare_program(program):
    """Whether the program can be loaded at all: None, or why not. One that works when it is imported is loaded by its definitions."""
    for is_plain in (True, False):
        program.is_plain = is_plain
        seen = map_forked(lambda: Loader(program), ["load"], LOAD_LIMITS)[0]
        if "lost" not in seen and seen["failure"] is None:
            return None
    return seen.get("failure") or "loading it did not end"


class Loader:
    """Loads the program in a child, and reports the outcome."""

    def __init__(self, program):
        self.program = program

    def __call__(self, _):
        try:
            observer = Observer(self.program, lambda: load(self.program), traces=False)
            harm = BARRING & set(observer.effects_of_loading) if self.program.is_plain else ()
            return {"failure": f"loading it {sorted(harm)[0]}" if harm else None}
        except (Exception, SystemExit) as error:
            return {"failure": f"{type(error).__name__}: {error}"[:300]}


def load_libraries(program, folder):
    """Imports the modules of the program once for all children; its neighbours may do anything when they are imported, so they are left."""
    for node in ast.walk(program.tree):
        names = (
            [each.name for each in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
        for name in names:
            root = name.split(".")[0]
            if root and not any(os.path.exists(os.path.join(folder, root + end)) for end in ("", ".py")):
                try:
                    importlib.import_module(name)
                except Exception:
                    pass
