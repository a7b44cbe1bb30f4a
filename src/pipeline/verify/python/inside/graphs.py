"""Graphs: containers whose parts name other parts. One made by chance would lead nowhere."""

import ast

from anneal_verify.shape import literal_of

PLAIN = literal_of(
    [
        "{'a': ['b', 'c'], 'b': ['d'], 'c': ['d'], 'd': ['a']}",
        "{0: [1, 2], 1: [2, 3], 2: [0], 3: []}",
        "[[1, 2], [2], [3], []]",
    ]
)
PAIRS = literal_of(
    ["{'a': [('b', 7), ('c', 3)], 'b': [('d', 1)], 'c': [('b', 1), ('d', 8)], 'd': []}", "[[(1, 4), (2, 1)], [(3, 1)], [(1, 2)], []]"]
)
WEIGHTS = literal_of(
    ["{'a': {'b': 7, 'c': 3}, 'b': {'d': 1}, 'c': {'b': 1, 'd': 8}, 'd': {}}", "{0: {1: 4, 2: 1}, 1: {3: 1}, 2: {1: 2}, 3: {}}"]
)
NAMES = dict.fromkeys("graph adjacency adj adj_list adjacency_list neighbors neighbours edges_of".split(), PLAIN)


def graph_walked(walked, target, name):
    """The graph that a loop like `for other in x[node]` wants `x` to be; None for another loop."""
    is_weighted = False
    if isinstance(walked, ast.Call) and isinstance(walked.func, ast.Attribute) and walked.func.attr == "items":
        walked, is_weighted = walked.func.value, True
    if isinstance(walked, ast.Call) and isinstance(walked.func, ast.Attribute) and walked.func.attr == "get":
        holder = walked.func.value
    elif isinstance(walked, ast.Subscript) and not isinstance(walked.slice, (ast.Constant, ast.Slice)):
        holder = walked.value
    else:
        return None
    if not isinstance(holder, ast.Name) or holder.id != name:
        return None
    return WEIGHTS if is_weighted else PAIRS if isinstance(target, ast.Tuple) else PLAIN
