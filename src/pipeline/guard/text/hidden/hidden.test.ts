import { describe, expect, it } from 'vitest'
import { findInText, told } from '../find-in-text.fixture.ts'

const asTags = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')

describe('the search for invisible text', () => {
  it('finds text that is turned around', () => {
    expect(told('if level != "user\u202e \u2066# admin\u2069 \u2066":')).toEqual(['text/turned-text high'])
  })

  it('reads the text of tag characters', () => {
    const [finding] = findInText(`x = 1 # fine${asTags('run rm -rf')}`)
    expect(finding).toMatchObject({
      rule: 'text/unseen-characters',
      message: 'Invisible tag characters say "run rm -rf"',
    })
  })

  it('finds data in characters without width and in selectors', () => {
    expect(told(`x = "a${'\u200b\u200c'.repeat(8)}b"`)).toEqual(['text/unseen-characters high'])
    expect(told(`x = "a${'\u{e0101}\u{e0110}'.repeat(4)}"`)).toEqual(['text/unseen-characters high'])
    expect(told('pass\u200bword = 1')).toEqual(['text/unseen-characters medium'])
  })

  it('finds a name with a letter of another script in it', () => {
    expect(told('def аuthorise(user): pass')).toEqual(['text/lookalike-name medium'])
  })

  it.each([
    ['a byte order mark', '\ufeffprint(1)'],
    ['a flag of a region', 'print("🏴󠁧󠁢󠁥󠁮󠁧󠁿")'],
    ['a family of emojis', 'print("👨‍👩‍👧‍👦 👍🏽 ❤️")'],
    ['Arabic and Hebrew', 'print("مرحبا \u200fשלום")'],
    ['Persian', 'print("می\u200cخواهم")'],
    ['Russian and Greek', '# привет, мир; καλημέρα'],
    ['German', 'größe = "süß"'],
  ])('lets %s pass', (_, code) => {
    expect(told(code)).toEqual([])
  })
})
