"""A program as text and as a tree: where nodes stand, and what it is with other text in their place."""

import ast

from anneal_search.checks import FILE


class Source:
    def __init__(self, text):
        self.text = text
        self.tree = ast.parse(text, FILE)
        self.starts, self.lines = [0], text.split("\n")
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.parents = {}
        self.functions = {}
        self._link(self.tree, None)
        self.own_functions = {each.name for each in ast.walk(self.tree) if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))}

    def _link(self, root, function):
        waiting = [(root, function)]
        while waiting:
            node, owner = waiting.pop()
            inner = node if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else owner
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node
                self.functions[child] = inner
                waiting.append((child, inner))

    def offset(self, line, column):
        """Trees count in bytes."""
        text = self.lines[line - 1]
        if not text.isascii():
            column = len(text.encode()[:column].decode(errors="ignore"))
        return self.starts[line - 1] + column

    def span(self, node):
        return self.offset(node.lineno, node.col_offset), self.offset(node.end_lineno, node.end_col_offset)

    def piece(self, node):
        start, end = self.span(node)
        return self.text[start:end]

    def replaced(self, node, text):
        start, end = self.span(node)
        if "\n" in text and isinstance(node, ast.expr):
            return None
        return self.text[:start] + text + self.text[end:]

    def replaced_all(self, pairs):
        """With a text for each of several nodes, none of which is inside of another; None where one is."""
        spans = sorted((*self.span(node), text) for node, text in pairs)
        if any(one[1] > other[0] for one, other in zip(spans, spans[1:])):
            return None
        whole = self.text
        for start, end, text in reversed(spans):
            whole = whole[:start] + text + whole[end:]
        return whole

    def indent_of(self, line):
        text = self.lines[line - 1]
        return text[: len(text) - len(text.lstrip())]

    def with_lines(self, first, last, lines):
        """With other lines in place of those from `first` to `last`."""
        return "\n".join([*self.lines[: first - 1], *lines, *self.lines[last:]])

    def is_inside_text(self, node):
        """Inside of an f-string, where trees do not tell places."""
        while node is not None:
            if isinstance(node, (ast.JoinedStr, ast.FormattedValue)):
                return True
            node = self.parents.get(node)
        return False

    def is_joined(self, node):
        """An operand of something that binds: brackets are wanted around what binds less."""
        parent = self.parents.get(node)
        if isinstance(parent, (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Attribute, ast.BoolOp)):
            return True
        return isinstance(parent, (ast.Subscript, ast.Call)) and node in (
            getattr(parent, "value", None),
            getattr(parent, "func", None),
        )
