import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { RunResult } from '../../contract/run.ts'
import type { Client } from '../../sdk/sdk.ts'

const PICTURES: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' }

/** Saves the files of a run and its pictures below a directory; gives their paths. Existing files are replaced. */
export async function saveResults(run: RunResult, directory: string, client: Pick<Client, 'runs'>): Promise<string[]> {
  const saved: string[] = []
  for (const { path } of run.files) {
    await put(directory, path, await client.runs.file(run.runId, path))
    saved.push(path)
  }
  const pictures = run.blocks.flatMap(({ attempts }) =>
    (attempts.at(-1)?.results ?? []).flatMap(({ data }) => pictureOf(data)),
  )
  for (const [index, { ending, bytes }] of pictures.entries()) {
    const name = `figure-${index + 1}.${ending}`
    // A file of the program keeps its name.
    const path = saved.includes(name) ? `shown-${name}` : name
    await put(directory, path, bytes)
    saved.push(path)
  }
  return saved
}

function pictureOf(data: Record<string, unknown>): { ending: string; bytes: Buffer }[] {
  for (const [type, ending] of Object.entries(PICTURES)) {
    const content = data[type]
    if (typeof content === 'string')
      return [{ ending, bytes: Buffer.from(content, type === 'image/svg+xml' ? 'utf8' : 'base64') }]
  }
  return []
}

/** Paths come from a program by way of a server: none may lead out of the directory. */
async function put(directory: string, path: string, bytes: Uint8Array): Promise<void> {
  const isInside = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'))
  if (!isInside) throw new Error(`the server names a file outside of the workspace: ${JSON.stringify(path)}`)
  const target = join(directory, path)
  await mkdir(dirname(target), { recursive: true })
  // Renamed into place: a link of that name is replaced, not followed.
  const part = join(dirname(target), `.${basename(target).slice(0, 40)}.${randomBytes(6).toString('hex')}`)
  await writeFile(part, bytes, { flag: 'wx' })
  await rename(part, target)
}
