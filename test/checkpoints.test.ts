import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Engine } from '../src/engine.ts'
import { ADA, cellsIn, sessionsOfOneEngine } from './support/cells.ts'
import { withEngine } from './support/engine.ts'

const inSession = sessionsOfOneEngine()
/** An engine of its own, for a test that counts everything its user has. */
const OWN_ENGINE = { env: {} }

const COUNTED = 'x = {"n": 1}\ndef twice(n): return 2 * n\nopen("f.txt", "w").write("one")'

const bytesOf = async (source: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* piecesOf(bytes: Uint8Array) {
  yield bytes
}

describe('a checkpoint', () => {
  it('restores live variables and files, in a moment while the sandbox lives and from the saved state otherwise', () =>
    inSession(async ({ engine, id, cell }) => {
      const { checkpoints, memory } = engine.sessions
      await cell(COUNTED)
      const made = await checkpoints.create(id, ADA, { label: 'begin' })
      expect(made).toMatchObject({
        label: 'begin',
        kind: 'explicit',
        executions: 1,
        files: 1,
        inMemory: true,
        lost: [],
      })
      expect(made.versions.python).toMatch(/^3\./)
      for (const isAsleep of [false, true, false]) {
        await cell('x["n"] = 2; del twice\nopen("f.txt", "w").write("two")\nopen("g.txt", "w").write("new")')
        if (isAsleep) await memory.unload(id)
        await checkpoints.restore(made.id, ADA)
        const { shown } = await cell('import os; x, twice(4), open("f.txt").read(), os.path.exists("g.txt")')
        expect(shown).toBe("({'n': 1}, 8, 'one', False)")
      }
    }))

  it('is branched into independent sessions with other random numbers', () =>
    inSession(async ({ engine, id, cell }) => {
      await cell(`import random\nrandom.seed(7)\n${COUNTED}`)
      const { id: checkpoint } = await engine.sessions.checkpoints.create(id, ADA)
      const branches = []
      for (const n of [10, 20]) {
        const made = await engine.sessions.checkpoints.branch(checkpoint, ADA.userId, `branch ${n}`)
        expect(made).toMatchObject({ status: 'saved', branchedFrom: checkpoint, conversation: `branch ${n}` })
        const branch = cellsIn(engine, made.id)
        await branch(`x["n"] = ${n}\nopen("f.txt", "a").write("${n}")`)
        branches.push({ n, branch })
      }
      const drawn = []
      for (const { n, branch } of branches) {
        expect((await branch('x, open("f.txt").read()')).shown).toBe(`({'n': ${n}}, 'one${n}')`)
        drawn.push((await branch('random.random()')).shown)
      }
      drawn.push((await cell('random.random()')).shown)
      expect((await cell('x, open("f.txt").read()')).shown).toBe("({'n': 1}, 'one')")
      expect(new Set(drawn).size).toBe(3)
    }))

  it('is compared with another one, by files and by the values of variables', () =>
    inSession(async ({ engine, id, cell }) => {
      await cell('a = [1]; b = 2; same = {"k": 1}\nopen("one", "w").write("1"); open("two", "w").write("2")')
      const from = await engine.sessions.checkpoints.create(id, ADA)
      await cell(
        'import os\na.append(2); del b; c = "new"\nos.remove("one"); open("two", "w").write("22"); open("three", "w").write("3")',
      )
      const to = await engine.sessions.checkpoints.create(id, ADA)
      const diff = await engine.sessions.checkpoints.diff({ from: from.id, to: to.id }, ADA)
      expect(diff.files).toEqual([
        { path: 'one', change: 'removed', from: 1, to: null },
        { path: 'three', change: 'added', from: null, to: 1 },
        { path: 'two', change: 'changed', from: 1, to: 2 },
      ])
      expect(diff.variables).toEqual([
        { name: 'a', language: 'python', change: 'changed', from: '[1]', to: '[1, 2]' },
        { name: 'b', language: 'python', change: 'removed', from: '2', to: null },
        { name: 'c', language: 'python', change: 'added', from: null, to: "'new'" },
      ])
    }))

  it('is made automatically every n executions and before risky steps; the oldest of those go first', () =>
    inSession(
      async ({ engine, id, cell }) => {
        const kinds = async () =>
          (await engine.sessions.checkpoints.list({ ...ADA, sessionId: id, limit: 10 })).map(({ kind }) => kind)
        await cell('x = 1')
        await engine.sessions.checkpoints.create(id, ADA)
        await cell('x = 2')
        expect(await kinds()).toEqual(['regular', 'explicit'])
        await cell('import os, sys\nos.system("echo " + sys.argv[0])')
        expect(await kinds()).toEqual(['risky', 'regular', 'explicit'])
        await cell('x = 4')
        expect(await kinds()).toEqual(['regular', 'risky', 'explicit'])
      },
      { env: { ANNEAL_CHECKPOINTS: '3', ANNEAL_CHECKPOINT_EVERY: '2' } },
    ))

  it('that somebody asked for stays while a plan makes more of its own than there is room for', () =>
    inSession(async ({ engine, id }) => {
      const { checkpoints } = engine.sessions
      const { id: own } = await checkpoints.create(id, ADA)
      const steps = Array.from({ length: 11 }, (_, n) => ({
        ...{ id: `s${n}`, action: { type: 'file.write', input: { path: `f${n}`, content: '1' } } },
      }))
      expect(await engine.plans.executePlan({ steps, session: id }, ADA)).toMatchObject({ state: 'done' })
      const left = await checkpoints.list({ ...ADA, sessionId: id, limit: 20 })
      expect(left).toHaveLength(10)
      expect(left.map(({ kind }) => kind)).toEqual([...Array(9).fill('step'), 'explicit'])
      expect(left.at(-1)?.id).toBe(own)
    }))

  it('can be shown, listed, counted and removed, by its owner alone', () =>
    inSession(async ({ engine, id, cell }) => {
      const { checkpoints } = engine.sessions
      await cell(COUNTED)
      const { id: checkpoint } = await checkpoints.create(id, ADA)
      const shown = await checkpoints.show(checkpoint, ADA.userId)
      expect(shown.tree).toEqual([{ path: 'f.txt', type: 'file', size: 3 }])
      expect(shown.variables).toContainEqual({ name: 'x', type: 'dict', summary: "{'n': 1}", language: 'python' })
      expect(await checkpoints.stats(ADA.userId)).toMatchObject({
        checkpoints: 1,
        conversations: 1,
        byKind: { explicit: 1 },
      })
      const asBen = { userId: 'ben' }
      for (const ask of [
        () => checkpoints.show(checkpoint, 'ben'),
        () => checkpoints.restore(checkpoint, asBen),
        () => checkpoints.branch(checkpoint, 'ben'),
        () => checkpoints.export(checkpoint, 'ben'),
        () => checkpoints.remove(checkpoint, 'ben'),
        () => checkpoints.diff({ from: checkpoint, to: checkpoint }, asBen),
      ]) {
        await expect(ask()).rejects.toMatchObject({ code: 'CHECKPOINT_NOT_FOUND' })
      }
      expect(await checkpoints.list({ userId: 'ben', limit: 10 })).toEqual([])
      await checkpoints.remove(checkpoint, ADA.userId)
      await expect(checkpoints.show(checkpoint, ADA.userId)).rejects.toMatchObject({ code: 'CHECKPOINT_NOT_FOUND' })
      expect((await cell('x')).shown).toBe("{'n': 1}")
    }, OWN_ENGINE))

  it('moves to another server as one file, and is refused when a byte of it differs', () =>
    inSession(async ({ engine, id, cell }) => {
      await cell(COUNTED)
      const { id: checkpoint } = await engine.sessions.checkpoints.create(id, ADA, { label: 'travels' })
      const file = await bytesOf(await engine.sessions.checkpoints.export(checkpoint, ADA.userId))
      await withEngine({}, async ({ engine: other }) => {
        const { checkpoints } = other.sessions
        const imported = await checkpoints.import(ADA.userId, piecesOf(file))
        expect(imported).toMatchObject({ kind: 'imported', label: 'travels', executions: 1 })
        expect((await cellsIn(other, imported.sessionId)('x, twice(2), open("f.txt").read()')).shown).toBe(
          "({'n': 1}, 4, 'one')",
        )
        for (const at of [0, file.length >> 2, file.length >> 1]) {
          const bad = Buffer.from(file)
          bad[at] = (bad[at] ?? 0) ^ 0xff
          await expect(checkpoints.import(ADA.userId, piecesOf(bad))).rejects.toMatchObject({ status: 422 })
        }
        await expect(checkpoints.import(ADA.userId, piecesOf(file.subarray(0, -20)))).rejects.toMatchObject({
          status: 422,
        })
        expect(await checkpoints.list({ ...ADA, limit: 10 })).toHaveLength(1)
      })
    }))

  it('is refused with the reason when its content was tampered with, and the session is unchanged', () =>
    withEngine({}, async ({ engine, home }) => {
      const { id } = await engine.sessions.create({}, ADA.userId)
      const cell = cellsIn(engine, id)
      await cell('x = 1')
      const { id: checkpoint } = await engine.sessions.checkpoints.create(id, ADA)
      const known = await filesBelow(home)
      await cell('x = 2\nimport os\nopen("noise", "wb").write(os.urandom(100_000))')
      await engine.sessions.memory.unload(id)
      for (const path of known) await tamperWith(path)
      await withFreshStates(engine, home, async (fresh) => {
        const restore = fresh.sessions.checkpoints.restore(checkpoint, ADA)
        await expect(restore).rejects.toMatchObject({ code: expect.stringMatching(/STATE_DAMAGED|BLOB_DAMAGED/) })
        expect((await fresh.sessions.get(id, ADA.userId)).executions).toBe(2)
      })
    }))
})

const filesBelow = async (home: string): Promise<string[]> => {
  const entries = await readdir(join(home, 'states'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Files that later states do not need may be gone. */
async function tamperWith(path: string): Promise<void> {
  const bytes = await readFile(path).catch(() => undefined)
  if (!bytes) return
  const at = bytes.length >> 1
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(path, bytes)
}

/** Another engine on the same data, without content in memory. */
async function withFreshStates(engine: Engine, home: string, use: (fresh: Engine) => Promise<void>): Promise<void> {
  await engine.sessions.close()
  await withEngine({ home }, ({ engine: fresh }) => use(fresh))
}
