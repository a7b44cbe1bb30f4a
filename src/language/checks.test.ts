import { expect, it } from 'vitest'
import type { Attempt } from '../contract/run.ts'
import { languageChecks } from './checks.ts'
import { python } from './python/python.ts'
import { pythonSamples } from './samples/python.ts'

/** An attempt that printed nothing and exited with 0, the result of every program here. */
const silent: Attempt = { n: 1, code: '', stdout: '', stderr: '', results: [], endedBy: 'exit', exitCode: 0 }

it.each(languageChecks)('$id notices a language that does nothing', async (check) => {
  const broken = check.run({ language: python, samples: pythonSamples, run: async () => silent })
  await expect(broken).rejects.toThrow()
})
