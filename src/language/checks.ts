import assert from 'node:assert/strict'
import type { Check } from '../contract/check.ts'
import type { Attempt } from '../contract/run.ts'
import type { Language } from './language.ts'
import type { LanguageSamples, Sample } from './samples/samples.ts'

export type { LanguageSamples } from './samples/samples.ts'

export interface ProgramToRun {
  code: string
  input?: string
  args?: string[]
  files?: Record<string, string>
  timeoutMs?: number
}

/** A language with its samples, and the way to run a program of it. */
export interface LanguageUnderCheck {
  language: Pick<Language, 'compile' | 'packages'>
  samples: LanguageSamples
  run(program: ProgramToRun): Promise<Attempt>
}

const LINES = 20_000
/** A program that was ended before it began proves nothing: it gets more time, up to more than any host needs. */
const TIMEOUTS_MS = [1500, 9000, 45_000]
const UNICODE = 'héllo ✓ 你好 🎉\n'

/** The promises that every language keeps here, no matter where it was written. */
export const languageChecks: Check<LanguageUnderCheck>[] = [
  prints('says-hello', 'hello', 'hello\n'),
  prints('reads-its-input', 'stdin', 'one\nzwölf\n', { input: 'one\nzwölf\n' }),
  prints('gets-its-arguments-as-they-are', 'args', 'a b\n$HOME\nü\n', { args: ['a b', '$HOME', 'ü'] }),
  prints('reads-files-of-the-workspace', 'files', '6\n', { files: { 'data/numbers.csv': 'n\n1\n2\n3\n' } }),
  prints('prints-any-character', 'unicode', UNICODE),
  prints('prints-much-to-the-last-byte', 'large', Array.from({ length: LINES }, (_, n) => `${n + 1}\n`).join('')),
  {
    id: 'ends-with-its-own-exit-code',
    run: async ({ samples, run }) => {
      const { code, exitCode = 3 } = samples.exitCode
      const end = await run({ code })
      assert.deepEqual([end.endedBy, end.exitCode], ['exit', exitCode], end.stderr)
    },
  },
  {
    id: 'tells-its-error-with-type-message-and-line',
    run: async ({ samples, run }) => {
      const { code, type, message } = samples.error
      const { exitCode, error, stderr } = await run({ code })
      assert.notEqual(exitCode, 0)
      assert.deepEqual(
        { type: error?.type, message: error?.message, line: error?.line },
        { type, message, line: 3 },
        stderr,
      )
    },
  },
  {
    id: 'is-ended-by-the-timeout-and-keeps-its-output',
    run: async ({ language, samples, run }) => {
      const { code, stdout = 'started\n' } = samples.forever
      const startsSlowly = Boolean(language.compile ?? language.packages)
      for (const timeoutMs of startsSlowly ? TIMEOUTS_MS.slice(1) : TIMEOUTS_MS) {
        const end = await run({ code, timeoutMs })
        if (end.stdout === '' && end.endedBy === 'timeout' && timeoutMs !== TIMEOUTS_MS.at(-1)) continue
        assert.deepEqual([end.endedBy, end.stdout], ['timeout', stdout], end.stderr)
        return
      }
    },
  },
]

function prints(
  id: string,
  name: 'hello' | 'stdin' | 'args' | 'files' | 'unicode' | 'large',
  stdout: string,
  more: Omit<ProgramToRun, 'code'> = {},
): Check<LanguageUnderCheck> {
  return {
    id,
    run: async ({ samples, run }) => {
      const sample: Sample = samples[name]
      const end = await run({ code: sample.code, ...more })
      assert.deepEqual([end.endedBy, end.exitCode, end.stderr], ['exit', 0, ''])
      assert.equal(end.stdout, sample.stdout ?? stdout)
    },
  }
}
