import { afterEach, beforeEach, expect, it } from 'vitest'
import { draftOf, type KeptStates, openStates, type Tree } from '../state/states.fixture.ts'
import { diffTrees } from './diff-trees.ts'

let kept: KeptStates
beforeEach(async () => {
  kept = await openStates()
})
afterEach(() => kept.close())

const entriesOf = async (tree: Tree) => (await kept.states.save(draftOf(tree))).manifest.entries

it('a diff lists added, removed and changed paths, with sizes and in order', async () => {
  const from = await entriesOf({
    dir: null,
    'dir/same': 'x',
    'dir/edited': 'one',
    gone: 'abc',
    link: '->a',
    turned: 'x',
  })
  const to = await entriesOf({
    dir: null,
    'dir/same': 'x',
    'dir/edited': 'two',
    added: '12',
    link: '->b',
    turned: null,
  })
  expect(diffTrees(from, to)).toEqual([
    { path: 'added', change: 'added', from: null, to: 2 },
    { path: 'dir/edited', change: 'changed', from: 3, to: 3 },
    { path: 'gone', change: 'removed', from: 3, to: null },
    { path: 'link', change: 'changed', from: 0, to: 0 },
    { path: 'turned', change: 'changed', from: 1, to: 0 },
  ])
})

it('a file that was rewritten with the same content did not change; one with other rights did', async () => {
  const from = await entriesOf({ a: 'x', b: 'y' })
  const to = (await entriesOf({ a: 'x', b: 'y' })).map((entry) =>
    entry.path === 'a' ? { ...entry, modifiedMs: 1 } : { ...entry, mode: 0o755 },
  )
  expect(diffTrees(from, to)).toEqual([{ path: 'b', change: 'changed', from: 1, to: 1 }])
})
