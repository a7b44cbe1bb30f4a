import { describe, expect, it } from 'vitest'
import { ADA, cellsIn, sessionsOfOneEngine } from './support/cells.ts'
import { withEngine } from './support/engine.ts'

const inSession = sessionsOfOneEngine()

describe('values in a session that cannot be saved', () => {
  it('stay when a later execution fails: only its own leftovers are undone', () =>
    inSession(async ({ cell }) => {
      await cell('import os\nos.mkfifo("pipe")\nopen(b"\\xff-before", "w").close()')
      const failed = await cell('os.mkfifo("other")\nopen(b"\\xff-after", "w").close()\n1 / 0')
      expect(failed.outcome).toBe('failed')
      expect((await cell('sorted(os.listdir(b"."))')).shown).toBe("[b'pipe', b'\\xff-before']")
    }))
})

describe('a program with tests, which is run once more to be kept', () => {
  it('is kept whole or not at all when that run is cancelled or ends otherwise', () =>
    inSession(async ({ engine, id, cell }) => {
      // Files below /tmp stay: the program is run, run with its test, and run to be kept.
      const counting = (name: string) => `import os, time
n = len(os.listdir("/tmp/${name}")) if os.path.isdir("/tmp/${name}") else 0
os.makedirs(f"/tmp/${name}/{n}")
open("begun", "w").close()
`
      const tests = [{ code: 'assert True' }]
      const cancelled = new AbortController()
      const slow = { code: `${counting('slow')}if n == 2: time.sleep(20)`, language: 'python', session: id, tests }
      const started = await engine.run(slow, { ...ADA, signal: cancelled.signal })
      setTimeout(() => cancelled.abort(), 3000)
      expect((await started.result).outcome).toBe('cancelled')
      expect((await cell('import os; os.listdir(".")')).shown).toBe('[]')

      const failing = { code: `${counting('failing')}assert n != 2`, language: 'python', session: id, tests }
      const { outcome, error } = await (await engine.run(failing, ADA)).result
      expect([outcome, error?.code]).toEqual(['error', 'NOT_REPEATED'])
      expect((await cell('os.listdir(".")')).shown).toBe('[]')
    }))
})

describe('a value that never stops describing itself', () => {
  it('costs its interpreter, not the session: the next one has the saved state', () =>
    inSession(
      async ({ engine, id, cell }) => {
        await cell('class Endless:\n  def __repr__(self):\n    while True: pass\nvalue = Endless()\ncount = 5')
        await expect(engine.sessions.variables.list(id, ADA)).rejects.toThrow('took longer than 5 s')
        expect((await cell('count')).shown).toBe('5')
      },
      { request: { limits: { timeoutMs: 2000 } } },
    ))
})

describe('sessions that come while there is no room', () => {
  it('wait for one that is just being unloaded', () =>
    withEngine({ env: { ANNEAL_ACTIVE_SESSIONS: '1' } }, async ({ engine }) => {
      const { sessions } = engine
      const [first, second] = [await sessions.create({}, ADA.userId), await sessions.create({}, ADA.userId)]
      await cellsIn(engine, first.id)('x = 1')
      const unloading = sessions.memory.unload(first.id)
      expect((await cellsIn(engine, second.id)('2')).shown).toBe('2')
      expect(await unloading).toBe(true)
    }))

  it('stay within the limit, however many come at once', () =>
    withEngine({ env: { ANNEAL_ACTIVE_SESSIONS: '1' } }, async ({ engine }) => {
      const { sessions } = engine
      const made = [await sessions.create({}, ADA.userId), await sessions.create({}, ADA.userId)]
      const taken = await Promise.allSettled(made.map(({ id }) => sessions.take(id)))
      expect(sessions.memory.size()).toBe(1)
      expect(taken.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      for (const one of taken) if (one.status === 'fulfilled') one.value.leave()
    }))
})
