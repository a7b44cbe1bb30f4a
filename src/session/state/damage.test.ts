import { hash } from 'node:crypto'
import { appendFile, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encodeManifest } from './encode-manifest.ts'
import { decodeStateFile } from './state-file.ts'
import { draftOf, type KeptStates, openStates, treeOf } from './states.fixture.ts'
import type { SavedState } from './states.ts'

let kept: KeptStates
let base: SavedState
let state: SavedState
beforeEach(async () => {
  kept = await openStates()
  base = await kept.states.save(draftOf({ dir: null, 'dir/old': 'old '.repeat(900) }))
  state = await kept.states.save(draftOf({ dir: null, 'dir/old': 'old '.repeat(900), new: 'new' }, { base }))
})
afterEach(() => kept.close())

const pathOf = (id: string) => join(kept.directory, id.slice(0, 2), id)
const readBack = async (id: string) => {
  const fresh = kept.again()
  return treeOf(fresh, await fresh.read(id))
}

describe('a state is refused with the reason', () => {
  const damages: Record<string, [(path: string) => Promise<void>, RegExp]> = {
    'cut off': [(path) => truncate(path, 50), /was changed/],
    emptied: [(path) => truncate(path), /was changed/],
    'made longer': [(path) => appendFile(path, 'x'), /was changed/],
    gone: [(path) => rm(path), /is missing/],
  }
  for (const [what, [damage, reason]] of Object.entries(damages)) {
    it(`when a blob of it is ${what}`, async () => {
      await damage(pathOf(base.id))
      await expect(readBack(state.id)).rejects.toMatchObject({ code: 'STATE_DAMAGED' })
      await expect(readBack(state.id)).rejects.toThrow(reason)
      await damage(pathOf(state.id))
      await expect(kept.again().read(state.id)).rejects.toThrow(reason)
    })
  }

  it('when any single bit of it has changed', async () => {
    const path = pathOf(state.id)
    const good = await readFile(path)
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.nat(7), async (at, bit) => {
        const bad = Buffer.from(good)
        bad[at] = (bad[at] ?? 0) ^ (1 << bit)
        await writeFile(path, bad)
        await expect(kept.again().read(state.id)).rejects.toMatchObject({ code: 'STATE_DAMAGED' })
      }),
      { numRuns: 50 },
    )
  })

  it('when it is a blob of content, or no state at all', async () => {
    const other = await kept.blobs.put(Buffer.from('a blob of somebody else, which is long enough'))
    await expect(kept.states.read(other)).rejects.toThrow(/it is no saved state/)
    const states = kept.again({ blobBytes: 100 })
    const large = await states.save(draftOf({ a: 'a'.repeat(90), b: 'b'.repeat(90) }))
    await expect(states.read(large.row.blobs.at(-1) ?? '')).rejects.toThrow(/it describes no state/)
  })
})

describe('a description with the right hash and wrong words is refused', () => {
  const chunk = [0, 32, 3, hash('sha256', 'new', 'hex')]
  const file = (path: unknown, ...rest: unknown[]) => [path, 'f', 420, 0, ...rest]
  const wrong: Record<string, object> = {
    'a path that climbs': { entries: [file('../x', 0, [])] },
    'an absolute path': { entries: [file('/x', 0, [])] },
    'a path twice': { entries: [file('x', 0, []), file('x', 0, [])] },
    'paths out of order': { entries: [file('y', 0, []), file('x', 0, [])] },
    'a file used as directory': { entries: [file('x', 0, []), file('x/y', 0, [])] },
    'a file in no directory': { entries: [file('x/y', 0, [])] },
    'no path': { entries: [file(7, 0, [])] },
    'a kind that is not known': { entries: [['x', 'p', 420, 0]] },
    'a link to no text': { entries: [['x', 'l', 420, 0, 7]] },
    'an entry that is none': { entries: [7] },
    'a size that does not add up': { entries: [file('x', 4, [chunk])] },
    'a negative size': { entries: [file('x', -1, [])] },
    'content beyond its blob': { entries: [file('x', 3, [chunk.with(1, 33)])] },
    'content in the head': { entries: [file('x', 3, [chunk.with(1, 0)])] },
    'content in no blob': { entries: [file('x', 3, [chunk.with(0, 1)])] },
    'content at half a byte': { entries: [file('x', 3, [chunk.with(1, 32.5)])] },
    'content without a hash': { entries: [file('x', 3, [chunk.with(3, 'x')])] },
    'content that is none': { entries: [file('x', 3, [7])] },
    'an interpreter without a size': { kernels: [{ language: 'r', versions: {}, chunks: [] }] },
    'another format': { format: 2 },
    'a blob that is none': { blobs: ['../../etc'], blobBytes: [9] },
    'a blob twice': { blobs: ['', ''], blobBytes: [0, 0] },
    'a field that is not known': { more: true },
  }
  const right = { format: 1, savedAt: 1, blobs: [''], blobBytes: [0], kernels: [], lost: [], entries: [] }
  const decode = (manifest: unknown) => decodeStateFile(fileOf(JSON.stringify(manifest)), 'It')

  it('and the right one is not', async () => {
    expect(await decode({ ...right, entries: [file('x', 3, [chunk])] })).toMatchObject({
      entries: [{ path: 'x', size: 3 }],
    })
  })
  for (const [what, change] of Object.entries(wrong)) {
    it(what, () => expect(decode({ ...right, ...change })).rejects.toThrow(/^It cannot be brought back/))
  }

  it('whatever the words are', async () => {
    const text = (await encodeManifest(state.manifest)).toString()
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length), fc.nat(text.length), fc.string(), async (from, to, put) => {
        const changed = text.slice(0, from) + put + text.slice(to)
        try {
          await decodeStateFile(fileOf(changed), 'It')
        } catch (error) {
          expect(error).toMatchObject({ code: 'STATE_DAMAGED' })
        }
      }),
      { numRuns: 500 },
    )
  })
})

/** A file with three bytes of content and this manifest. */
function fileOf(text: string): Buffer {
  const head = Buffer.alloc(35)
  head.write('anneal')
  head.writeUInt16LE(1, 6)
  head.writeUInt32LE(Buffer.byteLength(text), 24)
  head.writeUInt32LE(Buffer.byteLength(text), 28)
  head.write('new', 32)
  return Buffer.concat([head, Buffer.from(text)])
}

describe('a tree from a sandbox is refused', () => {
  const entry = { path: 'a', type: 'file' as const, mode: 0o644, size: 0, modifiedMs: 0 }
  const link = { ...entry, type: 'symlink' as const }
  const trees: Record<string, object[]> = {
    'with a path that climbs': [{ entry: { ...entry, path: 'a/../../b' } }],
    'with a path of no text': [{ entry: { ...entry, path: '\ud800' } }],
    'with something in a file': [{ entry }, { entry: { ...entry, path: 'a/b' } }],
    'with something in no directory': [{ entry: { ...entry, path: 'x/y' } }],
    'with a file twice': [{ entry }, { entry }],
    'with a link to nothing': [{ entry: link }],
    'with a kind of its own': [{ entry: { ...entry, type: 'fifo' } }],
    'with bytes of no file': [{ bytes: Buffer.from('x') }],
    'with bytes of a directory': [{ entry: { ...entry, type: 'directory' } }, { bytes: Buffer.from('x') }],
    'in the wrong order': [{ entry }, { removed: 'b' }],
  }
  for (const [what, tree] of Object.entries(trees)) {
    it(what, () =>
      expect(kept.states.save(draftOf({}, { tree: tree as never }))).rejects.toMatchObject({ code: 'STATE_DAMAGED' }),
    )
  }
})
