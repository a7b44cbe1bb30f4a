import assert from 'node:assert/strict'
import type { Check } from '../../contract/check.ts'
import { inStore, type OpenStore } from '../in-store.ts'
import { runEnd, sampleRun } from '../run/sample-run.ts'
import type { Store } from '../store.ts'

const MANY = 100_000

async function addWebhook(store: Store) {
  const run = sampleRun()
  const { runId, userId } = run
  await store.webhooks.add({ runId, userId, url: 'https://example.org/it’s?a=1', createdAt: run.startedAt })
  return run
}

const dueIds = async ({ webhooks }: Store, now: number) => (await webhooks.due(now, MANY)).map(({ runId }) => runId)

export const webhookChecks: Check<OpenStore>[] = [
  {
    id: 'a-webhook-is-due-when-its-run-has-ended-and-until-it-is-delivered',
    run: (open) =>
      inStore(open, async (store) => {
        const run = await addWebhook(store)
        const { runId } = run
        await store.runs.create(run)
        assert.ok(!(await dueIds(store, 1e15)).includes(runId), 'due before its run has ended')
        await store.events.append([runEnd(run, 1, 'failed')])
        const [due] = (await store.webhooks.due(1e15, MANY)).filter((each) => each.runId === runId)
        assert.equal(due?.outcome, 'failed')
        assert.equal(due?.url, 'https://example.org/it’s?a=1')
        await store.webhooks.note(runId, { attempts: 1, nextAt: 2e15, status: 500, problem: 'it answered 500' })
        assert.ok(!(await dueIds(store, 1e15)).includes(runId), 'due before its time')
        assert.ok((await dueIds(store, 2e15)).includes(runId))
        await store.webhooks.note(runId, {
          state: 'delivered',
          attempts: 2,
          status: 204,
          problem: null,
          deliveredAt: 7,
        })
        assert.ok(!(await dueIds(store, 3e15)).includes(runId), 'due after its delivery')
        const kept = await store.webhooks.get(runId)
        assert.deepEqual([kept?.state, kept?.attempts, kept?.status, kept?.deliveredAt], ['delivered', 2, 204, 7])
      }),
  },
  {
    id: 'a-webhook-is-claimed-by-one-sender',
    run: (open) =>
      inStore(open, async (store) => {
        const { runId } = await addWebhook(store)
        const claims = await Promise.all([1, 2, 3].map((n) => store.webhooks.claim({ runId, nextAt: 0 }, 10 + n)))
        assert.deepEqual(claims.toSorted(), [false, false, true])
      }),
  },
  {
    id: 'webhooks-go-with-their-runs-and-users',
    run: (open) =>
      inStore(open, async (store) => {
        const [orphan, kept] = [await addWebhook(store), await addWebhook(store)]
        await store.runs.create(kept)
        await store.webhooks.removeOrphans(1e15)
        assert.equal(await store.webhooks.get(orphan.runId), undefined, 'an orphan is left')
        assert.equal((await store.webhooks.get(kept.runId))?.userId, kept.userId)
        assert.equal(await store.webhooks.removeOf(kept.userId, 9), 1)
        assert.equal(await store.webhooks.get(kept.runId), undefined)
      }),
  },
]
