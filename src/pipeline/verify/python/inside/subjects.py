"""The parts of the program that can be called, and how calls of them are put together."""

import ast
import random

from anneal_verify.case import Call, Case
from anneal_verify.infer import Parameter, parameters_of, shape_of_default
from anneal_verify.pool import constants_for
from anneal_verify.read_annotation import name_of, read_annotation
from anneal_verify.read_fields import shape_from_fields
from anneal_verify.shape import UNKNOWN, Shape
from anneal_verify.values import Values

OPERATORS = {
    "__add__": "+",
    "__sub__": "-",
    "__mul__": "*",
    "__truediv__": "/",
    "__floordiv__": "//",
    "__mod__": "%",
    "__eq__": "==",
    "__ne__": "!=",
    "__lt__": "<",
    "__le__": "<=",
    "__gt__": ">",
    "__ge__": ">=",
    "__and__": "&",
    "__or__": "|",
    "__xor__": "^",
    "__matmul__": "@",
}
FORMS = {
    **{name: "{self} %s {0}" % sign for name, sign in OPERATORS.items()},
    "__len__": "len({self})",
    "__str__": "str({self})",
    "__repr__": "repr({self})",
    "__getitem__": "{self}[{0}]",
    "__contains__": "{0} in {self}",
    "__iter__": "list({self})",
    "__bool__": "bool({self})",
    "__neg__": "-{self}",
    "__abs__": "abs({self})",
    "__call__": None,
    "__int__": "int({self})",
    "__float__": "float({self})",
}
NOT_MADE = {
    "Exception",
    "BaseException",
    "Enum",
    "IntEnum",
    "StrEnum",
    "Flag",
    "TypedDict",
    "Protocol",
    "ABC",
    "TestCase",
}
DEEPEST = 3


class Subject:
    """A function, or a method with the object it is called on."""

    def __init__(self, about, function, parameters, form=None, owner=None, maker=()):
        self.about = about
        self.function = function
        self.parameters = parameters
        self.form = form
        """Fixed where Python has its own way of writing the call; None for a plain one."""
        self.owner = owner
        """Name of the class, for a function that is called on an object."""
        self.maker = maker
        """Parameters of that class."""
        self.lines = range(function.lineno, (function.end_lineno or function.lineno) + 1)
        self.values = None

    def shapes(self):
        return {each.name: each.shape for each in [*self.maker, *self.parameters]}

    def case(self, arguments, made=None, kind="unit"):
        """Arguments by the names of parameters; those left out have defaults."""
        receiver = call_of(self.owner, self.maker, made or {}) if self.owner else None
        if self.about == self.owner:
            return Case(self.about, kind, "observed", [], receiver)
        call = (
            Call(
                self.form,
                [arguments.get(each.name, each.default) for each in self.parameters],
                [each.name for each in self.parameters],
            )
            if self.form
            else call_of(self.called_text(), self.parameters, arguments)
        )
        return Case(self.about, kind, "observed", [call], receiver)

    def called_text(self):
        name = self.about.split(".")[-1]
        if self.owner:
            return "{self}" if name == "__call__" else "{self}." + name
        return self.about


def call_of(name, parameters, arguments):
    parts, texts, names = [], [], []
    is_keyed = False
    for each in parameters:
        if each.name not in arguments:
            is_keyed = is_keyed or each.way == "place"
            continue
        given = arguments[each.name] if isinstance(arguments[each.name], list) else [arguments[each.name]]
        for text in given:
            mark = "{%d}" % len(texts)
            parts.append(f"{each.name}={mark}" if each.way == "keyword" or (is_keyed and each.way == "place") else mark)
            texts.append(text)
            names.append(each.name)
    return Call(f"{name}({', '.join(parts)})", texts, names)


def subjects_of(program, wanted=None):
    """Public functions and methods in the order of the program."""
    found = []
    for name, node in program.functions.items():
        if not name.startswith(("_", "test_")):
            found.append(Subject(name, node, parameters_of(node, program)))
    for name, node in program.classes.items():
        if not name.startswith("_") and not {name_of(base) for base in node.bases} & NOT_MADE:
            found += methods_of(name, node, program)
    if wanted:
        found = [each for each in found if each.about in wanted or each.about.split(".")[0] in wanted]
    for subject in found:
        # Any method may look at the parameters of a constructor.
        owners = [program.classes[subject.owner]] if subject.owner else []
        subject.values = Values(
            constants_for([subject.function, *owners], program), lambda *how: construct(program, *how)
        )
    return found


def methods_of(name, node, program):
    maker = maker_of(name, program)
    found = [Subject(name, constructor_in(node), [], None, name, maker)]
    for each in node.body:
        if not isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        decorators = {name_of(mark.func if isinstance(mark, ast.Call) else mark) for mark in each.decorator_list}
        about = f"{name}.{each.name}"
        if (
            "setter" in decorators
            or "abstractmethod" in decorators
            or (each.name.startswith("_") and each.name not in FORMS)
        ):
            continue
        if decorators & {"staticmethod", "classmethod"}:
            found.append(Subject(about, each, parameters_of(each, program, "classmethod" in decorators)))
        elif decorators & {"property", "cached_property"}:
            found.append(Subject(about, each, [], "{self}." + each.name, name, maker))
        else:
            parameters = parameters_of(each, program, is_bound=True)
            if each.name in OPERATORS:
                for parameter in parameters:
                    if parameter.shape == UNKNOWN or parameter.shape.kind == "object":
                        parameter.shape = Shape("object", (), (name,))
            found.append(Subject(about, each, parameters, FORMS.get(each.name), name, maker))
    return found


def constructor_in(node):
    return next((each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), node)


def maker_of(name, program, depth=0):
    """Parameters of the class: of its own `__init__`, of a class before it, or its fields."""
    node = program.classes[name]
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and each.name == "__init__":
            parameters = parameters_of(each, program, is_bound=True)
            for parameter in parameters:
                if parameter.shape == UNKNOWN:
                    parameter.shape = shape_from_fields(parameter.name, each, node, program)
            return parameters
    marks = {name_of(mark.func if isinstance(mark, ast.Call) else mark) for mark in node.decorator_list}
    bases = [name_of(base) for base in node.bases]
    inherited = [
        parameter
        for base in bases
        if base in program.classes and depth < DEEPEST
        for parameter in maker_of(base, program, depth + 1)
    ]
    if "dataclass" not in marks and "NamedTuple" not in bases:
        return inherited
    fields = [each for each in node.body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)]
    return inherited + [
        field_parameter(each, program)
        for each in fields
        if name_of(getattr(each.annotation, "value", None)) != "ClassVar"
    ]


def field_parameter(field, program):
    shape = read_annotation(field.annotation, program)
    if shape == UNKNOWN:
        shape = shape_of_default(field.value, program)
    return Parameter(ast.arg(arg=field.target.id), shape, field.value and ast.unparse(field.value), "place")


def construct(program, name, seed, depth):
    """An expression that makes an object of a class of the program."""
    if depth > DEEPEST or name not in program.classes:
        return "None"
    chance = random.Random(seed)
    values = Values(constants_for([program.classes[name]], program), lambda *how: construct(program, *how))
    arguments = {}
    for each in maker_of(name, program):
        if each.default is not None and seed % 2 == 0 or each.way == "rest":
            continue
        usual = values.typical(each.shape, depth + 1)
        arguments[each.name] = usual[seed % len(usual)] if seed < 3 else values.by_chance(each.shape, chance, depth + 1)
    call = call_of(name, maker_of(name, program), arguments)
    return call.text()
