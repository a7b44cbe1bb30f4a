import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A directory of the host that every user may write, for a sandbox to find in the place of something else. */
export function planted(name: string, files: Record<string, string> = {}, mode = 0o666): string {
  const root = mkdtempSync(join(tmpdir(), `${name}-`))
  chmodSync(root, 0o777)
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    chmodSync(file, mode)
  }
  return root
}

export const plantedFile = (name: string, content: string, mode?: number): string =>
  join(planted(`${name}-in`, { [name]: content }, mode), name)
