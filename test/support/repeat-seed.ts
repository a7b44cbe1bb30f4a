/**
 * `TEST_SEED=… npx vitest run FILE` repeats the random tests of a file with the seed that a failure has printed, and `TEST_PATH=…` goes to the
 * very case. fast-check is loaded only then.
 */
const { TEST_SEED: seed, TEST_PATH: path } = process.env
if (seed !== undefined) {
  const { configureGlobal } = await import('fast-check')
  configureGlobal({ seed: Number(seed), ...(path !== undefined && { path, endOnFailure: true }) })
}
