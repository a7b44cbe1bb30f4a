import { describe, expect, it } from 'vitest'
import { languages } from '../../language/languages.ts'
import type { Executed } from '../execution.ts'
import type { Trial } from '../try-out.ts'
import { createRunInSandbox } from './run-in-sandbox.ts'

const limits = {
  ...{ timeoutMs: 1000, memoryMb: 64, cpuPercent: 50, processes: 8 },
  ...{ openFiles: 64, outputBytes: 100, diskMb: 8 },
}
const end = { endedBy: 'exit', exitCode: 0, signal: null, durationMs: 7, waitMs: 0, invalidUtf8: false } as const
const executed: Executed = { end, stdout: 'out', stderr: 'err', isWhole: true }
const admission = { takeSlot: async () => () => {} }
const { signal } = new AbortController()

function recording() {
  const trials: Trial[] = []
  const tryOut = async (trial: Trial) => {
    trials.push(trial)
    return executed
  }
  return { trials, run: createRunInSandbox(tryOut, { limits, admission, languages }) }
}

describe('work in a sandbox', () => {
  it('has the limits of the run, apart from its own time and room for its report', async () => {
    const { trials, run } = recording()
    const work = { code: 'print(1)', language: 'python', files: { 'a/b.py': 'x = 1' }, timeoutMs: 5000 }
    expect(await run(work, signal)).toEqual({
      ...{ exitCode: 0, endedBy: 'exit', stdout: 'out', stderr: 'err', durationMs: 7 },
    })
    expect(trials[0]).toMatchObject({ code: 'print(1)', language: { id: 'python' }, request: { files: work.files } })
    expect(trials[0]?.limits).toEqual({ ...limits, timeoutMs: 5000, outputBytes: 4_194_304 })
  })

  it('is refused in a language that nobody knows', async () => {
    const work = { code: '', language: 'klingon', files: {}, timeoutMs: 1 }
    await expect(recording().run(work, signal)).rejects.toMatchObject({ code: 'LANGUAGE_UNKNOWN' })
  })
})
