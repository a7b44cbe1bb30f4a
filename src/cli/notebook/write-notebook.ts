import { randomUUID } from 'node:crypto'
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { Host } from '../host.ts'
import { OutputFailed } from '../text/screen.ts'

const USUAL_MODE = 0o644
const PERMISSIONS = 0o777

/** Replaces a notebook whole or not at all, with its mode and behind its links; `-` is standard output. */
export async function writeNotebook(host: Host, target: string, text: string): Promise<void> {
  if (target === '-') return host.stdout.write(text)
  const file = await realpath(target).catch(() => target)
  const mode = await stat(file)
    .then((found) => found.mode & PERMISSIONS)
    .catch(() => USUAL_MODE)
  const part = `${file}.${randomUUID()}`
  try {
    await writeFile(part, text, { mode, flush: true })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw new OutputFailed(error as Error)
  }
}
