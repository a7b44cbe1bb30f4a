# Part 5: from the text of a cell to code. The value of its last expression is its result, unless a semicolon ends it.
import __future__

TOP_LEVEL_AWAIT = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
CO_COROUTINE = 0x80
ALL_FUTURES = 0
for _name in __future__.all_feature_names:
    ALL_FUTURES |= getattr(__future__, _name).compiler_flag


class Source:
    """Compiler flags; imports from `__future__` hold for later cells too."""

    flags = TOP_LEVEL_AWAIT


SOURCE = Source()


def dedent(text):
    """Removes the indentation of the first line from all lines: a cell may be indented as a whole."""
    for line in text.split('\n'):
        bare = line.lstrip(' \t')
        if bare and not bare.startswith('#'):
            indent = line[:len(line) - len(bare)]
            break
    else:
        return text
    if not indent:
        return text
    cut = len(indent)
    return '\n'.join(line[cut:] if line.startswith(indent) else line for line in text.split('\n'))


def parse_cell(text, file_name):
    """Parses Python as it stands; rewrites lines that are a command or a magic instead."""
    while True:
        try:
            return text, compile(text, file_name, 'exec', SOURCE.flags | ast.PyCF_ONLY_AST, True)
        except SyntaxError as error:
            rewritten = rewrite_line(text, error.lineno or 0)
            if rewritten is None:
                raise
            text = rewritten


def compile_cell(text, file_name):
    """Compiles the statements and the last expression apart; either may be None."""
    text, tree = parse_cell(text, file_name)
    body, last = tree.body, None
    if body and isinstance(body[-1], ast.Expr) and not is_silenced(text, body[-1]):
        last = compile_node(ast.Expression(body.pop().value), file_name, 'eval')
    return compile_node(tree, file_name, 'exec') if body else None, last


def compile_node(node, file_name, mode):
    code = compile(node, file_name, mode, SOURCE.flags, True)
    SOURCE.flags |= code.co_flags & ALL_FUTURES
    return code


def is_silenced(text, node):
    lines = text.split('\n')[node.end_lineno - 1:]
    # Columns of the tree count bytes.
    lines[0] = lines[0].encode()[node.end_col_offset:].decode()
    return lines[0].lstrip(' \t)').startswith(';')


def remember_lines(text, file_name):
    """Keeps the lines for tracebacks, `inspect` and the debugger."""
    lines = [line + '\n' for line in text.split('\n')]
    linecache.cache[file_name] = (len(text), None, lines, file_name)
