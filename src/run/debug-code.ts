import { EngineError } from '../contract/errors.ts'
import type { DebugResult } from '../contract/repair.ts'
import type { RunRequest } from '../contract/run.ts'
import { debugResultOf } from '../pipeline/debug-result.ts'
import type { Detect } from '../pipeline/detect/detect.ts'
import type { Run, RunCaller } from './start-run.ts'

/** Repairs a program by the error that it ended with elsewhere. */
export type DebugCode = (request: RunRequest, caller?: RunCaller) => Promise<DebugResult>

export const createDebugCode =
  (run: Run, { languageOf }: Pick<Detect, 'languageOf'>): DebugCode =>
  async (request, caller) => {
    const { code, error } = request
    if (code === undefined || error === undefined)
      throw new EngineError('INVALID_REQUEST', { problems: ['body: needs "code" and "error"'] })
    if (request.background)
      throw new EngineError('INVALID_REQUEST', { problems: ['background: goes with POST /v1/runs alone'] })
    const { language } = await languageOf({ ...request, code }, caller?.signal)
    const { result } = await run(request, caller)
    return debugResultOf(await result, { code, fileName: language.fileName })
  }
