import fc from 'fast-check'
import { eventId, type Subject } from '../contract/event/envelope.ts'
import type { EngineEvent } from '../contract/event.ts'

type Draft = { type: EngineEvent['type']; subject: Subject; cause?: string } & Record<string, unknown>

/** Events of one user in the order of the journal. */
function told(drafts: Draft[]): EngineEvent[] {
  const last = new Map<string, number>()
  return drafts.map(({ subject, cause = null, ...data }, index) => {
    const seq = (last.get(subject) ?? 0) + 1
    last.set(subject, seq)
    const runId = subject.startsWith('run:') ? subject.slice(4) : null
    const envelope = {
      id: eventId(subject, seq),
      subject,
      userId: 'ada',
      runId,
      sessionId: null,
      seq,
      at: index + 1,
      cause,
    }
    return { ...envelope, ...data } as unknown as EngineEvent
  })
}

const ses = { subject: 'session:ses1', sessionId: 'ses1' } as const
const run1 = { subject: 'run:run1', sessionId: 'ses1', runId: 'run1' } as const
const run2 = { subject: 'run:run2', sessionId: 'ses1', runId: 'run2' } as const
const at = { block: 0, attempt: 1 }

export const storyOf = {
  /** One run writes a file, the next has its name and fails. */
  failedRunInSession: () =>
    told([
      { type: 'session.created', ...ses, conversation: 'talk', branchedFrom: null },
      { type: 'run.start', ...run1, kind: 'code', bytes: 9 },
      { type: 'attempt.start', ...run1, ...at, code: 'x = 1' },
      { type: 'attempt.end', ...run1, ...at, endedBy: 'exit', exitCode: 0 },
      {
        ...{ type: 'session.advanced', ...ses, runId: 'run1', cause: 'run1.1', executions: 1, stateBytes: 5 },
        changedFiles: { changed: [{ path: 'data.csv', change: 'added', size: 1, hash: 'h' }], more: 0 },
      },
      { type: 'run.end', ...run1, outcome: 'ok' },
      { type: 'run.start', ...run2, kind: 'code', bytes: 9 },
      { type: 'attempt.start', ...run2, ...at, code: 'open("data.csv").read(1)' },
      {
        type: 'attempt.end',
        ...run2,
        ...at,
        endedBy: 'exit',
        exitCode: 1,
        error: { type: 'ValueError', message: 'no' },
      },
      { type: 'run.end', ...run2, outcome: 'failed' },
    ]),
}

const few = fc.integer({ min: 1, max: 4 })
const anyDraft: fc.Arbitrary<Draft> = fc
  .record({ a: few, b: few, text: fc.string(), kind: fc.nat(9) })
  .map(({ a, b, text, kind }) => {
    const run = { subject: `run:run${a}`, runId: `run${a}`, sessionId: b < 3 ? `ses${b}` : null } as const
    const session = { subject: `session:ses${b}`, sessionId: `ses${b}` } as const
    const place = { block: 0, attempt: b }
    const drafts: Draft[] = [
      { type: 'run.start', ...run, kind: 'code', bytes: 1, ...(b > 2 && { cause: `action:act${a}.${b}` }) },
      { type: 'attempt.start', ...run, ...place, code: `open("${text}"); open("f${a}.txt")` },
      { type: 'attempt.end', ...run, ...place, endedBy: 'exit', exitCode: b - 1 },
      { type: 'error.diagnosed', ...run, ...place, diagnosis: { type: 'E', message: text } },
      { type: 'run.end', ...run, outcome: b > 2 ? 'failed' : 'ok' },
      { type: 'session.created', ...session, conversation: text, branchedFrom: a > 2 ? `chk${a}` : null },
      {
        ...{ type: 'session.advanced', ...session, runId: `run${a}`, cause: `run${a}.1`, executions: 1, stateBytes: 5 },
        changedFiles: {
          changed: [
            { path: `f${a}.txt`, change: 'added' },
            { path: text, change: 'removed' },
          ],
          more: 0,
        },
      },
      { type: 'checkpoint.created', ...session, checkpointId: `chk${a}`, label: text, kind: 'explicit' },
      { type: 'session.restored', ...session, checkpointId: `chk${a}`, executions: 1, stateBytes: 1 },
      { type: 'volume.changed', subject: `volume:vol${a}`, name: text, cause: `key:key${b}` },
    ]
    return drafts[kind] as Draft
  })

/** Any events in any order, also such as no engine tells: effects before causes, ends without a beginning. */
export const anyStory = fc.array(anyDraft, { maxLength: 60 }).map(told)
