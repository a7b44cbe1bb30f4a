import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanBlocks } from './scan-blocks.ts'

/** The part of the reference implementation that is used here; it has no types of its own. */
interface Node {
  type: string
  info: string | null
  literal: string | null
  sourcepos: [[line: number, column: number], [line: number, column: number]]
  _isFenced?: boolean
}
interface Reference {
  Parser: new () => { parse(text: string): { walker(): { next(): { entering: boolean; node: Node } | null } } }
}
const require = createRequire(import.meta.url)
const { Parser } = require('commonmark') as Reference

/** Kind, fence info, first line and code of every block that is not prose. */
type Found = [kind: string, info: string, line: number, code: string]

function ours(text: string): Found[] {
  const found: Found[] = []
  scanBlocks(text, ({ kind, info, line, lines }) => {
    const code = lines.join('\n')
    if (kind !== 'text') found.push([kind, info, line, kind === 'html' || lines.length === 0 ? code : `${code}\n`])
  })
  return found
}

function reference(text: string): Found[] {
  const walker = new Parser().parse(text).walker()
  const found: Found[] = []
  for (let step = walker.next(); step; step = walker.next()) {
    const { type, info, literal, sourcepos, _isFenced } = step.node
    const kind = type === 'html_block' ? 'html' : _isFenced ? 'fence' : 'indented'
    const isBlock = type === 'html_block' || type === 'code_block'
    if (step.entering && isBlock) found.push([kind, info ?? '', sourcepos[0][0], literal ?? ''])
  }
  return found
}

/** In lists the reference implementation empties lines of white space, unlike the one in C, so such lines are not compared. */
const blanked = (found: Found[]) => found.map((block) => block.with(3, block[3].replace(/^[ \t]+$/gm, '')))

describe('the scan of blocks', () => {
  const marks = [
    '',
    '',
    '',
    ' ',
    '  ',
    '   ',
    '    ',
    '     ',
    '\t',
    '> ',
    '>',
    '- ',
    '1. ',
    '2) ',
    '+   ',
    '> > ',
    '-\t',
    ' \t',
  ]
  const code = [
    '```',
    '```py',
    '````',
    '~~~',
    '~~~ a b',
    '``` `',
    '    code',
    '\tcode',
    '<pre>',
    '</pre>',
    '<div>',
    '<b>',
    '<!-- a',
    '-->',
  ]
  const prose = [
    '',
    '',
    'text',
    'more text',
    'x  ',
    '# head',
    '#',
    '---',
    '***',
    '===',
    '-',
    '*',
    '> a',
    '- b',
    '3. c',
    '1. d',
    '-     e',
  ]
  const line = fc
    .tuple(fc.constantFrom(...marks), fc.constantFrom('', '', '  ', '> ', '- '), fc.constantFrom(...code, ...prose))
    .map((parts) => parts.join(''))

  it('finds the same as the reference implementation of CommonMark', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 9 }), fc.constantFrom('\n', '\r\n'), (lines, ending) => {
        const text = lines.join(ending)
        expect(blanked(ours(text))).toEqual(blanked(reference(text)))
      }),
      { numRuns: 5_000 },
    )
  })
})
