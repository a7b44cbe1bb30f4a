// Changes that pass all checks and yet do different things: nobody can tell which is right.
import vm from 'node:vm'
import { resultsOf } from './run-check.mjs'

const MOST_CALLS = 60
const RUN_MS = 300
const LEAST_MS = 20

/**
 * Each with the number of the behaviour it has on inputs like those of the checks; 0 is that of the best. With no time left, one that takes long
 * is taken for another behaviour.
 */
export function behavioursOf(found, checks, leftMs) {
  const calls = callsOf(checks)
  const groups = new Map()
  return found.map(({ code, line, why, kinds }) => {
    const results = resultsOf(code, calls, Math.min(RUN_MS, Math.max(LEAST_MS, leftMs())))
    const key = results.length > 0 ? results.join('\n') : code
    if (!groups.has(key)) groups.set(key, groups.size)
    const errors = results.filter((each) => each.startsWith('!')).length
    return {
      code,
      line,
      why,
      kinds,
      behaviour: groups.get(key),
      raising: results.length > 0 ? errors / results.length : 0.5,
    }
  })
}

function callsOf(checks) {
  const found = new Map()
  for (const { call } of checks) {
    const args = call && literalOf(`[${call.args}]`)
    if (!args) continue
    for (const varied of [args, ...args.flatMap((value, at) => othersOf(value).map((other) => args.with(at, other)))]) {
      const text = JSON.stringify(varied)
      found.set(`${call.name} ${text}`, { name: call.name, args: text })
    }
  }
  return [...found.values()].slice(0, MOST_CALLS)
}

/** A literal's value; undefined for anything else. */
export function literalOf(text) {
  try {
    return vm.runInNewContext(`(${text})`, {}, { timeout: 50 })
  } catch {
    return undefined
  }
}

function othersOf(value) {
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number') return [value + 1, value - 1, value * 2, 1, 2]
  if (typeof value === 'string')
    return [[...value].reverse().join(''), value.slice(1), value + value.slice(0, 2), `${value} ${value}`]
  if (!Array.isArray(value)) return []
  const list = [...value]
  const moved = list.map((each) => (typeof each === 'number' ? each + 1 : each))
  return [list.toReversed?.() ?? [...list].reverse(), list.slice(1), [...list, ...list.slice(0, 1)], moved]
}

/** How much an expected value says, in bits. */
export function bitsOf(value) {
  if (value == null || typeof value === 'boolean') return 1
  if (typeof value === 'number') return 1 + Math.min(12, 1.5 * String(value).length)
  if (typeof value === 'string') return 1 + Math.min(30, 2 * value.length)
  const inner = Object.values(value).reduce((sum, each) => sum + bitsOf(each), 0)
  return 1 + Math.min(40, inner)
}
