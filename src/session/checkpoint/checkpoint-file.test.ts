import { execFileSync } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TreePiece } from '../../sandbox/tree.ts'
import { checkpointOf } from '../../store/content/sample-state.ts'
import { bytesOf, inChunks, tarOf } from '../archive/archive.fixture.ts'
import { readTar } from '../archive/read-tar.ts'
import { writeTar } from '../archive/write-tar.ts'
import { draftOf, type KeptStates, kernelBytes, openStates, treeOf } from '../state/states.fixture.ts'
import { exportCheckpoint } from './export-checkpoint.ts'
import { importCheckpoint } from './import-checkpoint.ts'

const limits = { bytes: 20_000_000, files: 100 }
const pickle = randomBytes(500)
const tree = {
  dir: null,
  'dir/a.txt': 'hello '.repeat(50),
  empty: '',
  python: '->/usr/bin/python3',
  'ünï\uFFFD': 'x',
  [`dir/${'long'.repeat(50)}`]: 'y',
}
let here: KeptStates
let there: KeptStates
let file: Buffer
beforeEach(async () => {
  here = await openStates()
  there = await openStates()
  const kernels = [{ language: 'python', bytes: pickle, versions: { python: '3.11.2' } }]
  file = await exported(draftOf(tree, { kernels }))
})
afterEach(async () => {
  await here.close()
  await there.close()
})

async function exported(draft: ReturnType<typeof draftOf>): Promise<Buffer> {
  const state = await here.states.save(draft)
  return bytesOf(exportCheckpoint({ checkpoint: checkpointOf({ stateId: state.id }), state, states: here.states }))
}
const imported = (bytes: Uint8Array, bounds = limits) =>
  importCheckpoint({ source: inChunks(bytes), states: there.states, limits: bounds })
const blobCount = async () => {
  let count = 0
  for await (const _ of there.blobs.list()) count++
  return count
}

it('a checkpoint is the same after import elsewhere', async () => {
  const { state, checkpoint } = await imported(file)
  const again = there.again()
  const read = await again.read(state.id)
  expect(await treeOf(again, read)).toEqual(Object.fromEntries(Object.entries(tree)))
  expect(pickle.equals(await kernelBytes(again, read, 'python'))).toBe(true)
  const { conversation, label, createdAt, executions, lost, settings, variables } = checkpointOf({ stateId: '' })
  expect(checkpoint).toEqual({ conversation, label, createdAt, executions, lost, settings, variables })
  expect(read.manifest.lost).toEqual(lost)
  expect(read.manifest.kernels).toMatchObject([{ versions: { python: '3.11.2' } }])
})

it('modes and times come back too, and files larger than a chunk', async () => {
  const large = randomBytes(9_000_000)
  const entry = { path: 'a', type: 'file' as const, mode: 0o4, size: large.length, modifiedMs: 1_234.567 }
  const bytes = await exported(draftOf({}, { tree: [{ entry }, { bytes: large }] }))
  const { state } = await imported(bytes)
  expect(state.manifest.entries).toMatchObject([entry])
  expect(Buffer.from(String((await treeOf(there.states, state)).a), 'latin1').equals(large)).toBe(true)
})

it('ordinary tools can read it', () => {
  const plain = zstdDecompressSync(file)
  const names = execFileSync('tar', ['-t', '--quoting-style=literal'], { input: plain, encoding: 'utf8' }).split('\n')
  expect(names.slice(0, 3)).toEqual(['checkpoint.json', 'checkpoint.sha256', 'variables/python.bin'])
  expect(names).toContain('files/dir/a.txt')
  const text = execFileSync('tar', ['-xO', 'checkpoint.json'], { input: plain, encoding: 'utf8' })
  const sha256 = hash('sha256', 'hello '.repeat(50))
  expect(JSON.parse(text).files).toContainEqual(expect.objectContaining({ path: 'dir/a.txt', hashes: [sha256] }))
  expect(text).not.toMatch(/userId|sessionId|stateId/)
})

describe('a file that was changed is refused, or brings back exactly the same', () => {
  /** The compressed and the plain file each reveal damage that the other cannot show. */
  const wrappings = { compressed: () => file, plain: () => zstdDecompressSync(file) }
  for (const [name, bytesNow] of Object.entries(wrappings)) {
    it(`${name}: any byte is another`, async () => {
      const good = bytesNow()
      await fc.assert(
        fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
          const bad = Buffer.from(good)
          bad[at] = (bad[at] ?? 0) ^ flip
          await expectRefusedOrSame(bad)
        }),
        { numRuns: 40 },
      )
    })

    it(`${name}: it is cut anywhere`, async () => {
      const good = bytesNow()
      await fc.assert(
        fc.asyncProperty(fc.nat(good.length - 1), (length) => expectRefusedOrSame(good.subarray(0, length))),
        { numRuns: 25 },
      )
    })
  }

  async function expectRefusedOrSame(bytes: Buffer) {
    const outcome = await imported(bytes).catch((error) => error)
    if (outcome instanceof Error) {
      expect(outcome).toMatchObject({ code: expect.stringMatching(/^(STATE_DAMAGED|ARCHIVE_REFUSED)$/) })
      return
    }
    expect(await treeOf(there.states, outcome.state)).toEqual(Object.fromEntries(Object.entries(tree)))
    expect(pickle.equals(await kernelBytes(there.states, outcome.state, 'python'))).toBe(true)
  }
})

