import type { Command } from 'commander'
import type { Stats } from '../../contract/api.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import { createPaint } from '../text/screen.ts'
import { type Column, tableText } from '../text/table.ts'
import { durationText } from '../text/time-text.ts'

interface StatsFlags extends ServerFlags {
  json?: boolean
  all?: boolean
}

export function addStats(program: Command, bind: Bind) {
  const command = program
    .command('stats')
    .summary('print totals, success rates and times')
    .description(
      'Print totals, success rates and times of your runs: waiting for a sandbox, starting it, running in it.',
    )
    .option('--all', 'of all users; needs an admin key')
  bind(withServer(withJson(command)), stats)
}

async function stats({ host, flags }: Call<StatsFlags>): Promise<number> {
  const found = await withClient({ host, flags }, (client) => client.stats({ scope: flags.all ? 'all' : 'own' }))
  if (flags.json) await printJson(host, found)
  else await host.stdout.write(statsText(found, host))
  return EXIT.ok
}

function statsText({ runs, executions, byLanguage, errors }: Stats, host: Host): string {
  const paint = createPaint(host.stdout)
  const outcomes = (['ok', 'failed', 'blocked', 'cancelled', 'error', 'nothing-to-run', 'running'] as const)
    .filter((name) => runs[name] > 0)
    .map((name) => `${runs[name]} ${name}`)
  const rate = runs.successRate === null ? [] : [`${Math.round(runs.successRate * 100)} % succeed`]
  const endings = endingsOf(executions).map(([name, count]) => `${count} ${name}`)
  const head = [
    `${paint('bold', 'runs')}        ${[runs.total, ...outcomes, ...rate].join(' · ')}\n`,
    `${paint('bold', 'executions')}  ${[executions.total, ...endings].join(' · ')}\n`,
  ]
  const { total, ...all } = executions
  const rows = byLanguage.length > 1 ? [...byLanguage, { language: 'all', executions: total, ...all }] : byLanguage
  const tables = [
    ...(rows.length > 0 ? [tableText(rows, languageColumns, host.stdout)] : []),
    ...(errors.length > 0 ? [tableText(errors, errorColumns, host.stdout)] : []),
  ]
  return [head.join(''), ...tables].join('\n')
}

/** Counts executions like runs: succeeded, failed by themselves, or ended from outside. */
function endingsOf({ succeeded, endedBy }: Stats['executions']): [name: string, count: number][] {
  const { exit = 0, ...others } = endedBy
  const ended = Object.entries(others).toSorted(([, a], [, b]) => b - a)
  const all: [string, number][] = [['ok', succeeded], ['failed', exit - succeeded], ...ended]
  return all.filter(([, count]) => count > 0)
}

type Language = Stats['byLanguage'][number]
type Span = 'wait' | 'start' | 'duration'

/** Warm starts and short waits differ by fractions of a millisecond. */
const spanText = (ms: number) => (ms < 9.95 ? `${ms.toFixed(1)} ms` : durationText(ms))

/** The median, and the value that nineteen of twenty stay below. */
const spanColumns = (title: string, span: Span): Column<Language>[] => [
  { title, text: (row) => (row[span] ? spanText(row[span].p50Ms) : ''), align: 'right' },
  { title: '95 %', text: (row) => (row[span] ? spanText(row[span].p95Ms) : ''), align: 'right' },
]

const languageColumns: Column<Language>[] = [
  { title: 'LANGUAGE', text: ({ language }) => language },
  { title: 'RAN', text: ({ executions }) => String(executions), align: 'right' },
  { title: 'OK', text: ({ succeeded }) => String(succeeded), align: 'right' },
  { title: 'WARM', text: ({ warm }) => String(warm), align: 'right' },
  ...spanColumns('WAIT', 'wait'),
  ...spanColumns('START', 'start'),
  ...spanColumns('RUN', 'duration'),
]

const errorColumns: Column<Stats['errors'][number]>[] = [
  { title: 'COUNT', text: ({ count }) => String(count), align: 'right' },
  { title: 'LANGUAGE', text: ({ language }) => language },
  { title: 'ERROR', text: ({ type }) => type },
]
