import { describe, expect, it } from 'vitest'
import type { KeyInfo, NewKey } from '../src/contract/api.ts'
import { type EngineEvent, engineEvent } from '../src/contract/event.ts'
import { type EventPage, eventPage } from '../src/contract/event-page.ts'
import { reduceSession } from '../src/contract/reduce-session.ts'
import type { SessionInfo } from '../src/contract/session.ts'
import { createClient } from '../src/sdk/sdk.ts'
import { ADA, cellsIn } from './support/cells.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { inOneEngine } from './support/one-engine.ts'
import { emptyDatabase } from './support/postgres.ts'
import { withHome } from './support/temporary-home.ts'

const inEngine = inOneEngine()

const clientOf = ({ app, keys }: TestEngine) =>
  createClient({
    baseUrl: 'http://localhost',
    apiKey: keys.ada,
    fetch: async (input, init) => app.fetch(new Request(input as string, init)),
  })

/** Takes the first events, and leaves. */
async function take(events: AsyncIterable<EngineEvent>, isEnough: (events: EngineEvent[]) => boolean) {
  const taken: EngineEvent[] = []
  for await (const event of events) {
    taken.push(event)
    if (isEnough(taken)) break
  }
  return taken
}
const until = (type: EngineEvent['type']) => (events: EngineEvent[]) => events.at(-1)?.type === type
const typesOf = (events: EngineEvent[]) => events.map(({ type }) => type)

describe('the stream of a session', () => {
  it('has its life in order, with the runs that led to it, and folds into the API’s answer', () =>
    inEngine(async (tools) => {
      const { engine } = tools
      const client = clientOf(tools)
      const { id } = await client.sessions.create({ metadata: { of: 'ada' }, conversation: 'talk' })
      await cellsIn(engine, id)('x = 1')
      const checkpoint = await client.checkpoints.create(id)
      await cellsIn(engine, id)('x = 2')
      await client.checkpoints.restore(checkpoint.id)
      await client.sessions.update(id, { a: 'b' })
      const { events } = await client.eventPage({ subject: `session:${id}` })
      expect(typesOf(events)).toEqual([
        ...['session.created', 'session.advanced', 'session.advanced', 'checkpoint.created'],
        ...['session.advanced', 'session.restored', 'session.changed'],
      ])
      const [, first] = events
      expect(first).toMatchObject({ seq: 2, userId: 'ada', sessionId: id, execution: { n: 1, outcome: 'ok' } })
      expect(first?.cause).toBe(`${first?.runId}.1`)
      const {
        userId: _,
        state: __,
        checkpoints,
        ...story
      } = reduceSession(events as Parameters<typeof reduceSession>[0])
      const shown: SessionInfo = await client.sessions.get(id)
      expect(shown).toMatchObject(story)
      expect(checkpoints).toEqual([checkpoint.id])
      await client.sessions.remove(id)
      const after = await client.eventPage({ subject: `session:${id}`, after: '7' })
      expect([typesOf(after.events), after.next]).toEqual([['session.removed'], '8'])
    }))

  it('is followed live by its owner alone', () =>
    inEngine(async (tools) => {
      const client = clientOf(tools)
      const { id } = await client.sessions.create({})
      const reading = take(client.events({ subject: `session:${id}` }), until('session.removed'))
      await client.sessions.update(id, { n: '1' })
      await client.sessions.remove(id)
      expect(typesOf(await reading)).toEqual(['session.created', 'session.changed', 'session.removed'])
      const foreign = { key: tools.keys.ben }
      const asked = [`session:${id}`, 'session:ses000000000000000000000', 'plan:none'].map((subject) =>
        tools.call(`/v1/events?subject=${subject}`, foreign),
      )
      for (const response of asked) await expectError(await response, 'SUBJECT_NOT_FOUND')
      await expectError(
        await tools.call(`/v1/events?subject=session:${id}`, { key: tools.keys.admin }),
        'SUBJECT_NOT_FOUND',
      )
      const everything = (await (await tools.call('/v1/events', foreign)).json()) as EventPage
      expect(typesOf(eventPage.parse(everything).events)).toEqual(['key.added'])
    }))
})

describe.for(['SQLite', 'PostgreSQL'] as const)('two engines on one database (%s)', (database) => {
  it('give the same events of runs, sessions and volumes, whichever of them does the work', async () => {
    const env = database === 'PostgreSQL' ? { ANNEAL_DATABASE_URL: await emptyDatabase() } : {}
    await withHome((home) =>
      withEngine({ home, env }, (first) =>
        withEngine({ home, env }, async (second) => {
          const there = clientOf(second)
          const { id } = await first.engine.sessions.create({}, ADA.userId)
          const session = take(there.events({ subject: `session:${id}` }), until('session.removed'))
          const all = take(there.events({ after: 'now' }), until('volume.removed'))
          const started = await first.engine.run({ code: 'echo one; sleep 0.5; echo two', language: 'bash' }, ADA)
          const run = await take(there.events({ subject: `run:${started.runId}` }), () => false)
          await first.engine.sessions.remove(id, ADA.userId)
          await first.engine.volumes.create(ADA.userId, { name: 'data' })
          await first.engine.volumes.remove({ userId: ADA.userId, name: 'data' })
          expect(typesOf(await session)).toEqual(['session.created', 'session.removed'])
          expect([run[0]?.type, run.at(-1)?.type]).toEqual(['run.start', 'run.end'])
          const others = (await all).filter(({ subject }) => !subject.startsWith('run:'))
          expect(typesOf(others)).toEqual(['session.removed', 'volume.created', 'volume.removed'])
          const runs = (await all).filter(({ subject }) => subject.startsWith('run:'))
          expect(runs).toEqual(run)
        }),
      ),
    )
  })
})

