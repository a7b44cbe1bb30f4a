import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Manifest } from './manifest.ts'
import { eachChunk } from './map-chunks.ts'
import { draftOf, kernelBytes, openStates, piecesOf, type Tree, treeOf } from './states.fixture.ts'
import type { SavedState } from './states.ts'

const KILOBYTE = 1024
const name = fc.constantFrom('a', 'b', 'c', 'a-', 'ä')
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
/** Few different contents, so that equal ones occur again; some larger than a blob of this test. */
const content = fc.tuple(fc.nat(9), fc.constantFrom(0, 10, 3_000, 9_000)).map(([seed, size]) => noise(seed, size))
const step = fc.record({
  changes: fc.array(fc.tuple(path, fc.oneof(content, fc.constantFrom(null, '->x'))), { maxLength: 4 }),
  removed: fc.array(path, { maxLength: 2 }),
  isWhole: fc.boolean(),
  kernel: fc.nat(3),
})

it('each state of a tree comes back, whatever happens to the tree, and needs little more than it holds', async () => {
  const kept = await openStates({ blobBytes: 16 * KILOBYTE })
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 50 }), async (steps) => {
        let tree: Tree = {}
        let base: SavedState | undefined
        for (const { changes, removed, isWhole, kernel } of steps) {
          const told = changesOf(tree, changes, removed)
          tree = told.tree
          const pieces = isWhole ? piecesOf(tree) : piecesOf(told.changed, removed)
          const kernels = [{ language: 'r', bytes: Buffer.from(noise(kernel, 2_000)), versions: {} }]
          base = await kept.states.save(draftOf({}, { base, isWhole, tree: pieces, kernels }))
          const fresh = kept.again()
          const state = await fresh.read(base.id)
          expect(await treeOf(fresh, state)).toEqual(tree)
          expect((await kernelBytes(fresh, state, 'r')).toString()).toBe(noise(kernel, 2_000))
          expect(state.row.blobs.length).toBeLessThan(45)
          const { kept: keptBytes, needed } = bytesOf(state.manifest)
          expect(keptBytes).toBeLessThanOrEqual(2 * needed + 16 * KILOBYTE)
        }
      }),
      { numRuns: 25 },
    )
  } finally {
    await kept.close()
  }
})

/** The bytes in the blobs of a state, and the bytes of them that it needs. */
function bytesOf(manifest: Manifest) {
  const needed = new Map<string, number>()
  eachChunk(manifest, ({ blob, offset, length, stored = length }) => needed.set(`${blob} ${offset}`, stored))
  const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0)
  return { kept: sum(manifest.blobBytes), needed: sum(needed.values()) }
}

/** The tree after the changes, and the pieces that describe them. */
function changesOf(before: Tree, changes: [string, string | null][], removed: string[]) {
  const tree = { ...before }
  const changed: Tree = {}
  const remove = (gone: string) => {
    for (const path of Object.keys(tree)) if (path === gone || path.startsWith(`${gone}/`)) delete tree[path]
  }
  for (const path of removed) remove(path)
  for (const [path, value] of changes) {
    const parents = path
      .split('/')
      .slice(0, -1)
      .map((_, index, parts) => parts.slice(0, index + 1).join('/'))
    // Each path occurs once: its result in an earlier change stays.
    if (path in changed || parents.some((parent) => changed[parent] !== undefined && changed[parent] !== null)) continue
    for (const parent of parents) {
      if (tree[parent] === null) continue
      remove(parent)
      tree[parent] = changed[parent] = null
    }
    if (value !== null) remove(path)
    tree[path] = changed[path] = value
  }
  return { tree, changed: Object.fromEntries(Object.entries(changed).filter(([path]) => path in tree)) }
}

/** Text that zstd hardly compresses, the same for the same seed. */
function noise(seed: number, size: number): string {
  let state = seed + 1
  let text = ''
  while (text.length < size) {
    state = (state * 48_271) % 2_147_483_647
    text += String.fromCharCode(33 + (state % 90))
  }
  return text
}
