/**
 * Python programs that do not parse, from public collections that were fetched as bare mirrors (`OWNER+NAME/repo`): answers of language models with the
 * hidden tests of their tasks, and planted faults of DebugBench with inputs like its examples. Nothing of them belongs into this repository.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { ForeignCase } from '../foreign-cases.ts'
import type { ForeignRunner } from '../foreign-measure.ts'
import { hashOf } from '../random.ts'
import type { Collector, CollectParts } from './collector.ts'

const run = promisify(execFile)
/** A task on which a model failed often must not speak for all others. */
const MOST_OF_A_TASK = 6

interface Task {
  id: string
  prompt: string
  hidden: string
}

export const brokenPython: Collector = async ({ mirror, runner }) => {
  const read = async (repository: string, path: string) => mirror(repository.replace('+', '/')).text(path)
  const answers = [...(await ofHumanEval(read)), ...(await ofMbpp(read)), ...(await ofCanAiCode(mirror, read))]
  const broken = fewOfEach(await onlyBroken(answers))
  return [{ set: 'broken-python', cases: [...broken, ...(await onlyBroken(await ofDebugBench(read, runner)))] }]
}

type Read = (repository: string, path: string) => Promise<string>

const linesOf = <Line>(text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Line)

const caseOf = (task: Task, kind: string, code: string): ForeignCase => ({
  ...{ task: task.id, language: 'python', kind, code, hidden: task.hidden },
})

/** Answers that go on where the prompt ends lack the head of the function. */
const withHead = (prompt: string, answer: string): string =>
  /^(?:async )?def |^class /m.test(answer) ? answer : `${prompt}${answer}`

interface HumanEvalTask {
  task_id: string
  prompt: string
  test: string
  entry_point: string
}

