/** JavaScript of strangers: answers of models, solutions with planted bugs, and working programs to plant faults in. */
import vm from 'node:vm'
import { parse } from 'yaml'
import { inLanes } from '../../../src/pipeline/in-lanes.ts'
import type { Mirror } from '../../guard/collect/mirror.ts'
import type { ForeignCase } from '../foreign-cases.ts'
import type { ForeignRunner } from '../foreign-measure.ts'
import type { Collector } from './collector.ts'

type Case = Omit<ForeignCase, 'language'>

const MOST_OF_ONE_TASK = 25

/** Answers of models and bugs made on purpose, by what becomes of them behind their visible tests. */
export const failingJavaScript: Collector = async ({ mirror, runner }) => {
  const cases = inLanguage('javascript', [
    ...interviews(mirror('the-crypt-keeper/can-ai-code')),
    ...samplesOfMbxp(mirror('amazon-science/mxeval')),
    ...buggySolutions(mirror('bigcode-project/octopack')),
  ])
  const sets = await inLanes({ items: cases, lanes: 2, work: (one) => setOf(runner, one) })
  const ends = ['does not parse', 'raises', 'wrong value'] as const
  return ends.map((end) => ({
    set: `javascript-${end.replaceAll(' ', '-')}`,
    cases: cases.filter((_, at) => sets[at] === end),
  }))
}

/** Programs for `bench/repair/plant.ts`. */
export const workingJavaScript: Collector = async ({ mirror }) => {
  const mbxp = mirror('amazon-science/mxeval')
  const solutions = [...solutionsOfHumanEvalX(mirror('bigcode-project/octopack')), ...solutionsOfMbxp(mbxp, 'mbjsp')]
  return [
    { set: 'javascript-working', cases: inLanguage('javascript', solutions) },
    { set: 'typescript-working', cases: inLanguage('typescript', solutionsOfMbxp(mbxp, 'mbtsp')) },
  ]
}

const inLanguage = (language: string, cases: Case[]): ForeignCase[] => cases.map((one) => ({ ...one, language }))

/** How a program ends behind its visible tests; undefined where it passes them. */
async function setOf(runner: ForeignRunner, { language, code, visible, hidden }: ForeignCase) {
  if (!isScript(code)) return 'does not parse'
  const tested = `${code}\n${visible ?? hidden}`
  const { outcome, blocks } = await runner.run({ language, code: tested, options: { attempts: 1 } })
  const error = blocks[0]?.attempts.at(-1)?.error
  if (outcome === 'ok' || !error) return undefined
  return error.type === 'AssertionError' || error.type === 'Uncaught' ? 'wrong value' : 'raises'
}

interface Answer {
  name: string
  Signature: string
  language: string
  status: string
  code?: string
}
interface Check {
  assert: string
  eq?: unknown
  'eq-any'?: unknown[]
}

/** Answers of some hundred models to one interview that fail its checks, equal ones once. */
function interviews({ paths, text }: Mirror): Case[] {
  const questions: Record<string, { Checks?: Record<string, Check> }> = {}
  for (const path of [...paths('junior-v2'), ...paths('senior')])
    Object.assign(questions, parse(text(path), { merge: true }))
  const found = new Map<string, Case[]>()
  const known = new Set<string>()
  for (const path of paths('results').filter((each) => each.endsWith('.ndjson'))) {
    for (const { name, Signature, language, status, code } of linesOf<Answer>(text(path))) {
      const checks = Object.values(questions[name]?.Checks ?? {})
      if (language !== 'javascript' || status === 'PASS' || !code || known.has(`${name} ${code}`)) continue
      known.add(`${name} ${code}`)
      const wanted = Signature.slice(0, Signature.indexOf('('))
      const assertions = checks.flatMap((check) => assertionOf(check, wanted))
      const kind = isScript(code) ? 'runs' : 'does not parse'
      const list = found.get(`${name} ${kind}`) ?? []
      found.set(`${name} ${kind}`, list)
      list.push({
        ...{ task: `can-ai-code ${wanted}`, kind: `can-ai-code, ${kind}`, code },
        ...(kind === 'runs' && { visible: withAssert(assertions.slice(0, 2)) }),
        hidden: withAssert(assertions),
      })
    }
  }
  return [...found.values()].flatMap((list) => list.slice(0, MOST_OF_ONE_TASK))
}

