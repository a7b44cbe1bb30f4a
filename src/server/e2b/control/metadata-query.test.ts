import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMetadataQuery } from './metadata-query.ts'

/** Encodes a filter as the official SDKs do before they put it into the URL. */
function asSdksWrite(metadata: Record<string, string>): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(metadata))
    pairs.append(encodeURIComponent(name), encodeURIComponent(value))
  return pairs.toString()
}

describe('the metadata of a list query', () => {
  it('is decoded to the original, whatever the names and values are', () => {
    const text = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(fc.dictionary(text, text), (metadata) => {
        const url = new URL(`http://localhost/v2/sandboxes?metadata=${encodeURIComponent(asSdksWrite(metadata))}`)
        expect(readMetadataQuery(url.searchParams.get('metadata') ?? '')).toEqual({ ...metadata })
      }),
    )
  })

  it('is read unchanged when its words need no encoding', () => {
    expect(readMetadataQuery('user=abc&app=prod')).toEqual({ user: 'abc', app: 'prod' })
  })

  it('is read or refused with a reason, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string(), (sent) => {
        try {
          for (const value of Object.values(readMetadataQuery(sent))) expect(value).toBeTypeOf('string')
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_REQUEST', status: 400 })
        }
      }),
    )
  })

  it('is refused when a word is encoded wrongly', () => {
    expect(() => readMetadataQuery('user=%25zz')).toThrow('query.metadata: names and values must be URL encoded')
  })
})
