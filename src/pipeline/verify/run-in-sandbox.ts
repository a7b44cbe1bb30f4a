import { unknownLanguage } from '../../contract/unknown-language.ts'
import { findLanguage, type Language } from '../../language/language.ts'
import type { Execution } from '../execution.ts'
import type { TryOut } from '../try-out.ts'
import type { RunInSandbox } from './test-maker.ts'

/** The limits and the admission of the run that the work belongs to. */
export interface SandboxRun extends Pick<Execution, 'limits' | 'admission'> {
  languages: readonly Language[]
}

/** Our own programs print a report: a limit for the tested program's output would cut it. */
const REPORT_BYTES = 4_194_304

/**
 * Runs our programs beside a program under test. The time limit is that of the work, since it calls the program many times;
 * every other limit is the run's.
 */
export function createRunInSandbox(tryOut: TryOut, { limits, admission, languages }: SandboxRun): RunInSandbox {
  return async ({ code, language: id, files, timeoutMs }, signal) => {
    const language = findLanguage(languages, id)
    if (!language) throw unknownLanguage(id, languages)
    const own = { timeoutMs: Math.max(1, timeoutMs), outputBytes: Math.max(limits.outputBytes, REPORT_BYTES) }
    const trial = {
      code,
      language,
      limits: { ...limits, ...own },
      admission,
      request: { files },
      keepsWorkspace: false,
    }
    const { end, stdout, stderr } = await tryOut(trial, signal)
    return { exitCode: end.exitCode, endedBy: end.endedBy, stdout, stderr, durationMs: end.durationMs }
  }
}
