import assert from 'node:assert/strict'
import { undisturbed } from '../../sandbox/checks/host-pace.ts'
import { type CheckBench, type KernelCheck, onBench, textOf, untilBegun } from './kernel-check.ts'

/** An interpreter that does not stop within three seconds is ended, and its state is lost. */
const OBEY_MS = 3000

/** Checks that the variable of `remember` still exists. */
async function stateIsThere({ run, snippets }: CheckBench): Promise<void> {
  assert.match(textOf(await run(snippets.recall)), /42/)
}

const interruptedWhile = (snippet: 'busy' | 'wait') =>
  onBench(async (bench) => {
    const { contexts, id, run, snippets } = bench
    await run(snippets.remember)
    const { running } = await untilBegun(bench, snippets[snippet])
    await contexts.interrupt(id)
    const { status, endedBy, error, stateLost } = await running
    assert.deepEqual([status, endedBy, stateLost], ['interrupted', 'exit', false])
    assert.ok(error, 'an interrupt is told as an error')
    await stateIsThere(bench)
  })

/** Interrupts, limits, deaths and queues. */
const checks: KernelCheck[] = [
  { id: 'an-interrupt-ends-busy-code-and-keeps-the-state', needs: 'busy', run: interruptedWhile('busy') },
  { id: 'an-interrupt-ends-waiting-code-and-keeps-the-state', needs: 'wait', run: interruptedWhile('wait') },
  {
    id: 'an-interrupt-between-executions-changes-nothing',
    run: onBench(async (bench) => {
      await bench.run(bench.snippets.remember)
      await bench.contexts.interrupt(bench.id)
      await stateIsThere(bench)
    }),
  },
  {
    id: 'an-interrupt-right-after-the-start-is-not-lost',
    needs: 'wait',
    run: onBench(async (bench) => {
      const { contexts, id, run, snippets } = bench
      await run(snippets.remember)
      for (let round = 0; round < 5; round++) {
        const running = run(snippets.wait, { timeoutMs: 20_000 })
        await contexts.interrupt(id)
        const { status, endedBy } = await running
        assert.deepEqual([status, endedBy], ['interrupted', 'exit'])
      }
      await stateIsThere(bench)
    }),
  },
  {
    id: 'the-time-limit-interrupts-and-keeps-the-state',
    needs: 'busy',
    run: onBench(async (bench) => {
      await bench.run(bench.snippets.remember)
      const { endedBy, status, stateLost } = await bench.run(bench.snippets.busy, { timeoutMs: 300 })
      assert.deepEqual([endedBy, status, stateLost], ['timeout', 'interrupted', false])
      await stateIsThere(bench)
    }),
  },
  {
    id: 'an-aborted-signal-interrupts-what-runs-and-calls-off-what-waits',
    needs: 'wait',
    run: onBench(async (bench) => {
      const { run, snippets } = bench
      await run(snippets.remember)
      const [first, second] = [new AbortController(), new AbortController()]
      const { running } = await untilBegun(bench, snippets.wait, { signal: first.signal })
      const waiting = run(snippets.wait, { signal: second.signal })
      const last = run(snippets.recall)
      second.abort()
      assert.equal((await waiting).endedBy, 'cancelled')
      first.abort()
      assert.equal((await running).endedBy, 'cancelled')
      assert.match(textOf(await last), /42/)
    }),
  },
  {
    id: 'executions-of-one-context-run-one-after-the-other',
    run: onBench(async ({ run, snippets }) => {
      const counts = await Promise.all([
        run(snippets.remember),
        run(snippets.recall),
        run(snippets.fail.code),
        run(snippets.recall),
      ])
      assert.deepEqual(
        counts.map(({ executionCount }) => executionCount),
        [1, 2, 3, 4],
      )
    }),
  },
  {
    id: 'a-dying-interpreter-is-an-error-and-the-next-execution-has-a-fresh-one',
    needs: 'die',
    run: onBench(async ({ run, snippets }) => {
      await run(snippets.remember)
      const [died, next] = await Promise.all([run(snippets.die), run(snippets.recall)])
      assert.deepEqual([died.status, died.endedBy, died.stateLost], ['error', 'killed', true])
      assert.equal(died.error?.name, 'KernelDied')
      assert.doesNotMatch(textOf(next), /42/)
      await run(snippets.remember)
      assert.match(textOf(await run(snippets.recall)), /42/)
    }),
  },
]

export const endingChecks: KernelCheck[] = checks.map((check) => ({
  ...check,
  run: (subject) => undisturbed(OBEY_MS, () => check.run(subject)),
}))
