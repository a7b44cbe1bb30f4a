import { EngineError } from '../contract/errors.ts'
import type { DebugResult } from '../contract/repair.ts'
import type { RunRequest } from '../contract/run.ts'
import { debugResultOf } from '../pipeline/debug-result.ts'
import type { Detect } from '../pipeline/detect/detect.ts'
import type { StartedRun } from '../run/runs.ts'

/** Whose run it is, and how it is cancelled. */
export interface RunCaller {
  /** The person at this machine unless it is told. */
  userId?: string
  signal?: AbortSignal
  forReader?: boolean
}

export interface DerivedRunParts {
  run(request: RunRequest, caller?: RunCaller): Promise<StartedRun>
  languageOf: Detect['languageOf']
}

/** What is asked for in other words, and is a run all the same. */
export function createDerivedRuns({ run, languageOf }: DerivedRunParts) {
  return {
    /** Repairs a program from the error it ended with elsewhere. */
    async debugCode(request: RunRequest, caller?: RunCaller): Promise<DebugResult> {
      const { code, error } = request
      if (code === undefined || error === undefined)
        throw new EngineError('INVALID_REQUEST', { problems: ['body: needs "code" and "error"'] })
      const { language } = await languageOf({ ...request, code }, caller?.signal)
      const { result } = await run(request, caller)
      return debugResultOf(await result, { code, fileName: language.fileName })
    },
  }
}
