import { findLanguage } from '../src/language/language.ts'
import { languages } from '../src/language/languages.ts'
import { layDown } from '../src/pipeline/execute/lay-down.ts'
import { warmKindOf } from '../src/pipeline/execute/warm-kinds.ts'
import type { ExecResult, SandboxOrigin, SandboxProvider } from '../src/sandbox/sandbox.ts'
import type { OrdinaryProgram } from './programs.ts'

/** The default limits, but for more time and a whole core: the machine may be busy with other sandboxes. */
export const ORDINARY_LIMITS = {
  timeoutMs: 60_000,
  memoryMb: 512,
  cpuPercent: 100,
  processes: 64,
  openFiles: 1024,
  outputBytes: 1_000_000,
  diskMb: 100,
}

export interface OrdinaryRun {
  end: ExecResult
  origin: SandboxOrigin
  stdout: string
  stderr: string
}

/** Runs one program in a sandbox of its own. */
export async function runOrdinary(provider: SandboxProvider, program: OrdinaryProgram): Promise<OrdinaryRun> {
  const language = findLanguage(languages, program.language)
  if (!language) throw new Error(`no language ${program.language}`)
  const {
    sandbox,
    destroy,
    startedFrom: origin,
  } = await provider.create(
    { limits: ORDINARY_LIMITS, warm: warmKindOf(language, program.code) },
    new AbortController().signal,
  )
  const printed = { stdout: '', stderr: '' }
  try {
    await layDown(new Map([[language.fileName, program.code]]), language, sandbox)
    const end = await sandbox.exec(language.command, {
      onOutput: ({ stream, bytes }) => {
        printed[stream] += Buffer.from(bytes).toString()
      },
    })
    return { end, origin, ...printed }
  } finally {
    await destroy()
  }
}
