"""Writes the test file: one class for each function, readable, run by unittest and pytest alike."""

import ast
import builtins

from anneal_verify.describe import camel, name_of_case, unlike
from anneal_verify.observe import LIBRARY
from anneal_verify.write_case import body_of

HEAD = '''"""Tests of {file}, made from what it does.

They hold on to how it behaves today: where that is not what is wanted, change the test with the program.
"""
'''
FOOT = """

if __name__ == "__main__":
    unittest.main()
"""
HELPERS = {
    "rounded": '''def rounded(value):
    """The value with nine digits of its floats: the last bits of arithmetic do not matter."""
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, (list, tuple, set)):
        return type(value)(rounded(each) for each in value)
    return {key: rounded(each) for key, each in value.items()} if isinstance(value, dict) else value
''',
    "fields_of": '''def fields_of(it):
    """What an object is, and what it shows of itself."""
    names = [*getattr(it, "__dict__", {}), *(name for name, member in vars(type(it)).items() if isinstance(member, property))]
    return type(it).__name__, {name: rounded(getattr(it, name)) for name in names if not name.startswith("_")}
''',
}
LOADER = '''def load_definitions(path):
    """The program works as soon as it is imported, so only what it defines is taken: imports, functions, classes, values."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read(), path)
    module = types.ModuleType({name!r})
    sys.modules[{name!r}] = module
    for statement in tree.body:
        calls = [node.func for node in ast.walk(statement) if isinstance(node, ast.Call)]
        is_value = isinstance(statement, (ast.Assign, ast.AnnAssign))
        works = is_value and any(isinstance(each, ast.Name) and each.id.islower() for each in calls)
        kept = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        if isinstance(statement, kept) or is_value and not works:
            # A value may need another that was left out.
            with contextlib.suppress(NameError):
                exec(compile(ast.Module([statement], []), path, "exec"), module.__dict__)
    return module


program = load_definitions(os.path.join(os.path.dirname(os.path.abspath(__file__)), {file!r}))
'''


class TestFile:
    """The content, and the subject of each test by its name."""

    def __init__(self, program, file_name):
        self.program = program
        self.file_name = file_name
        self.classes = {}
        self.tests = {}
        self.taken = {}

    def add_case(self, case):
        body = body_of(case, self._module_names())
        self._add(case.about, lambda taken: name_of_case(case, taken), body, case.kind, case.origin)

    def add(self, about, name, body, kind, origin):
        return self._add(about, lambda taken: unlike(name, taken), body, kind, origin)

    def _add(self, about, named, body, kind, origin):
        group = camel(about) + "Test"
        name = named(self.taken.setdefault(group, set()))
        self.classes.setdefault(group, []).append((name, body))
        self.tests[f"{group}.{name}"] = {"about": about, "kind": kind, "origin": origin}
        return f"{group}.{name}"

    def clear(self):
        self.classes.clear()
        self.tests.clear()

    def remove(self, test):
        group, name = test.split(".")
        self.classes[group] = [each for each in self.classes[group] if each[0] != name]
        del self.tests[test]
        if not self.classes[group]:
            del self.classes[group]

    def _module_names(self):
        return {*self.program.functions, *self.program.classes, *LIBRARY}

    def content(self):
        """Empty when there is no test."""
        if not self.classes:
            return ""
        blocks = [class_text(name, tests) for name, tests in self.classes.items()]
        text = "\n\n".join(blocks)
        used = names_in(text)
        used |= {"rounded"} if "fields_of" in used else set()
        helpers = [code for name, code in HELPERS.items() if name in used]
        imports = self._imports(used | names_in("\n".join(helpers)))
        head = HEAD.replace("{file}", self.file_name) + "\n" + imports
        parts = [head, *([self._loader(used)] if not self._is_importable() else []), *helpers, text]
        return "\n\n".join(part.strip("\n") + "\n" for part in parts) + FOOT

    def _is_importable(self):
        return self.program.is_plain and self.program.name.isidentifier()

    def _imports(self, used):
        library = {
            name
            for name in used & {*LIBRARY, "contextlib", "copy", "io", "random", "time"}
            if name not in vars(builtins)
        } | {"unittest"}
        owned = sorted(
            name
            for name in used & {*self.program.functions, *self.program.classes, *self.program.constants}
            if name not in library
        )
        if not self._is_importable():
            library |= {"ast", "contextlib", "os", "sys", "types"} if not self.program.is_plain else {"importlib"}
            owned = []
        lines = [f"import {name}" for name in sorted(library)]
        if owned:
            line = f"from {self.program.name} import {', '.join(owned)}"
            lines += [
                "",
                line
                if len(line) <= 110
                else f"from {self.program.name} import (\n" + "".join(f"    {name},\n" for name in owned) + ")",
            ]
        return "\n".join(lines)

    def _loader(self, used):
        owned = sorted(used & {*self.program.functions, *self.program.classes, *self.program.constants})
        loaded = (
            f"program = importlib.import_module({self.program.name!r})\n"
            if self.program.is_plain
            else LOADER.replace("{name!r}", repr(self.program.name)).replace("{file!r}", repr(self.file_name))
        )
        return loaded + "".join(f"{name} = program.{name}\n" for name in owned)


def class_text(name, tests):
    methods = [
        "\n".join([f"    def {method}(self):", *(f"        {line}" if line else "" for line in body)])
        for method, body in tests
    ]
    return f"class {name}(unittest.TestCase):\n" + "\n\n".join(methods) + "\n"


def names_in(text):
    """The imports that the text needs."""
    try:
        names = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)]
        return {node.id for node in names} - {node.id for node in names if isinstance(node.ctx, ast.Store)}
    except SyntaxError:
        return set()
