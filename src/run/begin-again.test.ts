import { describe, expect, it } from 'vitest'
import type { RunRequest } from '../contract/run.ts'
import { keptRequest } from '../pipeline/kept-request.ts'
import type { RunEntry } from '../store/event/journal-entry.ts'
import { fingerprintOf, requestToBegin } from './begin-again.ts'

const request: RunRequest = { code: 'print(1)', language: 'python', background: true }
const run = {
  ...({ runId: 'run1', userId: 'ada', engineId: 'eng1', state: 'running', outcome: null, durationMs: null } as const),
  ...{
    startedAt: 1,
    languages: [],
    attempts: 0,
    title: null,
    turn: 0,
    isToBeCancelled: false,
    fingerprint: fingerprintOf(request) ?? null,
  },
}
const rowsOf = (kept: RunRequest | undefined, more: RunEntry['type'][] = []) => ({
  readType: async (_: string, type: RunEntry['type']) =>
    [
      { type: 'run.start' as const, kind: 'code' as const, bytes: 1, ...(kept && { request: kept }) },
      ...more.map((each) => ({ type: each })),
    ].filter((entry) => entry.type === type) as RunEntry[],
})

describe('a run of a dead engine', () => {
  it('may be begun again in the background, alone and without network', () => {
    expect(fingerprintOf(request)).toBeDefined()
    expect(fingerprintOf({ ...request, options: { network: { allow: [] } } })).toBeDefined()
    for (const other of [
      { code: 'print(1)' },
      { ...request, session: 'ses1' },
      { ...request, options: { network: { allow: ['example.org'] } } },
      { ...request, code: 'x'.repeat(100_000) },
    ])
      expect(fingerprintOf(other)).toBeUndefined()
  })

  it('is begun from its request as it was stored', async () => {
    const kept = JSON.parse(JSON.stringify(keptRequest(request)))
    expect(await requestToBegin(run, rowsOf(kept))).toEqual(request)
  })

  it('ends where its request is not known whole, a model or a host was asked, it is to be cancelled, or was begun too often', async () => {
    const { background: _, ...kept } = request
    expect(await requestToBegin(run, rowsOf({ ...kept, code: 'print([hidden])' }))).toBeUndefined()
    expect(await requestToBegin(run, rowsOf(undefined))).toBeUndefined()
    expect(await requestToBegin(run, rowsOf(kept, ['model.asked']))).toBeUndefined()
    expect(await requestToBegin(run, rowsOf(kept, ['egress.request']))).toBeUndefined()
    for (const other of [{ isToBeCancelled: true }, { turn: 2 }, { fingerprint: null }])
      expect(await requestToBegin({ ...run, ...other }, rowsOf(kept))).toBeUndefined()
  })
})
