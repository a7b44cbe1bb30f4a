"""All small changes of a program that may be its repair, each as a whole new text."""

import ast
from typing import NamedTuple

from anneal_search.begun_again import begun_again_changes
from anneal_search.edits import edits_in
from anneal_search.expressions import expression_changes
from anneal_search.guards import guard_changes
from anneal_search.lost_results import lost_result_changes
from anneal_search.lost_targets import lost_target_changes
from anneal_search.lost_values import lost_value_changes
from anneal_search.parameters import parameter_changes
from anneal_search.statements import statement_changes
from anneal_search.uncalled import uncalled_changes
from anneal_search.unknown_members import unknown_member_changes
from anneal_search.unknown_names import unknown_name_changes


class Change(NamedTuple):
    text: str
    line: int
    # In words that follow "I".
    why: str
    kind: str
    # How likely such a change is, compared with others.
    weight: float


# A mutation undone is as likely as a mutation: those that tests rarely want are the last.
MUTATION_WEIGHTS = {"left out": 0.3, "return None": 0.05, "became ''": 0.1, "was negated": 0.8}


def changes_of(source, seen):
    """`seen` has the values of the checks that failed."""
    found = {}
    usual = [*undone(source), *expression_changes(source, seen), *statement_changes(source, seen), *guard_changes(source, seen)]
    lost = [*lost_result_changes(source), *begun_again_changes(source), *uncalled_changes(source)]
    unknown = [*unknown_name_changes(source, seen.unbound), *unknown_member_changes(source), *lost_value_changes(source, seen.unbound), *parameter_changes(source, seen)]
    lost += lost_target_changes(source, seen.unbound)
    for change in [*usual, *lost, *unknown]:
        if change is None or change[0] is None or change[0] == source.text:
            continue
        known = found.get(change[0])
        if known is None or known.weight < change[4]:
            found[change[0]] = Change(*change)
    return list(found.values())


def undone(source):
    """A mutation is its own opposite, or that of another."""
    for edit in edits_in(source.tree):
        if source.is_inside_text(edit.node):
            continue
        text = text_of(source, edit)
        weight = next((value for words, value in MUTATION_WEIGHTS.items() if words in edit.change), 1.0)
        if any(f"became {sign}" in edit.change and sign not in source.text for sign in ("|", "&", ">>", "<<")):
            continue
        yield text, edit.line, f"changed line {edit.line}: {edit.change}", "operator", weight


def text_of(source, edit):
    """The program with one edit of its tree; None where the tree does not tell the place."""
    olds = {name: getattr(edit.node, name) for name in edit.fields}
    if all(isinstance(each, ast.expr) for each in [*olds.values(), *edit.fields.values()]) and len(olds) == 1:
        ((name, new),) = edit.fields.items()
        return source.replaced(olds[name], bracketed(source, olds[name], ast.unparse(new)))
    if isinstance(next(iter(edit.fields.values())), list) and isinstance(edit.node, (ast.stmt, ast.ExceptHandler)):
        ((name, new),) = edit.fields.items()
        for old_part, new_part in zip(olds[name], new):
            if old_part is not new_part:
                return source.replaced(old_part, ast.unparse(new_part))
        return None
    if not isinstance(edit.node, (ast.expr, ast.AugAssign)):
        return None
    vars(edit.node).update(edit.fields)
    try:
        new_text = ast.unparse(ast.fix_missing_locations(edit.node))
    finally:
        vars(edit.node).update(olds)
    return source.replaced(edit.node, bracketed(source, edit.node, new_text))


def bracketed(source, node, text):
    if not source.is_joined(node) or isinstance(node, (ast.Constant, ast.Name, ast.Call, ast.Subscript)):
        return text
    return f"({text})"

