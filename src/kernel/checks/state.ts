import assert from 'node:assert/strict'
import { type KernelCheck, onBench, textOf } from './kernel-check.ts'

/** State that survives between executions, and state that does not. */
export const stateChecks: KernelCheck[] = [
  {
    id: 'state-survives-between-executions',
    run: onBench(async ({ run, snippets }) => {
      assert.equal((await run(snippets.remember)).status, 'ok')
      const second = await run(snippets.recall)
      assert.match(textOf(second), /42/)
      assert.deepEqual([second.status, second.executionCount], ['ok', 2])
    }),
  },
  {
    id: 'an-error-is-told-with-its-line-and-keeps-the-state',
    run: onBench(async ({ run, snippets }) => {
      await run(snippets.remember)
      const failed = await run(snippets.fail.code)
      assert.deepEqual([failed.status, failed.endedBy, failed.stateLost], ['error', 'exit', false])
      assert.equal(failed.error?.line, snippets.fail.line)
      assert.ok(failed.error?.name && failed.error.value, 'name and message are told')
      assert.match(textOf(await run(snippets.recall)), /42/)
    }),
  },
  {
    id: 'contexts-of-one-language-do-not-share-state',
    run: onBench(async ({ contexts, run, snippets }) => {
      const other = await contexts.create({ language: snippets.language })
      await run(snippets.remember)
      const blind = await contexts.execute(other.id, snippets.recall)
      assert.doesNotMatch(textOf(blind), /42/)
      assert.match(textOf(await run(snippets.recall)), /42/)
    }),
  },
  {
    id: 'a-restart-forgets-the-state-and-keeps-the-name',
    run: onBench(async ({ contexts, id, run, snippets }) => {
      await run(snippets.remember)
      await contexts.restart(id)
      assert.doesNotMatch(textOf(await run(snippets.recall)), /42/)
      assert.deepEqual(
        contexts.list().map((context) => context.id),
        [id],
      )
    }),
  },
  {
    id: 'a-variable-is-read-set-and-listed',
    run: onBench(async ({ contexts, id, run, snippets }) => {
      await run(snippets.remember)
      assert.equal(Number((await contexts.getVariable(id, 'x')).data['text/plain']), 41)
      assert.ok((await contexts.variables(id)).some(({ name }) => name === 'x'))
      await assert.rejects(contexts.getVariable(id, 'never_heard_of'), { code: 'VARIABLE_NOT_FOUND' })
    }),
  },
  {
    id: 'a-deleted-context-is-gone-with-its-interpreter',
    run: onBench(async ({ contexts, id, run, snippets }) => {
      await contexts.delete(id)
      assert.deepEqual(contexts.list(), [])
      await assert.rejects(run(snippets.recall), { code: 'CONTEXT_NOT_FOUND' })
    }),
  },
]
