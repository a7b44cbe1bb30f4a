"""A function of the program that is compared or calculated with, and not called: its parameters have the names of values at hand."""

import ast

from anneal_search.expressions import names_of


def uncalled_changes(source):
    own = {each.name: each for each in source.tree.body if isinstance(each, ast.FunctionDef)}
    for node in ast.walk(source.tree):
        function = source.functions.get(node)
        if not isinstance(node, ast.Name) or node.id not in own or function is None or not isinstance(node.ctx, ast.Load):
            continue
        if not isinstance(source.parents.get(node), (ast.Compare, ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.If, ast.While)):
            continue
        wanted = [each.arg for each in own[node.id].args.args]
        if node.id not in names_of(function) and set(wanted) <= set(names_of(function)):
            call = f"{node.id}({', '.join(wanted)})"
            yield source.replaced(node, call), node.lineno, f"called {call} on line {node.lineno}, which was only named", "conversion", 1.5
