# Part 14: magics: `%name` for a line, `%%name` for a whole cell.


def find_magic(magics, mark, name):
    if name in magics:
        return magics[name]
    known = ' '.join(mark + other for other in sorted(magics))
    raise NameError('there is no magic %s%s here; there are: %s' % (mark, name, known))


def cell_magic(text):
    """The action for a cell that begins with a magic; None for ordinary cells."""
    start = len(text) - len(text.lstrip())
    if not text.startswith('%%', start):
        return None
    first, _, body = text[start + 2:].partition('\n')
    name, _, parameters = first.strip().partition(' ')
    magic = find_magic(CELL_MAGICS, '%%', name)
    # The body keeps the lines it has in the cell.
    above = '\n' * (text.count('\n', 0, start) + 1)
    return lambda: magic(parameters.strip(), body, above)


def pip(parameters):
    words = own('shlex').split(parameters)
    assert_pip_can(words)
    status = run_command([sys.executable, '-m', 'pip', *words], env={**os.environ, 'PIP_BREAK_SYSTEM_PACKAGES': '1'})
    home = own('site').getusersitepackages()
    if os.path.isdir(home) and home not in sys.path:
        sys.path.append(home)
    importlib.invalidate_caches()
    if status:
        raise RuntimeError('pip ended with status %d' % status)


def assert_pip_can(words):
    """Refuses pip without a network: it would try for a long time, and then complain about something else."""
    if own('importlib.util').find_spec('pip') is None:
        raise RuntimeError('pip is not installed in this sandbox')
    wanted = [word for word in words[1:] if not word.startswith('-') and not os.path.exists(word) and not has(word)]
    is_online = any(os.environ.get(name) for name in ('HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'))
    if words[:1] in (['install'], ['download']) and wanted and not is_online and '--no-index' not in words:
        if '/opt/packages' in os.environ.get('PYTHONPATH', ''):
            raise RuntimeError('; '.join(
                '%s is not installed here; an operator can add it with: anneal packages add %s' % (word, word)
                for word in wanted))
        raise RuntimeError(
            'this sandbox has no network, so pip cannot get %s: allow pypi.org and files.pythonhosted.org' % ' '.join(wanted))


def has(wish):
    """Whether a package is here, in whichever version."""
    name = own('re').match('[A-Za-z0-9._-]*', wish).group()
    try:
        own('importlib.metadata').version(name)
        return True
    except (ValueError, own('importlib.metadata').PackageNotFoundError):
        return False


def change_directory(path):
    os.chdir(os.path.expanduser(path or '~'))
    print(os.getcwd())


def environment(parameters):
    if not parameters:
        return dict(os.environ)
    name, separator, value = parameters.partition('=' if '=' in parameters else ' ')
    if not separator:
        if name not in os.environ:
            raise KeyError('there is no environment variable %s' % name)
        return os.environ[name]
    os.environ[name.strip()] = value.strip()
    print('env: %s=%s' % (name.strip(), value.strip()))


def who(_parameters):
    print('\t'.join(user_variables()) or 'There are no variables.')


def bash(parameters, body, _above):
    status = run_command(['bash', '-c', body, 'bash', *parameters.split()])
    if status:
        raise own('subprocess').CalledProcessError(status, 'bash')


def write_file(parameters, body, _above):
    words = parameters.split()
    append = words[:1] == ['-a']
    path = os.path.expanduser(' '.join(words[append:]))
    if not path:
        raise ValueError('%%writefile needs the name of a file')
    print('%s %s' % ('Appending to' if append else 'Overwriting' if os.path.exists(path) else 'Writing', path))
    with open(path, 'a' if append else 'w', encoding='utf-8') as file:
        file.write(body)


def shown_as(mime):
    return lambda _parameters, body, _above: show({mime: body, 'text/plain': body})


def accept(_parameters):
    """Accepts a magic without effect: figures are shown in any case."""


LINE_MAGICS = {
    'pip': pip,
    'cd': change_directory,
    'pwd': lambda _parameters: os.getcwd(),
    'env': environment,
    'who': who,
    'matplotlib': accept,
}
CELL_MAGICS = {
    'bash': bash,
    'sh': bash,
    'writefile': write_file,
    'html': shown_as('text/html'),
    'markdown': shown_as('text/markdown'),
    'latex': shown_as('text/latex'),
    'svg': shown_as('image/svg+xml'),
    'javascript': shown_as('application/javascript'),
}
