import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { draftOf, type KeptStates, kernelBytes, openStates, piecesOf, treeOf } from './states.fixture.ts'

const MEGABYTE = 1024 * 1024
let kept: KeptStates
beforeEach(async () => {
  kept = await openStates()
})
afterEach(() => kept.close())

const storedBytes = async (hash: string) => (await kept.blobs.get(hash)).length
const blobCount = async () => {
  let count = 0
  for await (const _ of kept.blobs.list()) count++
  return count
}

it('a state comes back whole to a reader with an empty memory', async () => {
  const tree = { dir: null, 'dir/file': 'text', 'dir/link': '->../x', 'dir-a': '', empty: null }
  const pickle = randomBytes(3_000)
  const kernels = [{ language: 'python', bytes: pickle, versions: { python: '3.11' } }]
  const lost = [{ what: 'socket', language: 'python', why: 'it is open' }]
  const saved = await kept.states.save(draftOf(tree, { kernels, lost }))
  const state = await kept.again().read(saved.id)
  expect(await treeOf(kept.again(), state)).toEqual(tree)
  expect(pickle.equals(await kernelBytes(kept.again(), state, 'python'))).toBe(true)
  expect(state.manifest.kernels).toMatchObject([{ versions: { python: '3.11' }, size: 3_000 }])
  expect(state.manifest.lost).toEqual(lost)
  const { token: _, ...same } = saved
  expect(state).toEqual(same)
  expect(state.row).toMatchObject({ bytes: 3_004, blobs: [saved.id] })
})

it('modes and times are kept, and other attributes from a sandbox are not', async () => {
  const entry = { path: 'a', type: 'file' as const, mode: 0o104640, size: 999, modifiedMs: 12.5, evil: 'x' }
  const { manifest } = await kept.states.save(draftOf({}, { tree: [{ entry }, { bytes: Buffer.from('12') }] }))
  expect(manifest.entries).toMatchObject([{ path: 'a', type: 'file', mode: 0o4640, size: 2, modifiedMs: 12.5 }])
  expect(manifest.entries[0]).not.toHaveProperty('evil')
})

describe('only new content is written', () => {
  const large = randomBytes(9 * MEGABYTE)

  it('when a file changes, moves, is copied, or grows at its end', async () => {
    const base = await kept.states.save(draftOf({ large, small: 'x' }))
    const grown = Buffer.concat([large, Buffer.from('more')])
    const tree = { moved: large, copy: large, grown, small: 'y' }
    const next = await kept.states.save(draftOf(tree, { base }))
    expect(await storedBytes(next.id)).toBeLessThan(1.1 * MEGABYTE)
    expect(next.row.blobs).toEqual([next.id, base.id])
    const found = await treeOf(kept.again(), await kept.again().read(next.id))
    expect(Object.keys(found)).toEqual(['copy', 'grown', 'moved', 'small'])
    expect(Buffer.from(String(found.grown), 'latin1').equals(grown)).toBe(true)
  })

  it('when an interpreter is as it was', async () => {
    const kernels = [{ language: 'r', bytes: large, versions: {} }]
    const base = await kept.states.save(draftOf({}, { kernels }))
    const asBytes = await kept.states.save(draftOf({}, { base, kernels }))
    const asBefore = await kept.states.save(draftOf({}, { base: asBytes, kernels: asBytes.manifest.kernels }))
    expect(await storedBytes(asBytes.id)).toBeLessThan(2_000)
    expect(await storedBytes(asBefore.id)).toBeLessThan(2_000)
    expect(large.equals(await kernelBytes(kept.again(), asBefore, 'r'))).toBe(true)
  })

  it('and it is compressed where that helps', async () => {
    const { id } = await kept.states.save(draftOf({ text: 'the same again '.repeat(100_000), noise: large }))
    expect(await storedBytes(id)).toBeLessThan(large.length + 10_000)
    expect(await storedBytes(id)).toBeGreaterThan(large.length)
  })
})

it('two saves of the same state never make the same blob', async () => {
  const [one, two] = [await kept.states.save(draftOf({ a: '1' })), await kept.states.save(draftOf({ a: '1' }))]
  expect(one.id).not.toBe(two.id)
})

