import { z } from 'zod'
import { endedBy } from '../../contract/limits.ts'
import { errorInfo, outcome, type RunRequest, type RunResult, runRequest, shownValue } from '../../contract/run.ts'
import { runFile } from '../../contract/run-file.ts'
import type { Action, ActionEnd } from '../action.ts'
import { endOfRun } from './end-of-run.ts'

/** Everything of a run beside its session, and whatever goes on when the action has ended. */
const { session: _, webhook: __, background: ___, ...own } = runRequest.shape
const input = z.strictObject(own).superRefine((request, context) => {
  for (const issue of runRequest.safeParse(request).error?.issues ?? [])
    context.addIssue({ code: 'custom', path: issue.path, message: issue.message })
})

const output = z.object({
  runId: z.string(),
  outcome,
  endedBy: endedBy.nullable(),
  exitCode: z.int().nullable(),
  stdout: z.string().describe('Of the last attempt of each block'),
  stderr: z.string(),
  results: z.array(shownValue).describe('Values, tables and pictures that were shown'),
  files: z.array(runFile),
  attempts: z.int().describe('Of the block that needed most'),
  finalCode: z.string().optional().describe('The program that ran well'),
  explanation: z.string().optional(),
  error: errorInfo.optional(),
})

export interface CodeRunNeeds {
  run(
    request: RunRequest,
    caller: { userId: string; signal: AbortSignal },
  ): Promise<{ runId: string; result: Promise<RunResult> }>
}

export const codeRun = ({ run }: CodeRunNeeds): Action<z.infer<typeof input>, z.infer<typeof output>> => ({
  type: 'code.run',
  description: 'Runs a program in a sandbox, and repairs it where it fails; in a session it goes on from its state.',
  input,
  output,
  reachOf({ options }, { sessionId, reachesOut }) {
    if (reachesOut || (options?.network?.allow ?? []).length > 0) return 'outside'
    return sessionId === undefined ? 'none' : 'inside'
  },
  async execute(request, { userId, sessionId, signal }): Promise<ActionEnd<z.infer<typeof output>>> {
    const inSession = sessionId === undefined ? {} : { session: sessionId }
    const started = await run({ ...request, ...inSession } as RunRequest, { userId, signal })
    const result = await started.result
    return { ...endOfRun(result.outcome, result.error), output: summaryOf(result), runId: result.runId }
  },
})

function summaryOf({ runId, outcome: ended, blocks, files, finalCode, error }: RunResult): z.infer<typeof output> {
  const last = blocks.flatMap(({ attempts }) => attempts.slice(-1))
  const explanation = blocks.findLast((block) => block.explanation)?.explanation
  return {
    runId,
    outcome: ended ?? 'error',
    endedBy: last.at(-1)?.endedBy ?? null,
    exitCode: last.at(-1)?.exitCode ?? null,
    stdout: last.map(({ stdout }) => stdout).join(''),
    stderr: last.map(({ stderr }) => stderr).join(''),
    results: last.flatMap(({ results }) => results),
    files,
    attempts: Math.max(0, ...blocks.map(({ attempts }) => attempts.length)),
    ...(finalCode !== undefined && { finalCode }),
    ...(explanation !== undefined && { explanation }),
    ...(error && { error }),
  }
}