describe('a reader who is cut off anywhere', () => {
  it('comes back with the last id and gets everything once, in order', () =>
    inEngine(async (tools) => {
      const code = 'for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 0.02; done'
      await (await tools.engine.run({ code, language: 'bash' }, ADA)).result
      await tools.engine.sessions.create({}, ADA.userId)
      const whole = eventPage.parse(await (await tools.call('/v1/events?limit=1000')).json())
      const pieces: unknown[] = []
      let last: string | undefined
      for (let length = 1; pieces.length < whole.events.length; length++) {
        const headers = { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) }
        const response = await tools.call('/v1/events', { headers })
        const read = await readSome(response, Math.min(length, whole.events.length - pieces.length))
        for (const { id, event } of read) {
          pieces.push(event)
          last = id
        }
      }
      expect(pieces).toEqual(whole.events)
      expect(last).toBe(whole.next)
      const none = eventPage.parse(await (await tools.call(`/v1/events?after=${whole.next}`)).json())
      expect(none).toEqual({ events: [], next: whole.next })
    }))

  it('is refused with an invalid id', () =>
    inEngine(async ({ call }) => {
      const headers = { accept: 'text/event-stream', 'last-event-id': 'x' }
      await expectError(await call('/v1/events', { headers }), 'INVALID_REQUEST')
      await expectError(await call('/v1/events?after=7'), 'INVALID_REQUEST')
      await expectError(await call('/v1/events?subject=nothing:1'), 'INVALID_REQUEST')
    }))
})

it('attack: a user who opens endless streams is refused one more, and nobody else is', () =>
  withEngine({ env: { ANNEAL_CONCURRENT_REQUESTS_PER_USER: '3' } }, async ({ call, keys }) => {
    const headers = { accept: 'text/event-stream' }
    const open = (key = keys.ada) => call('/v1/events', { headers, key })
    const streams = [await open(), await open(), await open()]
    await expectError(await open(), 'TOO_MANY_AT_ONCE')
    expect((await call('/v1/events')).status).toBe(200)
    const other = await open(keys.ben)
    expect(other.status).toBe(200)
    await streams[0]?.body?.cancel()
    const again = await open()
    expect(again.status).toBe(200)
    for (const stream of [...streams.slice(1), other, again]) await stream.body?.cancel()
  }))

it('an engine that stops ends the endless streams', async () => {
  let reading: Promise<string> | undefined
  await withEngine({}, async ({ call }) => {
    reading = (await call('/v1/events?after=now', { headers: { accept: 'text/event-stream' } })).text()
  })
  expect(await reading).toMatch(/^id: 0-\d+\n\n$/)
})

it('keys and settings have events of their changes, and never the key', () =>
  inEngine(async ({ engine, call }) => {
    const { id, key } = await engine.keys.add({ user: 'ada', admin: false, label: 'laptop' })
    await engine.keys.revoke(id)
    await engine.keys.revoke(id)
    await call('/v1/guard/policy', { method: 'PUT', body: { severities: { high: 'block' } } })
    await call('/v1/guard/policy', { method: 'DELETE' })
    const text = await (await call(`/v1/events?subject=key:${id}`)).text()
    expect(typesOf(eventPage.parse(JSON.parse(text)).events)).toEqual(['key.added', 'key.revoked'])
    expect(text).not.toContain(key)
    const settings = eventPage.parse(await (await call('/v1/events?subject=setting:guard-policy/ada')).json())
    expect(typesOf(settings.events)).toEqual(['setting.changed', 'setting.removed'])
  }))

it('an admin who makes and revokes keys, or erases a user, is named as the cause by key, never by its secret', () =>
  inEngine(async ({ engine, call, keys }) => {
    const { keys: all } = (await (await call('/v1/keys', { key: keys.admin })).json()) as { keys: KeyInfo[] }
    const cause = `key:${all.find(({ admin }) => admin)?.id}`
    const made = (await (await call('/v1/keys', { key: keys.admin, body: { user: 'cleo' } })).json()) as NewKey
    await call(`/v1/keys/${made.id}`, { key: keys.admin, method: 'DELETE' })
    const { id } = await engine.sessions.create({}, 'cleo')
    const own = await engine.events.page({ userId: 'cleo', subject: `session:${id}`, limit: 9 })
    expect(own.events).toMatchObject([{ type: 'session.created', cause: null }])
    await call('/v1/users/cleo/data', { key: keys.admin, method: 'DELETE' })
    const { events } = await engine.events.page({ userId: 'cleo', limit: 99 })
    expect(events.map(({ type, cause: named }) => [type, named])).toEqual([
      ['key.revoked', cause],
      ['session.removed', cause],
    ])
    expect(JSON.stringify(events)).not.toContain(keys.admin)
  }))

async function readSome(response: Response, count: number): Promise<{ id: string; event: EngineEvent }[]> {
  const read: { id: string; event: EngineEvent }[] = []
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    for (const [message, id = '', data = ''] of text.matchAll(/id: (.*)\ndata: (.*)\n\n/g)) {
      text = text.slice(text.indexOf(message) + message.length)
      if (read.length < count) read.push({ id, event: engineEvent.parse(JSON.parse(data)) })
    }
    if (read.length === count) break
  }
  return read
}
