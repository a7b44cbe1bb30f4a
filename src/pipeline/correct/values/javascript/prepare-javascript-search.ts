import { supportFiles } from '../../../../language/support-files.ts'
import { readingBudgetMs } from '../../../reading/reading-budget.ts'
import type { Reading } from '../../../reading/reading-jobs.ts'
import type { PrepareSearch } from '../search-in-sandbox.ts'

const INSIDE = new URL('./inside/', import.meta.url)
const MOST_CHARACTERS = 20_000

/** Changes are made in a thread, which has the parser; the sandbox tries them, the likeliest first. */
export const prepareJavaScriptSearch =
  (reading: Pick<Reading, 'ask'>): PrepareSearch =>
  async ({ code, tests, budgetMs }, signal) => {
    if (code.length > MOST_CHARACTERS) return undefined
    const asked = { code, tests: [...tests] }
    const read = await reading.ask('values', asked, { budgetMs: readingBudgetMs(code.length), signal })
    if (!read) return undefined
    const support = await supportFiles(INSIDE)
    const files = Object.fromEntries(support.map(([name, content]) => [`anneal-search/${name}`, content.toString()]))
    const plan = JSON.stringify({ code, ...read, budgetMs })
    return { code: "import('./anneal-search/main.mjs')\n", files: { ...files, 'anneal-search/plan.json': plan } }
  }
