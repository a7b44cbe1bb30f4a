import { describe, expect, it } from 'vitest'
import { firstItem } from './first-item.ts'
import { faultOf, repairsBy } from './repair.fixture.ts'

const repaired = (lines: string[], line = lines.length) =>
  repairsBy(firstItem, faultOf(lines.join('\n'), ['KeyError', "'a'", line]))

describe('an item of a dictionary that starts empty', () => {
  it.each([
    ['d[w] += 1', 'd[w] = d.get(w, 0) + 1'],
    ['d[w] += "x"', 'd[w] = d.get(w, \'\') + "x"'],
    ['d[w] += [1]', 'd[w] = d.get(w, []) + [1]'],
    ['d[w] = d[w] + len(w)', 'd[w] = d.get(w, 0) + len(w)'],
    ['d[w].append(1)', 'd.setdefault(w, []).append(1)'],
    ['d[w].add(1)', 'd.setdefault(w, set()).add(1)'],
    ['d[w, 1][v] = 2', 'd.setdefault(w, 1, {})[v] = 2'],
  ])('begins as `%s` tells: `%s`', (broken, mended) => {
    const tuple = mended.replace('(w, 1, ', '((w, 1), ')
    expect(repaired(['d = {}', broken])[0]).toBe(`d = {}\n${tuple}`)
  })

  it('may begin as a number, a text or a list where a variable is added: the run tells which', () => {
    expect(repaired(['d = {}', 'd[w] += x'])).toEqual(
      ['0', "''", '[]'].map((empty) => `d = {}\nd[w] = d.get(w, ${empty}) + x`),
    )
  })

  it('is found in fields too', () => {
    const [found] = repaired(['self.d = {}', 'self.d[w] += 1'])
    expect(found).toBe('self.d = {}\nself.d[w] = self.d.get(w, 0) + 1')
  })

  it('is left alone where the dictionary does not start empty, or the item is only read', () => {
    expect(repaired(['d = {1: 2}', 'd[w] += 1'])).toEqual([])
    expect(repaired(['d = {}', 'print(d[w])'])).toEqual([])
    expect(repaired(['d = {}', 'd[w] -= 1'])).toEqual([])
  })

  it('begins empty by bold repair only where another branch begins it', () => {
    const fault = faultOf('d = {}\nif w in d:\n    d[w] = 5\nelse:\n    d[w] += 1', ['KeyError', "'a'", 5])
    expect(firstItem.propose(fault)).toEqual([
      expect.objectContaining({ assumption: expect.stringContaining('begins empty') }),
    ])
  })
})
