import { patternsOf } from '../patterns-of.ts'

/** Well-known modules: their name without an import shows the forgotten import. */
const KNOWN_MODULES = [
  ...[
    'math',
    'os',
    'sys',
    're',
    'json',
    'random',
    'time',
    'datetime',
    'collections',
    'itertools',
    'functools',
    'string',
  ],
  ...['csv', 'copy', 'statistics', 'pathlib', 'subprocess', 'threading', 'asyncio', 'typing', 'np', 'pd', 'plt'],
  ...['numpy', 'pandas'],
]

/** Names, imports and attributes that Python does not find. */
export const pythonNames = [
  ...patternsOf(
    { prefix: 'python', category: 'runtime', severity: 'medium', recoverable: true, languages: ['python'] },
    [
      [
        'name-error/foreign-word',
        'NameError',
        /^name '(true|false|null|nil|undefined|console|NULL|TRUE|FALSE|this)' is not defined/,
        '`{1}` is a word of another language{at}; Python writes True, False and None.',
      ],
      [
        'name-error/missing-import',
        'NameError',
        new RegExp(`^name '(${KNOWN_MODULES.join('|')})' is not defined`),
        '`{1}` is used{at} but never imported.',
        { category: 'import' },
      ],
      [
        'name-error/hinted-import',
        'NameError',
        /^name '(\w+)' is not defined\..*Did you forget to import/,
        '`{1}` is used{at} but never imported.',
        { category: 'import' },
      ],
      [
        'name-error/python-2',
        'NameError',
        /^name '(raw_input|xrange|unicode|basestring|unichr|reduce|long|file|cmp|execfile|reload)' is not defined/,
        '`{1}` is a name of Python 2 that Python 3 does not have{at}.',
      ],
      ['name-error/misspelt', 'NameError', /^name '(\w+)' is not defined/, '`{1}` is not defined{near}.'],
      [
        'name-error/freed',
        'NameError',
        /^cannot access free variable '(\w+)'/,
        '`{1}` has no value yet when it is used{at}.',
      ],
      ['name-error', 'NameError', null, 'A name is used{at} that is not defined: {message}.'],
      [
        'unbound-local',
        'UnboundLocalError',
        /variable '(\w+)'/,
        '`{1}` is set somewhere in the function, so it is its own variable there, but has no value yet when it is used{at}.',
      ],
      ['unbound-local/general', 'UnboundLocalError', null, 'A variable is used{at} before it has a value: {message}.'],
    ],
  ),
  ...patternsOf(
    { prefix: 'python', category: 'import', severity: 'medium', recoverable: true, languages: ['python'] },
    [
      [
        'module-not-found/not-a-package',
        'ModuleNotFoundError',
        /^No module named '([^']+)'; '([^']+)' is not a package/,
        '`{2}` has nothing inside that could be imported as `{1}`{at}.',
      ],
      [
        'module-not-found',
        'ModuleNotFoundError',
        /^No module named '?([^']+)'?/,
        'There is no module `{1}` to import{at}{suggestion}.',
      ],
      [
        'import-error/circular',
        'ImportError',
        /cannot import name '(\w+)' from partially initialized module '([^']+)'/,
        '`{1}` cannot be imported from `{2}` because the two import each other{at}; a file of the program may have the name of a module.',
      ],
      [
        'import-error/name',
        'ImportError',
        /^cannot import name '(\w+)' from '([^']+)'/,
        'The module `{2}` has no `{1}`{at}{suggestion}.',
      ],
      [
        'import-error/relative',
        'ImportError',
        /^attempted relative import/,
        'An import that begins with a dot{at} only works inside of a package.',
      ],
      [
        'import-error/library',
        'ImportError|OSError',
        /(\S+\.so[\d.]*): cannot open shared object/,
        'A library of the system that a module needs, `{1}`, is not here.',
        { category: 'environment', recoverable: false },
      ],
      ['import-error', 'ImportError', null, 'An import{at} does not work: {message}.'],
    ],
  ),
  ...patternsOf(
    {
      prefix: 'python/attribute-error',
      category: 'type',
      severity: 'medium',
      recoverable: true,
      languages: ['python'],
    },
    [
      [
        'none',
        'AttributeError',
        /^'NoneType' object has no attribute '(\w+)'/,
        'The value before `.{1}`{at} is None: something gave back nothing.',
      ],
      [
        'shadowed-module',
        'AttributeError',
        /^partially initialized module '([^']+)'/,
        'A file of the program has the name of the module `{1}` and is imported instead of it.',
      ],
      [
        'module',
        'AttributeError',
        /^module '[^']+' has no attribute '(\w+)'/,
        'The module has no `{1}`{at}, or no longer{suggestion}.',
      ],
      [
        'python-2',
        'AttributeError',
        /^'(?:dict|str|bytes|generator|list)' object has no attribute '(has_key|iteritems|iterkeys|itervalues|decode|next)'/,
        '`{1}` is a method of Python 2 that Python 3 does not have{at}.',
      ],
      [
        'class',
        'AttributeError',
        /^type object '[^']+' has no attribute '(\w+)'/,
        'The class has no `{1}`{at}{suggestion}.',
      ],
      [
        'object',
        'AttributeError',
        /^'[^']+' object has no attribute '(\w+)'/,
        'The value{at} has no attribute or method `{1}`{suggestion}.',
      ],
      [
        'read-only',
        'AttributeError',
        /read-only|can't set|has no setter|not writable/,
        'An attribute that cannot be changed is set{at}: {message}.',
      ],
      ['general', 'AttributeError', null, 'An attribute is used{at} that is not there: {message}.'],
    ],
  ),
]
