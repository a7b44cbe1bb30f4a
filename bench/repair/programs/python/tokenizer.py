import re
from typing import NamedTuple


class Token(NamedTuple):
    kind: str
    value: str


PATTERN = re.compile(r"\s*(?:(\d+\.?\d*)|([-+*/()]))")


def tokenize(text):
    tokens = []
    position = 0
    while position < len(text):
        match = PATTERN.match(text, position)
        if match is None:
            raise SyntaxError(f"unexpected {text[position]!r}")
        kind = "number" if match.group(1) else "sign"
        tokens.append(Token(kind, match.group(1) or match.group(2)))
        position = match.end()
    return tokens


class Parser:
    def __init__(self, text):
        self.tokens = tokenize(text)
        self.index = 0

    def peek(self):
        return self.tokens[self.index].value if self.index < len(self.tokens) else None

    def take(self):
        self.index += 1
        return self.tokens[self.index - 1]

    def expression(self):
        result = self.term()
        while self.peek() in ("+", "-"):
            result = result + self.term() if self.take().value == "+" else result - self.term()
        return result

    def term(self):
        result = self.factor()
        while self.peek() in ("*", "/"):
            result = result * self.factor() if self.take().value == "*" else result / self.factor()
        return result

    def factor(self):
        token = self.take()
        if token.value == "(":
            result = self.expression()
            self.take()
            return result
        return -self.factor() if token.value == "-" else float(token.value)


for text in ("1 + 2 * 3", "(1 + 2) * 3", "-4 / (2 - 4)", "2.5 * 4"):
    print(text, "=", Parser(text).expression())
