import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { RunRequest } from '../../contract/run.ts'
import { languages } from '../../language/languages.ts'
import { createReading } from '../reading/reading-jobs.ts'
import { createDetect } from './detect.ts'

const reading = createReading()
const detect = createDetect({ languages, reading })
afterAll(() => reading.close())

const blocksOf = async (text: string) => (await detect.blocksOf(text)).blocks

describe('detect', () => {
  it('finds fenced blocks in every CommonMark form, with exact code', async () => {
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
    expect((await blocksOf(text)).map(({ language, code }) => [language, code])).toEqual([
      ['python', 'print(1)\n'],
      ['javascript', 'let s = `\n```\n`\n'],
      ['bash', 'ls\n  -l\n'],
      ['python', 'x = 1\n'],
      ['bash', 'never closed'],
    ])
  })

  it('tells where each block stands, how, and behind which sentence', async () => {
    const text = 'Like so:\r\n```python\r\nprint(1)\r\n```\r\nb'
    const [block] = await blocksOf(text)
    expect(block).toMatchObject({ kind: 'fence', line: 3, start: 10, end: text.length - 1, context: 'Like so:' })
    expect(text.slice(block?.start, block?.end)).toBe('```python\r\nprint(1)\r\n```\r\n')
  })

  it('does not run unknown languages, and says why', async () => {
    const [yaml, odd, empty] = await blocksOf('```yaml\na: 1\n```\n```\n☃ ☃ ☃\n```\n```python\n```')
    expect(yaml).toMatchObject({ executable: false, language: 'yaml', reason: 'YAML is data, not a program' })
    expect(odd).toMatchObject({ executable: false, language: 'prose', reason: 'this is text, not a program' })
    expect(empty).toMatchObject({ executable: false, language: 'python', reason: 'the block is empty' })
  })

  it('tells code inside of sentences, with its place, and does not run it', async () => {
    const text = '> Use `map` or\n> ``a ` b``.'
    const [map, odd] = await blocksOf(text)
    expect(map).toMatchObject({ kind: 'inline', code: 'map', line: 1, executable: false })
    expect(text.slice(map?.start, map?.end)).toBe('`map`')
    expect(odd).toMatchObject({ kind: 'inline', code: 'a ` b', line: 2 })
    expect(text.slice(odd?.start, odd?.end)).toBe('``a ` b``')
  })

  it('weighs long code with many decisions as more complex', async () => {
    const [plain, branchy] = await blocksOf(
      `\`\`\`py\nx = 1\n\`\`\`\n\`\`\`py\n${'if x:\n  for y in x: pass\n'.repeat(20)}\`\`\``,
    )
    expect(plain?.complexity).toBeLessThan(0.1)
    expect(branchy?.complexity).toBeGreaterThan(0.7)
  })

  it('tells the language of a program by name, file or content, and says so when it is not clear', async () => {
    const idOf = async (program: { code: string; language?: string; fileName?: string }) =>
      (await detect.languageOf(program)).language.id
    expect(await idOf({ code: 'x', fileName: 'a.PY' })).toBe('python')
    expect(await idOf({ code: 'const a = [1]\nconsole.log(a.length)\n' })).toBe('javascript')
    expect(await idOf({ code: '#!/bin/sh\necho hi\n' })).toBe('bash')
    await expect(idOf({ code: 'x' })).rejects.toMatchObject({ code: 'LANGUAGE_UNCLEAR' })
    await expect(idOf({ code: '{"a": 1}' })).rejects.toMatchObject({ code: 'LANGUAGE_UNCLEAR' })
    await expect(idOf({ code: 'x', language: 'cobol' })).rejects.toMatchObject({ code: 'LANGUAGE_UNKNOWN' })
  })

  const told: unknown[] = []
  const emit = (event: unknown) => String(told.push(event))
  const context = { emit, cause: 'x', signal: new AbortController().signal }

  it.each([
    ['Your original code:', 'Here is the corrected version:', [false, true]],
    ['**Before** (slow):', '**After** (fast):', [false, true]],
    ['What you have now:', 'A more readable version, rewritten:', [false, true]],
    ['**Option 1**', '**Option 2**', [true, true]],
    ['The original list:', 'And a sorted one:', [true, true]],
  ])('runs only the version that replaces another: %s %s', async (one, other, runs) => {
    const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\`\n`
    const { blocks } = await detect.blocksOf(`${one}\n\n${fence('print([1])')}\n${other}\n\n${fence('print([2])')}`)
    expect(blocks.map(({ executable }) => executable)).toEqual(runs)
  })

  it('ends a fence behind the code of its last line, where it has no other end', async () => {
    const runsOf = async (text: string) =>
      (await detect.blocksOf(text)).blocks.filter(({ kind }) => kind === 'fence').map(({ code }) => code)
    expect(await runsOf('```python\nx = 1\nprint(x)```\nThat prints 1.\n')).toEqual(['x = 1\nprint(x)\n'])
    expect(await runsOf('```python\nprint(1)```\nThen:\n```python\nprint(2)\n```\n')).toEqual([
      'print(1)\n',
      'print(2)\n',
    ])
    expect(await runsOf('```python\ntext = "a```\nb"\n```\n')).toEqual(['text = "a```\nb"\n'])
  })

  it('leaves code inside of sentences out of a run', async () => {
    const request: RunRequest = { text: 'Call `f`:\n\n```py\nprint(1)\n```\n' }
    const found = await detect.stage(request, context)
    expect(found.map(({ kind }) => kind)).toEqual(['fence'])
    expect(told).toEqual([expect.objectContaining({ type: 'block.found', block: 0, found: found[0] })])
  })

  it('runs nothing of a text that has more than a thousand blocks', async () => {
    const text = '```js\n1\n```\n'.repeat(1_001)
    await expect(detect.stage({ text }, context)).rejects.toMatchObject({ code: 'TOO_MANY_BLOCKS' })
  })

  it('tells a thousand blocks of a text that has more, and how many it left out', async () => {
    const { blocks, leftOut } = await detect.blocksOf('```js\n1\n```\n'.repeat(1_234))
    expect([blocks.length, leftOut]).toEqual([1_000, 234])
  })

  it('counts pieces of HTML among the blocks that it leaves out, and no HTML without code', async () => {
    const { blocks, leftOut } = await detect.blocksOf(`${'<pre>a b</pre>\n\n'.repeat(1_003)}<div>\n\n`)
    expect([blocks.length, leftOut]).toEqual([1_000, 3])
  })

  const pieces = [
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
    '>>> x\n',
    '$ ls\n',
    '<pre>',
    '</pre>',
    'x = f(1)\n',
    '\ud800',
    '\u202e',
    '    a\n',
    'SELECT 1;\n',
    '|',
    '{',
    '"',
  ]
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(''))

  it('never fails, never gives places outside of the text, and says the same twice', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const blocks = await blocksOf(given)
        const lines = given.split(/\r\n|\n|\r/).length
        for (const { start, end, line, confidence, complexity } of blocks) {
          expect(start).toBeLessThanOrEqual(end)
          expect(end).toBeLessThanOrEqual(given.length)
          expect(line).toBeGreaterThan(0)
          expect(line).toBeLessThanOrEqual(lines + 1)
          expect(Math.min(confidence, complexity)).toBeGreaterThanOrEqual(0)
        }
        expect(await blocksOf(given)).toEqual(blocks)
      }),
      { numRuns: 150 },
    )
  })

  it('gives code whose lines all stand between the places it tells', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        for (const { start, end, code, joins, kind } of await blocksOf(given)) {
          const source = given.slice(start, end).replaceAll('\t', '    ')
          const isChanged = joins !== undefined || kind === 'inline' || kind === 'html'
          for (const line of isChanged ? [] : code.split('\n'))
            expect(source).toContain(line.replaceAll('\t', '    ').trim())
        }
      }),
      { numRuns: 150 },
    )
  })
})
