# SQL, part 2: a cell as statements, and the place of an error in it.
import re
import sqlite3

TOKEN = re.compile(r"--[^\n]*|/\*.*?(?:\*/|\Z)|'(?:[^']|'')*'?|\"(?:[^\"]|\"\")*\"?|`[^`]*`?|\[[^\]]*\]?|\w+|\S", re.DOTALL)
NAMED = re.compile(r'(?:no such (?:column|table|function|index|view)|ambiguous column name): (?:\w+\.)*(\w+)')
NEAR = re.compile(r'near "(.*)": ', re.DOTALL)


def tokens_of(text):
    return [found for found in TOKEN.finditer(text) if not found.group().startswith(('--', '/*'))]


def statements_of(code):
    """Each statement and its start; a command of ours is a line that begins with a dot."""
    at = 0
    while tokens := tokens_of(code[at:]):
        start = at + tokens[0].start()
        at = code.find('\n', start) % (len(code) + 1) if code[start] == '.' else next_stop(code, start)
        yield code[start:at], start


def next_stop(code, start):
    """The end of a statement. SQLite itself knows which semicolon that is: those in the body of a trigger are not."""
    for token in tokens_of(code[start:]):
        if token.group() == ';' and sqlite3.complete_statement(code[start:start + token.end()]):
            return start + token.end()
    return len(code)


def place_of(error, statement, compile_only):
    """Offset of the fault in the statement."""
    message = str(error)
    tokens = tokens_of(statement)
    near, named = NEAR.match(message), NAMED.match(message)
    if near:
        for token in tokens:
            # The first token that is refused when the statement ends with it.
            if token.group() == near.group(1) and NEAR.match(compile_only(statement[:token.end()]) or ''):
                return token.start()
    if named:
        for token in tokens:
            if token.group().strip('"`[]').lower() == named.group(1).lower():
                return token.start()
    if message == 'incomplete input' and tokens:
        return tokens[-1].end()
    return 0


def line_and_column(code, offset):
    before = code[:offset]
    return before.count('\n') + 1, offset - (before.rfind('\n') + 1) + 1
