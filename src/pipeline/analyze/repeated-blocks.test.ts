import { describe, expect, it } from 'vitest'
import { repeatedBlocksIn } from './repeated-blocks.ts'

const find = repeatedBlocksIn('python')
const block = (indentation: string) =>
  [
    'total = 0',
    'for row in rows:',
    '    total += price(row)',
    'tax = total * 0.2',
    'print(total, tax)',
    'save(total)',
    'send(tax)',
  ]
    .map((line) => `${indentation}${line}\n`)
    .join('')

describe('repeated blocks', () => {
  it('are reported at their second place, with the lines of both', () => {
    const source = `${block('')}other()\n\ndef again():\n    # the same\n${block('    ')}`
    const [remark, ...more] = find({ source })
    expect(more).toEqual([])
    expect(remark).toMatchObject({
      rule: 'python/repeated-block',
      message: 'Lines 12 to 18 are the same as lines 1 to 7.',
    })
    expect(source.slice(remark?.start, remark?.end)).toBe(block('    ').trim())
  })

  it('are not seen in a few lines, in data, or where nothing is equal', () => {
    expect(find({ source: `${block('').split('\n').slice(0, 4).join('\n')}\nx()\n`.repeat(2) })).toEqual([])
    expect(find({ source: `rows = [\n${'1,\n'.repeat(20)}]\n` })).toEqual([])
    expect(find({ source: block('') })).toEqual([])
  })
})
