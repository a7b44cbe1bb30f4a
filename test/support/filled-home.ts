import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { RunFact } from '../../src/contract/feedback.ts'
import type { BackupTable } from '../../src/store/backup/backup-tables.ts'
import type { Blobs } from '../../src/store/blob/blobs.ts'
import { createFileBlobs } from '../../src/store/blob/file-blobs.ts'
import { checkpointOf, createSession, volumeOf } from '../../src/store/content/sample-state.ts'
import type { StateRow } from '../../src/store/content/state-rows.ts'
import { createRun } from '../../src/store/in-store.ts'
import type { KeptLesson } from '../../src/store/learning/kept-lesson.ts'
import { sampleStory } from '../../src/store/run/sample-run.ts'
import type { Store } from '../../src/store/store.ts'

export interface Data {
  store: Store
  blobs: { journal: Blobs; states: Blobs }
}

export async function openBlobs(home: string): Promise<Data['blobs']> {
  const open = (name: string, levels: 1 | 2) =>
    createFileBlobs({ directory: join(home, name), limitBytes: 1_000_000, levels })
  return { journal: await open('blobs', 2), states: await open('states', 1) }
}

/** Puts something in every table, and content of both kinds. */
export async function fillData({ store, blobs }: Data, objects: number): Promise<void> {
  for (let n = 0; n < objects; n++) await fillOnce({ store, blobs })
  const [key, userId] = [randomBytes(20).toString('hex'), 'ada']
  const times = { createdAt: 1.5, expiresAt: 9e12, revokedAt: null }
  const made = { scope: 'admin' as const, label: 'it’s', start: 'e2b_', ...times }
  await store.keys.add({ id: key, hash: key, user: userId, ...made })
  await store.webhooks.add({ runId: key, userId, url: 'https://example.org/', createdAt: 1.5 })
  await store.outcomes.add([{ language: 'python', fingerprint: '*', strategy: 's', period: 7, won: 1, lost: 2 }])
  const pattern = { id: 'mine', languages: ['python'], pattern: 'x', category: 'runtime', message: 'm', fix: 'f' }
  await store.patterns.put(pattern as unknown as Parameters<Store['patterns']['put']>[0], { userId, at: 1 })
  await store.inspections.put([{ key, body: '{"a":"\\u0000"}', at: 2 }])
  await store.policies.put({ severities: { high: 'block' } }, { userId, at: 1 })
  const spent = { wallMs: 12.5, cpuMs: 3, memoryPeakBytes: null, readBytes: 0, writtenBytes: 4096 }
  await store.measures.add({ userId, codeHash: key, at: 3, ...spent })
  await store.documents.insert({ kind: 'machine', id: key, userId, createdAtMs: 5, body: { text: 'a\0' } })
  const action = {
    id: key,
    userId,
    sessionId: null,
    type: 'code.run',
    reach: 'none',
    engineId: 'eng',
    cause: null,
  } as const
  await store.actions.begin({ ...action, input: { code: 'a\0' }, startedAt: 6 })
  await store.actions.end({ id: key, outcome: 'ok', output: { stdout: 'b' }, at: 7 })
  const task = { id: key, userId, engineId: 'eng', task: 'a\0', type: 'code', confidence: 0.5, reasons: [] } as const
  const done = { outcome: 'ok', attempts: [], sessionId: null, startedAt: 6, durationMs: 1 } as const
  await store.tasks.put({ ...task, reasons: [], ...done, attempts: [] })
  const known = { id: key, userId, fingerprint: 'f', language: 'python', code: 'a\0', source: 'run' } as const
  await store.codePatterns.put([{ ...known, worked: 1, runs: [key], createdAt: 1, changedAt: 2 }])
  await store.codeVectors.put([{ patternId: key, userId, model: 'm', madeAt: 2, vector: Int8Array.of(-1, 2) }])
  const change = { before: ['a'], after: ['b'], why: 'w', failure: 'E', won: 1, lost: 0, changedAt: 2 }
  await store.knownRepairs.add({
    id: key,
    userId,
    agent: null,
    language: 'python',
    fingerprint: 'f',
    runId: key,
    ...change,
  })
  const chat = {
    id: key,
    userId,
    name: 'n',
    title: 't',
    sessionId: null,
    stateNode: 1,
    head: 1,
    branchOf: null,
    engineId: null,
  }
  const said = { id: 'm', role: 'user' as const, parts: [{ type: 'text', text: 'a\0' }] }
  const nodes = [{ node: 1, parent: null, before: null, after: null, message: said }]
  await store.chats.create({ ...chat, createdAt: 6, updatedAt: 7 }, nodes)
  const question = { id: key, userId, sessionId: null, actionId: null, cause: null, kind: 'tool', title: 't' } as const
  const bound = { arguments: {}, names: ['t'], hash: 'h', scopeHash: 's', reason: 'r', suggestion: null }
  await store.approvals.ask({ ...question, ...bound, suggested: false, askedAt: 8, expiresAt: 9 })
  const plan = { id: key, userId, state: 'done', engineId: null, createdAt: 8, updatedAt: 9 } as const
  const unused = { name: null, sessionId: null, branchOf: null, replans: 0, round: 0, restores: [] }
  await store.plans.create({ ...plan, ...unused, definition: { steps: [], replan: 'off' } }, [
    {
      ...{ path: 'a', state: 'done', attempts: 1, reach: 'none', actionId: key, sessionId: null, checkpointId: null },
      ...{ startedAt: 8, endedAt: 9, output: 'c\0' },
    },
  ])
  const about = { language: 'python', fingerprint: 'f', pattern: 'p', strategy: null }
  const draft = { title: 'a\0', when: 'w', what: 'x', advice: 'prefer', about, agent: null, source: 'person' } as const
  const lesson = {
    ...{ id: key, draft, state: 'active', reason: null, helpful: [], harmful: [], contradicts: [] },
    ...{
      supersededBy: null,
      mergedInto: null,
      sharedWith: [{ user: 'bob', agent: null }],
      isProved: true,
      provedBy: [],
    },
    ...{ createdAt: 1, changedAt: 2 },
  } as const
  await store.feedback.send([{ id: key, userId, runId: key, at: 1, body: { verdict: 'good' } }])
  const fact = {
    ...{ runId: key, block: 0, agent: null, at: 7, language: 'python', kind: 'other', outcome: 'ok', attempts: 1 },
    ...{ durationMs: 1, program: 'h', failures: [], lessons: [], verdict: null },
  } as const
  await store.lessons.learn({
    ...{ userId, fromSeq: 0, deltas: [{ seq: 1, at: 1, by: 'person', change: { op: 'add', id: key, lesson: draft } }] },
    ...{ lessons: [lesson as unknown as KeptLesson], told: [] },
    feedback: { id: key, facts: [fact as unknown as RunFact], isLast: false },
  })
  await store.commands.put({ id: key, userId, command: 'ls', runId: null, outcome: 'refused', rule: null, at: 4 })
}

