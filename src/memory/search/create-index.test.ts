import { describe, expect, it } from 'vitest'
import { createSearchIndex } from './create-index.ts'
import { fieldsOf } from './fields.ts'

function indexOf(...codes: string[]) {
  const index = createSearchIndex()
  for (const [number, code] of codes.entries()) index.add(number, { ...fieldsOf(code), language: 'python' })
  const found = (text: string, language?: string) =>
    index.search({ text, language, limit: 10 }).map(({ document }) => document)
  return { index, found }
}

describe('the search index', () => {
  it('finds the definition of a name before its uses, and these in the order of plain BM25', () => {
    const use = 'x = read_rows(1)'
    const { found } = indexOf(
      `${use}\n${'y = 2\n'.repeat(30)}`,
      `${use}\n${use}`,
      'def read_rows(n):\n  return n',
      'z = 3',
    )
    expect(found('read_rows')).toEqual([2, 1, 0])
  })

  it('splits identifiers and joins forms of a word', () => {
    const { found } = indexOf('def parseHTTPReplies(): pass', 'def close_door(): pass')
    expect(found('how to parse an http reply')[0]).toBe(0)
    expect(found('closing doors')[0]).toBe(1)
  })

  it('knows abbreviations and synonyms of programs, and puts a word itself before them', () => {
    const { found } = indexOf('def drop_directory(path): pass', 'def close_door(): pass', 'def delete_folder(): pass')
    expect(found('how to delete folders')).toEqual([2, 0])
    expect(found('removing dirs')).toEqual([2, 0])
  })

  it('finds nothing that was removed, and nothing of another language', () => {
    const { index, found } = indexOf('def mean(a): pass', 'def mean(b): pass')
    index.remove(0)
    expect(found('mean')).toEqual([1])
    expect(found('mean', 'ruby')).toEqual([])
    expect(index.count()).toBe(1)
  })
})
