import { expect, it } from 'vitest'
import { flatBlocks } from './flat-blocks.ts'
import { parsedBy } from './repair.fixture.ts'

const rows: [flat: string[], nested: string[]][] = [
  [
    [
      'def top(l):',
      ' if len(l) == 0:',
      ' return None',
      ' elif len(l) == 1:',
      ' return l[0]',
      ' else:',
      ' return max(l)',
    ],
    [
      ...['def top(l):', ' if len(l) == 0:', '     return None', ' elif len(l) == 1:'],
      ...['     return l[0]', ' else:', '     return max(l)'],
    ],
  ],
  [
    ['def f(l):', ' for a in l:', ' for b in l:', ' if a + b == 0:', ' return True', ' return False'],
    [
      ...['def f(l):', ' for a in l:', '     for b in l:', '         if a + b == 0:'],
      ...['             return True', ' return False'],
    ],
  ],
  [
    ['total = 0', 'for x in xs:', 'if x > 0:', 'total += x', '', '', 'print(total)'],
    ['total = 0', 'for x in xs:', '    if x > 0:', '        total += x', '', '', 'print(total)'],
  ],
]

it.each(rows)('A program that has lost its indentation is nested again: %j', (flat, nested) => {
  expect(parsedBy(flatBlocks, flat.join('\n'))).toBe(nested.join('\n'))
})

it.each([
  [['def f(l):', '    for a in l:', '    print(a)', '    return l']],
  [['def f(l):', '    for a in l:', '        print(a)', '    if l:', '        return l']],
])('A single line that slipped is left to others: %j', (lines) => {
  expect(parsedBy(flatBlocks, lines.join('\n'))).toBeUndefined()
})
