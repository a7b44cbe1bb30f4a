import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** Folders with the code that decides about findings. */
const FOLDERS = ['../guard/', '../analyze/', '../../language/']

/**
 * A hash of the rules in these files. Findings of an older version must not count for this one, and nobody has to remember
 * to increase a number.
 */
export async function rulesVersion(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of FOLDERS) {
    const url = new URL(folder, import.meta.url)
    const entries = await readdir(url, { recursive: true, withFileTypes: true }).catch(() => [])
    const files = entries
      .filter((entry) => entry.isFile() && !/\.(test|fixture)\.|\.d\.ts$|\.map$/.test(entry.name))
      .map(({ parentPath, name }) => `${parentPath.replace(/\/$/, '')}/${name}`)
      .sort()
    for (const text of await Promise.all(files.map((file) => readFile(file)))) hash.update(text)
  }
  return hash.digest('hex')
}
