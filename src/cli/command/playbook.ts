import { type Command, Option } from 'commander'
import {
  type Lesson,
  type LessonDelta,
  type LessonExplained,
  type LessonState,
  lessonState,
} from '../../contract/playbook.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import { createPaint, type Style } from '../text/screen.ts'
import { type Column, tableText } from '../text/table.ts'
import { momentText } from '../text/time-text.ts'
import { visibleText } from '../text/visible-text.ts'
import { UsageError } from '../usage-error.ts'

interface PlaybookFlags extends ServerFlags {
  json?: boolean
  agent?: string
  state?: LessonState
  at?: string
  run?: string
  all?: boolean
}

export function addPlaybook(program: Command, bind: Bind) {
  const playbook = program
    .command('playbook')
    .summary('lessons from your runs')
    .description('Lessons from your runs: what was learnt, from which runs, and how it changed.')
    .helpCommand(false)
  const list = playbook
    .command('list')
    .description('List the lessons.')
    .option('--agent <name>', 'those of one agent')
    .addOption(new Option('--state <state>', 'those in one state').choices(lessonState.options))
    .option('--at <moment>', 'as it was: the number of a delta, or a time such as 2026-11-18T12:00:00Z')
  bind(withServer(withJson(list)), listAll)
  const one = (name: string, words: string) =>
    withServer(withJson(playbook.command(name).description(words).argument('<ID>', 'id of a lesson')))
  bind(one('show', 'Print a lesson with its programs.'), showOne)
  bind(one('explain', 'Tell why a lesson is what it is: its runs, its proof and its changes.'), explainOne)
  bind(withServer(withJson(playbook.command('history').description('List every change, the oldest first.'))), history)
  const restore = playbook
    .command('restore')
    .description('Use a lesson again, or set the whole playbook back to a moment.')
    .argument('[ID]', 'id of a lesson')
    .option('--at <moment>', 'the number of a delta, or a time: the whole playbook becomes as it was then')
  bind(withServer(withJson(restore)), restoreIt)
  const forget = playbook
    .command('forget')
    .description('Forget lessons: nothing of them stays.')
    .argument('[ID...]', 'ids of lessons')
    .option('--run <id>', 'those that stand on one run alone, and its evidence in others')
    .option('--all', 'all of them')
  bind(withServer(withJson(forget)), forgetThem)
  bind(withServer(withJson(playbook.command('learn').description('Learn now from the runs that wait.'))), learn)
}

/** A number is that of a delta; everything else has to be a time. */
function momentOf(text: string): { seq: number } | { at: string } {
  if (/^\d+$/.test(text)) return { seq: Number(text) }
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) {
    throw new UsageError(
      `${JSON.stringify(text)} is no moment.`,
      'Give the number of a delta, or a time such as 2026-11-18T12:00:00Z.',
    )
  }
  return { at: at.toISOString() }
}

async function listAll({ host, flags }: Call<PlaybookFlags>): Promise<number> {
  const { agent, state, at } = flags
  const query = {
    ...(agent !== undefined && { agent }),
    ...(state && { state }),
    ...(at !== undefined && momentOf(at)),
  }
  const found = await withClient({ host, flags }, (client) => client.playbook.list(query))
  if (flags.json) await printJson(host, found)
  else if (found.lessons.length + found.granted.length === 0) {
    await host.stderr.write(
      'There are no lessons. They come from repairs that held; "anneal playbook learn" looks now.\n',
    )
  } else {
    const { used, tokens } = found.budget
    await host.stdout.write(tableText([...found.lessons, ...found.granted], COLUMNS, host.stdout))
    await host.stderr.write(`${used} of ${tokens} tokens are used by active lessons; delta ${found.seq}.\n`)
  }
  return EXIT.ok
}

const STYLES: Partial<Record<LessonState, Style>> = { active: 'green', quarantined: 'red', candidate: 'yellow' }
const COLUMNS: Column<Lesson>[] = [
  { title: 'LESSON', text: ({ id }) => id },
  { title: 'STATE', text: ({ state }) => state, style: ({ state }) => STYLES[state] ?? 'dim' },
  { title: 'HELPFUL', text: ({ helpful }) => String(helpful), align: 'right' },
  { title: 'HARMFUL', text: ({ harmful }) => String(harmful), align: 'right' },
  { title: 'AGENT', text: ({ agent }) => agent ?? '' },
  { title: 'TITLE', text: ({ title }) => title },
]

async function showOne({ host, args: [id = ''], flags }: Call<PlaybookFlags>): Promise<number> {
  const found = await withClient({ host, flags }, (client) => client.playbook.explain(id))
  if (flags.json) await printJson(host, found)
  else await host.stdout.write(lessonText(found))
  return EXIT.ok
}

