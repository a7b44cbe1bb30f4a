import { applyPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unifiedDiff } from './unified-diff.ts'

const numbered = (count: number, word: string) => Array.from({ length: count }, (_, n) => `${word} ${n}\n`).join('')

describe('a diff', () => {
  it('is one change for two long texts that have nothing in common, in bounded time', () => {
    const [before, after] = [numbered(20_000, 'a'), numbered(20_000, 'b')]
    const begun = process.threadCpuUsage()
    const diff = unifiedDiff(before, after, 'main.py')
    const { user } = process.threadCpuUsage(begun)
    expect(applyPatch(before, diff)).toBe(after)
    expect(diff).toContain('@@ -1,20000 +1,20000 @@')
    expect(user / 1000).toBeLessThan(1000)
  })

  it('leads from one text to the other, however much of them differs', () => {
    const line = fc.constantFrom('a', 'b', 'c', '')
    const text = fc.array(line, { maxLength: 20 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, fc.constantFrom(0, 800), (one, other, apart) => {
        const [before, after] = [`${one}${numbered(apart, 'x')}${other}`, `${one}${numbered(apart, 'y')}${one}`]
        expect(applyPatch(before, unifiedDiff(before, after, 'x'))).toBe(after)
      }),
      { numRuns: 100 },
    )
  })
})
