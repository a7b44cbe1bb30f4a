import assert from 'node:assert/strict'
import { type CheckBench, type KernelCheck, onBench, textOf } from './kernel-check.ts'

/** Loads the saved state of the first interpreter into a second one. */
async function inFresh({ contexts, snippets }: CheckBench, bytes: Uint8Array) {
  const { id } = await contexts.create({ language: snippets.language })
  const { lost } = await contexts.states(id).load(bytes)
  return { id, lost, recalled: textOf(await contexts.execute(id, snippets.recall)) }
}

/** Makes a mark; undefined where none can be made and the reason is the expected one. */
async function markOf({ contexts, id, unmarked }: CheckBench): Promise<string | undefined> {
  const made = await contexts.states(id).mark()
  if ('mark' in made) return made.mark
  assert.match(made.unsafe, unmarked ?? assert.fail(`no mark: ${made.unsafe}`))
  return undefined
}

/** Digests by name, without the descriptions. */
async function digestsOf({ contexts, id }: CheckBench): Promise<Record<string, string>> {
  const told = await contexts.states(id).digests()
  return Object.fromEntries(told.map(({ name, digest }) => [name, digest]))
}

/** Saved states, marks, and reported losses. */
export const keptChecks: KernelCheck[] = [
  {
    id: 'what-is-saved-is-there-in-a-fresh-interpreter',
    needs: 'change',
    run: onBench(async (bench) => {
      await bench.run(bench.snippets.remember)
      const { bytes, lost, versions } = await bench.contexts.states(bench.id).save()
      assert.deepEqual(lost, [])
      assert.ok(Object.values(versions).some((version) => /^\d/.test(version)))
      const fresh = await inFresh(bench, bytes)
      assert.deepEqual(fresh.lost, [])
      assert.match(fresh.recalled, /42/)
    }),
  },
  {
    id: 'what-was-brought-back-can-be-saved-again',
    needs: 'change',
    run: onBench(async (bench) => {
      await bench.run(bench.snippets.remember)
      const first = await bench.contexts.states(bench.id).save()
      const second = await inFresh(bench, first.bytes)
      const { bytes, lost } = await bench.contexts.states(second.id).save()
      const third = await inFresh(bench, bytes)
      assert.deepEqual([lost, third.lost], [[], []])
      assert.match(third.recalled, /42/)
    }),
  },
  {
    id: 'a-mark-undoes-what-came-after-it',
    needs: 'change',
    run: onBench(async (bench) => {
      const { contexts, id, run, snippets } = bench
      await run(snippets.remember)
      const before = await digestsOf(bench)
      const mark = await markOf(bench)
      if (mark === undefined) return
      await run(snippets.change)
      await run(snippets.fail.code)
      assert.doesNotMatch(textOf(await run(snippets.recall)), /42/)
      await contexts.states(id).goBack(mark)
      assert.deepEqual(await digestsOf(bench), before)
      const recalled = await run(snippets.recall)
      assert.match(textOf(recalled), /42/)
      assert.equal(recalled.stateLost, false)
    }),
  },
  {
    id: 'a-mark-lasts-until-it-is-used-up-or-forgotten',
    needs: 'change',
    run: onBench(async (bench) => {
      const { contexts, id, run, snippets } = bench
      const states = contexts.states(id)
      await run(snippets.remember)
      const [used, forgotten] = [await markOf(bench), await markOf(bench)]
      if (used === undefined || forgotten === undefined) return
      await states.forget(forgotten)
      for (const keep of [true, false]) {
        await run(snippets.change)
        await states.goBack(used, { keep })
        assert.match(textOf(await run(snippets.recall)), /42/)
      }
      assert.ok(await markOf(bench), 'what was gone back to can be marked again')
      for (const mark of [used, forgotten]) await assert.rejects(states.goBack(mark), { code: 'INVALID_REQUEST' })
      assert.match(textOf(await run(snippets.recall)), /42/)
    }),
  },
  {
    id: 'a-mark-outlives-its-interpreter',
    needs: 'die',
    run: onBench(async (bench) => {
      const { contexts, id, run, snippets } = bench
      await run(snippets.remember)
      const mark = await markOf(bench)
      if (mark === undefined) return
      const died = await run(snippets.die)
      assert.deepEqual([died.status, died.stateLost], ['error', true])
      await contexts.states(id).goBack(mark)
      const recalled = await run(snippets.recall)
      assert.match(textOf(recalled), /42/)
      assert.equal(recalled.stateLost, false)
    }),
  },
  {
    id: 'what-cannot-be-kept-is-named',
    needs: 'unkept',
    run: onBench(async (bench) => {
      const { contexts, id, run, snippets } = bench
      await run(snippets.remember)
      await run(snippets.unkept.code)
      const { bytes, lost } = await contexts.states(id).save()
      assert.deepEqual(
        lost.map(({ name }) => name),
        [snippets.unkept.name],
      )
      assert.ok(lost[0]?.why, 'a reason is given')
      assert.match((await inFresh(bench, bytes)).recalled, /42/)
    }),
  },
  {
    id: 'what-is-too-large-is-left-out-and-named',
    needs: 'large',
    run: onBench(async (bench) => {
      const { contexts, id, run, snippets } = bench
      await run(snippets.remember)
      await run(snippets.large)
      const { bytes, lost } = await contexts.states(id).save({ mostBytes: 100_000 })
      assert.deepEqual(
        lost.map(({ name }) => name),
        ['big'],
      )
      assert.ok(bytes.length < 200_000, `${bytes.length} bytes were kept`)
      assert.match((await inFresh(bench, bytes)).recalled, /42/)
    }),
  },
  {
    id: 'digests-tell-which-variables-changed',
    needs: 'change',
    run: onBench(async (bench) => {
      const { run, snippets } = bench
      await run(snippets.remember)
      const before = await digestsOf(bench)
      assert.ok(before.x, 'x has a digest')
      assert.deepEqual(await digestsOf(bench), before)
      await run(snippets.change)
      const after = await digestsOf(bench)
      assert.ok(after.y && !before.y, 'y is new')
      assert.notEqual(after.x, before.x)
      await run(snippets.remember)
      assert.equal((await digestsOf(bench)).x, before.x)
    }),
  },
]