function lessonText({ lesson, proof }: LessonExplained): string {
  const rows = [
    ['title', lesson.title],
    ['when', lesson.when],
    ['what', lesson.what],
    ['state', `${lesson.state}${lesson.reason === null ? '' : ` (${lesson.reason})`}`],
    ['about', `${lesson.about.language} ${lesson.about.pattern} ${lesson.about.strategy ?? ''}`.trimEnd()],
  ]
  const programs = proof ? `\nbroken:\n${proof.broken.trimEnd()}\n\nrepaired:\n${proof.fixed.trimEnd()}\n` : ''
  return `${rows.map(([name = '', text = '']) => `${name.padEnd(6)} ${text}\n`).join('')}${programs}`
    .split('\n')
    .map(visibleText)
    .join('\n')
}

async function explainOne({ host, args: [id = ''], flags }: Call<PlaybookFlags>): Promise<number> {
  const found = await withClient({ host, flags }, (client) => client.playbook.explain(id))
  if (flags.json) {
    await printJson(host, found)
    return EXIT.ok
  }
  const paint = createPaint(host.stdout)
  const { lesson, sentences, evidence } = found
  const lines = [
    visibleText(lesson.title),
    ...sentences.map((sentence) => `  ${visibleText(sentence)}`),
    ...evidence.helpful.map((runId) => `  ${paint('green', 'helpful')} ${runId}`),
    ...evidence.harmful.map((runId) => `  ${paint('red', 'harmful')} ${runId}`),
  ]
  await host.stdout.write(`${lines.join('\n')}\n`)
  return EXIT.ok
}

async function history({ host, flags }: Call<PlaybookFlags>): Promise<number> {
  const found = await withClient({ host, flags }, (client) => client.playbook.history())
  if (flags.json) await printJson(host, found)
  else if (found.deltas.length === 0) await host.stderr.write('Nothing has changed yet.\n')
  else await host.stdout.write(tableText(found.deltas, DELTAS, host.stdout))
  return EXIT.ok
}

const DELTAS: Column<LessonDelta>[] = [
  { title: 'DELTA', text: ({ seq }) => String(seq), align: 'right' },
  { title: 'WHEN', text: ({ at }) => momentText(at) },
  { title: 'BY', text: ({ by }) => by },
  { title: 'CHANGE', text: ({ change }) => change.op },
  { title: 'LESSON', text: ({ change }) => ('id' in change ? change.id : '') },
  { title: 'MORE', text: ({ change }) => moreOf(change) },
]

function moreOf(change: LessonDelta['change']): string {
  if (change.op === 'count') return `${change.verdict} in ${change.runId}`
  if (change.op === 'add') return change.lesson.title
  if (change.op === 'promote') return `proved by ${change.runs.join(' and ') || 'its programs'}`
  if (change.op === 'revert') return `to delta ${change.to}`
  return 'why' in change ? change.why : ''
}

async function restoreIt({ host, args: [id], flags }: Call<PlaybookFlags>): Promise<number> {
  if ((id === undefined) === (flags.at === undefined)) {
    throw new UsageError(
      'There is nothing to restore.',
      'Give the id of a lesson, or --at with a moment for the whole playbook.',
    )
  }
  const { at } = flags
  const answer = await withClient(
    { host, flags },
    async (client): Promise<object> =>
      at === undefined ? client.playbook.change(id ?? '', { op: 'restore' }) : client.playbook.restore(momentOf(at)),
  )
  if (flags.json) await printJson(host, answer)
  else
    await host.stderr.write(
      at === undefined ? `The lesson ${id} is restored.\n` : `The playbook is as it was at ${at}.\n`,
    )
  return EXIT.ok
}

async function forgetThem({ host, args, flags }: Call<PlaybookFlags>): Promise<number> {
  const { run, all } = flags
  const wanted = [args.length > 0 && { ids: args }, run !== undefined && { run }, all && { all: true as const }].filter(
    (each) => each !== false && each !== undefined,
  )
  const [only, ...more] = wanted
  if (!only || more.length > 0) throw new UsageError('Forget what?', 'Give ids of lessons, --run ID, or --all.')
  const answer = await withClient({ host, flags }, (client) => client.playbook.forget(only))
  if (flags.json) await printJson(host, answer)
  else
    await host.stderr.write(`${answer.forgotten} ${answer.forgotten === 1 ? 'lesson is' : 'lessons are'} forgotten.\n`)
  return EXIT.ok
}

async function learn({ host, flags }: Call<PlaybookFlags>): Promise<number> {
  const state = await withClient({ host, flags }, (client) => client.feedback.learn())
  if (flags.json) await printJson(host, state)
  else
    await host.stderr.write(
      `Learnt; ${state.waiting} runs wait, ${state.failed} failed, ${state.dropped} were given up.\n`,
    )
  return EXIT.ok
}
