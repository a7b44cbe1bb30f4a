import type { Cgroup } from './cgroup.ts'
import { isOfDeadServer } from './server-id.ts'

/** Ends the groups of dead servers, and names them. A group that resists does not save the others. */
export async function sweepGroups(names: string[], groupOf: (name: string) => Cgroup): Promise<string[]> {
  const results = await Promise.allSettled(names.map((name) => sweepGroup(name, groupOf)))
  const failures = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason)
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} groups of dead servers could not be ended`)
  return names.filter((_, index) => results[index]?.status === 'fulfilled' && results[index].value)
}

async function sweepGroup(name: string, groupOf: (name: string) => Cgroup): Promise<boolean> {
  if (!(await isOfDeadServer(name))) return false
  const group = groupOf(name)
  await group.kill()
  await group.remove()
  return true
}
