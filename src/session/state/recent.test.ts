import { expect, it } from 'vitest'
import { createRecent } from './recent.ts'

it('the least recently used value goes first', () => {
  const recent = createRecent<string>(3, (text) => text.length)
  for (const key of ['a', 'b', 'c']) recent.set(key, key)
  recent.get('a')
  recent.set('d', 'd')
  expect(['a', 'b', 'c', 'd'].map((key) => recent.get(key))).toEqual(['a', undefined, 'c', 'd'])
})

it('a value that is too heavy alone is not kept, and pushes no other out', () => {
  const recent = createRecent<string>(3, (text) => text.length)
  recent.set('a', 'aaa')
  recent.set('b', 'bbbb')
  expect([recent.get('a'), recent.get('b')]).toEqual(['aaa', undefined])
})

it('a value that is set again or deleted weighs no more', () => {
  const recent = createRecent<string>(3, (text) => text.length)
  recent.set('a', 'aaa')
  recent.set('a', 'a')
  recent.set('b', 'bb')
  expect([recent.get('a'), recent.get('b')]).toEqual(['a', 'bb'])
  recent.delete('b')
  recent.set('c', 'cc')
  expect([recent.get('a'), recent.get('c')]).toEqual(['a', 'cc'])
})
