"""`right = 0, len(values) - 1` where nothing gives `left` a value: the line has lost a name."""

import ast


def lost_target_changes(source, unbound):
    """`unbound` has the names that failing checks found without a value."""
    for node in ast.walk(source.tree):
        if not (isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.Tuple) and len(node.value.elts) == 2):
            continue
        target, function = node.targets[0], source.functions.get(node)
        for name in unbound if isinstance(target, ast.Name) else ():
            uses = [each for each in ast.walk(function or source.tree) if isinstance(each, ast.Name) and each.id == name]
            if name == target.id or not uses:
                continue
            for targets in (f"{name}, {target.id}", f"{target.id}, {name}"):
                yield source.replaced(target, targets), node.lineno, f"wrote {targets} for {target.id} on line {node.lineno}", "lost value", 3.0
