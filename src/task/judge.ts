import type { ActionResult } from '../contract/action.ts'
import type { Expectation, Verdict } from '../contract/task.ts'

/** The longest text that an expression is matched against: some expressions take time with a power of it. */
const MOST_MATCHED = 20_000
const MOST_SHOWN = 200

/** Says whether a result is as expected. Only a judge that passed makes a success; the words of a program never do. */
export function judge(result: ActionResult, expect: Expectation = {}): Verdict {
  const { outcome = 'ok', exitCode, stdout, contains, matches, json } = expect
  const text = textOf(result.output)
  const checks: [passed: boolean, reason: string][] = [
    [
      result.outcome === outcome,
      `the outcome is ${result.outcome}${result.outcome === outcome ? '' : `, not ${outcome}`}`,
    ],
  ]
  if (exitCode !== undefined) {
    const code = fieldOf(result.output, 'exitCode')
    checks.push([code === exitCode, `the exit code is ${shown(code)}${code === exitCode ? '' : `, not ${exitCode}`}`])
  }
  if (stdout !== undefined) {
    const isEqual = text.trimEnd() === stdout.trimEnd()
    checks.push([isEqual, isEqual ? 'it prints the expected text' : `it prints ${shown(text)}, not ${shown(stdout)}`])
  }
  if (contains !== undefined) {
    const isThere = text.includes(contains)
    checks.push([isThere, `${shown(contains)} is ${isThere ? '' : 'not '}in the output`])
  }
  if (matches !== undefined) {
    const isMatch = new RegExp(matches).test(text.slice(0, MOST_MATCHED))
    checks.push([isMatch, `the output ${isMatch ? 'fits' : 'does not fit'} /${matches}/`])
  }
  if (json) checks.push(judgeJson(text, result.output, json))
  return { passed: checks.every(([passed]) => passed), reasons: checks.map(([, reason]) => reason) }
}

/** The value stands in the printed JSON, or in the output of an action that prints nothing. */
function judgeJson(
  text: string,
  output: unknown,
  { path, equals }: NonNullable<Expectation['json']>,
): [passed: boolean, reason: string] {
  const value = fieldOf(output, 'stdout') === undefined ? output : parsed(text)
  if (value === undefined) return [false, 'the output is no JSON']
  const found = path === '' ? value : path.split('.').reduce<unknown>(fieldOf, value)
  const isEqual = sortedJson(found) === sortedJson(equals)
  return [isEqual, `${path || 'the JSON'} is ${shown(found)}${isEqual ? '' : `, not ${shown(equals)}`}`]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Only fields of its own: `constructor` is in no output. */
function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

const sortedJson = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

/** Printed text, or the text of a file. */
function textOf(output: unknown): string {
  const text = fieldOf(output, 'stdout') ?? fieldOf(output, 'text')
  return typeof text === 'string' ? text : output === undefined ? '' : (JSON.stringify(output) ?? '')
}

function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing'
  return json.length <= MOST_SHOWN ? json : `${json.slice(0, MOST_SHOWN).toWellFormed()}…`
}
