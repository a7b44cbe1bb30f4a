import { EngineError } from '../contract/errors.ts'
import type { Severity } from '../contract/finding.ts'
import type { ErrorInfo } from '../contract/run.ts'
import type { Draft } from './draft.ts'
import type { Executed, Execution } from './execution.ts'
import { inStage } from './in-stage.ts'
import type { AttemptPlace } from './run-attempt.ts'

const RISKY: ReadonlySet<Severity> = new Set(['high', 'critical'])

/** The reason why a program must not run; undefined when it may, or when the guard is off. */
export async function blockedBy(at: AttemptPlace, draft: Draft): Promise<ErrorInfo | undefined> {
  const { guard } = at.loop.stages
  if (!guard || !draft.quality.judge) return undefined
  const report = await inStage({ ...at, stage: 'guard' }, (context) =>
    guard({ ...draft, attempt: at.attempt }, context),
  )
  const { session } = at.loop
  if (session && report.findings.some(({ severity }) => RISKY.has(severity))) await session.beforeRisk()
  const blocking = report.findings.find(({ action }) => action === 'block')
  return blocking && new EngineError('CODE_BLOCKED', blocking).toInfo()
}

/** Runs the program beside the analysis; the analysis has ended when this settles, whatever the program's outcome. */
export async function analyzeBeside<T>(at: AttemptPlace, draft: Draft, run: () => T | Promise<T>): Promise<T> {
  const { loop } = at
  const { analyze } = loop.stages
  if (!analyze || !draft.quality.analysis) return run()
  const analyzing = inStage({ ...at, stage: 'analyze' }, (context) =>
    analyze({ ...draft, attempt: at.attempt }, context),
  ).catch((error) => {
    // A program is not worse because it could not be read, and a late thread is no bug.
    if (!loop.signal.aborted && !(error instanceof EngineError)) loop.onBug(error)
  })
  try {
    return await run()
  } finally {
    await analyzing
  }
}

export async function measureAfter(at: AttemptPlace, draft: Draft, { end: { spent } }: Executed): Promise<void> {
  const { loop, attempt, cause } = at
  const { measure } = loop.stages
  if (!measure || !spent) return
  const { emit, signal, userId } = loop
  await measure({ ...draft, userId, attempt, spent }, { emit, signal, cause })
}

export async function testAfter(at: AttemptPlace, draft: Execution & Draft): Promise<void> {
  const { verify } = at.loop.stages
  if (!verify || !draft.quality.tests) return
  await inStage({ ...at, stage: 'verify' }, (context) => verify(draft, context))
}
