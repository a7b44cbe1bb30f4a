import type { GuardRule } from './rule.ts'

/** Words about one danger that the guards of several languages share. */
type DangerWords = Pick<GuardRule<unknown>, 'family' | 'severity' | 'title' | 'why' | 'remedy' | 'cwe'>

export const DELETES_SYSTEM = {
  family: 'files',
  severity: 'critical',
  title: 'Deletes the whole system, a home folder or a folder of the system',
  why: 'Nothing brings these files back; without them the machine or the work of its user is lost.',
  remedy: 'Delete a folder of your own, named in full, below the working directory.',
  cwe: [73],
} as const satisfies DangerWords

export const UNPACKS_OVER_SYSTEM = {
  family: 'files',
  severity: 'high',
  title: 'Unpacks an archive over the whole system',
  why: 'The archive decides which files of the system are replaced.',
  remedy: 'Unpack into a fresh folder, and look at the paths first.',
  cwe: [22, 73],
} as const satisfies DangerWords

export const CHOSEN_PROGRAM = {
  family: 'code-execution',
  severity: 'medium',
  title: 'Others decide which program is started, or with what',
  why: 'Without a shell nothing can be added, but the program itself or its options can be dangerous.',
  remedy: 'Take the program from a list of those that are allowed, and put "--" before arguments of others.',
  cwe: [78, 88],
} as const satisfies DangerWords

export const STARTS_PROGRAM = {
  family: 'code-execution',
  severity: 'low',
  title: 'Starts another program',
  why: 'What it does is not part of what was looked at here.',
  remedy: 'Make sure that the program is needed and its arguments are meant.',
  cwe: [],
} as const satisfies DangerWords

export const SHELL_ON_SOCKET = {
  family: 'network',
  severity: 'critical',
  title: 'Connects a shell to a socket',
  why: 'Whoever is at the other end has the machine.',
  remedy: 'Remove it.',
  cwe: [506, 78],
} as const satisfies DangerWords
