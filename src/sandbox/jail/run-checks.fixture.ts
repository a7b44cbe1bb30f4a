import { findCgroups } from '../cgroup/find.ts'
import { CHECK_LIMITS } from '../checks/in-sandbox.ts'
import { unsteadyTries } from '../checks/steadily.ts'
import { sandboxChecks } from '../checks.ts'
import type { SandboxProvider } from '../sandbox.ts'
import { createJail } from './jail.ts'
import { createWarmJail } from './pool/warm-jail.ts'
import { findSystemUsers } from './system/find-system-users.ts'
import { asSystem } from './system/system-attacks.fixture.ts'

/** Runs checks of the jail, cold or warm, as the current user, and prints each outcome as one line of JSON. */
const [start, ...ids] = process.argv.slice(2)
let sandboxes = 0
const parts = {
  execPath: process.execPath,
  newSandboxId: () => `checked-${process.pid}-${++sandboxes}`,
  cgroups: await findCgroups(),
}
const wait = {
  command: ['/usr/bin/python3', '-uB', 'main.py'],
  fileName: 'main.py',
  by: 'python',
  takesArguments: true,
  reservedMb: 0,
} as const
const warm = createWarmJail({
  ...parts,
  limits: CHECK_LIMITS,
  floor: 2,
  ceiling: 8,
  kinds: [{ name: 'python', early: true, preload: ['json'], wait: { ...wait, command: [...wait.command] } }],
  onTrouble: (error) => {
    throw error
  },
})
const cold = createJail({ ...parts, ...(start === 'system' && { systemsHere: await findSystemUsers() }) })
const jails: Record<string, SandboxProvider> = {
  cold,
  warm: { ...warm, create: (spec, signal) => warm.create({ warm: 'python', ...spec }, signal) },
  system: asSystem(cold),
}
const jail = jails[start ?? ''] ?? cold
/** Inconclusive tries of the current check. */
const unsteady: unknown[] = []
unsteadyTries.subscribe((said) => void unsteady.push(said))
for (const { id, run } of sandboxChecks.filter((check) => ids.length === 0 || ids.includes(check.id))) {
  const problem = await run(jail).then(
    () => null,
    (error) => String(error?.message ?? error),
  )
  process.stdout.write(`${JSON.stringify({ id, problem, uid: process.getuid?.(), unsteady: unsteady.splice(0) })}\n`)
}
await cold.close?.()
await warm.close?.()
