import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createFileBlobs } from '../blob/file-blobs.ts'
import { createSession } from '../content/sample-state.ts'
import { openSqlite } from '../database/sqlite.ts'
import { createRun } from '../in-store.ts'
import { runEnd, stageStart } from '../run/sample-run.ts'
import type { Store } from '../store.ts'
import { createJournal, type Journal } from './journal.ts'

/** Two processes on one file, of which the first follows; how often it has asked for rows is counted. */
async function withTwo(use: (tools: { journal: Journal; own: Store; other: Store; asked(): number }) => Promise<void>) {
  const directory = await mkdtemp(join(tmpdir(), 'anneal-streams-'))
  const file = join(directory, 'anneal.db')
  const [own, other] = [await openSqlite({ file }), await openSqlite({ file })]
  let asked = 0
  const rows: Store['events'] = {
    ...own.events,
    readPage: (subject, page) => {
      asked++
      return own.events.readPage(subject, page)
    },
    readUser: (userId, page) => {
      asked++
      return own.events.readUser(userId, page)
    },
  }
  const blobs = await createFileBlobs({ directory: join(directory, 'blobs'), limitBytes: 1000 })
  const { outputs, runs } = own
  const journal = createJournal({ rows, outputs, runs, blobs, clock: Date.now, mask: (json) => json })
  try {
    await use({ journal, own, other, asked: () => asked })
  } finally {
    await own.close()
    await other.close()
    await rm(directory, { recursive: true })
  }
}

const START = { place: { writtenIn: 0, position: 0 } }

it('readers of a SQLite file ask for rows only when something was written, here or by another process', () =>
  withTwo(async ({ journal, own, other, asked }) => {
    const { row } = await createSession(own)
    const run = await createRun(other)
    await other.events.append([stageStart(run, 1)])
    const leaving = new AbortController()
    const { signal } = leaving
    const told: string[] = []
    const follow = async (events: AsyncIterable<unknown>) => {
      for await (const each of events) {
        const { type } = (each as { event?: { type: string } }).event ?? (each as { type: string })
        told.push(type)
      }
    }
    const readers = [
      follow(journal.followStream(`session:${row.id}`, { afterSeq: 0, signal })),
      follow(journal.followUser(row.userId, { after: START, signal })),
      follow(journal.read(run.runId, { afterSeq: 0, signal })),
    ]
    await expect.poll(() => told).toHaveLength(3)
    await wait(500)
    const before = asked()
    await wait(2000)
    expect(asked() - before).toBe(0)
    await other.sessions.update(row.id, { settings: row.settings, usedAt: 1 })
    await expect.poll(() => told, { timeout: 5000 }).toHaveLength(5)
    await own.sessions.update(row.id, { settings: row.settings, usedAt: 2 })
    await expect.poll(() => told, { timeout: 5000 }).toHaveLength(7)
    await other.events.append([runEnd(run, 2)])
    await readers[2]
    expect(told.at(-1)).toBe('run.end')
    leaving.abort()
    await Promise.all(readers)
  }))

it('an end that is written for a dead engine wakes its readers', () =>
  withTwo(async ({ journal, own }) => {
    const run = await createRun(own)
    const told: string[] = []
    const reading = (async () => {
      const { signal } = new AbortController()
      for await (const { type } of journal.read(run.runId, { afterSeq: 0, signal })) told.push(type)
    })()
    await wait(300)
    await own.events.append([runEnd(run, 1)])
    journal.wake(run)
    await reading
    expect(told).toEqual(['run.end'])
  }))

it('a store that closes lets calls end that are under way, and refuses those that come later', () =>
  withTwo(async ({ own }) => {
    const { row } = await createSession(own)
    const calls = Array.from({ length: 20 }, () => own.sessions.get(row.id))
    const closed = own.close()
    const late = own.sessions.get(row.id)
    await expect(late).rejects.toMatchObject({ code: 'SERVER_STOPPING', status: 503 })
    for (const found of await Promise.all(calls)) expect(found).toMatchObject({ id: row.id })
    await closed
  }))
