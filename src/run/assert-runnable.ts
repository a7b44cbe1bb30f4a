import { access } from 'node:fs/promises'
import { EngineError } from '../contract/errors.ts'
import type { Program } from '../contract/run.ts'
import type { Told } from '../pipeline/detect/detect.ts'

type Language = Told['language']

/** Refuses a program that no interpreter here can run, before there is a run. */
export type AssertRunnable = (program: Program, language: Language) => Promise<void>

export interface RunnableParts {
  /** Whether sandboxes have the host's programs; elsewhere only a sandbox knows. */
  hasHostPrograms: boolean
  /** Throws LANGUAGE_MISSING when a package of the language is not installed. */
  packageMounts(language: Language): Promise<unknown>
  clock(): number
}

/** A program that is there stays there for this long. */
const BELIEVED_MS = 60_000

export function createAssertRunnable({ hasHostPrograms, packageMounts, clock }: RunnableParts): AssertRunnable {
  const seen = new Map<string, number>()
  return async ({ code }, language) => {
    if (language.refusesNul && code.includes('\0')) throw hasNul(code, language)
    if (!hasHostPrograms || clock() - (seen.get(language.id) ?? 0) < BELIEVED_MS) return
    const { id, requires, package: name } = language
    if (requires !== null) {
      await access(requires).catch(() => {
        const install = `apt-get install -y ${name}`
        throw new EngineError('LANGUAGE_MISSING', { language: id, missing: requires, install })
      })
    }
    await packageMounts(language)
    seen.set(id, clock())
  }
}

/** The interpreter would stop reading there, and complain about something else. */
function hasNul(code: string, { id }: Language): EngineError {
  const line = code.slice(0, code.indexOf('\0')).split('\n').length
  const problem = `body.code: has a NUL byte on line ${line}, which no ${id} program can hold; write it as an escape`
  return new EngineError('INVALID_REQUEST', { problems: [problem] })
}
