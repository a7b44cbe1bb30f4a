import { describe, expect, test } from 'vitest'
import { parseBlocks } from '../console/src/markdown/blocks.ts'
import { parseInline } from '../console/src/markdown/inline.ts'
import { safeAddress } from '../console/src/markdown/safe-address.ts'

const ANSWER = `# Primes

Here is **a program** of \`sieve\`:

\`\`\`python
print("# no heading")
\`\`\`

- one
  - inner
- two with $x^2$

3. three

> quoted

| n | primes |
|---|---|
| 10 | 4 |

$$
\\frac{a}{b}
$$

---
<script>alert(1)</script>`

describe('Markdown of the console', () => {
  test('reads headings, code, lists, quotes, tables, formulas and rules; HTML is text', () => {
    expect(parseBlocks(ANSWER).map(({ kind }) => kind)).toEqual(
      'heading paragraph code list list quote table math rule paragraph'.split(' '),
    )
    expect(parseBlocks(ANSWER)[2]).toEqual({ kind: 'code', language: 'python', text: 'print("# no heading")' })
    expect(parseBlocks(ANSWER)[3]).toMatchObject({
      items: [[{ kind: 'paragraph', text: 'one' }, { kind: 'list' }], [{ text: 'two with $x^2$' }]],
    })
    expect(parseBlocks(ANSWER)[6]).toEqual({ kind: 'table', head: ['n', 'primes'], rows: [['10', '4']] })
    expect(parseBlocks(ANSWER).at(-1)).toEqual({ kind: 'paragraph', text: '<script>alert(1)</script>' })
  })

  test('shows a fence that is still open as code, since an answer comes word by word', () => {
    expect(parseBlocks('Here:\n```py\nprint(1)').at(-1)).toEqual({ kind: 'code', language: 'py', text: 'print(1)' })
  })

  test('reads marks within a line, and leaves prices and names with underscores alone', () => {
    const kinds = (text: string) => parseInline(text).map(({ kind }) => kind)
    expect(kinds('a **b** *c* ~~d~~ `e` $f$ [g](https://h.example) ![i](https://j.example)')).toEqual(
      'text strong text emphasis text struck text code text math text link text image'.split(' '),
    )
    expect(parseInline('from $5 to $6, my_long_name, 2 * 3 * 4, \\*plain\\*')).toEqual([
      { kind: 'text', text: 'from $5 to $6, my_long_name, 2 * 3 * 4, *plain*' },
    ])
  })

  test('follows only addresses of the web and of mail', () => {
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,x',
      '/runs',
      '//elsewhere.example',
      'vbscript:x',
      'file:///etc',
    ])
      expect(safeAddress(address), address).toBeUndefined()
    expect(safeAddress('https://a.example/b')?.host).toBe('a.example')
    expect(safeAddress('mailto:ada@a.example')?.pathname).toBe('ada@a.example')
  })

  test('reads hostile texts in time that grows with their length', () => {
    for (const piece of ['*', '[', '![', '$', '`', '~~', '> ', '- ', '**a', '_a', '[](', '|-', '\\(']) {
      const text = piece.repeat(20_000)
      const begun = performance.now()
      for (const block of parseBlocks(text)) if (block.kind === 'paragraph') parseInline(block.text)
      expect(performance.now() - begun, piece).toBeLessThan(5000)
    }
  })
})
