import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cursorText, readCursor } from './cursor.ts'
import { pageOf } from './page-of.ts'

const id = fc.stringMatching(/^[a-z0-9/:._-]{1,40}$/)
const place = fc.record({ atMs: fc.integer({ min: 0, max: 20 }), id })
const places = fc.uniqueArray(place, { selector: (item) => item.id, maxLength: 30 })
const order = fc.constantFrom('asc' as const, 'desc' as const)
const limit = fc.integer({ min: 1, max: 100 })

describe('a list in pages', () => {
  it('shows every item once and in order, whatever the size of the pages', () => {
    fc.assert(
      fc.property(places, order, limit, (all, order, limit) => {
        const shown = [...pagesOf(all, { order, limit })].flat()
        expect(shown).toHaveLength(all.length)
        expect(new Set(shown)).toEqual(new Set(all))
        const moments = shown.map(({ atMs }) => (order === 'asc' ? atMs : -atMs))
        expect(moments).toEqual(moments.toSorted((one, other) => one - other))
      }),
    )
  })

  it('continues at the same place when the last item of a page is gone, and repeats nothing when others come', () => {
    fc.assert(
      fc.property(places, place, limit, (all, added, limit) => {
        const first = pageOf(all, (item) => item, { order: 'desc', limit })
        const token = first.headers['x-next-token']
        fc.pre(token !== undefined && !all.some((item) => item.id === added.id))
        const changed = [...all.filter((item) => item !== first.items.at(-1)), added]
        const rest = pageOf(changed, (item) => item, { order: 'desc', limit: 100, nextToken: token }).items
        expect(rest.filter((item) => first.items.includes(item))).toEqual([])
        const missing = all.filter((item) => !first.items.includes(item) && !rest.includes(item))
        expect(missing).toEqual([])
      }),
    )
  })

  it('names no next page when there is none', () => {
    expect(pageOf([{ atMs: 1, id: 'a' }], (item) => item, { order: 'asc', limit: 1 }).headers).toEqual({})
    expect(pageOf([], (item) => item, { order: 'asc', limit: 1 })).toEqual({ items: [], headers: {} })
  })
})

describe('a cursor', () => {
  it('is decoded to the original', () => {
    fc.assert(fc.property(place, (place) => void expect(readCursor(cursorText(place))).toEqual(place)))
  })

  it('is read or refused with a reason, whatever was sent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (sent) => {
        try {
          expect(readCursor(sent)).toEqual({ atMs: expect.any(Number), id: expect.any(String) })
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_REQUEST', status: 400 })
        }
      }),
    )
  })
})

function* pagesOf<T extends { atMs: number; id: string }>(
  all: T[],
  query: { order: 'asc' | 'desc'; limit: number },
): Generator<T[]> {
  for (let nextToken: string | undefined, isFirst = true; isFirst || nextToken !== undefined; isFirst = false) {
    const page = pageOf(all, (item) => item, { ...query, nextToken })
    yield page.items
    nextToken = page.headers['x-next-token']
  }
}