describe('a hostile file is refused with the reason, and nothing is kept', () => {
  type Change = (pieces: TreePiece[]) => TreePiece[]
  const entry = { path: 'files/dir/more', type: 'file' as const, mode: 0o644, size: 0, modifiedMs: 0 }
  const without = (path: string) => (pieces: TreePiece[]) => {
    const from = pieces.findIndex((piece) => 'entry' in piece && piece.entry.path === path)
    const to = pieces.findIndex((piece, index) => index > from && 'entry' in piece)
    return pieces.toSpliced(from, (to === -1 ? pieces.length : to) - from)
  }
  const described = (change: (description: Record<string, unknown[]>) => void) => (pieces: TreePiece[]) => {
    const [head, content, , , ...rest] = pieces as [{ entry: object }, { bytes: Uint8Array }, ...TreePiece[]]
    const description = JSON.parse(Buffer.from(content.bytes).toString())
    change(description)
    const text = Buffer.from(JSON.stringify(description))
    const sum = Buffer.from(`${hash('sha256', text)}  checkpoint.json\n`)
    const first = { entry: { ...head.entry, size: text.length } } as TreePiece
    const second = { entry: { ...entry, path: 'checkpoint.sha256', size: sum.length } }
    return [first, { bytes: text }, second, { bytes: sum }, ...rest]
  }
  const file0 = (description: Record<string, unknown[]>) => description.files?.[0] as Record<string, unknown>
  const attacks: Record<string, [Change, RegExp]> = {
    'a file is missing': [without('files/dir/a.txt'), /"dir\/a.txt" is missing/],
    'an interpreter is missing': [without('variables/python.bin'), /not where it belongs/],
    'a file is added': [(pieces) => [...pieces, { entry }], /it is not described/],
    'something else is added': [
      (pieces) => [...pieces, { entry: { ...entry, path: 'etc' } }],
      /no part of a checkpoint/,
    ],
    'the description is missing': [without('checkpoint.json'), /it is no checkpoint/],
    'the checksum is missing': [without('checkpoint.sha256'), /it is no checkpoint/],
    'a path climbs': [described((told) => told.files?.push({ ...file0(told), path: '../x' })), /"\.\.\/x" is missing/],
    'a file is described twice': [described((told) => told.files?.push(file0(told))), /described twice/],
    'more is described than allowed': [
      described((told) => Object.assign(file0(told), { size: 1e12 })),
      /bytes; 20000000/,
    ],
    'another kind is described': [
      described((told) => Object.assign(file0(told), { type: 'symlink' })),
      /not what was exp/,
    ],
    'a language climbs': [
      described((told) => Object.assign(told.interpreters?.[0] as object, { language: '../x' })),
      /no checkpoint/,
    ],
    'it is of another format': [described((told) => Object.assign(told, { format: 'other' })), /no checkpoint/],
  }
  for (const [what, [change, reason]] of Object.entries(attacks)) {
    it(what, async () => {
      const pieces: TreePiece[] = []
      for await (const piece of readTar(inChunks(file), { limits, links: 'any' })) {
        const isImplied = 'entry' in piece && ['files', 'variables'].includes(piece.entry.path)
        if (!isImplied) pieces.push(piece)
      }
      const bad = await bytesOf(writeTar(change(pieces), { compression: 'none' }))
      await expect(imported(bad)).rejects.toThrow(reason)
      expect(await blobCount()).toBe(0)
    })
  }

  it('it has more files or bytes than are allowed', async () => {
    await expect(imported(file, { bytes: 100, files: 100 })).rejects.toThrow(/bytes; 100 are allowed/)
    await expect(imported(file, { bytes: 1e6, files: 2 })).rejects.toThrow(/files; 2 are allowed/)
  })

  it('its settings are not allowed here', async () => {
    const assertAllowed = async () => {
      throw new Error('not here')
    }
    const options = { source: inChunks(file), states: there.states, limits, assertAllowed }
    await expect(importCheckpoint(options)).rejects.toThrow('not here')
    expect(await blobCount()).toBe(0)
  })

  it('it is no checkpoint at all', async () => {
    await expect(imported(Buffer.from('hello'))).rejects.toMatchObject({ code: 'ARCHIVE_REFUSED' })
    await expect(imported(await tarOf({ name: 'x', content: '' }))).rejects.toThrow(/it is no checkpoint/)
    await expect(imported(zstdCompressSync(Buffer.alloc(200_000_000)))).rejects.toThrow(/more than/)
  })
})
