import { fileURLToPath } from 'node:url'

/**
 * For every process that a test starts: one place for what Node made of our sources. It is kept below the home otherwise, and
 * homes of tests are new, so that each process would compile everything again.
 */
export const COMPILED = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/anneal-compiled', import.meta.url)),
}
