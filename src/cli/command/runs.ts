import { type Command, Option } from 'commander'
import type { RunSummary } from '../../contract/api.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, wholeNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { createJsonView } from '../text/json-view.ts'
import { outcomeLook } from '../text/outcome-text.ts'
import { printJson } from '../text/print-json.ts'
import { runStoryText } from '../text/run-story.ts'
import { createRunView } from '../text/run-view.ts'
import { createPaint } from '../text/screen.ts'
import { type Column, tableText } from '../text/table.ts'
import { ageText, durationText, momentText } from '../text/time-text.ts'
import { addRunDeletion } from './run-deletion.ts'
import { watchRun } from './watch-run.ts'

interface RunsFlags extends ServerFlags {
  json?: boolean
  limit?: number
  before?: string
  search?: string
}

const NO_RUNS = 'No runs here. Start one with: anneal run FILE\n'
const USUAL_LIMIT = 20
const MOST_ATTEMPTS = 3

export function addRuns(program: Command, bind: Bind) {
  const runs = program
    .command('runs')
    .summary('list, show, follow, cancel and delete runs')
    .description('Runs of the past and present.')
    .helpCommand(false)
  const list = runs
    .command('list')
    .description('List your runs, newest first.')
    .addOption(new Option('--limit <n>', `at most this many (${USUAL_LIMIT})`).argParser(wholeNumber(1, 1000)))
    .option('--before <id>', 'only runs older than this one')
    .option('--search <text>', 'only runs that have this in their title or id')
  bind(withServer(withJson(list)), listRuns)
  const one = (name: string, description: string) =>
    runs.command(name).description(description).argument('<ID>', 'id of the run')
  bind(withServer(withJson(one('show', 'Show a run: its code, its output and how it ended.'))), showRun)
  const follow = one('follow', 'Tell a run from start to end, live if it is going on. Ctrl-C does not stop the run.')
  bind(withServer(follow.option('--json', 'print one event per line; the last is run.end')), followRun)
  bind(withServer(withJson(one('cancel', 'Stop a run that is going on.'))), cancelRun)
  addRunDeletion(runs, bind)
}

async function listRuns({ host, flags }: Call<RunsFlags>): Promise<number> {
  const limit = flags.limit ?? USUAL_LIMIT
  const { before, search } = flags
  const query = { limit, ...(before !== undefined && { before }), ...(search !== undefined && { search }) }
  const list = await withClient({ host, flags }, (client) => client.runs.list(query))
  if (flags.json) {
    await printJson(host, list)
    return EXIT.ok
  }
  if (list.runs.length === 0)
    await host.stderr.write(search === undefined ? NO_RUNS : 'No run has that in its title or id.\n')
  else await host.stdout.write(tableText(list.runs, columns(host), host.stdout))
  if (list.runs.length === limit) {
    const narrowed = search === undefined ? '' : `--search ${JSON.stringify(search)} `
    const more = `Older ones: anneal runs list ${narrowed}--before ${list.runs.at(-1)?.runId}`
    await host.stderr.write(`${createPaint(host.stderr)('dim', more)}\n`)
  }
  return EXIT.ok
}

async function showRun({ host, args: [id = ''], flags }: Call<RunsFlags>): Promise<number> {
  const run = await withClient({ host, flags }, (client) => client.runs.get(id))
  if (flags.json) await printJson(host, run)
  else await host.stdout.write(runStoryText(run, host))
  return EXIT.ok
}

async function followRun({ host, args: [id = ''], flags }: Call<RunsFlags>): Promise<number> {
  const view = flags.json ? createJsonView(host) : createRunView({ host, attempts: MOST_ATTEMPTS })
  return withClient({ host, flags }, (client) =>
    watchRun({ host, view, client, events: (signal) => client.runs.follow(id, { signal }), cancels: false }),
  )
}

async function cancelRun({ host, args: [id = ''], flags }: Call<RunsFlags>): Promise<number> {
  const run = await withClient({ host, flags }, (client) => client.runs.cancel(id))
  if (flags.json) await printJson(host, run)
  else await host.stdout.write(tableText([run], columns(host), host.stdout))
  return EXIT.ok
}

const stateOf = ({ state, outcome }: RunSummary) => (state === 'running' || outcome === null ? 'running' : outcome)

const isRepaired = ({ outcome, attempts }: RunSummary) => outcome === 'ok' && (attempts ?? 0) > 1

const columns = (host: Host): Column<RunSummary>[] => [
  { title: 'RUN', text: ({ runId }) => runId },
  {
    title: 'OUTCOME',
    text: (run) => `${outcomeLook[stateOf(run)].mark} ${stateOf(run)}${isRepaired(run) ? ', repaired' : ''}`,
    style: (run) => outcomeLook[stateOf(run)].style,
  },
  { title: 'STARTED', text: ({ startedAt }) => momentText(startedAt) },
  { title: 'AGE', text: ({ startedAt }) => ageText(startedAt, host.now()), align: 'right' },
  { title: 'TOOK', text: ({ durationMs }) => (durationMs === null ? '' : durationText(durationMs)), align: 'right' },
  { title: 'LANGUAGES', text: ({ languages }) => languages.join(', ') },
  { title: 'TITLE', text: ({ title }) => title ?? '' },
]
