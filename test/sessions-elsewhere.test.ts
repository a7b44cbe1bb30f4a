import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADA, cellsIn } from './support/cells.ts'
import { withEngine } from './support/engine.ts'
import { OBJECT_STORE_KEY, type ObjectStore, startObjectStore } from './support/object-store.ts'
import { emptyDatabase } from './support/postgres.ts'

let objects: ObjectStore
let env: Record<string, string>

beforeAll(async () => {
  objects = await startObjectStore('states')
  env = {
    ANNEAL_DATABASE_URL: await emptyDatabase(),
    ANNEAL_S3_BUCKET: 'states',
    ANNEAL_S3_ENDPOINT: objects.endpoint,
    ANNEAL_S3_KEY_ID: OBJECT_STORE_KEY.keyId,
    ANNEAL_S3_SECRET: OBJECT_STORE_KEY.secret,
    ANNEAL_LEASE_MS: '1000',
  }
})
afterAll(() => objects?.stop())

it('a session moves from server to server over PostgreSQL and an object store, and is on one of them at a time', () =>
  withEngine({ env }, ({ engine: first }) =>
    withEngine({ env }, async ({ engine: second }) => {
      const { id } = await first.sessions.create({}, ADA.userId)
      await cellsIn(first, id)('x = {"n": 1}\nopen("f.txt", "w").write("one")')
      await expect(second.run({ code: 'x', language: 'python', session: id }, ADA)).rejects.toMatchObject({
        code: 'SESSION_ELSEWHERE',
      })
      await first.sessions.memory.unload(id)
      expect((await cellsIn(second, id)('x["n"] += 1; x, open("f.txt").read()')).shown).toBe("({'n': 2}, 'one')")
      const { id: checkpoint } = await second.sessions.checkpoints.create(id, ADA)
      const { id: branch } = await first.sessions.checkpoints.branch(checkpoint, ADA.userId)
      expect((await cellsIn(first, branch)('x')).shown).toBe("{'n': 2}")
    }),
  ))

it('a change of a volume by one server is seen by all of them', () =>
  withEngine({ env }, ({ engine: first }) =>
    withEngine({ env }, async ({ engine: second }) => {
      await first.volumes.create(ADA.userId, { name: 'shared' })
      const request = { volumes: [{ name: 'shared' }] }
      const [here, there] = [
        await first.sessions.create(request, ADA.userId),
        await second.sessions.create(request, ADA.userId),
      ]
      await cellsIn(first, here.id)('open("/volumes/shared/f", "w").write("from the first")')
      expect((await cellsIn(second, there.id)('open("/volumes/shared/f").read()')).shown).toBe("'from the first'")
    }),
  ))

it('an absent object store lets nothing be acknowledged, and the session is unchanged when it is back', () =>
  withEngine({ env }, async ({ engine }) => {
    const { id } = await engine.sessions.create({}, ADA.userId)
    const cell = cellsIn(engine, id)
    await cell('x = 1')
    objects.interfere((request, response) => {
      if (request.method !== 'PUT') return false
      response.writeHead(503).end()
      return true
    })
    const refused = await (await engine.run({ code: 'x = 2', language: 'python', session: id }, ADA)).result
    expect(refused).toMatchObject({ outcome: 'error', error: { code: 'OBJECTS_UNAVAILABLE' } })
    objects.interfere(() => false)
    expect((await cell('x')).shown).toBe('1')
  }))
