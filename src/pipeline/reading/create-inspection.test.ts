import { afterAll, expect, it } from 'vitest'
import { EngineError } from '../../contract/errors.ts'
import { createInspection } from './create-inspection.ts'
import { createReading, type Reading } from './reading-jobs.ts'

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

it('a caller who leaves is released, while others wait for the same program', async () => {
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

it('a command gets its verdict, and a program its facts', async () => {
  expect(await inspection.verdictOn('sudo ls', { longest: 100 })).toMatchObject({ allowed: false })
  expect(await inspection.analysisOf({ code: 'def f(): pass\n', language: 'python' })).toMatchObject({
    functions: [{ name: 'f' }],
  })
  expect(await inspection.analysisOf({ code: 'x', language: 'perl' })).toBeUndefined()
})

/** An inspection with readers that fail in this way. */
const failing = (why: string) =>
  createInspection({
    reading: { ...reading, ask: () => Promise.reject(new EngineError('NOT_READ', { why, reason: 'it is late' })) },
    cache: { get: async () => undefined, put: () => {} },
    readVersion: async () => '1',
    customRules: [],
    onTrouble: () => {},
  })
const PROGRAM = { code: 'print(1)\n', language: 'python' }

it('an analysis whose thread dies or is late gives a retryable error, and not that the language is unknown', async () => {
  const retryable = { code: 'NOT_READ', retry: true }
  for (const why of ['late', 'died', 'unstarted']) {
    await expect(failing(why).analysisOf(PROGRAM)).rejects.toMatchObject(retryable)
  }
  await expect(failing('unstarted').dangersOf(PROGRAM)).rejects.toMatchObject(retryable)
  await expect(failing('unstarted').verdictOn('ls', { longest: 9 })).rejects.toMatchObject(retryable)
})

it('a program that exhausts the guard counts as a danger, and such a command is not run', async () => {
  expect((await failing('late').dangersOf(PROGRAM)).findings).toMatchObject([{ rule: 'any/unreadable' }])
  expect(await failing('died').verdictOn('ls', { longest: 9 })).toMatchObject({ allowed: false })
})

it('keeps what was read, and forgets an answer that the clock cut short: a busy host must not block a program for ever', async () => {
  const kept: string[] = []
  const askedFor = (findings: object[]) =>
    createInspection({
      reading: { ...reading, ask: (async () => ({ findings, leftOut: 0, isPartial: false })) as Reading['ask'] },
      cache: { get: async () => undefined, put: (_key, body) => void kept.push(body) },
      readVersion: async () => '1',
      customRules: [],
      onTrouble: () => {},
    })
  await askedFor([{ rule: 'any/unreadable' }]).dangersOf(PROGRAM)
  expect(kept).toEqual([])
  await askedFor([{ rule: 'python/shell-injection' }]).dangersOf(PROGRAM)
  expect(kept).toHaveLength(1)
})

it('a host that is too busy to warm up threads is no error, and threads that die are', async () => {
  await expect(failing('late').warmUp()).resolves.toBeUndefined()
  await expect(failing('died').warmUp()).rejects.toMatchObject({ code: 'NOT_READ' })
  const stopped = createReading()
  const warming = createInspection({
    ...{ reading: stopped, cache: { get: async () => undefined, put: () => {} }, readVersion: async () => '1' },
    ...{ customRules: [], onTrouble: () => {} },
  }).warmUp()
  await stopped.close()
  await expect(warming).resolves.toBeUndefined()
})

it('the reading of a program ends when all its callers have left', async () => {
  const asked: AbortSignal[] = []
  const waiting = createInspection({
    reading: {
      ...reading,
      ask: (_, __, { signal }) => {
        if (signal) asked.push(signal)
        return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      },
    },
    cache: { get: async () => undefined, put: () => {} },
    readVersion: async () => '1',
    customRules: [],
    onTrouble: () => {},
  })
  const leaving = [new AbortController(), new AbortController()]
  const left = leaving.map(({ signal }) => waiting.dangersOf(PROGRAM, signal).catch((error) => error.message))
  while (asked.length === 0) await new Promise(setImmediate)
  leaving[0]?.abort(new Error('first'))
  expect(await left[0]).toBe('first')
  expect(asked.map(({ aborted }) => aborted)).toEqual([false])
  leaving[1]?.abort(new Error('second'))
  expect(await left[1]).toBe('second')
  expect(asked.map(({ aborted }) => aborted)).toEqual([true])
})
