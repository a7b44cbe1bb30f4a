import { afterAll, expect, it } from 'vitest'
import { createInspection } from './create-inspection.ts'
import { createReading } from './reading-jobs.ts'

const kept = new Map<string, string>()
const reading = createReading()
const inspection = createInspection({
  reading,
  cache: { get: async (key) => kept.get(key), put: (key, body) => void kept.set(key, body) },
  readVersion: async () => 'rules of today',
  customRules: [],
  onTrouble: (error) => expect.fail(String(error)),
})
afterAll(() => reading.close())

it('lets go of who leaves, while others wait for the same program', async () => {
  const program = { code: 'import os\nos.system(input())\n', language: 'python' }
  const leaving = new AbortController()
  const order: string[] = []
  const waiting = inspection.dangersOf(program).then(({ findings }) => void order.push(findings[0]?.rule ?? ''))
  const left = inspection.dangersOf(program, leaving.signal).catch((error) => void order.push(error.message))
  leaving.abort(new Error('left'))
  await Promise.all([waiting, left])
  expect(order).toEqual(['left', 'python/shell-injection'])
  expect(kept.size).toBe(1)
})

it('says of a command what may be run, and of a program what is known about it', async () => {
  expect(await inspection.verdictOn('sudo ls', { longest: 100 })).toMatchObject({ allowed: false })
  expect(await inspection.analysisOf({ code: 'def f(): pass\n', language: 'python' })).toMatchObject({
    functions: [{ name: 'f' }],
  })
  expect(await inspection.analysisOf({ code: 'x', language: 'perl' })).toBeUndefined()
})
