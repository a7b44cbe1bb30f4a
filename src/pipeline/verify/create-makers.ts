import type { Reading } from '../reading/reading-jobs.ts'
import { createJavaScriptTestMaker } from './javascript/create-javascript-test-maker.ts'
import { pythonTestMaker } from './python/python-test-maker.ts'
import type { TestMaker } from './test-maker.ts'

/** One test maker for each family of languages. */
export const createMakers = (reading: Reading): readonly TestMaker[] => [
  pythonTestMaker,
  createJavaScriptTestMaker(reading),
]
