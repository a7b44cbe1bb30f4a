import type { TestKind } from '../../../contract/test-report.ts'
import type { RunInSandbox, TestPlan } from '../test-maker.ts'
import { askForCases } from './ask-for-cases.ts'
import { foundCases } from './found-cases.ts'
import type { MadeCases } from './made-cases.ts'
import type { ProgramReading } from './read-program.ts'
import { doInSandbox } from './sandbox-job.ts'
import { writeCases } from './write-cases.ts'

const USUAL_KINDS: TestKind[] = ['unit', 'edge', 'property', 'integration']
/** Share of the time that is left; the rest is for running the cases. */
const SHARE_OF_TIME = 0.45
const LEAST_MS = 500

export interface Work {
  plan: TestPlan
  program: ProgramReading
  runInSandbox: RunInSandbox
  signal: AbortSignal
}

/** Makes cases from the observed behaviour of the functions in the sandbox, and from a model's expectations. */
export async function makeCases({ plan, program, runInSandbox, signal }: Work): Promise<MadeCases> {
  const { callables, classes, mainPart, isAsking } = program
  const kinds = plan.options.kinds ?? USUAL_KINDS
  const wantsMain = kinds.includes('integration') && mainPart.length > 0 && !isAsking
  if (plan.options.generate === false || (callables.length === 0 && !wantsMain)) {
    return { cases: [], dropped: [], skipped: [] }
  }
  const asked = await askForCases(plan, callables, signal)
  const budgetMs = Math.max(LEAST_MS, (plan.deadline - performance.now()) * SHARE_OF_TIME)
  const wantsGrowth = kinds.includes('performance')
  const job = { kind: 'find', targets: callables, classes, wantsMain, wantsGrowth, asked } as const
  const found = await doInSandbox({ plan, program, job, budgetMs, answer: foundCases }, runInSandbox, signal)
  return writeCases({ program, found, kinds, asked })
}
