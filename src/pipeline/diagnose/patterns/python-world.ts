import { patternsOf } from '../patterns-of.ts'

const languages = ['python']

/** Errors that the program raises itself; tried before all other patterns. */
export const pythonOwn = patternsOf(
  { prefix: 'python/own', category: 'logic', severity: 'high', recoverable: false, languages },
  [
    ['assertion', 'AssertionError', /(.+)/, 'A check of the program itself failed{at}: {1}.'],
    ['assertion/silent', 'AssertionError', null, 'A check of the program itself failed{at}.'],
    ['not-implemented', 'NotImplementedError', null, 'A part of the program{at} is not written yet.'],
    ['interrupt', 'KeyboardInterrupt', null, 'The program was interrupted{at}.'],
    ['raise', null, null, 'The program itself raises this{at}: {type}: {message}.', { when: { isOwn: true } }],
  ],
)

/** Errors about the world outside of the program: files, rights, network, memory. */
export const pythonWorld = [
  ...patternsOf({ prefix: 'python', category: 'environment', severity: 'medium', recoverable: true, languages }, [
    ['file-not-found', 'FileNotFoundError', /No such file or directory: (.*)/, 'There is no file {1} to use{at}.'],
    ['file-not-found/general', 'FileNotFoundError', null, 'A file or directory is not there{at}: {message}.'],
    ['file-exists', 'FileExistsError', /File exists: (.*)/, '{1} is there already{at}.'],
    ['is-directory', 'IsADirectoryError', /Is a directory: (.*)/, '{1} is a directory, not a file{at}.'],
    ['not-directory', 'NotADirectoryError', /Not a directory: (.*)/, '{1} is no directory{at}.'],
    ['end-of-input', 'EOFError', null, 'The program reads more input than it was given{at}.', { recoverable: false }],
    ['child-process', 'CalledProcessError|TimeoutExpired', null, 'A program that was started{at} failed: {message}.'],
    ['display', 'TclError', null, 'There is no screen in a sandbox{at}.', { recoverable: false }],
  ]),
  ...patternsOf({ prefix: 'python', category: 'environment', severity: 'medium', recoverable: false, languages }, [
    [
      'network/name',
      'gaierror|URLError|NameResolutionError',
      null,
      'The program asks for the network{at}, which it may not use or which is not there.',
    ],
    [
      'network',
      'ConnectionError|ConnectionRefusedError|ConnectionResetError|ConnectionAbortedError|BrokenPipeError|HTTPError|SSLError|MaxRetryError|ConnectTimeout',
      null,
      'A connection{at} did not work: {message}.',
    ],
    [
      'time',
      'TimeoutError|ReadTimeout',
      null,
      'Something that the program waited for{at} did not come in time.',
      { category: 'resource' },
    ],
    [
      'no-space',
      'OSError',
      /\[Errno 28\]|No space left/,
      'The disk is full{at}.',
      { category: 'resource', severity: 'high' },
    ],
    [
      'too-many-files',
      'OSError',
      /\[Errno 24\]|Too many open files/,
      'More files are open at once than the program may have{at}.',
      { category: 'resource', recoverable: true },
    ],
    [
      'read-only',
      'OSError',
      /\[Errno 30\]|Read-only file system/,
      'The program writes where it may only read{at}.',
      { category: 'security' },
    ],
    [
      'no-network',
      'OSError',
      /\[Errno (?:99|101|110|111|113)\]/,
      'The program asks for the network{at}, which it may not use or which is not there.',
    ],
    ['os-error', 'OSError|IOError', null, 'The system refuses something{at}: {message}.', { recoverable: true }],
  ]),
  ...patternsOf({ prefix: 'python', category: 'security', severity: 'critical', recoverable: false, languages }, [
    [
      'permission',
      'PermissionError',
      /Permission denied: (.*)/,
      'The program may not use {1}{at}; a correction never widens its rights.',
    ],
    [
      'permission/general',
      'PermissionError',
      null,
      'The program may not do this{at}: {message}; a correction never widens its rights.',
    ],
  ]),
  ...patternsOf({ prefix: 'python', category: 'resource', severity: 'critical', recoverable: true, languages }, [
    ['memory', 'MemoryError', null, 'The program needs more memory than it may have{at}.'],
    ['blocking', 'BlockingIOError', null, 'The program starts more processes or threads than it may{at}.'],
    ['threads', 'RuntimeError', /can't start new thread/, 'The program starts more threads than it may{at}.'],
    ['fatal', 'FatalError', null, 'Python itself broke down{at}: {message}.'],
  ]),
  ...patternsOf({ prefix: 'python', category: 'runtime', severity: 'medium', recoverable: true, languages }, [
    ['group', 'ExceptionGroup|BaseExceptionGroup', null, 'Several things failed at once{at}: {message}.'],
    ['runtime-error', 'RuntimeError', null, 'Something failed{at} while the program ran: {message}.'],
    ['library', null, null, 'A library failed with {type} when it was called{at}: {message}.', { when: { file: /./ } }],
    ['general', null, null, 'The program failed{at} with {type}: {message}.'],
  ]),
]
