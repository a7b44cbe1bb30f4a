import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CheckedSandbox, inSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

const group = 'files'
const SECRET = 'a canary of the host'

/** A directory of the host that every user may use: only the wall of the sandbox protects it. */
async function withCanary(use: (canary: { directory: string; file: string }) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'anneal-canary-'))
  const file = join(directory, 'canary')
  try {
    await writeFile(file, SECRET)
    await chmod(file, 0o666)
    await chmod(directory, 0o777)
    await use({ directory, file })
    assert.deepEqual(await readdir(directory).catch(() => []), ['canary'], 'the directory of the host was changed')
    assert.equal(await readFile(file, 'utf8'), SECRET, 'the file of the host was changed')
    assert.equal((await stat(file)).mode & 0o777, 0o666, 'its mode was changed')
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Ways to write down a path of the host. */
const disguises = (path: string): string[] => [
  path,
  `../../../../..${path}`,
  `/workspace/../..${path}`,
  `/proc/self/root${path}`,
  `/proc/1/root${path}`,
  `/proc/1/cwd/..${path}`,
  `/./${path}`,
]

const canaryCheck = (
  id: string,
  run: (checked: CheckedSandbox, canary: { directory: string; file: string }) => Promise<void>,
): SandboxCheck => ({ id, group, run: inSandbox((checked) => withCanary((canary) => run(checked, canary))) })

/** Programs read, write and remove nothing of the host, by any name. */
export const canaryChecks: SandboxCheck[] = [
  canaryCheck('the-host-is-not-read-through-a-link', async ({ files, bash }, { directory, file }) => {
    await bash(`ln -s '${file}' link; ln -s '${directory}' links; ln -s / root`)
    for (const path of [...disguises(file), 'link', 'links/canary', `root${file}`]) {
      const read = await files.read(path).catch((error) => Buffer.from(String(error.code)))
      assert.doesNotMatch(Buffer.from(read).toString(), /canary of the host/, `read by the name ${path}`)
      const program = await bash('cat "$PATH_TO_READ"', { env: { PATH_TO_READ: path } })
      assert.doesNotMatch(program.stdout, /canary of the host/, `read by a program by the name ${path}`)
    }
    const listed = await files.list(directory).catch(() => [])
    assert.deepEqual(listed, [])
  }),
  canaryCheck('the-host-is-not-written-through-a-link', async ({ files, bash }, { directory, file }) => {
    await bash(`ln -s '${file}' link; ln -s '${directory}' links`)
    for (const path of [...disguises(file), ...disguises(join(directory, 'planted')), 'link', 'links/planted']) {
      await files.write(path, 'planted').catch(() => {})
      await files.setMode(path, 0o600).catch(() => {})
      await bash('echo planted > "$PATH_TO_WRITE"', { env: { PATH_TO_WRITE: path } })
    }
    await files.makeDirectory('links/directory').catch(() => {})
    await files.write('mine', 'mine')
    await files.move('mine', 'links/moved').catch(() => {})
  }),
  canaryCheck('the-host-is-not-removed-through-a-link', async ({ files, bash }, { directory, file }) => {
    await bash(`mkdir nest; ln -s '${directory}' nest/links; ln -s '${directory}' links; ln -s '${file}' link`)
    for (const path of ['links/canary', 'nest', ...disguises(file), ...disguises(directory), 'link']) {
      await files.remove(path).catch(() => {})
      await files.move(path, 'taken').catch(() => {})
    }
  }),
  {
    ...canaryCheck('the-host-is-not-in-a-snapshot', async ({ control, bash }, { directory, file }) => {
      await bash(`ln -s '${file}' link; ln -s '${directory}' links; mkfifo pipe; echo own > file`)
      const chunks: Uint8Array[] = []
      for await (const chunk of control.snapshot()) chunks.push(chunk)
      const archive = Buffer.concat(chunks).toString('latin1')
      assert.ok(archive.includes('own\n') && !archive.includes(SECRET))
    }),
    needs: ['snapshot'],
  },
  {
    ...canaryCheck('the-host-is-not-watched-through-a-link', async ({ files, bash }, { directory }) => {
      await bash(`ln -s '${directory}' links`)
      const seen: string[] = []
      for (const path of ['links', directory]) {
        await files.watch(path, ({ name }) => void seen.push(name)).catch(() => {})
      }
      await writeFile(join(directory, 'canary'), SECRET)
      await bash('sleep 0.1')
      assert.deepEqual(seen, [])
    }),
    needs: ['watch'],
  },
]
