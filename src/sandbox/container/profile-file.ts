import { open } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

let opened: Promise<number> | undefined

/**
 * Path of the filter, which Podman reads from a file. It leads through this server's own descriptor of a file without a name:
 * nobody can put another in its place, and none is left behind, however the server ends. All sandboxes share it for as long as
 * the server runs.
 */
export async function profileFile(profile: object): Promise<string> {
  opened ??= openNameless(JSON.stringify(profile))
  return `/proc/${process.pid}/fd/${await opened}`
}

async function openNameless(text: string): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'anneal-seccomp-'))
  try {
    const path = join(directory, 'profile.json')
    await writeFile(path, text)
    return await promisify(open)(path, 'r')
  } finally {
    await rm(directory, { recursive: true })
  }
}
