// Test files import this instead of `node:test`, `vitest` or Jest: it gathers their cases, to be run one by one.
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { format } from 'node:util'
import { expect } from './expect.mjs'
import { createMock } from './mock.mjs'

const root = () => ({ names: [], hooks: [] })
let open = root()
let cases = []
let waiting = []

/** Forgets earlier cases, and returns a function that gives the cases once all files are loaded. */
export function gatherCases() {
  open = root()
  cases = []
  waiting = []
  return async () => {
    for (const late of waiting) await late
    return cases
  }
}

const partsOf = (given) => ({
  name: typeof given[0] === 'string' ? given[0] : (given[0]?.name ?? 'test'),
  options: given.find((each) => each !== null && typeof each === 'object') ?? {},
  act: given.find((each) => typeof each === 'function'),
})

function define(...given) {
  const { name, options, act } = partsOf(given)
  if (!act || options.skip || options.todo) return
  cases.push({ name: [...open.names, name].join(' > '), act, suite: open })
}

function suite(...given) {
  const { name, options, act } = partsOf(given)
  if (!act || options.skip) return
  const outer = open
  open = { names: [...outer.names, name], hooks: [], outer }
  const late = act({ name })
  if (typeof late?.then === 'function') waiting.push(late)
  open = outer
}

const none = () => {}
const each = (how) => (table) => (name, act) => {
  for (const row of table) {
    const given = Array.isArray(row) ? row : [row]
    how(name.includes('%') ? format(name.replaceAll('%p', '%j'), ...given) : `${name} ${format('%j', row)}`, () =>
      act(...given),
    )
  }
}
const withVariants = (how) =>
  Object.assign(how, { skip: none, todo: none, only: how, concurrent: how, each: each(how), failing: none })
const hook = (when) => (act) => void open.hooks.push({ when, act })

export const test = withVariants((...given) => define(...given))
export const it = test
export const describe = withVariants((...given) => suite(...given))
test.test = test
test.it = test
test.describe = describe

export { describe as suite, expect, mock }
export const before = hook('before')
export const after = hook('after')
export const beforeAll = before
export const afterAll = after
export const beforeEach = hook('beforeEach')
export const afterEach = hook('afterEach')
export const vi = {
  fn: createMock,
  spyOn: (object, name) => spyOn(object, name),
  restoreAllMocks: () => mock.restoreAll(),
  clearAllMocks: none,
  resetAllMocks: none,
}
export const jest = vi
// biome-ignore lint/style/noDefaultExport: test files may import node:test as a whole
export { assert, test as default }

function spyOn(object, name) {
  const original = object[name]
  const spy = createMock(original)
  object[name] = spy
  spy.mockRestore = () => {
    object[name] = original
  }
  return spy
}

export const GLOBALS = { test, it, describe, expect, beforeAll, afterAll, beforeEach, afterEach, vi, jest }
