import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'

/** Files and directories that change when a package of the host does. */
const PACKAGE_RECORDS = [
  ...['/var/lib/dpkg/status', '/var/lib/rpm', '/lib/apk/db/installed', '/var/lib/pacman/local'],
  ...['/usr/local/lib', '/usr/local/bin', '/usr/local/lib/node_modules'],
]
/** A mark is believed for so long: an installation takes longer than that. */
const BELIEVED_MS = 2000

/** Names everything that a program of a language runs on: another interpreter or package has another mark. */
export function createInterpreterMark({
  packages,
  execPath,
  clock,
}: {
  /** The directory of the packages that an operator added; another one after each change. */
  packages(): Promise<string | undefined>
  execPath: string
  clock(): number
}) {
  let believed: { at: number; marks: Promise<string> } | undefined
  const hostMarks = (): Promise<string> => {
    if (!believed || clock() - believed.at >= BELIEVED_MS) {
      believed = { at: clock(), marks: Promise.all(PACKAGE_RECORDS.map(markOf)).then((marks) => marks.join()) }
    }
    return believed.marks
  }
  return async (language: { id: string; requires: string | null; command: readonly string[] }): Promise<string> => {
    const own = await markOf(language.requires ?? execPath)
    const parts = [language.id, ...language.command, own, process.version, await hostMarks(), (await packages()) ?? '']
    return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  }
}

/** Follows links: an interpreter is often the link to a version. */
const markOf = (path: string): Promise<string> =>
  stat(path).then(
    ({ size, mtimeMs, ino }) => `${path}:${size}:${mtimeMs}:${ino}`,
    () => `${path}:none`,
  )
