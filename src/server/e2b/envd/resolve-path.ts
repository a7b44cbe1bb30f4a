import { posix } from 'node:path'
import type { LiveMachine } from '../../../engine.ts'
import type { MachineUser } from './machine-user.ts'

/** What a caller's path means: relative ones and `~` begin at the home of the user, and no path at all is where programs start. */
export function resolvePath(path: string, { machine, user }: { machine: LiveMachine; user: MachineUser }): string {
  const meant = path === '' ? (machine.workdir ?? '') : path
  if (meant === '~' || meant.startsWith('~/')) return posix.join(user.home, meant.slice(1))
  return posix.resolve(user.home, meant)
}
