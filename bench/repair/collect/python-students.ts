import type { Collector } from './collector.ts'
import { failing, type Tried } from './failing-python.ts'
import { endingsOf } from './try-python.ts'
import { zipEntries } from './zip-entries.ts'

const SHOWN = 3
/** There are five tasks, and hundreds of programs for each. */
const MOST_OF_A_TASK = 60

/** Answers of students to five tasks of a first course (Refactory), with the inputs and outputs that the course checked, and its global values. */
export const studentsInPython: Collector = async ({ mirror, runner }) => {
  const files = new Map(
    [...zipEntries(mirror('githubhuyang/refactory').bytes('data.zip'))].map(({ path, text }) => [path, text]),
  )
  const checks = new Map<string, string[]>()
  for (const [path, call] of files) {
    const [, question] = /question_(\d)\/ans\/input_\d+\.txt$/.exec(path) ?? []
    const output = files.get(path.replace('input_', 'output_'))
    if (question === undefined || output === undefined) continue
    checks.set(question, [...(checks.get(question) ?? []), `assert ${call.trim()} == ${output.trim()}`])
  }
  const tried = [...files].flatMap(([path, code]): Tried[] => {
    const [, folder = '', question = ''] = /^(.*question_(\d))\/code\/wrong\/[^/]+\.py$/.exec(path) ?? []
    const all = checks.get(question)
    const hidden = [files.get(`${folder}/code/global.py`) ?? '', ...(all ?? [])].join('\n')
    return all ? [{ set: 'students', task: `refactory/${question}`, code, visible: all.slice(0, SHOWN), hidden }] : []
  })
  return failing(runner, tried, MOST_OF_A_TASK)
}

/** Classic algorithms with one fault each (QuixBugs), where the tests are inputs and outputs. */
export const quixBugs: Collector = async ({ mirror, runner }) => {
  const bugs = mirror('jkoppel/QuixBugs')
  const tried = bugs.paths('json_testcases').flatMap((path): (Tried & { correct: string })[] => {
    const name = /([^/]+)\.json$/.exec(path)?.[1] ?? ''
    const checks = bugs
      .text(path)
      .split('\n')
      .flatMap((line) => checkOf(name, line))
    const hidden = checks.join('\n')
    const [code, correct] = ['python_programs', 'correct_python_programs'].map((folder) =>
      bugs.text(`${folder}/${name}.py`),
    ) as [string, string]
    return [{ set: 'quixbugs', task: `quixbugs/${name}`, code, visible: checks.slice(0, SHOWN), hidden, correct }]
  })
  const endings = await endingsOf(
    runner,
    tried.map(({ correct, hidden }) => `${correct}\n${hidden}\n`),
  )
  return failing(
    runner,
    tried.filter((_, index) => endings[index] === ''),
  )
}

function checkOf(name: string, line: string): string[] {
  if (line.trim() === '') return []
  const [input, output] = JSON.parse(line) as [unknown, unknown]
  return [`assert ${name}(${[input].flat().length ? argumentsOf(input) : ''}) == ${literal(output)}`]
}

const argumentsOf = (input: unknown): string => (Array.isArray(input) ? input : [input]).map(literal).join(', ')

/** JSON and Python write all but three values alike. */
const literal = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(literal).join(', ')}]`
    : typeof value === 'boolean'
      ? value
        ? 'True'
        : 'False'
      : value === null
        ? 'None'
        : JSON.stringify(value)

interface BuggySolution {
  task_id: string
  prompt: string
  buggy_solution: string
  test: string
}

/** One fault put by hand into each solution of HumanEval (HumanEvalFix). */
export const humanEvalFix: Collector = async ({ mirror, runner }) => {
  const lines = mirror('bigcode-project/octopack')
    .text('evaluation/create/humaneval-x/data/python/data/humanevalpack.jsonl')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const tried = lines.map((line): Tried => {
    const { task_id, prompt, buggy_solution, test } = JSON.parse(line) as BuggySolution
    const shown = test.split('\n').flatMap((each) => (/^ {4}assert .*[^\\,([{]$/.test(each) ? [each.trim()] : []))
    return {
      ...{ set: 'humanevalfix', task: task_id.replace('Python', 'HumanEval') },
      ...{ code: `${prompt}${buggy_solution}`, visible: shown.slice(0, SHOWN), hidden: test },
    }
  })
  return failing(runner, tried)
}
