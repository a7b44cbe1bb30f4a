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
