import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'

export const readControl = (path: string): Promise<string> => readFile(path, 'utf8')

export const readNumber = async (path: string): Promise<number> => Number(await readControl(path))

/** Never creates a file: a missing control file means that the kernel lacks it. */
export const writeControl = (path: string, value: string | number): Promise<void> =>
  writeFile(path, String(value), { flag: EXISTING })

/** Writes to a control file that never blocks: 20 µs, where a trip to another thread takes 100. */
export function writeControlSync(path: string, value: string | number): void {
  const descriptor = openSync(path, EXISTING)
  try {
    writeSync(descriptor, String(value))
  } finally {
    closeSync(descriptor)
  }
}

const EXISTING = constants.O_WRONLY | constants.O_TRUNC

/** The number behind a word in a file of `word number` lines; undefined when the kernel does not count it. */
export async function readKey(path: string, key: string): Promise<number | undefined> {
  // Reads of these files never block: a trip to another thread would take ten times as long.
  return keyedNumbers(readFileSync(path, 'utf8')).get(key)
}

export function keyedNumbers(text: string): Map<string, number> {
  const pairs = text.split('\n').map((line) => line.trim().split(' '))
  return new Map(pairs.filter((pair) => pair.length === 2).map(([key, value]) => [key ?? '', Number(value)]))
}

/** Process ids, one per line. The kernel writes 0 for a process that our own pid namespace does not show. */
export const parsePids = (text: string): number[] =>
  text
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0)

/** The result of the action, or undefined when the file or its whole group is gone. */
export async function unlessGone<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

/** ENODEV, ESRCH: the group, or the process, ended between opening its file and using it. */
export const isGone = (error: unknown): boolean => ['ENOENT', 'ENODEV', 'ESRCH'].includes(errorCode(error))

export const errorCode = (error: unknown): string => String((error as NodeJS.ErrnoException).code)
