// Looks for a small change with which all checks pass, within a budget of processor time.
import { behavioursOf, bitsOf, literalOf } from './rivals.mjs'
import { runCheck } from './run-check.mjs'
import { suspicionOf, traceChecks } from './spectrum.mjs'

const ENOUGH_TO_HOLD_BACK = 4
const HELD_BACK = 4
const MOST_FOUND = 24
const FIRST_MS = 400
const LEAST_MS = 20
const TIMES_AS_LONG = 8
const MOST_MS = 300
const UNSEEN_LINE = 0.02

export async function search({ code, changes, checks, budgetMs }) {
  const began = process.cpuUsage()
  const leftMs = () => {
    const { user, system } = process.cpuUsage(began)
    return budgetMs - (user + system) / 1000
  }
  const runs = traceChecks(code, checks, FIRST_MS)
  const failing = runs.filter(({ failure }) => failure)
  const suspicion = suspicionOf(runs)
  const report = {
    checks: checks.length,
    failing: failing.length,
    bits: bitsIn(checks, runs),
    suspects: suspectsOf(suspicion),
  }
  const nothing = { ...report, found: [], weighed: 0, tried: 0, held: 0, overfit: 0, raised: '' }
  if (failing.length === 0) return nothing
  const raised = failing[0].failure.name === 'AssertionError' ? '' : failing[0].failure.name
  const { shown, held } = heldBack(runs)
  const order = [...shown.filter((at) => runs[at].failure), ...shown.filter((at) => !runs[at].failure)]
  // A check that never ended says nothing of how long a right program takes.
  const took = runs.reduce((sum, { ms }) => sum + (ms < FIRST_MS ? ms : 0), 0)
  const timeoutMs = Math.ceil(Math.min(MOST_MS, Math.max(LEAST_MS, TIMES_AS_LONG * took)))
  const passes = (text, places) => places.every((at) => !runCheck(text, checks[at].code, timeoutMs))
  const ranked = changes
    .map((change) => ({ ...change, score: (suspicion.get(change.line) ?? UNSEEN_LINE) * change.weight }))
    .sort((one, other) => other.score - one.score)
  const found = []
  let tried = 0
  for (const { edit, line, why, kind } of ranked) {
    if (leftMs() <= 0) break
    tried++
    const [start, end, text] = edit
    const changed = code.slice(0, start) + text + code.slice(end)
    if (passes(changed, order)) found.push({ code: changed, line, why, kinds: [kind] })
  }
  const kept = found.filter((each) => passes(each.code, held))
  const counts = { weighed: changes.length, tried, held: held.length, overfit: found.length - kept.length }
  return { ...report, ...counts, raised, found: behavioursOf(kept.slice(0, MOST_FOUND), checks, leftMs) }
}

/** Every fourth check of a kind is not seen by the search, never the first; at least one where there are enough. */
function heldBack(runs) {
  const all = runs.map((_, at) => at)
  if (runs.length < ENOUGH_TO_HOLD_BACK) return { shown: all, held: [] }
  const kinds = [all.filter((at) => runs[at].failure), all.filter((at) => !runs[at].failure)]
  const fourths = kinds.flatMap((list) => list.filter((_, place) => place % HELD_BACK === HELD_BACK - 1))
  const held = fourths.length > 0 ? fourths : [kinds[1].at(-1) ?? all.at(-1)]
  return { shown: all.filter((at) => !held.includes(at)), held }
}

const suspectsOf = (suspicion) =>
  [...suspicion]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 8)
    .map(([line]) => line)

/** How much the failing checks say. */
function bitsIn(checks, runs) {
  const told = checks
    .filter((_, at) => runs[at].failure)
    .map(({ call }) => (call?.expected ? bitsOf(literalOf(call.expected)) : 4))
  return Math.round(10 * told.reduce((sum, bits) => sum + bits, 0)) / 10
}
