import { expect, it } from 'vitest'
import type { TreeEntry, TreePiece } from '../../sandbox/tree.ts'
import type { ManifestEntry } from '../state/manifest.ts'
import { mergedPieces } from './merged-pieces.ts'

const chunk = (hash: string) => ({ blob: 0, offset: 0, length: 1, hash })
const entryOf = (path: string, is: string): ManifestEntry => ({
  ...{ path, mode: 0o755, size: 0, modifiedMs: 0 },
  ...(is === '/' ? { type: 'directory' as const } : { type: 'file' as const, chunks: [chunk(is)] }),
})
/** Paths with their kinds: `/` for a directory, any other word for the content of a file. */
const tree = (is: Record<string, string>) =>
  new Map(Object.entries(is).map(([path, what]) => [path, entryOf(path, what)]))
const put = (path: string, type: TreeEntry['type'] = 'file'): TreePiece => ({
  entry: { path, type, mode: 0o644, size: 0, modifiedMs: 0 },
})

async function merge(copy: Record<string, string>, current: Record<string, string>, changes: TreePiece[]) {
  const told: string[] = []
  for await (const piece of mergedPieces(changes, { copy: tree(copy), current: tree(current) })) {
    if ('removed' in piece) told.push(`- ${piece.removed}`)
    if ('entry' in piece) told.push(`+ ${piece.entry.path}${piece.entry.type === 'directory' ? '/' : ''}`)
  }
  return told
}

it('a directory goes with everything in it when nobody else touched it', async () => {
  const all = { d: '/', 'd/a': '1', 'd/e': '/', 'd/e/b': '2' }
  expect(await merge(all, all, [{ removed: 'd' }])).toEqual(['- d', '- d/a', '- d/e', '- d/e/b'])
})

it('changes and additions of others stay, with their directories', async () => {
  const copy = { d: '/', 'd/a': '1', 'd/e': '/', 'd/e/b': '2' }
  expect(await merge(copy, { ...copy, 'd/e/b': '3' }, [{ removed: 'd' }])).toEqual(['- d/a'])
  expect(await merge(copy, { ...copy, 'd/new': '1' }, [{ removed: 'd' }])).toEqual(['- d/a', '- d/e', '- d/e/b'])
})

it('a path that somebody else removed before is not removed again', async () => {
  expect(await merge({ a: '1' }, {}, [{ removed: 'a' }])).toEqual([])
})

it('a file whose directory somebody else removed, or made a file, brings its directory back', async () => {
  const copy = { d: '/', 'd/a': '1' }
  expect(await merge(copy, {}, [put('d/a')])).toEqual(['+ d/', '+ d/a'])
  expect(await merge(copy, { d: '1' }, [put('d/a')])).toEqual(['+ d/', '+ d/a'])
})

it('a file takes the place of its own directory, and a directory that of a file', async () => {
  const copy = { d: '/', 'd/a': '1', f: '1' }
  expect(await merge(copy, copy, [{ removed: 'd' }, put('d')])).toEqual(['- d', '- d/a', '+ d'])
  expect(await merge(copy, copy, [put('f', 'directory'), put('f/x')])).toEqual(['+ f/', '+ f/x'])
})
