import { z } from 'zod'
import { supportFiles } from '../../../language/support-files.ts'
import type { Understood } from '../../failure.ts'
import type { TryOut } from '../../try-out.ts'

/** How functions of one name behave, on the tests and on inputs like theirs. */
const compared = z.object({
  /** The number of the behaviour of each program; -1 where it does not pass the tests. */
  classes: z.array(z.int()),
  /** Number of inputs that are in no test. */
  inputs: z.int(),
})
export type Compared = z.infer<typeof compared>

export type CompareFunctions = (
  of: { failure: Understood; name: string; programs: readonly string[] },
  signal: AbortSignal,
) => Promise<Compared | undefined>

const INSIDE = new URL('./inside/', import.meta.url)
const ENTRY = 'compare.py'
const MARK = 'ANNEAL-COMPARED '
const TIMEOUT_MS = 15_000

/** Compares in one sandbox; undefined for languages other than Python, and where the comparison came to nothing. */
export function createCompareFunctions(tryOut: TryOut): CompareFunctions {
  return async ({ failure, name, programs }, signal) => {
    const { language, limits, admission, request, archive, tests } = failure
    const asserted = tests.flatMap(({ code = '' }) => (code === '' ? [] : [code]))
    if (language.id !== 'python' || asserted.length < tests.length) return undefined
    const entry = (await supportFiles(INSIDE)).find(([file]) => file === ENTRY)?.[1].toString()
    if (entry === undefined) throw new Error(`${ENTRY} is missing in ${INSIDE.href}`)
    const files = { ...request.files, 'plan.json': JSON.stringify({ name, programs, tests: asserted }) }
    const trial = { code: entry, language, admission, archive, keepsWorkspace: false, request: { ...request, files } }
    const { stdout } = await tryOut({ ...trial, limits: { ...limits, timeoutMs: TIMEOUT_MS } }, signal)
    return readCompared(stdout, programs.length)
  }
}

function readCompared(stdout: string, programs: number): Compared | undefined {
  const at = stdout.lastIndexOf(`\n${MARK}`)
  if (at === -1) return undefined
  try {
    const found = compared.safeParse(JSON.parse(stdout.slice(at + MARK.length + 1))).data
    return found?.classes.length === programs ? found : undefined
  } catch {
    return undefined
  }
}