async function ofHumanEval(read: Read): Promise<ForeignCase[]> {
  const file = 'input_data/humaneval/seed/codellama/seed.jsonl'
  const tasks = linesOf<HumanEvalTask>(await read('FloridSleeves+LLMDebugger', file)).map(
    ({ task_id: id, prompt, test, entry_point: name }) => ({ id, prompt, name, hidden: `${test}\n\ncheck(${name})\n` }),
  )
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const found: ForeignCase[] = []
  const add = (id: string, kind: string, code: string | undefined) => {
    const task = byId.get(id)
    if (task && code !== undefined) found.push(caseOf(task, kind, code))
  }
  const sampled = 'CodeT/data/generated_data/HumanEval_codegen16B_temp0.8_topp0.95_num100_max300_code_solution.jsonl'
  for (const { prompt, samples } of linesOf<{ prompt: string; samples: string[] }>(
    await read('microsoft+CodeT', sampled),
  )) {
    const name = /def (\w+)\((?![\s\S]*\ndef )/.exec(prompt)?.[1]
    const task = tasks.find((each) => each.name === name)
    for (const sample of samples) if (task) add(task.id, 'model, without examples', `${prompt}${sample}`)
    // The same answer behind the task as its authors wrote it, whose docstring tells examples.
    for (const sample of samples) if (task) add(task.id, 'model, with examples', `${task.prompt}${sample}`)
  }
  for (const model of ['codellama', 'starcoder', 'gpt-3.5-turbo-0613', 'gpt-4-1106-preview', 'reflexion']) {
    const seeds = await read('FloridSleeves+LLMDebugger', `input_data/humaneval/seed/${model}/seed.jsonl`)
    for (const { task_id: id, prompt, solution } of linesOf<HumanEvalTask & { solution: string }>(seeds))
      add(id, 'model, seed', withHead(prompt, solution))
  }
  const rounds: { task_id: string; prompt: string; completion_list: string[] }[] = JSON.parse(
    await read('huangd1999+AgentCoder', 'dataset/gpt-3.5-turbo-1106.json'),
  )
  for (const { task_id: id, prompt, completion_list: list } of rounds)
    for (const answer of list) add(id, 'model, repair round', withHead(prompt, answer))
  for (const model of ['codellama-34b-instruct', 'gpt-3.5-turbo', 'gpt-4'])
    for (const { id, prompt } of tasks) {
      const page = await read('jamesmurdza+humaneval-results', `${model}/${id.split('/')[1]}.md`)
      for (const [, answer = ''] of page.split('## Runs')[1]?.matchAll(/```(?:python)?\n([\s\S]*?)\n```/g) ?? [])
        add(id, 'model, chat', withHead(prompt, answer))
    }
  return found
}

async function ofMbpp(read: Read): Promise<ForeignCase[]> {
  const found: ForeignCase[] = []
  for (const model of ['codellama', 'starcoder', 'gpt-3.5-turbo-0613']) {
    const seeds = await read('FloridSleeves+LLMDebugger', `input_data/mbpp/seed/${model}/seed.jsonl`)
    for (const { task_id: id, prompt, test, solution } of linesOf<HumanEvalTask & { solution: string }>(seeds))
      found.push(caseOf({ id, prompt, hidden: test }, 'model, seed', withHead(prompt, solution)))
  }
  for (const round of [0, 1, 2, 3, 4]) {
    const answers: { task_id: number; prompt: string; test_list: string[]; completion: string }[] = JSON.parse(
      await read('huangd1999+AgentCoder', `dataset/zero_shot_gpt-3.5-turbo_${round}_mbpp.json`),
    )
    for (const { task_id: id, prompt, test_list: tests, completion } of answers)
      found.push(caseOf({ id: `MBPP/${id}`, prompt, hidden: tests.join('\n') }, 'model, repair round', completion))
  }
  return found
}

interface Interview {
  language: string
  name: string
  code: string
  answer: string
  checks: { assert: string; eq: unknown }[]
}

async function ofCanAiCode(mirror: CollectParts['mirror'], read: Read): Promise<ForeignCase[]> {
  const paths = mirror('the-crypt-keeper/can-ai-code')
    .paths('results')
    .filter((path) => /python.*\.ndjson$/.test(path))
  const found: ForeignCase[] = []
  for (const path of paths) {
    for (const interview of linesOf<Interview>(await read('the-crypt-keeper+can-ai-code', path))) {
      const { language, name, code, answer, checks } = interview
      const hidden = language === 'python' ? assertionsOf(checks) : undefined
      if (hidden === undefined) continue
      const task = { id: `can-ai-code/${name}`, prompt: '', hidden }
      found.push(caseOf(task, 'model, interview', code), caseOf(task, 'model, whole answer', answer))
    }
  }
  return found
}

/** `f.call(…)` calls the function whose name another check tells, or the first one there is: its name is judged apart. Classes are judged in other ways. */
function assertionsOf(checks: Interview['checks']): string | undefined {
  const name = checks.find(({ assert }) => assert === 'f.name')?.eq
  const calls = checks.filter(({ assert, eq }) => eq !== undefined && /^f\.call\(.*\)$/s.test(assert))
  if (typeof name !== 'string' || calls.length === 0) return undefined
  const found = `_own = [each for each in list(globals().values()) if type(each).__name__ == "function"]\n_f = globals().get("${name}") or _own[0]`
  const wanted = (value: unknown) => `__import__("json").loads(${JSON.stringify(JSON.stringify(value))})`
  const asked = calls.map(({ assert, eq }) => `assert ${assert.replace('f.call', '_f')} == ${wanted(eq)}`)
  return [found, ...asked].join('\n')
}

interface Planted {
  slug: string
  examples: string[]
  oracle_code: string
  buggy_code: string
  type?: string[]
}

const SINGLE = [
  'illegal comment',
  'illegal indentation',
  'illegal keywords',
  'missing colons',
  'misused == or =',
  'unclosed parentheses',
  'unclosed string',
]
const SEVERAL = ['double', 'triple', 'quadruple']
const IMPORTS = [
  ...[
    'collections',
    'functools',
    'heapq',
    'itertools',
    'math',
    'typing',
    'bisect',
    'operator',
    'string',
    're',
    'random',
  ],
].map((each) => `from ${each} import *`)
const HEAD = `${[...IMPORTS, 'import collections, functools, heapq, itertools, math, bisect, string, re'].join('\n')}\n`

async function ofDebugBench(read: Read, runner: ForeignRunner): Promise<ForeignCase[]> {
  const asker = await readFile(new URL('debugbench-inputs.py', import.meta.url), 'utf8')
  const known = new Map<string, Promise<{ shown: string; hidden: string } | undefined>>()
  const found: ForeignCase[] = []
  for (const name of [...SINGLE, ...SEVERAL]) {
    const planted: Planted[] = JSON.parse(await read('thunlp+DebugBench', `benchmark/python3_${name}.json`))
    for (const one of planted) {
      const asked = known.get(one.slug) ?? askedOf(one, { asker, runner })
      known.set(one.slug, asked)
      const tests = await asked
      if (!tests) continue
      const kind = SINGLE.includes(name) ? 'DebugBench, one fault' : 'DebugBench, several faults'
      const task = { id: `DebugBench/${one.slug}`, prompt: '', hidden: tests.hidden }
      found.push(caseOf(task, kind, `${HEAD}${one.buggy_code}\n\n${tests.shown}\n`))
    }
  }
  return found

  /** The printed call of the first example, and assertions with the answers of the solution; in a sandbox, as all that strangers wrote. */
  async function askedOf(one: Planted, parts: { asker: string; runner: ForeignRunner }) {
    const given = JSON.stringify({ examples: one.examples, seed: hashOf(one.slug) })
    const code = `${HEAD}${one.oracle_code}\n\nGIVEN = ${JSON.stringify(given)}\n${parts.asker}`
    const { outcome, blocks } = await parts.runner.run({ language: 'python', code, options: { attempts: 1 } })
    const last = blocks[0]?.attempts.at(-1)?.stdout.trimEnd().split('\n').at(-1)
    return outcome === 'ok' && last?.startsWith('{')
      ? (JSON.parse(last) as { shown: string; hidden: string })
      : undefined
  }
}

/** Equal programs once, and of each task and collection a few. */
function fewOfEach(cases: ForeignCase[]): ForeignCase[] {
  const once = [...new Map(cases.map((one) => [`${one.kind}\n${one.code}`, one])).values()]
  return [...Map.groupBy(once, ({ task, kind }) => `${task} ${kind}`).values()].flatMap((list) =>
    list.sort((a, b) => hashOf(a.code) - hashOf(b.code)).slice(0, MOST_OF_A_TASK),
  )
}

const PARSES = `
import json, sys, warnings
warnings.simplefilter("ignore")
def parses(code):
    try:
        compile(code, "<case>", "exec", dont_inherit=True)
        return True
    except (SyntaxError, ValueError):
        return False
print(json.dumps([parses(each) for each in json.load(sys.stdin)]))
`

async function onlyBroken(cases: ForeignCase[]): Promise<ForeignCase[]> {
  const asked = run('python3', ['-I', '-c', PARSES], { maxBuffer: 100_000_000 })
  asked.child.stdin?.end(JSON.stringify(cases.map(({ code }) => code)))
  const parses: boolean[] = JSON.parse((await asked).stdout)
  return cases.filter((_, index) => !parses[index])
}
