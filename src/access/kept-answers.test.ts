import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openSqlite } from '../store/database/sqlite.ts'
import type { Store } from '../store/store.ts'
import { ANSWER_KEPT_MS, createKeptAnswers } from './kept-answers.ts'
import { createSeal } from './sealed-text.ts'

let directory = ''
let store: Store
let now = 1_000_000
let requests = 0
const seal = createSeal(randomBytes(32), 'answers')
const engine = (engineId: string) => createKeptAnswers({ store, seal, engineId, clock: () => now })
let request = { userId: 'ada', repeatKey: '', fingerprint: 'f' }
const answer = { status: 200, headers: { location: '/v1/x' }, content: { body: '{"key":"e2b"}' } }

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-test-'))
  store = await openSqlite({ file: join(directory, 'anneal.db') })
})
afterAll(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})
beforeEach(() => {
  request = { ...request, repeatKey: `key-${++requests}` }
})

it('a repetition gets the first answer, for its user and its request alone', async () => {
  const kept = engine('one')
  expect(await kept.begin(request)).toBeUndefined()
  await kept.finish(request, answer)
  expect(await kept.begin(request)).toEqual(answer)
  await expect(kept.begin({ ...request, fingerprint: 'g' })).rejects.toMatchObject({ code: 'REPEAT_DIFFERS' })
  expect(await kept.begin({ ...request, userId: 'ben' })).toBeUndefined()
})

it('a repetition is told to come again while the first request is under way, also on another server', async () => {
  await store.leases.renew('one', now + 1000)
  await engine('one').begin(request)
  for (const each of [engine('one'), engine('two')])
    await expect(each.begin(request)).rejects.toMatchObject({ code: 'REPEAT_UNDER_WAY' })
})

it('a repetition is refused where the outcome of the first request is unknown: it broke, or its server died', async () => {
  const kept = engine('one')
  await kept.begin(request)
  kept.abandon(request)
  await expect(kept.begin(request)).rejects.toMatchObject({ code: 'REPEAT_UNANSWERED' })
  const other = { ...request, repeatKey: `${request.repeatKey}-other` }
  await engine('dead').begin(other)
  await expect(kept.begin(other)).rejects.toMatchObject({ code: 'REPEAT_UNANSWERED' })
})

it('a forgotten request begins anew', async () => {
  const kept = engine('one')
  await kept.begin(request)
  await kept.forget(request)
  expect(await kept.begin(request)).toBeUndefined()
})

it('a key is free again after a day, and nothing is left of a request that broke under it', async () => {
  const kept = engine('one')
  await kept.begin(request)
  kept.abandon(request)
  now += ANSWER_KEPT_MS
  expect(await kept.begin(request)).toBeUndefined()
  await expect(kept.begin(request)).rejects.toMatchObject({ code: 'REPEAT_UNDER_WAY' })
  await kept.finish(request, answer)
  expect(await kept.begin(request)).toEqual(answer)
})
