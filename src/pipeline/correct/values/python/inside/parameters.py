"""Parameters that a function has and no test hands over, or the other way round."""

import ast


def parameter_changes(source, seen):
    """Where a test calls a function with other arguments than it takes."""
    for name in seen.misfits:
        for function in ast.walk(source.tree):
            if isinstance(function, ast.FunctionDef) and function.name == name and function.body[0].lineno != function.lineno:
                yield from left_out(source, function)


def left_out(source, function):
    arguments = function.args
    own = [each for each in arguments.args if each.arg not in ("self", "cls")]
    if arguments.posonlyargs or len(own) < 2:
        return
    for gone in own:
        place = own.index(gone)
        others = [each.arg for each in own if each is not gone]
        start, end = source.span(gone)
        following = own[place + 1] if place + 1 < len(own) else None
        cut = (start, source.span(following)[0]) if following else (source.span(own[place - 1])[1], after(source, arguments, gone, end))
        uses = [each for each in ast.walk(function) if isinstance(each, ast.Name) and each.id == gone.arg]
        for other in others if uses else [""]:
            text = source.text
            for each in sorted(uses, key=lambda use: (use.lineno, use.col_offset), reverse=True):
                first, last = source.span(each)
                text = text[:first] + other + text[last:]
            text = text[: cut[0]] + text[cut[1] :]
            words = f", and wrote {other} for it" if uses else ""
            yield text, function.lineno, f"left the parameter {gone.arg} out of {function.name}{words}", "parameter", 0.6 if uses else 3.0


def after(source, arguments, gone, end):
    """Behind the default of the last parameter."""
    last = arguments.defaults[-1] if arguments.defaults and arguments.args[-1] is gone else None
    return source.span(last)[1] if last else end
