import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { StreamEvent } from '../../src/contract/event.ts'
import { reduceSession } from '../../src/contract/reduce-session.ts'
import type { Place } from '../../src/store/event/user-places.ts'
import { inStore, type OpenStore } from '../../src/store/in-store.ts'
import type { Store } from '../../src/store/store.ts'
import { COMPILED } from './compiled.ts'

const WRITER = join(import.meta.dirname, 'session-writer.ts')
const LONGEST_LIFE_MS = 40

/** Kills a process that changes sessions, again and again: rows and events agree each time. Resolves to the number of acknowledged changes. */
export async function killSessionWriters(place: string, open: OpenStore, rounds: number): Promise<number> {
  let all = 0
  for (let round = 0; round < rounds; round++) {
    const userId = `writer-${round}`
    const writer = spawn(process.execPath, [WRITER, place, userId], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...COMPILED },
    })
    const ended = once(writer, 'exit')
    const output = text(writer.stdout)
    writer.stdin.write('x')
    await Promise.race([once(writer.stdout, 'data'), ended])
    await wait(Math.random() * LONGEST_LIFE_MS)
    writer.kill('SIGKILL')
    assert.deepEqual(await ended, [null, 'SIGKILL'], 'the writer ended by itself')
    const acknowledged = (await output).trimEnd().split('\n').length
    await inStore(open, (store) => expectAgreement(store, userId, acknowledged))
    all += acknowledged
  }
  return all
}

async function expectAgreement(store: Store, userId: string, acknowledged: number): Promise<void> {
  const streams = Map.groupBy(await everything(store, userId), ({ subject }) => subject)
  const told = [...streams.values()].reduce((sum, events) => sum + events.length, 0)
  expect(told).toBeGreaterThanOrEqual(acknowledged)
  // The last change may have been made without an acknowledgement.
  expect(told).toBeLessThanOrEqual(acknowledged + 1)
  const rows = await store.sessions.list({ userId, limit: 100_000 })
  const kept = []
  for (const events of streams.values()) {
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    const { state, checkpoints: _, volumes: __, ...story } = reduceSession(events)
    if (state === 'removed') continue
    kept.push(story.id)
    const row = rows.find(({ id }) => id === story.id)
    const { metadata, transactions } = row?.settings ?? {}
    // A session is used when it is made.
    const usedAt = events.length === 1 ? story.createdAt : row?.usedAt
    expect({ ...row, metadata, transactions, usedAt }).toMatchObject(story)
  }
  expect(kept.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
}

async function everything(store: Store, userId: string): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for (let after: Place = { writtenIn: 0, position: 0 }; ; ) {
    const page = await store.events.readUser(userId, { after, limit: 1000 })
    const last = page.at(-1)
    if (!last) return events
    for (const { entry } of page) events.push(entry as StreamEvent)
    after = last.place
  }
}
