import { supportFiles } from '../../../../language/support-files.ts'
import type { PrepareSearch } from '../search-in-sandbox.ts'

const INSIDE = new URL('./inside/', import.meta.url)
/** Small changes of a program, and work in forked children. */
const SHARED = new URL('../../../../language/python/inside/', import.meta.url)
const ENTRY = 'main.py'
const PACKAGE = 'anneal_search'

/** Programs that are longer were not written by hand, and take too long to change thousands of times. */
const MOST_CHARACTERS = 20_000

/** The search for Python runs in Python: it has the syntax tree, the tests and the values at hand. */
export const preparePythonSearch: PrepareSearch = async ({ code, tests, budgetMs }) => {
  if (code.length > MOST_CHARACTERS) return undefined
  const own = await supportFiles(INSIDE)
  const shared = await supportFiles(SHARED)
  const entry = own.find(([name]) => name === ENTRY)?.[1].toString()
  if (entry === undefined) throw new Error(`${ENTRY} is missing in ${INSIDE.href}`)
  const modules = [...own, ...shared].filter(([name]) => name.endsWith('.py') && name !== ENTRY)
  const files = Object.fromEntries(modules.map(([name, content]) => [`${PACKAGE}/${name}`, content.toString()]))
  return { code: entry, files: { ...files, 'plan.json': JSON.stringify({ code, tests, seconds: budgetMs / 1000 }) } }
}
