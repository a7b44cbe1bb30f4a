"""The program under test: its tree, its definitions, and how it is loaded as a module."""

import ast
import importlib.abc
import importlib.util
import os
import sys

MAIN_GUARD = "__main__"


class Program:
    def __init__(self, path):
        self.path = path
        self.name = os.path.splitext(os.path.basename(path))[0]
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            self.source = file.read()
        self.tree = ast.parse(self.source, path)
        self.functions = {}
        self.classes = {}
        self.constants = {}
        self.main_part = []
        for statement in self.tree.body:
            self._sort_in(statement)
        self.raising_lines = {
            line
            for node in ast.walk(self.tree)
            if isinstance(node, (ast.Raise, ast.Assert))
            for line in range(node.lineno, node.end_lineno + 1)
        }
        self.is_plain = True
        """Whether importing the program does no harm; when it does, only its definitions are taken."""

    def _sort_in(self, statement):
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.functions[statement.name] = statement
        elif isinstance(statement, ast.ClassDef):
            self.classes[statement.name] = statement
        elif isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
            for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
                if isinstance(target, ast.Name):
                    self.constants[target.id] = statement.value
            if not is_definition(statement):
                self.main_part.append(statement)
        elif is_main_guard(statement):
            self.main_part.extend(statement.body)
        elif isinstance(statement, (ast.If, ast.Try)):
            for inner in ast.iter_child_nodes(statement):
                if isinstance(inner, ast.stmt):
                    self._sort_in(inner)
        elif not is_definition(statement):
            self.main_part.append(statement)

    def compiled(self, tree=None):
        return compile(self.source_tree() if tree is None else tree, self.path, "exec", dont_inherit=True)

    def source_tree(self):
        if self.is_plain:
            return self.tree
        body, missing = [], set()
        for statement in self.tree.body:
            is_value = isinstance(statement, (ast.Assign, ast.AnnAssign))
            if is_definition(statement) and not (is_value and names_in(statement, ast.Load) & missing):
                body.append(statement)
            elif is_value:
                # Values made of it cannot be made either.
                missing |= names_in(statement, ast.Store)
        return ast.Module(body=body, type_ignores=[])


def names_in(statement, context):
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, context)}


def is_main_guard(statement):
    if not isinstance(statement, ast.If) or not isinstance(statement.test, ast.Compare):
        return False
    sides = [statement.test.left, *statement.test.comparators]
    return any(isinstance(side, ast.Constant) and side.value == MAIN_GUARD for side in sides)


def is_definition(statement):
    """Imports, functions, classes and values that are made without calling a function of one's own; the loader that a
    test file gets looks at the same."""
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):
        calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
        return not any(isinstance(call.func, ast.Name) and call.func.id.islower() for call in calls)
    kinds = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return isinstance(statement, kinds) or isinstance(getattr(statement, "value", None), ast.Constant)


class ProgramFinder(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Serves the program, or a mutant of it, to whoever imports or runs it by its name."""

    def __init__(self, program, code):
        self.program = program
        self.code = code

    def find_spec(self, name, path=None, target=None):
        if name != self.program.name:
            return None
        return importlib.util.spec_from_loader(name, self, origin=self.program.path)

    def get_code(self, fullname):
        return self.code

    def get_source(self, fullname):
        return self.program.source

    def exec_module(self, module):
        module.__file__ = self.program.path
        exec(self.code, module.__dict__)


def load(program, code=None):
    """The program as a fresh module; whatever it raises while it is loaded is raised here."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, ProgramFinder)]
    sys.meta_path.insert(0, ProgramFinder(program, code if code is not None else program.compiled()))
    sys.modules.pop(program.name, None)
    return importlib.import_module(program.name)
