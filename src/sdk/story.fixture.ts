import type { DetectedBlock } from '../contract/detect.ts'
import type { EventDraft, RunEvent } from '../contract/event.ts'
import type { ExecutionEnd } from '../contract/run.ts'

export const RUN_ID = 'run01k9vq3ce4r8u2m5t7a1b'
const STARTED_AT = Date.UTC(2026, 10, 15, 5, 30, 0)

/** Stamps drafts like the journal: 10 ms apart, numbered from 1. */
export function stamp(drafts: EventDraft[]): RunEvent[] {
  return drafts.map((draft, index) => ({
    id: `${RUN_ID}-${index + 1}`,
    subject: `run:${RUN_ID}`,
    userId: 'ada',
    runId: RUN_ID,
    sessionId: null,
    seq: index + 1,
    at: STARTED_AT + index * 10,
    cause: null,
    ...draft,
  })) as RunEvent[]
}

export function block(code: string, change: Partial<DetectedBlock> = {}): DetectedBlock {
  return {
    language: 'python',
    confidence: 1,
    code,
    start: 0,
    end: code.length,
    line: 1,
    executable: true,
    reason: 'told by the caller',
    complexity: 0.1,
    ...change,
  }
}

export const exited: ExecutionEnd = {
  endedBy: 'exit',
  exitCode: 0,
  signal: null,
  durationMs: 21,
  waitMs: 0,
  invalidUtf8: false,
}

export interface Told {
  code: string
  output: { stream: 'stdout' | 'stderr'; text: string }[]
  end?: Partial<ExecutionEnd>
  found?: Partial<DetectedBlock>
}

/** The events of a run with one attempt for each block, as the engine emits them. */
export function tellRun(blocks: Told[], kind: 'text' | 'code' = 'code'): RunEvent[] {
  const failed = blocks.some(({ end }) => end?.exitCode !== undefined || end?.endedBy !== undefined)
  return stamp([
    { type: 'run.start', kind, bytes: 100 },
    { type: 'stage.start', stage: 'detect' },
    ...blocks.map(
      ({ code, found }, index): EventDraft => ({
        type: 'block.found',
        block: index,
        found: block(code, found),
      }),
    ),
    { type: 'stage.end', stage: 'detect', durationMs: 1 },
    ...blocks.flatMap((told, index) => (told.found?.executable === false ? [] : tellBlock(told, index))),
    { type: 'run.end', outcome: failed ? 'failed' : 'ok', durationMs: 34 },
  ])
}

function tellBlock(told: Told, index: number): EventDraft[] {
  const place = { block: index, attempt: 1 }
  return [
    { type: 'stage.start', stage: 'execute', ...place },
    { type: 'attempt.start', code: told.code, ...place },
    ...told.output.map((output): EventDraft => ({ type: 'output.delta', ...output, ...place })),
    { type: 'attempt.end', language: told.found?.language ?? 'python', ...exited, ...told.end, ...place },
    { type: 'stage.end', stage: 'execute', durationMs: 22, ...place },
  ]
}

export const helloRun = (): RunEvent[] =>
  tellRun([{ code: 'print(42)\n', output: [{ stream: 'stdout', text: '42\n' }] }])
