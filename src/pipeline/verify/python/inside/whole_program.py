"""The program run as a whole, as one test of its output."""

import ast

from anneal_verify.case import Call, Case

OUTSIDE = {"argv", "argparse", "ArgumentParser", "input", "stdin", "getpass", "click", "fire"}


def whole_case(program):
    """None for a program without a main part, or with a need for arguments or input."""
    names = {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(program.tree)
        if isinstance(node, (ast.Name, ast.Attribute))
    }
    if not program.main_part or not program.is_plain or names & OUTSIDE:
        return None
    call = Call("runpy.run_module({0}, run_name={1})", [repr(program.name), repr("__main__")])
    return Case("program", "integration", "observed", [call])
