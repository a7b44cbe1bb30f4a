import { describe, expect, it } from 'vitest'
import { findDrafts } from './drafts.ts'

const draftsIn = (text: string) => findDrafts(text).spans.map(({ start, end }) => text.slice(start, end).trim())

describe('drafts of a model that thinks aloud', () => {
  it('stand between their tags, from the beginning without the first and to the end without the last', () => {
    expect(draftsIn('<think>\na\n</think>\nb')).toEqual(['<think>\na'])
    expect(draftsIn('a\n</think>\nb')).toEqual(['a'])
    expect(draftsIn('b\n<thinking>\na')).toEqual(['<thinking>\na'])
  })

  it('are not begun by a tag inside of a fence', () => {
    expect(draftsIn('```html\n<think>\n```\nb')).toEqual([])
  })

  it('leave every other character of the text where it was', () => {
    const text = '<think>\n```py\nx\n```\n</think>\nb'
    const hidden = findDrafts(text).text
    expect(hidden).toHaveLength(text.length)
    expect(hidden).toContain('```py\nx\n```')
    expect(hidden).not.toContain('think')
  })
})