describe('changes are saved on top of the state before', () => {
  const tree = { a: null, 'a/b': null, 'a/b/c': '1', 'a/d': '2', 'a-e': '3' }
  const change = async (changed: Parameters<typeof piecesOf>[0], removed?: string[]) => {
    const base = await kept.states.save(draftOf(tree))
    const pieces = { tree: piecesOf(changed, removed), isWhole: false, base }
    return treeOf(kept.states, await kept.states.save(draftOf({}, pieces)))
  }

  it('nothing', async () => expect(await change({})).toEqual(tree))
  it('a directory that goes, with all in it', async () => expect(await change({}, ['a'])).toEqual({ 'a-e': '3' }))
  it('a directory that was made anew', async () => {
    expect(await change({ a: null, 'a/new': 'n' }, ['a'])).toEqual({ a: null, 'a/new': 'n', 'a-e': '3' })
  })
  it('a file in the place of a directory', async () => {
    expect(await change({ a: 'file' })).toEqual({ a: 'file', 'a-e': '3' })
  })
  it('a directory in the place of a file', async () => {
    expect(await change({ 'a-e': null, 'a-e/x': 'x' })).toEqual({ ...tree, 'a-e': null, 'a-e/x': 'x' })
  })
})

it('an unreadable file loses its earlier content', async () => {
  const base = await kept.states.save(draftOf({ dir: null, 'dir/a': 'old', b: 'b' }))
  const tree = [{ left: { path: 'dir/a', why: 'it cannot be read' } }, { left: { path: 'dir', why: 'it cannot' } }]
  const state = await kept.states.save(draftOf({}, { base, tree, isWhole: false }))
  expect(await treeOf(kept.states, state)).toEqual({ dir: null, b: 'b' })
})

it('an unreadable file is named', async () => {
  const left = { path: 'pipe', why: 'it is no file' }
  const { manifest, token } = await kept.states.save(draftOf({}, { tree: [{ left }, { token: 'seen' }] }))
  expect(manifest.lost).toEqual([{ what: 'pipe', why: 'it is no file' }])
  expect(token).toBe('seen')
})

it('named entries come without the others', async () => {
  const state = await kept.states.save(draftOf({ a: null, 'a/b': '1', c: '2' }))
  const paths: string[] = []
  for await (const piece of kept.states.tree(state, new Set(['c', 'a', 'gone']))) {
    if ('entry' in piece) paths.push(piece.entry.path)
  }
  expect(paths).toEqual(['a', 'c'])
})

describe('a save that fails leaves nothing', () => {
  it('when the tree does not fit, however large it comes', async () => {
    const states = kept.again({ blobBytes: MEGABYTE })
    const most = 3 * MEGABYTE
    const assertFits = ({ bytes }: { bytes: number }) => {
      if (bytes > most) throw new Error('too large')
    }
    let told = 0
    async function* endless() {
      for (let n = 0; ; n++) {
        yield* piecesOf({ [`file-${n}`]: randomBytes(MEGABYTE / 2) })
        told = n
      }
    }
    await expect(states.save(draftOf({}, { tree: endless(), assertFits }))).rejects.toThrow('too large')
    expect(told).toBeLessThan(12)
    expect(await blobCount()).toBe(0)
    expect(await kept.store.contents.orphans(Date.now() + 1, 9)).toEqual([])
  })

  it('when the sandbox ends on the way', async () => {
    async function* broken() {
      yield* piecesOf({ a: 'text' })
      throw new Error('the sandbox is gone')
    }
    await expect(kept.states.save(draftOf({}, { tree: broken() }))).rejects.toThrow('the sandbox is gone')
    expect(await blobCount()).toBe(0)
  })
})

describe('blobs that nothing needs', () => {
  it('go when the store has released them, and not before', async () => {
    const { id, row } = await kept.states.save(draftOf({ a: '1' }))
    const userId = 'u'
    const volume = {
      id: 'v',
      userId,
      name: 'n',
      version: 0,
      stateId: null,
      bytes: 0,
      files: 0,
      maxBytes: 9,
      maxFiles: 9,
    }
    await kept.store.volumes.create({ ...volume, createdAt: 0, changedAt: 0 }, 9)
    await kept.store.volumes.advance({ id: 'v', from: 0, bytes: 1, files: 1, changedAt: 1, state: row })
    await kept.states.release({ blobs: [id] })
    expect(await kept.blobs.has(id)).toBe(true)
    await kept.states.release(await kept.store.volumes.remove({ userId, name: 'n' }, 1))
    expect(await blobCount()).toBe(0)
    await expect(kept.states.read(id)).rejects.toMatchObject({ code: 'STATE_DAMAGED' })
  })

  it('are swept after a while when they were never part of anything', async () => {
    await kept.states.save(draftOf({ a: '1' }))
    await kept.states.save(draftOf({ a: '2' }))
    expect(await kept.states.sweep()).toBe(0)
    const later = kept.again({ clock: () => Date.now() + 2 * 3_600_000 })
    expect(await later.sweep()).toBe(2)
    expect(await blobCount()).toBe(0)
  })
})
