import { inLanes } from '../../../src/pipeline/in-lanes.ts'
import { hashOf } from '../random.ts'
import type { Collector } from './collector.ts'
import { failing, type Tried } from './failing-python.ts'
import { checksOf } from './try-python.ts'

const SAMPLES_OF_A_TASK = 12
const SHOWN = 3

/** The lines that LeetCode puts in front of every answer. */
const LEETCODE = `from typing import *
from collections import *
from functools import *
from itertools import *
from heapq import *
from bisect import *
from math import *
from string import *
import collections, functools, itertools, heapq, bisect, math, re, string, operator
`
const SINGLE = 'benchmark/python3_'
const SEVERAL = ['double', 'triple', 'quadruple']

interface Problem {
  slug: string
  examples: string[]
  oracle_code: string
  buggy_code: string
  solution?: string
}

export const debugBench: Collector = async ({ mirror, runner }) => {
  const bench = mirror('thunlp/DebugBench')
  const problems = bench
    .paths('benchmark')
    .filter((path) => path.startsWith(SINGLE))
    .flatMap((path) => {
      const set = SEVERAL.some((word) => path.includes(`python3_${word}`)) ? 'several-faults' : 'one-fault'
      return (JSON.parse(bench.text(path)) as Problem[]).map((problem) => ({ ...problem, set: `debugbench-${set}` }))
    })
    .filter(({ buggy_code }) => !/\b(?:TreeNode|ListNode|Node)\b/.test(buggy_code))
  const checks = new Map<string, Awaited<ReturnType<typeof checksOf>>>()
  const work = async (problem: Problem) => {
    const solution = `${LEETCODE}\n${problem.oracle_code}`
    const method = /class Solution[\s\S]*?def (\w+)\(self, [\s\S]*$/.exec(problem.oracle_code)?.[1]
    if (method) checks.set(problem.slug, await checksOf(runner, { solution, method, examples: problem.examples }))
  }
  const ofEach = [...new Map(problems.map((each) => [each.slug, each])).values()]
  await inLanes({ items: ofEach, lanes: 2, work })
  const tried = problems.flatMap(({ set, slug, buggy_code }): Tried[] => {
    const found = checks.get(slug)
    return found
      ? [
          {
            set,
            task: slug,
            code: `${LEETCODE}\n${buggy_code}`,
            visible: found.visible,
            hidden: found.hidden.join('\n'),
          },
        ]
      : []
  })
  return failing(runner, tried)
}

interface HumanEval {
  task_id: string
  prompt: string
  entry_point: string
  test: string
  canonical_solution: string
  given_tests: string[]
  solution: string
}
const jsonLines = <T>(text: string): T[] =>
  text.split('\n').flatMap((line) => (line.trim() ? [JSON.parse(line) as T] : []))

const DEBUGGER = 'FloridSleeves/LLMDebugger'

/** The programs that a model debugger started from, with the tests that it was given. */
export const debuggerSeeds: Collector = async ({ mirror, runner }) => {
  const debuggers = mirror(DEBUGGER)
  const tried = debuggers
    .paths('input_data')
    .filter((path) => path.endsWith('seed.jsonl'))
    .flatMap((path) => {
      const collection = path.split('/')[1]
      const tasks = jsonLines<HumanEval>(debuggers.text(`input_data/${collection}/test/tests.jsonl`))
      return jsonLines<HumanEval>(debuggers.text(path)).flatMap(({ task_id, solution }): Tried[] => {
        const task = tasks.find((each) => each.task_id === task_id)
        const set = `seeds-${collection}`
        const hidden = task && hiddenOf(task.test, task.entry_point)
        return hidden === undefined
          ? []
          : [{ set, task: task_id, code: solution ?? '', visible: task?.given_tests ?? [], hidden }]
      })
    })
  return failing(runner, tried)
}

const hiddenOf = (test: string, entry: string): string =>
  !/^def check/m.test(test) || new RegExp(`^check\\(${entry}\\)`, 'm').test(test) ? test : `${test}\ncheck(${entry})\n`

interface Mbpp {
  task_id: number
  completion: string
  test_list: string[]
  test_imports?: string[]
}

/** Answers of models to HumanEval and MBPP. */
export const modelsInPython: Collector = async ({ mirror, runner }) => {
  const debuggers = mirror(DEBUGGER)
  const tasks = jsonLines<HumanEval>(debuggers.text('input_data/humaneval/test/tests.jsonl'))
  const ofHumanEval = (task: HumanEval, code: string): Tried => {
    const shown = task.test
      .split('\n')
      .filter((line) => /^ {4}assert candidate\(/.test(line) && isWhole(line.trim()))
      .map((line) => line.trim().replaceAll('candidate', task.entry_point))
    return {
      ...{ set: 'models', task: task.task_id, code, visible: shown.slice(0, SHOWN) },
      hidden: hiddenOf(task.test, task.entry_point),
    }
  }
  const whole = (task: HumanEval, text: string): string =>
    new RegExp(`^def ${task.entry_point}\\(`, 'm').test(text) ? text : `${task.prompt}${text}`
  const samples = jsonLines<{ prompt: string; samples: string[] }>(
    mirror('microsoft/CodeT').text(
      'CodeT/data/generated_data/HumanEval_codegen16B_temp0.8_topp0.95_num100_max300_code_solution.jsonl',
    ),
  ).flatMap(({ prompt, samples: all }) => {
    const entry = /def (\w+)\(/.exec(prompt.slice(prompt.lastIndexOf('\ndef ')))?.[1]
    const task = tasks.find(({ entry_point }) => entry_point === entry)
    return task ? sampled(all).map((text) => ofHumanEval(task, whole(task, text))) : []
  })
  const results = mirror('jamesmurdza/humaneval-results')
  const told = results.paths('').flatMap((path) => {
    const task = tasks.find(({ task_id }) => task_id === `HumanEval/${/\/(\d+)\.md$/.exec(path)?.[1]}`)
    if (!task) return []
    const answers = results.text(path).split(/^## Runs$/m)[1] ?? ''
    return [...answers.matchAll(/```(?:python)?\n([\s\S]*?)```/g)].map(([, text = '']) =>
      ofHumanEval(task, whole(task, text)),
    )
  })
  const coder = mirror('huangd1999/AgentCoder')
  const lists = coder
    .paths('dataset')
    .filter((path) => path.endsWith('_mbpp.json'))
    .flatMap((path) => JSON.parse(coder.text(path)) as Mbpp[])
    .map(
      ({ task_id, completion, test_list, test_imports = [] }): Tried => ({
        ...{ set: 'models', task: `MBPP/${task_id}`, visible: test_list.slice(0, 2) },
        code: programIn(completion),
        hidden: [...test_imports, ...test_list].join('\n'),
      }),
    )
  const reflexion = mirror('noahshinn/reflexion')
  const runs = reflexion
    .paths('programming_runs/root')
    .filter((path) => /(?:humaneval_py|simple_test_run|human_eval_py).*\.jsonl$/.test(path))
    .flatMap((path) =>
      jsonLines<{ entry_point: string; solution?: string; implementations?: string[] }>(reflexion.text(path)),
    )
    .flatMap(({ entry_point, solution, implementations = [] }) => {
      const task = tasks.find((each) => each.entry_point === entry_point)
      return task ? [solution ?? [], implementations].flat().map((text) => ofHumanEval(task, whole(task, text))) : []
    })
  return failing(runner, [...samples, ...told, ...lists, ...runs])
}

const isWhole = (line: string): boolean =>
  line.split(/[([{]/).length === line.split(/[)\]}]/).length && !/[\\,]$/.test(line)

const sampled = (all: readonly string[]): string[] =>
  [...new Set(all)].sort((one, other) => hashOf(one) - hashOf(other)).slice(0, SAMPLES_OF_A_TASK)

/** The part of an answer that defines: some repeat the tests behind it. */
const programIn = (completion: string): string =>
  (/```(?:python)?\n([\s\S]*?)```/.exec(completion)?.[1] ?? completion).replace(/^assert .*\n?/gm, '')
