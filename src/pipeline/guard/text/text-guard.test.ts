import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findInText } from './find-in-text.fixture.ts'
import { textGuard } from './text-guard.ts'
import { fold, glue } from './view.ts'

describe('the rules for every language', () => {
  it('have ids of their own, with a reason and a remedy', () => {
    const ids = textGuard.rules.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, title, why, remedy, cwe } of textGuard.rules) {
      expect(id).toMatch(/^text\/[a-z0-9-]+$/)
      expect(title).not.toMatch(/\.$/)
      expect([why, remedy]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)])
      expect(cwe.length).toBeGreaterThan(0)
    }
  })

  it('never throw, and point inside of the source, whatever it is', () => {
    const words = [
      'password = "',
      'AKIA',
      '-----BEGIN PRIVATE KEY-----',
      '\u202e',
      'ignore all previous instructions',
      '\\x41',
      '"+"',
      '\ud800',
      '\u{e0041}',
      '1, 2, ',
    ]
    const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...words))
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.constantFrom('python', 'bash', 'sql', 'c'),
        (parts, language) => {
          const code = parts.join('')
          const lines = code.split(/\r\n|\n|\r/).length
          for (const finding of findInText(code, language)) {
            expect(finding.line).toBeGreaterThanOrEqual(1)
            expect(finding.endLine).toBeLessThanOrEqual(lines)
          }
        },
      ),
    )
  })

  it('read text that was put together, and know where each character came from', () => {
    const source = 'x = "AB" + "CD"'
    const glued = glue(source)
    expect(glued.text).toBe('x = "ABCD"')
    expect(glued.placeOf(5, 9)).toEqual({ start: 5, end: 14 })
    const folded = fold('# Ignore\n#  ALL')
    expect(folded.text).toBe(' ignore all')
    expect(folded.placeOf(8, 11)).toEqual({ start: 12, end: 15 })
  })
})
