"""A value that begins anew in every round of a loop, where it should go through all of them."""

import ast

from anneal_search.edits import shown


def begun_again_changes(source):
    for loop in ast.walk(source.tree):
        if not isinstance(loop, (ast.For, ast.While)) or source.functions.get(loop) is None:
            continue
        for first in loop.body[:-1]:
            if not isinstance(first, (ast.Assign, ast.AnnAssign)) or first.lineno == loop.lineno:
                break
            if depends_on(loop, first) or not is_changed_later(loop, first):
                continue
            inner, outer = source.indent_of(first.lineno), source.indent_of(loop.lineno)
            moved = [outer + line[len(inner) :] for line in source.lines[first.lineno - 1 : first.end_lineno]]
            rest = source.lines[loop.lineno - 1 : first.lineno - 1]
            yield source.with_lines(loop.lineno, first.end_lineno, [*moved, *rest]), first.lineno, (
                f"began {shown(first)} of line {first.lineno} once, before the loop"
            ), "indentation", 0.7


def names_stored(node):
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def depends_on(loop, first):
    """On what changes from round to round."""
    read = {each.id for each in ast.walk(first) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}
    return bool(read & names_stored(loop))


def is_changed_later(loop, first):
    others = [each for each in loop.body if each is not first]
    added = {name for each in others for name in names_stored(each)}
    return bool(names_stored(first) & added)
