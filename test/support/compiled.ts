import { fileURLToPath } from 'node:url'

/**
 * Variables for every process that a test starts: one directory for Node's compile cache. It would otherwise be below the home,
 * and homes of tests are new, so that each process would compile everything again.
 */
export const COMPILED = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/anneal-compiled', import.meta.url)),
}
