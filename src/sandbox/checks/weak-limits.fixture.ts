import type { SandboxProvider } from '../sandbox.ts'
import {
  agentWith,
  cgroups,
  disloyal,
  looseGroups,
  lying,
  uncountedJail,
  walls,
  weakJail,
  without,
} from './weak-jail.fixture.ts'

const unlimited = (...names: string[]) =>
  agentWith(
    ...names.map((name): [string, string] => [
      '        self.env, self.rlimits = env, rlimits\n',
      `        self.env, self.rlimits = env, rlimits\n        self.rlimits.pop('${name}', None)\n`,
    ]),
  )

/** Keeps the agent from watching the memory. */
const unwatched = agentWith(['            self.memory.hold(request', '            False and self.memory.hold(request'])
/** Bubblewrap's own file systems, which have no bound on files, and no agent to count those as memory. */
const ENDLESS_FILES = uncountedJail([(host) => ({ ...host, places: undefined }), unwatched])
const MEMORY = weakJail([unlimited('RLIMIT_DATA'), unwatched], looseGroups({ memoryBytes: 4 }))
/** Lifts the limits of threads; the stack of a thread counts as memory. */
const THREADS = weakJail([unlimited('RLIMIT_NPROC', 'RLIMIT_DATA')], looseGroups({ processes: 4 }))
const PROCESSES = weakJail([unlimited('RLIMIT_NPROC')], looseGroups({ processes: 4 }))
const lateAfter = (programs: number) =>
  weakJail([
    agentWith([
      "        self.reply(channel, {'pid'",
      `        time.sleep(2.5 if len(self.processes) > ${programs} else 0)\n        self.reply(channel, {'pid'`,
    ]),
  ])
const UNNAMED = disloyal({ result: (result) => ({ ...result, endedBy: 'killed' }) })
const MORE_OUTPUT = disloyal({ exec: (options) => ({ ...options, outputBytes: (options.outputBytes ?? 1) + 10 }) })
/** Ends only the program itself, and only by asking. */
const POLITE = weakJail([
  agentWith(
    ['    for _ in range(100):\n        born', '    os.kill(root.pid, signal.SIGTERM)\n    for _ in ():\n        born'],
    ["    raise Refusal('fled'", "    if 0: raise Refusal('fled'"],
  ),
])
const RUTHLESS = weakJail([
  agentWith([
    '    for _ in range(100):\n        born',
    '    os.kill(-1, signal.SIGKILL)\n    for _ in range(100):\n        born',
  ]),
])
const LARGE_DISK = walls((list) => list.toSpliced(list.lastIndexOf('--size') + 1, 1, String(64 << 20)))

/** Jails by the id of a check, each of which does not enforce just that limit. The checks themselves never go far beyond it. */
export const weakLimits = (): Record<string, SandboxProvider> => ({
  'the-timeout-is-exact-and-named': disloyal({
    exec: (options) => ({ ...options, timeoutMs: (options.timeoutMs ?? 0) + 1500 }),
  }),
  'the-timeout-of-the-sandbox-is-used-when-none-is-asked': UNNAMED,
  'the-output-limit-is-exact-and-named': MORE_OUTPUT,
  'output-in-one-endless-line-is-cut': MORE_OUTPUT,
  'the-memory-limit-holds-and-is-named': MEMORY,
  'a-child-that-dies-of-the-memory-limit-names-it': MEMORY,
  'the-processes-of-a-sandbox-share-its-memory-limit': MEMORY,
  'a-memory-bomb-of-many-small-processes-is-defused': MEMORY,
  'memory-that-is-not-private-counts-too': MEMORY,
  'memory-that-is-full-of-files-is-named-and-no-program-hangs': MEMORY,
  'a-bomb-of-empty-files-is-defused': ENDLESS_FILES,
  'the-process-limit-holds-and-is-named': PROCESSES,
  'a-sandbox-without-room-for-a-process-says-so': PROCESSES,
  'a-thread-bomb-is-defused': THREADS,
  'a-zombie-bomb-is-defused-and-cleared-away': PROCESSES,
  'the-disk-limit-holds-and-is-named': weakJail([LARGE_DISK, unlimited('RLIMIT_FSIZE')]),
  'no-place-takes-more-than-its-share-of-disk': weakJail([without('--remount-ro', '/')]),
  'the-number-of-files-is-limited-where-nobody-counts-their-memory-and-named': ENDLESS_FILES,
  'the-size-of-a-file-is-limited-even-without-content': weakJail([unlimited('RLIMIT_FSIZE')]),
  'the-limit-of-open-files-holds': weakJail([unlimited('RLIMIT_NOFILE')]),
  'a-bomb-of-descriptors-spares-the-sandbox': lateAfter(1),
  'the-cpu-share-holds': cgroups ? weakJail([], looseGroups({ cpuPercent: 8 })) : lying('0.', '-0.'),
  'a-fork-bomb-is-defused': POLITE,
  'a-child-does-not-survive-a-timeout': POLITE,
  'a-session-of-its-own-does-not-survive-a-timeout': POLITE,
  'a-double-forked-daemon-does-not-survive-a-timeout': POLITE,
  'a-program-that-ignores-signals-does-not-survive-a-timeout': POLITE,
  'a-stopped-process-does-not-survive-a-timeout': POLITE,
  'a-daemon-behind-a-dead-parent-does-not-survive-a-timeout': POLITE,
  'a-process-that-flees-by-forking-does-not-survive-a-timeout': POLITE,
  'cancelling-ends-the-program-and-all-it-started': POLITE,
  'the-output-limit-ends-all-that-was-started': POLITE,
  'an-ending-spares-the-other-programs-of-the-sandbox': RUTHLESS,
  'an-ending-spares-what-an-earlier-program-left-a-moment-before': RUTHLESS,
  'destroying-a-sandbox-leaves-nothing-alive': disloyal({
    control: (control) => {
      let calls = 0
      return { ...control, destroy: async () => void (calls++ > 0 && (await control.destroy())) }
    },
  }),
})

/** A jail without control groups, where the agent alone limits memory, with an agent that does not watch it. */
export const UNWATCHED = uncountedJail([unwatched])
export const HELD_BY_THE_AGENT = [
  'the-processes-of-a-sandbox-share-its-memory-limit',
  'a-memory-bomb-of-many-small-processes-is-defused',
  'memory-that-is-not-private-counts-too',
  'memory-that-is-full-of-files-is-named-and-no-program-hangs',
]
