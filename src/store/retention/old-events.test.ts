import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StreamDraft, StreamEvent } from '../../contract/event.ts'
import { reduceMachine } from '../../contract/reduce-machine.ts'
import { openSqlite } from '../database/sqlite.ts'
import type { Store } from '../store.ts'

let directory = ''
let store: Store
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-events-'))
  store = await openSqlite({ file: join(directory, 'anneal.db') })
})
afterAll(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

let machines = 0

const size = { cpuCount: 2, memoryMb: 512, diskMb: 100, onTimeout: 'kill' as const, metadata: {} }
const created = { type: 'machine.created' as const, templateId: 'base', alias: null, copyOf: null, ...size }
const endAtMs = fc.nat()
const change = fc.oneof(
  fc.record({ type: fc.constantFrom('machine.changed', 'machine.paused'), endAtMs, hasMemory: fc.boolean() }),
  fc.record({ type: fc.constant('machine.resumed'), endAtMs }),
  fc.record({ type: fc.constant('machine.warned'), message: fc.string() }),
)

it('a living machine has the same fold, whichever of its events are old', () =>
  fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 30 }), fc.nat(35), async (changes, before) => {
      const id = `mch${++machines}`
      const envelope = { subject: `machine:${id}` as const, userId: 'ada' }
      const drafts = [{ ...created, startedAtMs: 1, endAtMs: 2 }, ...changes].map((draft, at) => ({
        ...{ ...envelope, ...draft, at },
      })) as StreamDraft[]
      await store.documents.insert({ kind: 'machine', id, userId: 'ada', createdAtMs: 1, body: 1 }, ...drafts)
      const read = async () =>
        (await store.events.readPage(envelope.subject, { afterSeq: 0, limit: 99 })) as StreamEvent[]
      const told = await read()
      await store.retention.forgetOld(before, { at: -1, position: 0 })
      const left = await read()
      expect(reduceMachine(left)).toEqual(reduceMachine(told))
      expect(left.slice(-1)).toEqual(told.slice(-1))
      expect(left.filter(({ at }) => at >= before)).toEqual(told.filter(({ at }) => at >= before))
      expect(left.filter(({ at }) => at < before).length).toBeLessThanOrEqual(5)
      await store.documents.delete('machine', id)
      await store.retention.forgetOld(99, { at: -1, position: 0 })
      expect(await read()).toEqual([])
    }),
    { numRuns: 60 },
  ))
