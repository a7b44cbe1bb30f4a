import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { inStore, type OpenStore } from '../in-store.ts'
import type { CommandRow } from './command-rows.ts'

const commandOf = (known: Pick<CommandRow, 'id' | 'userId'> & Partial<CommandRow>): CommandRow => ({
  command: "echo 'it’s' > a\n",
  runId: null,
  outcome: 'refused',
  rule: 'bash/become-root',
  at: 1000,
  ...known,
})

export const commandChecks: Check<OpenStore>[] = [
  {
    id: 'commands-come-back-newest-first-to-their-user-alone',
    run: (open) =>
      inStore(open, async (store) => {
        const [name, userId] = [randomUUID(), randomUUID()]
        const rows = ['a', 'b', 'c'].map((letter) => commandOf({ id: `${name}${letter}`, userId }))
        for (const row of rows) await store.commands.put(row)
        await store.commands.put(commandOf({ id: `${name}d`, userId: randomUUID() }))
        assert.deepEqual(await store.commands.list({ userId, limit: 9 }), rows.toReversed())
        const page = await store.commands.list({ userId, limit: 1, before: `${name}c` })
        assert.deepEqual(page, rows.slice(1, 2), 'the page does not go on where the one before ended')
      }),
  },
  {
    id: 'a-command-is-kept-once-with-what-came-of-it',
    run: (open) =>
      inStore(open, async (store) => {
        const [id, userId] = [randomUUID(), randomUUID()]
        const going = commandOf({ id, userId, outcome: null, rule: null })
        await store.commands.put(going)
        await store.commands.put({ ...going, runId: 'run1', outcome: 'ok' })
        const kept = await store.commands.list({ userId, limit: 9 })
        assert.deepEqual(kept, [{ ...going, runId: 'run1', outcome: 'ok' }])
      }),
  },
  {
    id: 'old-commands-are-forgotten',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        const [old, young] = [
          commandOf({ id: randomUUID(), userId, at: 10 }),
          commandOf({ id: randomUUID(), userId, at: 20 }),
        ]
        await store.commands.put(old)
        await store.commands.put(young)
        await store.commands.removeBefore(20)
        assert.deepEqual(await store.commands.list({ userId, limit: 9 }), [young])
      }),
  },
]
