import { javascriptTestMaker } from './javascript/javascript-test-maker.ts'
import { pythonTestMaker } from './python/python-test-maker.ts'
import type { TestMaker } from './test-maker.ts'

/** One for each family of languages. */
export const makers: readonly TestMaker[] = [pythonTestMaker, javascriptTestMaker]
