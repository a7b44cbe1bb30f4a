# Part 13: lines that are no Python: `!command`, `x = !command`, `%magic`. Only a line that Python refuses is considered, so `%`
# inside of brackets and texts stays as it is.
import re

NOT_PYTHON = re.compile(r'^(\s*)(?:([^=!%#]+?)\s*=\s*)?(!!|!|%)(?=[^\s=%])(.*)$')
INSIDE_TEXT = re.compile(r'(?<!\$)\{([^{}\n]+)\}|\$([A-Za-z_]\w*)')


def rewrite_line(text, number):
    """The cell with that line turned into a call, with as many lines as before; None when it is no such line."""
    lines = text.split('\n')
    found = NOT_PYTHON.match(lines[number - 1]) if 0 < number <= len(lines) else None
    if not found:
        return None
    indent, target, mark, rest = found.groups()
    end = number
    while rest.endswith('\\') and end < len(lines):
        rest = rest[:-1] + lines[end].strip()
        end += 1
    if mark == '%':
        name, _, parameters = rest.strip().partition(' ')
        call = '__kernel__.magic(%r, %r)' % (name, parameters.strip())
    else:
        call = '__kernel__.%s(%r)' % ('capture' if target or mark == '!!' else 'run', rest.strip())
    lines[number - 1:end] = [indent + (target + ' = ' if target else '') + call] + [''] * (end - number)
    return '\n'.join(lines)


def fill_in(text, frame):
    """Fills in `{expression}` and `$name` of the user's variables; other texts of that form belong to the shell."""

    def value_of(found):
        expression, name = found.groups()
        if name:
            scope = frame.f_locals if name in frame.f_locals else frame.f_globals
            return str(scope[name]) if name in scope else found.group()
        try:
            return str(eval(expression, frame.f_globals, frame.f_locals))
        except Exception:
            return found.group()

    return INSIDE_TEXT.sub(value_of, text)


class Calls:
    """Functions that rewritten lines call."""

    def run(self, text):
        NAMESPACE['_exit_code'] = run_shell(fill_in(text, sys._getframe(1)))

    def capture(self, text):
        status, output = capture_command(['bash', '-c', fill_in(text, sys._getframe(1))])
        NAMESPACE['_exit_code'] = status
        return output.splitlines()

    def magic(self, name, parameters):
        return find_magic(LINE_MAGICS, '%', name)(fill_in(parameters, sys._getframe(1)))


def run_shell(text):
    words = text.split()
    if words[:2] in (['pip', 'install'], ['pip3', 'install']):
        try:
            assert_pip_can(words[1:])
        except RuntimeError as error:
            print(error, file=sys.stderr)
            return 1
    return run_command(['bash', '-c', text])


def run_command(command, **options):
    """Runs a command; its output is captured meanwhile, since it has descriptors 1 and 2."""
    OUTPUT.flush()
    process = own('subprocess').Popen(command, **options)
    try:
        return process.wait()
    except BaseException:
        # The interrupt has reached the command too; one that ignores it is killed.
        process.kill()
        process.wait()
        raise


def capture_command(command):
    OUTPUT.flush()
    process = own('subprocess').Popen(command, stdout=own('subprocess').PIPE)
    try:
        output, _ = process.communicate()
    except BaseException:
        process.kill()
        process.wait()
        raise
    return process.returncode, output.decode('utf-8', 'replace')
