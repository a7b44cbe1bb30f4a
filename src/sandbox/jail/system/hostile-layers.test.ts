import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDirectoryLayers } from './directory-layers.ts'
import { openSystemJail, runAs, SYSTEM_LIMITS } from './system.fixture.ts'

const jail = await openSystemJail()
afterAll(() => jail.close?.())

let host: string
beforeEach(async () => {
  host = await mkdtemp(join(tmpdir(), 'anneal-test-'))
  await chmod(host, 0o755)
  for (const name of ['layer', 'open', 'volume']) await mkdir(join(host, name))
  await writeFile(join(host, 'open', 'file'), 'of the host')
  await chmod(join(host, 'open'), 0o777)
})
afterEach(() => rm(host, { recursive: true }))

/** A layer holds anything that the tar of a machine wrote, and the tar is the tenant's. */
const linkInLayer = (name: string) => symlink(join(host, 'open'), join(host, 'layer', name))

async function boot() {
  const mounts = [{ source: join(host, 'volume'), target: '/volumes/one/two', readOnly: false }]
  return jail.createSystem({ mounts, system: { layers: [join(host, 'layer')] } })
}

describe('a hostile layer', () => {
  it('shows nothing of the host by a link where its programs are', async () => {
    await linkInLayer('usr')
    const control = await boot()
    try {
      expect(await runAs(control, 'root', 'cat /usr/file 2>&1; ls -d /usr/bin')).toEqual({
        output: 'cat: /usr/file: No such file or directory\n/usr/bin\n',
        exitCode: 0,
      })
    } finally {
      await control.destroy()
    }
  })

  it.each(['proc', 'dev', 'run', 'volumes'])(
    'has nothing mounted or made on the host by a link at %s',
    async (name) => {
      await linkInLayer(name)
      await expect(boot()).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' })
      expect(await readdir(join(host, 'open'))).toEqual(['file'])
    },
  )
})

it('endless complaints of a machine’s own tar are not kept', async () => {
  const control = await jail.createSystem()
  try {
    const tar = '#!/bin/sh\nhead -c 4000000 /dev/zero | tr "\\0" x >&2\nexit 1\n'
    await control.sandbox.files.as('root').write('/usr/bin/tar', tar, { mode: 0o755 })
    const told = await readAll(control.changes()).catch((error: Error) => error.message)
    expect(told).toMatch(/x{2000}/)
    expect(told.length).toBeLessThan(100_000)
  } finally {
    await control.destroy()
  }
})

it('an archive with directories that it does not list is no layer', async () => {
  const layers = await openDirectoryLayers({
    ...{ directory: join(host, 'layers'), provider: jail, limits: SYSTEM_LIMITS, forget: jail.systems.forget },
    newId: () => 'lay1',
  })
  const control = await jail.createSystem()
  try {
    const tar = '#!/bin/sh\ncd /tmp && mkdir -p a/b/c && touch a/b/c/d && exec busy-tar -cf - a/b/c/d\n'
    await runAs(control, 'root', 'cp /usr/bin/tar /usr/bin/busy-tar')
    await control.sandbox.files.as('root').write('/usr/bin/tar', tar, { mode: 0o755 })
    await expect(layers.add(control.changes())).rejects.toThrow('a directory of the archive is missing')
    expect(await readdir(join(host, 'layers'))).toEqual([])
  } finally {
    await control.destroy()
  }
})

async function readAll(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += Buffer.from(piece).toString()
  return text
}
