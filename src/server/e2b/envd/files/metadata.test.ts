import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { attributesFor, metadataOf } from './metadata.ts'

const of = (...rawHeaders: string[]) => metadataOf({ rawHeaders } as IncomingMessage)

test('headers that say so are metadata, by lower-case names; the first of two counts', () => {
  const headers = ['Host', 'x', 'X-Metadata-Author', 'mish', 'x-metadata-author', 'late', 'X-METADATA-A.b', 'c d']
  expect(of(...headers)).toEqual({ author: 'mish', 'a.b': 'c d' })
  expect(attributesFor(of(...headers))).toEqual({ 'e2b.author': 'mish', 'e2b.a.b': 'c d' })
  expect(of('host', 'x')).toEqual({})
})

test.each([
  ['an empty name', ['x-metadata-', 'x']],
  ['a name that is too long for an attribute', [`x-metadata-${'k'.repeat(247)}`, 'x']],
  ['a value that is not printable', ['x-metadata-a', 'b\u00fc']],
  ['more than an inode holds', ['x-metadata-a', 'x'.repeat(2100), 'x-metadata-b', 'x'.repeat(2100)]],
])('%s is refused', (_, headers) => {
  expect(() => of(...headers)).toThrow(expect.objectContaining({ status: 400 }))
})

test('metadata up to the size of an inode is accepted', () => {
  const value = 'x'.repeat(4096 - 'user.e2b.a'.length)
  expect(of('x-metadata-a', value)).toEqual({ a: value })
  expect(() => of('x-metadata-a', `${value}x`)).toThrow(expect.objectContaining({ status: 400 }))
})
