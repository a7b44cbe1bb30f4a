import { type ChildProcess, spawn } from 'node:child_process'
import { chown, rm } from 'node:fs/promises'

/** Number of users in a system. */
export const SYSTEM_USERS = 65_536

/** Environment of a helper; its stderr is the third pipe, its control the fourth. */
export interface HelperOptions {
  env: Record<string, string>
}

export interface Helper {
  process: ChildProcess
  /** Resolves when the helper has its rights, and its own program runs. */
  begun: Promise<void>
}

/** The users that systems have, and the rights over them. All systems have the same: each is walled in by its namespaces. */
export interface SystemUsers {
  /** Root of the systems, in the numbers that helpers know. */
  first: number
  /** Helpers can show files of the host with other owners; the kernel lets only the host's root do so. */
  changesOwners: boolean
  /** Words for reports. */
  described: string
  /** Starts a program of ours that has all rights over these users and their files. */
  start(command: readonly string[], options: HelperOptions): Helper
  /** Gives a directory to the root of systems. */
  give(directory: string): Promise<void>
  /** Removes a tree in which files belong to these users. */
  remove(path: string): Promise<void>
}

/** Reasons why no system can be made here. */
export interface SystemLack {
  reason: string
  remedy: string
}

export type SystemsHere = { users: SystemUsers } | { lack: SystemLack }

/** Far from real accounts. */
const FIRST_OF_ROOT = 1_920_000_000

/** The users of systems for a server that is root: any that it chooses. */
export const rootUsers: SystemUsers = {
  first: FIRST_OF_ROOT,
  changesOwners: true,
  described: `${FIRST_OF_ROOT} to ${FIRST_OF_ROOT + SYSTEM_USERS - 1} of the host, which no account has`,
  start: ([command = '', ...rest], { env }) => ({
    process: spawn(command, rest, { env, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] }),
    begun: Promise.resolve(),
  }),
  give: (directory) => chown(directory, FIRST_OF_ROOT, FIRST_OF_ROOT),
  remove: (path) => rm(path, { recursive: true, force: true }),
}
