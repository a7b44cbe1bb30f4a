"""One change in all the places where a function writes the same expression: who is wrong once is wrong again."""

import ast

MOST_PLACES = 8


def repeated_changes(source, forms):
    """`forms` gives the other forms of an expression, as `expression_changes` makes them."""
    groups = {}
    for node in ast.walk(source.tree):
        if isinstance(node, (ast.Name, ast.Subscript, ast.Call, ast.BinOp, ast.Attribute)) and not source.is_inside_text(node):
            if isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)) or source.functions.get(node) is None:
                continue
            groups.setdefault((source.functions[node], source.piece(node)), []).append(node)
    for nodes in groups.values():
        if 2 <= len(nodes) <= MOST_PLACES:
            for text, why, kind, weight in forms(nodes[0]):
                line = nodes[0].lineno
                yield source.replaced_all([(node, text) for node in nodes]), line, (
                    f"wrote {why} in {len(nodes)} places, from line {line} on"
                ), kind, 0.7 * weight