/** Checks are expressions of Python about a function `f`; those about its head say nothing of its work. */
function assertionOf(check: Check, name: string): string[] {
  const called = /^f\.call(\([\s\S]*?\))((?:\[\d+\]|\.get\('[^']*'\))?)$/.exec(check.assert.trim())
  if (!called) return []
  const value = `${name}${called[1]}${(called[2] ?? '').replace(/^\.get\((.*)\)$/, '[$1]')}`
  return check['eq-any']
    ? [`assert.ok(${JSON.stringify(check['eq-any'])}.includes(${value}))`]
    : [`assert.deepEqual(${value}, ${JSON.stringify(check.eq)})`]
}

const withAssert = (assertions: string[]): string =>
  ["var assert = require('assert')", ...assertions].map((line) => `${line}\n`).join('')

interface Problem {
  task_id: string
  prompt: string
  declaration?: string
  canonical_solution: string | null
  buggy_solution?: string
  test: string
  example_test?: string
}

function samplesOfMbxp({ text }: Mirror): Case[] {
  const problems = problemsOf(text('data/mbxp/mbjsp_release_v1.2.jsonl'))
  const samples = linesOf<{ task_id: string; completion: string }>(text('data/mbxp/examples/mbjsp_samples.jsonl'))
  return samples.flatMap(({ task_id, completion }): Case[] => {
    const problem = problems.get(task_id)
    const code = `${problem?.prompt}${completion}\n`
    const kind = isScript(code) ? 'mbxp, runs' : 'mbxp, does not parse'
    return problem ? [{ task: task_id, kind, code, ...testsOfMbxp(problem) }] : []
  })
}

function solutionsOfMbxp({ text }: Mirror, name: string): Case[] {
  return [...problemsOf(text(`data/mbxp/${name}_release_v1.2.jsonl`)).values()].flatMap((problem): Case[] => {
    const { task_id, prompt, canonical_solution } = problem
    if (canonical_solution === null) return []
    const { hidden } = testsOfMbxp(problem)
    const typed = hidden.replace(/^import \* as assert from 'assert'$/m, "const assert = require('assert')")
    return [{ task: task_id, kind: name, code: `${prompt}${canonical_solution}\n`, visible: typed, hidden: typed }]
  })
}

/** Two of three examples are shown. No sandbox has the library that compares, and the text of a failure names what nothing defines. */
function testsOfMbxp({ test }: Problem): { visible: string; hidden: string } {
  const hidden = test
    .replace('const _ = require("lodash")', "const _ = { isEqual: require('util').isDeepStrictEqual }")
    .replaceAll(/throw '(Error at \d+th assert statement)\. Value = ' \+ JSON\.stringify\(x\)/g, "throw '$1'")
  const third = hidden.indexOf('var arg20 =')
  return { visible: third === -1 ? hidden : hidden.slice(0, third), hidden }
}

/** Bugs that people made in solutions on purpose; few of them raise. */
function buggySolutions({ text }: Mirror): Case[] {
  return [...packOf(text).values()].map(({ task_id, declaration, buggy_solution, test, example_test }) => ({
    ...{ task: `humaneval-x ${task_id}`, kind: 'humaneval-pack', code: `${declaration}${buggy_solution}` },
    ...{ visible: throwing(example_test ?? ''), hidden: throwing(test) },
  }))
}

function solutionsOfHumanEvalX({ text }: Mirror): Case[] {
  return [...packOf(text).values()].map(({ task_id, prompt, canonical_solution, test }) => ({
    ...{ task: `humaneval-x ${task_id}`, kind: 'humaneval-x', code: `${prompt}${canonical_solution}` },
    ...{ visible: throwing(test), hidden: throwing(test) },
  }))
}

const packOf = (text: Mirror['text']): Map<string, Problem> =>
  problemsOf(text('evaluation/create/humaneval-x/data/js/data/humanevalpack.jsonl'))

/** `console.assert` only prints; these checks have to fail. */
const throwing = (test: string): string =>
  `var assert = require('assert')\n${test.replaceAll('console.assert(', 'assert.ok(')}`

const problemsOf = (text: string): Map<string, Problem> =>
  new Map(linesOf<Problem>(text).map((problem) => [problem.task_id, problem]))

function linesOf<T>(text: string): T[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line.trim() === '' ? [] : [JSON.parse(line) as T]
    } catch {
      return []
    }
  })
}

function isScript(code: string): boolean {
  try {
    new vm.Script(code)
    return true
  } catch {
    return false
  }
}
