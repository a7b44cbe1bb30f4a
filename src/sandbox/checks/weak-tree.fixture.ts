import type { SandboxProvider } from '../sandbox.ts'
import { agentWith, weakJail } from './weak-jail.fixture.ts'

const agent = (line: string, other: string) => weakJail([agentWith([line, other])])

/** Newer kernels tell nanoseconds to a reader that has asked before; others tell a tick. */
const COARSE_TIMES: [string, string][] = [
  ['found.st_mtime_ns & LOW_64', 'found.st_mtime_ns // 10000000'],
  ['found.st_ctime_ns & LOW_64', 'found.st_ctime_ns // 10000000'],
]
export const coarseKernel = (): SandboxProvider => weakJail([agentWith(...COARSE_TIMES)])
const UNDOUBTING: [string, string] = ['COARSE_NS = 20000000', 'COARSE_NS = -(10 ** 18)']

/** Jails by the id of a check, each with an agent that does just that wrong with trees. */
export const weakTrees = (): Record<string, SandboxProvider> => ({
  'a-tree-comes-back-as-it-was': agent('os.utime(self.fd, ns=(modified_ns, modified_ns))', 'pass'),
  'a-tree-tells-what-changed-since': agent('if removed > self.since:', 'if False:'),
  'a-tree-that-was-written-is-known': agent(
    'Leaf(seen_of(found), look, digest, True)',
    "Leaf(b'', look, digest, True)",
  ),
  'a-tree-is-written-under-the-hands-of-programs': agent('found.st_nlink > 1 or', 'False or'),
  'a-tree-that-has-no-room-is-refused-and-old-files-stay-whole': agent(
    "os.posix_fallocate(fd, 0, entry['size'])",
    'pass',
  ),
  'a-tree-that-nobody-takes-holds-up-nothing': agent(
    '        self.end_turn()\n        if self.since',
    '        if self.since',
  ),
  'a-tree-tells-changes-that-leave-no-trace-in-the-times-of-a-file': weakJail([agentWith(...COARSE_TIMES, UNDOUBTING)]),
  'a-tree-tells-what-was-written-through-a-mapping': agent('    found = set()\n    ours', '    return set()\n    ours'),
  'a-tree-tells-what-was-written-through-a-mapping-that-is-gone': agent(
    'was_accessed = found.st_atime_ns > found.st_ctime_ns',
    'was_accessed = False',
  ),
  'a-tree-is-never-left-through-a-link': agent(
    'os.open(name, os.O_RDONLY | os.O_NOFOLLOW |',
    'os.open(name, os.O_RDONLY |',
  ),
  'a-tree-names-what-cannot-be-kept-and-waits-for-nothing': agent("return 'its name is not UTF-8'", 'return None'),
  'a-tree-is-not-written-outside-of-its-root': agent("any(name in ('', '.', '..') for name in names)", 'False'),
  'a-tree-without-bottom-or-of-air-is-bounded': agent('self.air = room', 'self.air = 100 * room'),
})
