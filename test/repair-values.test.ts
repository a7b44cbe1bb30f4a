import { describe, expect, it } from 'vitest'
import type { RunRequest } from '../src/contract/run.ts'
import type { TestEngine } from './support/engine.ts'
import { inOneEngine } from './support/one-engine.ts'

const withEngine = inOneEngine()

async function run({ engine }: TestEngine, request: RunRequest) {
  const started = await engine.run(request)
  const searched: unknown[] = []
  for await (const event of started.events()) if (event.type === 'repair.searched') searched.push(event)
  return { result: await started.result, searched }
}

const sumTo = (end: string) =>
  ['def sum_to(n):', '    total = 0', `    for i in range(${end}):`, '        total += i', '    return total', ''].join(
    '\n',
  )
const sumTests = [
  { code: 'assert sum_to(100) == 5050\nassert sum_to(12) == 78' },
  { code: 'assert sum_to(1) == 1\nassert sum_to(2000) == 2001000' },
]

describe('a Python program that runs and fails tests', () => {
  it('is given the one small change with which all of them pass, and the event tells of the search', () =>
    withEngine(async (tools) => {
      const { result, searched } = await run(tools, { language: 'python', code: sumTo('n'), tests: sumTests })
      expect(result).toMatchObject({ outcome: 'ok', finalCode: sumTo('n + 1') })
      expect(result.blocks[0]?.attempts[1]).toMatchObject({ strategy: 'any/value-search', confidence: 0.9 })
      expect(searched).toMatchObject([{ checks: 4, failing: 4, held: 1, suspects: expect.arrayContaining([3]) }])
    }))

  it('is suggested a change, and left as it was, where changes that pass differ on other inputs', () =>
    withEngine(async (tools) => {
      const code = 'def grow(a, b):\n    return a - b\n'
      const { result } = await run(tools, { language: 'python', code, tests: [{ code: 'assert grow(2, 2) == 4' }] })
      expect(result).toMatchObject({ outcome: 'failed', finalCode: code })
      expect(result.blocks[0]?.suggestion).toMatchObject({ strategy: 'any/value-search' })
      expect(result.blocks[0]?.suggestion?.confidence).toBeLessThan(0.5)
    }))
})

describe('a Python program that loses its result', () => {
  const repairedBy = (code: string, cases: string[]) =>
    withEngine(async (tools) => {
      const { result } = await run(tools, { language: 'python', code, tests: cases.map((each) => ({ code: each })) })
      return result.blocks[0]?.suggestion?.code ?? result.finalCode
    })

  it('gives back what a method has changed in place', async () => {
    const code = (...end: string[]) => ['def order(values):', ...end.map((line) => `    ${line}`), ''].join('\n')
    const wanted = [
      'assert order([3, 1]) == [3, 1]',
      'assert order([1, 2, 9]) == [9, 2, 1]',
      'assert order([4]) == [4]',
    ]
    expect(await repairedBy(code('return values.sort(reverse=True)'), wanted)).toBe(
      code('values.sort(reverse=True)', 'return values'),
    )
  })

  it('gives back what it only printed, and loses a return that ends it too early', async () => {
    const code = (...end: string[]) =>
      ['def size(xs):', '    total = 0', '    for x in xs:', '        total += x * 3', ...end, ''].join('\n')
    const wanted = ['assert size([31, 4]) == 105', 'assert size([9]) == 27', 'assert size([]) == 0']
    expect(await repairedBy(code('    print(total)'), wanted)).toBe(code('    return total'))
    expect(await repairedBy(code('    return 0', '    return total'), wanted)).toBe(code('    return total'))
  })

  it('begins a value once, and not in every round', async () => {
    const code = (...lines: string[]) => ['def size(xs):', ...lines, '    return total', ''].join('\n')
    const wanted = ['assert size([31, 4]) == 105', 'assert size([9]) == 27', 'assert size([2, 5]) == 21']
    const inside = code('    for x in xs:', '        total = 0', '        total += x * 3')
    expect(await repairedBy(inside, wanted)).toBe(code('    total = 0', '    for x in xs:', '        total += x * 3'))
  })
})

