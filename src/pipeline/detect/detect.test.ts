import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages } from '../../language/languages.ts'
import { detectBlocks, languageOfProgram } from './detect.ts'

const detect = (text: string) => detectBlocks(text, languages)

describe('detect', () => {
  it('finds fenced blocks in every CommonMark form, with exact code', () => {
    const text = [
      'Intro',
      '```python',
      'print(1)',
      '```',
      '~~~~js title="a"',
      'let s = `\n```\n`',
      '~~~~',
      '- item',
      '',
      '  ```sh',
      '  ls',
      '    -l',
      '  ```',
      '> ```py',
      '> x = 1',
      '> ```',
      '```bash',
      'never closed',
    ].join('\n')
    expect(detect(text).map(({ language, code }) => [language, code])).toEqual([
      ['python', 'print(1)\n'],
      ['javascript', 'let s = `\n```\n`\n'],
      ['bash', 'ls\n  -l\n'],
      ['python', 'x = 1\n'],
      ['bash', 'never closed'],
    ])
  })

  it('tells where each block stands', () => {
    const text = 'a\r\n```python\r\nprint(1)\r\n```\r\nb'
    const [block] = detect(text)
    expect(block).toMatchObject({ line: 3, start: 3, end: text.length - 1 })
    expect(text.slice(block?.start, block?.end)).toBe('```python\r\nprint(1)\r\n```\r\n')
  })

  it('does not run what it does not know, and says why', () => {
    const [yaml, none, empty] = detect('```yaml\na: 1\n```\n```\nout\n```\n```python\n```')
    expect(yaml).toMatchObject({ executable: false, language: null, reason: '"yaml" is not run here' })
    expect(none).toMatchObject({ executable: false, reason: 'the fence names no language' })
    expect(empty).toMatchObject({ executable: false, language: 'python', reason: 'the block is empty' })
  })

  it('weighs long code with many decisions as more complex', () => {
    const [plain, branchy] = detect(
      `\`\`\`py\nx = 1\n\`\`\`\n\`\`\`py\n${'if x:\n  for y in x: pass\n'.repeat(20)}\`\`\``,
    )
    expect(plain?.complexity).toBeLessThan(0.1)
    expect(branchy?.complexity).toBeGreaterThan(0.7)
  })

  it('needs to be told the language of plain code', () => {
    expect(languageOfProgram({ code: 'x', fileName: 'a.PY' }, languages).language.id).toBe('python')
    expect(() => languageOfProgram({ code: 'x' }, languages)).toThrow(
      expect.objectContaining({ code: 'LANGUAGE_UNCLEAR' }),
    )
    expect(() => languageOfProgram({ code: 'x', language: 'cobol' }, languages)).toThrow(
      expect.objectContaining({ code: 'LANGUAGE_UNKNOWN' }),
    )
  })

  it('never fails, and never gives places outside of the text', () => {
    const piece = fc.constantFrom(
      '```',
      '~~~',
      '````python',
      '\n',
      '  ',
      '> ',
      '- ',
      '`',
      'code',
      '\r\n',
      '\t',
      '\0',
      '```js\n',
      '1. ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('')
        for (const { start, end, line } of detect(text)) {
          expect(start).toBeLessThanOrEqual(end)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(line).toBeGreaterThan(1)
        }
      }),
    )
  })
})
