import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engineEvent, type StreamEvent } from './event.ts'
import { reduceMachine } from './reduce-machine.ts'
import { reduceSession } from './reduce-session.ts'

const at = (subject: string, sessionId: string | null) => (data: object, index: number) =>
  engineEvent.parse({
    ...{ id: `${subject}.${index + 1}`, subject, userId: 'ada', runId: null, sessionId, cause: null },
    ...{ seq: index + 1, at: 1000 + index },
    ...data,
  }) as StreamEvent

const metadata = fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 })
const checkpointId = fc.constantFrom('chk1', 'chk2', 'chk3')
const created = { type: 'session.created', conversation: 'c', volumes: [], transactions: true, branchedFrom: null }
const sessionChange = fc.oneof(
  fc.record({ type: fc.constant('session.changed'), metadata }),
  fc.constant({ type: 'session.advanced', execution: null, stateBytes: 5 }),
  fc.record({ type: fc.constant('session.restored'), checkpointId, stateBytes: fc.constant(5) }),
  fc.record({ type: fc.constant('checkpoint.created'), checkpointId }),
  fc.record({ type: fc.constant('checkpoint.removed'), checkpointId, reason: fc.constant('asked') }),
)
const checkpoint = { label: null, kind: 'explicit', files: 0, bytes: 0 }

describe('the fold of a session', () => {
  it('gives the changed fields after any number of events', () => {
    fc.assert(
      fc.property(metadata, fc.array(sessionChange, { maxLength: 20 }), (first, changes) => {
        const drafts = [{ ...created, metadata: first }, ...changes]
        const events = drafts.map((draft, executions) =>
          at('session:ses1', 'ses1')({ ...checkpoint, executions, ...draft }, executions),
        )
        for (let length = 1; length <= events.length; length++) {
          const prefix = events.slice(0, length)
          const story = reduceSession(prefix)
          expect(story).toMatchObject({ id: 'ses1', userId: 'ada', state: 'kept', createdAt: 1000 })
          const told = prefix.findLast((event) => 'metadata' in event)
          expect(story.metadata).toEqual(told && 'metadata' in told ? told.metadata : {})
          const moved = prefix.findLast(({ type }) => /^session\.(created|advanced|restored)$/.test(type))
          expect(story.executions).toBe((moved?.seq ?? 1) - 1)
        }
      }),
    )
  })

  it('keeps the existing checkpoints, and knows about the removal', () => {
    const drafts = [
      { ...created, metadata: {}, executions: 3 },
      ...['chk1', 'chk2'].map((id) => ({ type: 'checkpoint.created', ...checkpoint, checkpointId: id, executions: 3 })),
      { type: 'session.removed', reason: 'idle' },
      { type: 'checkpoint.removed', checkpointId: 'chk1', reason: 'room' },
    ]
    const story = reduceSession(drafts.map(at('session:ses1', 'ses1')))
    expect(story).toMatchObject({ state: 'removed', checkpoints: ['chk2'], executions: 3, usedAt: 1000 })
  })

  it('gives the known facts of a stream that begins in the middle', () => {
    const story = reduceSession([at('session:ses1', 'ses1')({ type: 'session.changed', metadata: { a: 'b' } }, 7)])
    expect(story).toMatchObject({ id: 'ses1', metadata: { a: 'b' }, usedAt: 1007, createdAt: 0 })
  })
})

describe('the fold of a machine', () => {
  it('is valid after any prefix of its life', () => {
    const size = { cpuCount: 2, memoryMb: 512, diskMb: 100 }
    const born = {
      type: 'machine.created',
      templateId: 'base',
      alias: null,
      copyOf: null,
      onTimeout: 'kill',
      metadata: {},
    }
    const change = fc.oneof(
      fc.record({ type: fc.constantFrom('machine.changed', 'machine.paused'), hasMemory: fc.boolean() }),
      fc.constant({ type: 'machine.resumed' }),
      fc.constant({ type: 'machine.copied', machineId: 'mch2' }),
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const drafts = [{ ...born, ...size, startedAtMs: 1 }, ...changes, { type: 'machine.ended', reason: 'lost' }]
        const events = drafts.map((draft, n) => at('machine:mch1', null)({ endAtMs: n, ...draft }, n))
        for (let length = 1; length < events.length; length++) {
          const prefix = events.slice(0, length)
          const last = prefix.findLast(({ type }) => /created|paused|resumed/.test(type))
          const state = last?.type === 'machine.paused' ? 'paused' : 'running'
          expect(reduceMachine(prefix)).toMatchObject({ id: 'mch1', userId: 'ada', state, endReason: null, ...size })
        }
        expect(reduceMachine(events)).toMatchObject({ state: 'ended', endReason: 'lost' })
      }),
    )
  })
})
