import { patternsOf } from '../patterns-of.ts'

const CRASHES = ['SIGSEGV', 'SIGBUS', 'SIGILL']

/** Endings without an error of the language: limits, signals and exit codes. */
export const endings = [
  ...patternsOf({ prefix: 'any', category: 'resource', severity: 'high', recoverable: true }, [
    [
      'timeout',
      'Timeout',
      null,
      'It did not end in the time it may take; it may be waiting, or going round in a loop without an end.',
    ],
    ['memory', 'OutOfMemory', null, 'It needed more memory than it may have.', { severity: 'critical' }],
    ['cpu', 'CpuLimit', null, 'It used more processor time than it may.'],
    ['output', 'TooMuchOutput', null, 'It printed more than it may; it may be printing in a loop without an end.'],
    ['processes', 'TooManyProcesses', null, 'It started more processes or threads than it may.'],
    ['disk', 'DiskFull', null, 'It wrote more to its files than there is room for.'],
    [
      'cancelled',
      'Cancelled',
      null,
      'It was cancelled before it ended.',
      { severity: 'low', recoverable: false, category: 'environment' },
    ],
    ['killed', 'Killed', null, 'It was killed from outside.', { recoverable: false, category: 'environment' }],
  ]),
  ...patternsOf({ prefix: 'any/signal', category: 'runtime', severity: 'critical', recoverable: true }, [
    [
      'crash',
      'Signal',
      null,
      'It crashed ({signal}): it touched memory that is not its own.',
      { when: { signals: CRASHES } },
    ],
    [
      'abort',
      'Signal',
      null,
      'It gave up by itself (SIGABRT): a check inside of it, or of a library, failed.',
      { when: { signals: ['SIGABRT'] } },
    ],
    [
      'arithmetic',
      'Signal',
      null,
      'It was ended by a calculation that has no result, such as a division by zero (SIGFPE).',
      { when: { signals: ['SIGFPE'] } },
    ],
    [
      'forbidden',
      'Signal',
      null,
      'It asked the system for something that a sandbox does not allow (SIGSYS).',
      { category: 'security', recoverable: false, when: { signals: ['SIGSYS'] } },
    ],
    [
      'pipe',
      'Signal',
      null,
      'It wrote to a program that was no longer listening (SIGPIPE).',
      { severity: 'medium', when: { signals: ['SIGPIPE'] } },
    ],
    ['other', 'Signal', null, 'It was ended by a signal ({signal}).', { severity: 'high' }],
  ]),
  ...patternsOf({ prefix: 'any/exit', category: 'logic', severity: 'medium', recoverable: false }, [
    [
      'well',
      'Exit',
      null,
      'It ended well, but did not do what its tests ask for.',
      { recoverable: true, when: { exitCodes: [0] } },
    ],
    [
      'child-crash',
      'Exit',
      null,
      'A program that it ran crashed (exit code {exitCode}).',
      { category: 'runtime', recoverable: true, when: { exitCodes: [134, 135, 136, 139] } },
    ],
    [
      'child-killed',
      'Exit',
      null,
      'A program that it ran was killed (exit code {exitCode}), most often for the memory it took.',
      { category: 'resource', when: { exitCodes: [137, 143] } },
    ],
    [
      'invisible',
      'Exit',
      null,
      'It ended with exit code {exitCode}, and an invisible character beside a name makes it another name than it looks.',
      {
        category: 'syntax',
        recoverable: true,
        when: { code: /[\w\]})"][\u200b-\u200d\u2060\ufeff](?=[\s"\])};]|$)/m },
      },
    ],
    [
      'said',
      'Exit',
      null,
      'It ended itself with exit code {exitCode}{said}; that is its own decision, not an error to repair.',
      { when: { said: /./ } },
    ],
    [
      'silent',
      'Exit',
      null,
      'It ended itself with exit code {exitCode} and said nothing about why; that is its own decision, not an error to repair.',
    ],
  ]),
]
