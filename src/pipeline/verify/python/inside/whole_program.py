"""The program run as a whole, as one test of its output."""

import ast

from anneal_verify.case import Call, Case

OUTSIDE = {"argv", "argparse", "ArgumentParser", "input", "stdin", "getpass", "click", "fire"}


def whole_case(program):
    """None for a program without a main part, or with a need for arguments or input."""
    if not program.main_part or not program.is_plain or reads_outside(program):
        return None
    call = Call("runpy.run_module({0}, run_name={1})", [repr(program.name), repr("__main__")])
    return Case("program", "integration", "observed", [call])


def reads_outside(program):
    """Whether the program reads its input or its arguments, which no test could know."""
    return any(
        (node.id if isinstance(node, ast.Name) else node.attr) in OUTSIDE
        for node in ast.walk(program.tree)
        if isinstance(node, (ast.Name, ast.Attribute))
    )