async function fillOnce({ store, blobs }: Data) {
  const run = await createRun(store)
  const blob = await blobs.journal.put(randomBytes(5000))
  await store.events.append(
    sampleStory(run).map((entry) => ('blob' in entry && entry.blob ? { ...entry, blob } : entry)),
  )
  const { row, step } = await createSession(store)
  const state = await saveState({ store, blobs })
  const execution = { runId: run.runId, language: 'python', code: '1\0', outcome: 'ok', at: 1, durationMs: 2 } as const
  await store.sessions.advance({ ...step, state, execution })
  await store.browsers.save({ sessionId: row.id, userId: 'ada', savedAt: 3, body: { text: 'a\0' } })
  await store.checkpoints.add(checkpointOf({ stateId: state.id, sessionId: row.id }), { most: 9 })
  const volume = volumeOf()
  await store.volumes.create(volume, 9)
  const next = { bytes: 5000, files: 1, changedAt: 5 }
  await store.volumes.advance({ id: volume.id, from: 0, state: await saveState({ store, blobs }), ...next })
}

export async function saveState({ store, blobs }: Data): Promise<StateRow> {
  const bytes = randomBytes(5000)
  const id = await blobs.states.put(bytes)
  await store.contents.begin({ hash: id, bytes: bytes.length, at: 1 })
  return { id, blobs: [id], bytes: bytes.length, createdAt: 2 }
}

export async function rowsOf(store: Store): Promise<Map<BackupTable, string[]>> {
  const found = new Map<BackupTable, string[]>()
  for await (const { table, rows } of await store.backup.dump()) {
    const texts = rows.map((row) => JSON.stringify(Object.entries(row).toSorted()))
    found.set(table, [...(found.get(table) ?? []), ...texts].toSorted())
  }
  return found
}

/** Compares every row and every piece of content. */
export async function assertEqualData(one: Data, other: Data): Promise<void> {
  const rows = await rowsOf(one.store)
  assert.deepEqual(await rowsOf(other.store), rows)
  for (const keeper of ['journal', 'states'] as const) {
    for await (const hash of one.blobs[keeper].list()) {
      assert.ok(Buffer.from(await one.blobs[keeper].get(hash)).equals(await other.blobs[keeper].get(hash)))
    }
  }
}
