"""A case: calls of the program with their arguments. Arguments are texts of expressions, so that a case can be run, kept and written down."""

import ast
from dataclasses import asdict, dataclass, field
from typing import Dict, List, Optional


@dataclass
class Call:
    form: str
    """Such as `clamp({0}, low={1})`, `{self}.push({0})` or `{self} + {0}`."""
    arguments: List[str] = field(default_factory=list)
    names: List[str] = field(default_factory=list)
    """Of the parameters that the arguments are for."""

    def text(self, receiver="it"):
        """The call as it is written: the arguments in their places, the object as it is called there."""
        return fill(self.form, self.arguments, receiver)


@dataclass
class Case:
    about: str
    """`function` or `Class.method`."""
    kind: str
    origin: str
    calls: List[Call]
    receiver: Optional[Call] = None
    """The expression that makes the object whose methods are called."""
    expected: Optional[str] = None
    """The claim about the last call, made by a docstring or a model: an expression, or the name of an exception."""
    seen: Dict = field(default_factory=dict)
    """The result of running the case."""

    def key(self):
        parts = [self.receiver.text()] if self.receiver else []
        return "; ".join([*parts, *(call.text() for call in self.calls)])

    def expressions(self):
        return [text for call in self.every_call() for text in call.arguments]

    def every_call(self):
        return [self.receiver, *self.calls] if self.receiver else self.calls

    def plain(self):
        return asdict(self)


def case_of(plain):
    calls = [Call(**call) for call in plain["calls"]]
    receiver = Call(**plain["receiver"]) if plain.get("receiver") else None
    return Case(**{**plain, "calls": calls, "receiver": receiver})


def fill(form, arguments, receiver):
    """Not `str.format`: arguments hold braces of their own."""
    text = form.replace("{self}", receiver)
    for place in range(len(arguments) - 1, -1, -1):
        text = text.replace("{%d}" % place, "\0%d\0" % place)
    for place, argument in enumerate(arguments):
        text = text.replace("\0%d\0" % place, argument)
    return text


def is_literal(text):
    try:
        ast.literal_eval(text)
        return True
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return False


def is_mutable_text(text):
    return text[:1] in "[{" or text.startswith(("set(", "bytearray(")) or (text[:1].isupper() and text.endswith(")"))