describe('a Python program that raises in its tests', () => {
  const inClass = (...body: string[]) =>
    ['class Solution:', '    def solve(self, values):', ...body.map((line) => `        ${line}`), ''].join('\n')
  const tests = (...rows: [given: string, wanted: string][]) =>
    rows.map(([given, wanted]) => ({ code: `assert Solution().solve(${given}) == ${wanted}` }))
  const repaired = (code: string, cases: { code: string }[]) =>
    withEngine(async (tools) => (await run(tools, { language: 'python', code, tests: cases })).result)

  it('is given the variable that belongs where a name is that nothing defines, though no letter of it fits', async () => {
    const code = (name: string) =>
      inClass('total = 0', `for each in ${name}:`, '    total += each * values[0]', 'return total')
    const wanted = tests(['[31, 47]', '2418'], ['[125, 300]', '53125'], ['[9, 81]', '810'])
    expect(await repaired(code('unheard_of'), wanted)).toMatchObject({ outcome: 'ok', finalCode: code('values') })
  })

  it('is given the built-in that a method stands for, which its class has not', async () => {
    const code = (length: string) => inClass(`return [${length}, ${length} * 37, 'of']`)
    const wanted = tests(['[4, 9]', "[2, 74, 'of']"], ['[5]', "[1, 37, 'of']"], ['[1, 2, 3]', "[3, 111, 'of']"])
    expect(await repaired(code('self.size_of(values)'), wanted)).toMatchObject({
      outcome: 'ok',
      finalCode: code('len(values)'),
    })
  })

  it('is given the start value that a variable has lost, in front of its loop', async () => {
    const code = (start: string[]) =>
      inClass(...start, 'for each in values:', '    found = found + [each * 3]', 'return found')
    const wanted = tests(['[14, 9]', '[42, 27]'], ['[5]', '[15]'], ['[1, 2, 3]', '[3, 6, 9]'])
    expect(await repaired(code([]), wanted)).toMatchObject({ outcome: 'ok', finalCode: code(['found = []']) })
  })

  it('is given the name that a line with two values has lost', async () => {
    const code = (targets: string) =>
      inClass(`${targets} = 7, len(values)`, 'while start < end * 10:', '    start += end', 'return start')
    const wanted = tests(['[1, 2, 3]', '31'], ['[5, 5]', '21'], ['[1]', '10'])
    expect(await repaired(code('end'), wanted)).toMatchObject({ outcome: 'ok', finalCode: code('start, end') })
  })

  it('loses a parameter that nothing uses and no test hands over', async () => {
    const code = (head: string) => `def scale(${head}):\n    return [one * 37 for one in ones if one > more]\n`
    const wanted = ['scale([1, 2], 0) == [37, 74]', 'scale([5, 9], 6) == [333]', 'scale([3], 1) == [111]']
    const cases = wanted.map((each) => ({ code: `assert ${each}` }))
    expect(await repaired(code('unheard, ones, more'), cases)).toMatchObject({ finalCode: code('ones, more') })
  })

  it('is given a condition that asks first whether something is there', async () => {
    const code = (test: string) =>
      inClass(
        'found = []',
        'for each in values:',
        `    while ${test}:`,
        '        found.pop()',
        '    found.append(each)',
        'return found',
      )
    const wanted = tests(['[5, 3, 9]', '[3, 9]'], ['[1, 2]', '[1, 2]'], ['[4, 4, 2, 7]', '[2, 7]'])
    expect(await repaired(code('found[-1] > each'), wanted)).toMatchObject({
      outcome: 'ok',
      finalCode: code('found and found[-1] > each'),
    })
  })

  it('is given a start for keys that are not there yet', async () => {
    const code = (line: string) => inClass('groups = {}', 'for key, each in values:', `    ${line}`, 'return groups')
    const wanted = tests(
      ["[('a', 1), ('b', 2), ('a', 3)]", "{'a': [1, 3], 'b': [2]}"],
      ['[]', '{}'],
      ["[('z', 40), ('z', 41)]", "{'z': [40, 41]}"],
    )
    expect(await repaired(code('groups[key].append(each)'), wanted)).toMatchObject({
      outcome: 'ok',
      finalCode: code('groups.setdefault(key, []).append(each)'),
    })
  })

  it('is given the end of a function that calls itself for ever', async () => {
    const code = (...end: string[]) =>
      ['def fib(n):', ...end.map((line) => `    ${line}`), '    return fib(n - 1) + fib(n - 2)', ''].join('\n')
    const wanted = [{ code: 'assert fib(0) == 0\nassert fib(1) == 1\nassert fib(11) == 89' }]
    const result = await repaired(code(), wanted)
    expect(result).toMatchObject({ outcome: 'ok', finalCode: code('if n < 2:', '    return n') })
  })

  it('loses the call of a function that nothing defines and whose result nobody takes', async () => {
    const code = (...lines: string[]) =>
      inClass('total = 0', 'for each in values:', ...lines, '    total += each', 'return total')
    const wanted = tests(['[31, 47]', '78'], ['[]', '0'], ['[500, 41]', '541'])
    const result = await repaired(code('    self.note_progress(each)'), wanted)
    expect(result).toMatchObject({ outcome: 'ok', finalCode: code() })
  })

  it('is given two built-ins for two methods that its class has not, the second of which only shows behind the first', async () => {
    const code = (one: string, other: string) => inClass(`return [${one}(values), ${other}(values)]`)
    const wanted = tests(['[31, 47]', '[31, 47]'], ['[5]', '[5, 5]'], ['[9, 2, 12]', '[2, 12]'])
    const result = await repaired(code('self.lowest_min', 'self.highest_max'), wanted)
    expect(result.finalCode === code('min', 'max') || result.blocks[0]?.suggestion?.code === code('min', 'max')).toBe(
      true,
    )
  })

  it('is suggested a change, and left as it was, where changes of its method that pass differ on other inputs', async () => {
    const code = inClass('return unheard_of + values')
    const result = await repaired(code, tests(['21', '42']))
    expect(result).toMatchObject({ outcome: 'failed', finalCode: code })
  })
})

describe('a JavaScript program that runs and fails tests', () => {
  const lines = (bound: string) =>
    [
      'function doubled(list) {',
      '  const found = []',
      `  for (let i = ${bound}; i < list.length; i++) found.push(list[i] * 2)`,
      '  return found',
      '}',
      '',
    ].join('\n')
  const test = {
    code: "const assert = require('node:assert')\nassert.deepStrictEqual(doubled([3, 4, 5]), [6, 8, 10])\nassert.deepStrictEqual(doubled([7, 9]), [14, 18])",
  }

  it('is given the one small change with which all of them pass', () =>
    withEngine(async (tools) => {
      const { result, searched } = await run(tools, { language: 'javascript', code: lines('1'), tests: [test] })
      expect(searched).toMatchObject([{ checks: 2, failing: 2, suspects: expect.arrayContaining([3]) }])
      expect(result).toMatchObject({ outcome: 'ok', finalCode: lines('0') })
    }))
})
