import { expect, it } from 'vitest'
import { changesSince } from './changes.ts'
import type { SnapshotNode } from './page-memory.ts'
import { allLines } from './render.ts'

const text = (n: string): SnapshotNode => ({ r: 'text', n, s: [] })
const button = (n: string, ref: string): SnapshotNode => ({ r: 'button', n, s: [], ref })
const keysOf = (nodes: SnapshotNode[]) => new Map(allLines(nodes).map(({ key, text: line }) => [key, line]))

it('texts beside a new element are no change, also when they are alike', () => {
  const before = [text('|'), text('|'), text('a word')]
  const after = [button('New', 'e1'), ...before, text('|')]
  expect(changesSince(keysOf(before), allLines(after), 4000).text).toBe('+ button "New" [e1]\n+ text: |')
})

it('a text with other words is told with both', () => {
  expect(changesSince(keysOf([text('1 left')]), allLines([text('2 left')]), 4000).text).toBe(
    '+ text: 2 left\n- text: 1 left',
  )
})
