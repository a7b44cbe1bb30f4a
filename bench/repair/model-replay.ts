/**
 * Counts the questions to a model that repair by rules saves: recorded samples of a model stand for its answers.
 *
 * npm run bench:model -- SAMPLES.jsonl [--half tune|measure] [--limit N] [--questions 4] [--at-once N] [--write]
 *
 * SAMPLES.jsonl has one task a line, with what a real model wrote for it, in the order in which it was recorded:
 *   {"task": "…", "language": "python", "visible": "…", "hidden": "…", "samples": ["…", "…"]}
 * The first sample is the program that came. Where it fails its visible tests, the model is asked, which answers with the next sample, until one
 * passes them or the questions are used up. "Asking alone" never repairs; "rules first" repairs each sample before it asks.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { inLanes } from '../../src/pipeline/in-lanes.ts'
import { halfOf } from './foreign-cases.ts'
import { type ForeignRunner, openForeignRunner, passes, requestOf } from './foreign-measure.ts'
import { wilson } from './wilson.ts'

const recorded = z.strictObject({
  task: z.string(),
  language: z.string(),
  visible: z.string(),
  hidden: z.string(),
  samples: z.array(z.string()).min(1),
})
type Recorded = z.infer<typeof recorded>

interface Ending {
  /** Questions to the model; the program that came is none. */
  asked: number
  /** The last program passes the visible tests. */
  isDone: boolean
  /** It passes the hidden tests too. */
  isRight: boolean
}

const WAYS = { 'asking alone': 'off', 'rules first': 'safe' } as const
type Way = keyof typeof WAYS

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: 'string', default: 'measure' },
    limit: { type: 'string' },
    questions: { type: 'string', default: '4' },
    'at-once': { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
  },
})
const [file] = positionals
if (file === undefined || (values.half !== 'tune' && values.half !== 'measure')) {
  console.error('✖ usage: npm run bench:model -- SAMPLES.jsonl [--half tune|measure] …')
  process.exit(2)
}
const lanes = Number(values['at-once'])
const tasks = (await readFile(file, 'utf8'))
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => recorded.parse(JSON.parse(line)))
  .filter(({ task }) => halfOf(task) === values.half)
  .slice(0, Number(values.limit ?? Number.POSITIVE_INFINITY))
const runner = await openForeignRunner({ atOnce: lanes, confidence: undefined })
try {
  const ways = await Promise.all(
    (Object.keys(WAYS) as Way[]).map(async (way) => {
      const ended = await inLanes({ items: tasks, lanes, work: (one) => untilPassed(runner, one, way) })
      return { way, ...sumOf(ended) }
    }),
  )
  for (const each of ways) console.log(JSON.stringify(each))
  const [alone, first] = ways
  if (alone && first) console.log(savedAtEqualRate(alone, first))
  if (values.write) {
    const found = { half: values.half, questions: Number(values.questions), ways }
    await writeFile(
      new URL('../results/repair-model-replay.json', import.meta.url),
      `${JSON.stringify(found, null, 2)}\n`,
    )
  }
} finally {
  await runner.close()
}

async function untilPassed(engine: ForeignRunner, one: Recorded, way: Way): Promise<Ending> {
  const samples = one.samples.slice(0, Number(values.questions) + 1)
  for (const [asked, code] of samples.entries()) {
    const given = { ...one, kind: 'recorded', code }
    const request = requestOf(given)
    const { outcome, finalCode = code } = await engine.run({ ...request, options: { repair: WAYS[way] } })
    if (outcome === 'ok') return { asked, isDone: true, isRight: await passes(engine, given, finalCode) }
  }
  return { asked: samples.length - 1, isDone: false, isRight: false }
}

type Sum = ReturnType<typeof sumOf>

/** The fewest questions a task with which each way solves as many as asking alone does with all; a task that nothing solves costs them all. */
function savedAtEqualRate(alone: Sum, first: Sum): string {
  const costOf = ({ solvedWith, spentWith }: Sum) =>
    spentWith[solvedWith.findIndex((solved) => solved >= alone.passHidden)]
  const [most, least] = [costOf(alone), costOf(first)]
  if (most === undefined || least === undefined) return `Rules first never solves ${alone.passHidden} tasks.`
  const saved = most > 0 ? `: ${((100 * (most - least)) / most).toFixed(0)} % fewer` : ''
  return `To solve ${alone.passHidden} tasks, asking alone takes ${most} questions and rules first ${least}${saved}.`
}

function sumOf(ended: Ending[]) {
  const right = ended.filter(({ isRight }) => isRight).length
  const [low, high] = wilson(right, ended.length)
  const budgets = Array.from({ length: Number(values.questions) + 1 }, (_, index) => index)
  return {
    tasks: ended.length,
    questions: ended.reduce((sum, { asked }) => sum + asked, 0),
    /** Solved with at most so many questions a task, and what that costs. */
    solvedWith: budgets.map((most) => ended.filter(({ isRight, asked }) => isRight && asked <= most).length),
    spentWith: budgets.map((most) => ended.reduce((sum, { asked }) => sum + Math.min(asked, most), 0)),
    passVisible: ended.filter(({ isDone }) => isDone).length,
    passHidden: right,
    hiddenShare: `${((100 * right) / ended.length).toFixed(1)} % (${(100 * (low ?? 0)).toFixed(1)}–${(100 * (high ?? 1)).toFixed(1)})`,
  }
}
