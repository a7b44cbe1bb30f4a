import fc from 'fast-check'
import { expect, it } from 'vitest'
import { covers, overlap } from './glob.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 })
const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 6 })

it('a pattern covers exactly the names that its regular expression fits', () => {
  const expressionOf = (glob: string) => new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
  fc.assert(
    fc.property(pattern, text, (glob, name) => {
      expect(covers(glob, name)).toBe(expressionOf(glob).test(name))
    }),
  )
})

it('a pattern overlaps every name that it covers, and no other plain name', () => {
  fc.assert(
    fc.property(pattern, text, (glob, name) => {
      expect(overlap(glob, name)).toBe(covers(glob, name))
    }),
  )
})

it('large and small letters are the same', () => {
  expect(covers('*.Example.org', 'API.example.ORG')).toBe(true)
})

it('a star in a name is a plain character: a yes to one name is none to all of them', () => {
  expect(covers('a.org', '*.org')).toBe(false)
  expect(covers('*.org', '*.org')).toBe(true)
})

it('attack: a pattern of many stars is compared as fast as any other', () => {
  expect(covers('*a'.repeat(200), `${'a'.repeat(5_000)}b`)).toBe(false)
})
