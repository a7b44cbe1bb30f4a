import type { Reading } from '../../reading/reading-jobs.ts'
import { prepareJavaScriptSearch } from './javascript/prepare-javascript-search.ts'
import { preparePythonSearch } from './python/prepare-python-search.ts'
import type { PrepareSearch } from './search-in-sandbox.ts'

/** The languages that are searched, each by its id. */
export const searchesOf = (reading: Pick<Reading, 'ask'>): Readonly<Record<string, PrepareSearch>> => ({
  python: preparePythonSearch,
  javascript: prepareJavaScriptSearch(reading),
})
