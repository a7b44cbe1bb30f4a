import { posix } from 'node:path'
import type { LiveMachine } from '../../../engine.ts'
import type { MachineUser } from './machine-user.ts'

/**
 * Resolves a caller's path: relative paths and `~` begin at the home of the user, and an empty path is the working
 * directory of programs.
 */
export function resolvePath(path: string, { machine, user }: { machine: LiveMachine; user: MachineUser }): string {
  const meant = path === '' ? (machine.workdir ?? '') : path
  if (meant === '~' || meant.startsWith('~/')) return posix.join(user.home, meant.slice(1))
  return posix.resolve(user.home, meant)
}
