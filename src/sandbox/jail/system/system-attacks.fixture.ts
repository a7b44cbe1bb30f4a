import { sandboxChecks } from '../../checks.ts'
import type { SandboxProvider } from '../../sandbox.ts'

/** Checks that a system breaks on purpose; its own promises are tested below. */
const OTHERWISE = [
  // The root of a system may change its files.
  'programs-have-no-capabilities',
  // Any user of a system may install programs for all of its users.
  'programs-of-the-operator-are-read-only',
  'what-cannot-be-done-with-a-path-is-said',
  // Existing files are written in place, as watchers expect.
  'a-file-is-replaced-whole-or-not-at-all',
  'writing-to-a-hard-link-leaves-the-other-name-alone',
  // The user of a system works at home, not in a workspace.
  'entries-are-described-as-they-are',
  // Files of a system are its disk, and not memory of its programs.
  'memory-that-is-full-of-files-is-named-and-no-program-hangs',
]

/** Attacks on a system. Checks of trees work in the workspace itself, which is a link to the home here; the same agent passes
 * them in other sandboxes. */
export const systemAttacks = sandboxChecks.filter(
  ({ group, id }) => group !== 'behaviour' && !OTHERWISE.includes(id) && !/a-tree|plant/.test(id),
)

/** A jail that makes every sandbox as a system. */
export const asSystem = (jail: SandboxProvider): SandboxProvider => ({
  ...jail,
  create: (spec, signal) => jail.create({ ...spec, system: { layers: [] } }, signal),
})
