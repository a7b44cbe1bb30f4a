import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../src/adapter/open-store.ts'
import { backupHome, restoreHome } from '../src/engine.ts'
import { assertSealed, sealed } from '../src/store/backup/backup-seal.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'
import { COMPILED } from './support/compiled.ts'
import { configOf } from './support/engine.ts'
import { fillData, openBlobs, rowsOf } from './support/filled-home.ts'

const CHILD = join(import.meta.dirname, 'support/restore-child.ts')
const KILLS = 8
const signal = new AbortController().signal
const onProgress = () => {}
let directory = ''
let file = ''
let whole: Buffer
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-damage-'))
  file = join(directory, 'whole.anneal')
  const home = join(directory, 'home')
  const store = await openSqlite({ file: join(home, 'anneal.db') })
  await fillData({ store, blobs: await openBlobs(home) }, 4)
  await store.close()
  const about = { id: 'backup', madeAt: 1, madeBy: '0.1.0', onProgress, signal }
  await backupHome(configOf(home).config, { ...about, file })
  whole = await readFile(file)
})
afterAll(() => rm(directory, { recursive: true }))

const restoreInto = (home: string, from: string) =>
  restoreHome(configOf(home).config, { file: from, onProgress, signal })

async function written(bytes: Uint8Array): Promise<string> {
  const path = join(directory, 'other.anneal')
  await writeFile(path, bytes)
  return path
}

describe('a file that is not exactly a backup is refused before anything is written', () => {
  const refusal = async (bytes: Uint8Array) => {
    const checked = assertSealed(await written(bytes), { onBytes: () => {}, signal })
    await expect(checked).rejects.toMatchObject({ code: 'BACKUP_REFUSED' })
  }

  it('when any bit is flipped', () =>
    fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (index, bit) => {
        const changed = Buffer.from(whole)
        changed[index] = (changed[index] ?? 0) ^ (1 << bit)
        await refusal(changed)
      }),
    ))

  it('when it is cut anywhere', () =>
    fc.assert(fc.asyncProperty(fc.nat(whole.length - 1), (length) => refusal(whole.subarray(0, length)))))

  it('when something follows', () =>
    fc.assert(fc.asyncProperty(fc.uint8Array({ minLength: 1 }), (more) => refusal(Buffer.concat([whole, more])))))

  it('when it is something else', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), refusal))
    const home = join(directory, 'untouched')
    await expect(restoreInto(home, join(directory, 'absent'))).rejects.toMatchObject({ code: 'BACKUP_REFUSED' })
    await expect(restoreInto(home, await written(Buffer.alloc(5000)))).rejects.toMatchObject({ code: 'BACKUP_REFUSED' })
    expect(await readdir(directory)).not.toContain('untouched')
  })
})

describe('a forged backup', () => {
  /** Has a valid seal, so that its content is checked. */
  async function madeUp(tar: Uint8Array): Promise<string> {
    const pieces: Uint8Array[] = []
    for await (const piece of sealed(inOne(zstdCompressSync(tar)))) pieces.push(piece)
    return written(Buffer.concat(pieces))
  }
  async function* inOne(bytes: Uint8Array) {
    yield bytes
  }

  const tarOf = async () =>
    zstdDecompressSync(whole.subarray(0, await assertSealed(file, { onBytes: () => {}, signal })))

  it('is restored whole or refused, whatever is changed in it, and a refused one leaves nothing', async () => {
    const tar = await tarOf()
    let number = 0
    const change = fc.record({ index: fc.nat(tar.length - 1), bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }) })
    await fc.assert(
      fc.asyncProperty(change, async ({ index, bytes }) => {
        const changed = Buffer.from(tar)
        changed.set(bytes.subarray(0, tar.length - index), index)
        const home = join(directory, `made-up-${++number}`)
        const error = await restoreInto(home, await madeUp(changed)).catch((thrown) => thrown)
        if (!(error instanceof Error)) return
        expect(error).toMatchObject({ code: 'BACKUP_REFUSED' })
        expect(await readdir(home)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  const lines: Record<string, [from: string, to: string]> = {
    'has a column that nobody knows': ['"user_id"', '"user-id"'],
    'has a table that nobody knows': ['.run.jsonl', '.rub.jsonl'],
    'is of a newer version': ['"009-sessions"', '"999-sessions"'],
    'is of another kind': ['anneal-backup', 'zebra--backup'],
    'has content that nothing needs': ['journal/', 'jour_al/'],
  }
  for (const [what, [from, to]] of Object.entries(lines)) {
    it(`is refused when it ${what}`, async () => {
      const tar = await tarOf()
      expect(tar.includes(from)).toBe(true)
      const changed = Buffer.from(tar.toString('latin1').replaceAll(from, to), 'latin1')
      const home = join(directory, what.replaceAll(' ', '-'))
      await expect(restoreInto(home, await madeUp(changed))).rejects.toMatchObject({ code: 'BACKUP_REFUSED' })
      expect(await readdir(home)).toEqual([])
    })
  }

  it('is restored when it is of an older version', async () => {
    const home = join(directory, 'older')
    const newest = ',\n    "009-sessions"'
    const older = (await tarOf()).toString('latin1').replace(newest, ' '.repeat(newest.length))
    expect(older).not.toContain('009-sessions')
    await restoreInto(home, await madeUp(Buffer.from(older, 'latin1')))
    expect(await readdir(home)).toContain('anneal.db')
  })

  it('is refused when content is missing from it', async () => {
    const tar = await tarOf()
    const home = join(directory, 'missing')
    const cut = await madeUp(tar.subarray(0, tar.indexOf('states/')))
    await expect(restoreInto(home, cut)).rejects.toMatchObject({
      code: 'BACKUP_REFUSED',
      message: expect.stringContaining('content is missing from it: 8 pieces'),
    })
    expect(await readdir(home)).toEqual([])
  })
})

it('a restore that is killed leaves nothing, everything, or a home that nothing starts on', async () => {
  const found = new Set<string>()
  for (let kill = 0; kill < KILLS; kill++) {
    const home = join(directory, `killed-${kill}`)
    await restoreAndKill(home, kill)
    found.add(await whatIsIn(home))
  }
  expect([...found]).toEqual(expect.arrayContaining(['refused', 'everything']))
})

/** Kills the restore after this many steps; the last ones are left alone. */
async function restoreAndKill(home: string, kill: number) {
  const child = spawn(process.execPath, [CHILD, home, file], {
    env: { ...process.env, ...COMPILED },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let steps = 0
  child.stdout.on('data', (text: Buffer) => {
    steps += text.length
    if (kill < KILLS - 1 && steps > 2 * kill) child.kill('SIGKILL')
  })
  await once(child, 'exit')
}

async function whatIsIn(home: string): Promise<string> {
  const names: string[] = await readdir(home).catch(() => [])
  if (names.length === 0) return 'nothing'
  const starting = openStore(configOf(home).config)
  if (names.includes('restoring')) {
    await expect(starting).rejects.toMatchObject({ code: 'STORE_DAMAGED', message: expect.stringContaining('restore') })
    await expect(restoreInto(home, file)).rejects.toMatchObject({ code: 'BACKUP_REFUSED' })
    return 'refused'
  }
  await (await starting).close()
  const stores = await Promise.all(
    [home, join(directory, 'home')].map((one) => openSqlite({ file: join(one, 'anneal.db') })),
  )
  const [rows, all] = await Promise.all(stores.map(rowsOf))
  for (const store of stores) await store.close()
  expect(rows?.get('session')).toEqual(all?.get('session'))
  return 'everything'
}
