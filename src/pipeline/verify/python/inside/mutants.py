"""Small faults put into the program, one at a time: a good test notices them."""

import ast
from typing import NamedTuple

from anneal_verify.edits import edits_in
from anneal_verify.program import is_main_guard


class Mutant(NamedTuple):
    line: int
    change: str
    code: object


def mutants_of(program, lines, most):
    """Compiled, on the given lines only; spread over the program when there are more than wanted."""
    tree = program.source_tree()
    left_out = [each for each in tree.body if is_main_guard(each) or each in program.main_part]
    edits = [edit for edit in edits_in(tree, left_out) if edit.line in lines]
    chosen = edits if len(edits) <= most else [edits[place * len(edits) // most] for place in range(most)]
    found = []
    for edit in chosen:
        before = {name: getattr(edit.node, name) for name in edit.fields}
        vars(edit.node).update(edit.fields)
        try:
            found.append(Mutant(edit.line, edit.change, program.compiled(ast.fix_missing_locations(tree))))
        except (SyntaxError, ValueError, TypeError, RecursionError):
            pass
        finally:
            vars(edit.node).update(before)
    return found, len(edits) - len(chosen)
