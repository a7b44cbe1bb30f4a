"""Infers the parameters of a constructor from the use of the fields in the methods of its class."""

import ast
import copy

from anneal_verify.read_use import shape_from_use
from anneal_verify.shape import UNKNOWN


class FieldAsName(ast.NodeTransformer):
    """`self.items` becomes a name, so that its uses are read like those of a parameter."""

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == "self":
            return ast.copy_location(ast.Name(field_name(node.attr), node.ctx), node)
        return node


def field_name(attribute):
    return f"self.{attribute}"


def shape_from_fields(parameter, constructor, owner, program):
    """Unknown where the parameter becomes no field, or nothing is done with it."""
    for node in ast.walk(constructor):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id == parameter:
            for target in node.targets:
                if isinstance(target, ast.Attribute):
                    methods = [
                        each
                        for each in owner.body
                        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) and each is not constructor
                    ]
                    bodies = [FieldAsName().visit(copy.deepcopy(each)) for each in methods]
                    return shape_from_use(field_name(target.attr), bodies, program)
    return UNKNOWN
