import { mock } from 'node:test'
import { inspect } from 'node:util'
import { takeLines } from './quiet.mjs'

const MOST_DETAIL = 600
const MOST_OUTPUT = 2000

/** Runs one case with the hooks of its suites before and after it. */
export async function playCase({ act, suite }, timeoutMs) {
  const began = performance.now()
  takeLines()
  let detail
  try {
    await inTime(playAll(act, suite), timeoutMs)
  } catch (error) {
    detail = wordsOf(error)
  }
  mock.restoreAll()
  const output = takeLines().join('\n').slice(0, MOST_OUTPUT)
  const durationMs = Math.round((performance.now() - began) * 1000) / 1000
  return {
    passed: detail === undefined,
    durationMs,
    ...(detail !== undefined && { detail }),
    ...(output && { output }),
  }
}

async function playAll(act, suite) {
  const suites = []
  for (let each = suite; each; each = each.outer) suites.unshift(each)
  const run = async (when, list) => {
    for (const { hooks } of list) for (const hook of hooks) if (hook.when === when) await hook.act({ mock })
  }
  for (const each of suites) {
    if (each.isBegun) continue
    each.isBegun = true
    await run('before', [each])
  }
  await run('beforeEach', suites)
  const ends = []
  try {
    await call(act, contextOf(ends))
  } finally {
    for (const end of ends) await end()
    await run('afterEach', suites.toReversed())
  }
}

/** A case with two parameters calls the second at its end. */
function call(act, context) {
  if (act.length < 2) return act(context)
  return new Promise((resolve, reject) => act(context, (error) => (error ? reject(error) : resolve())))
}

function contextOf(ends) {
  return {
    mock,
    name: '',
    diagnostic() {},
    skip() {},
    todo() {},
    plan() {},
    after: (act) => void ends.push(act),
    beforeEach() {},
    afterEach() {},
    test: async (_name, ...rest) => call(rest.at(-1), contextOf(ends)),
  }
}

function wordsOf(error) {
  const text =
    error instanceof Error
      ? `${error.name === 'AssertionError' ? '' : `${error.name}: `}${error.message}`
      : `thrown: ${inspect(error)}`
  return text.slice(0, MOST_DETAIL)
}

async function inTime(promise, timeoutMs) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
