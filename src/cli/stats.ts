import type { Command } from 'commander'
import type { Stats } from '../contract/api.ts'
import { type ServerFlags, withClient } from './connect.ts'
import { type Bind, withJson, withServer } from './declare.ts'
import { EXIT } from './exit-code.ts'
import type { Call, Host } from './host.ts'
import { printJson } from './print-json.ts'
import { createPaint } from './screen.ts'
import { type Column, tableText } from './table.ts'
import { durationText } from './time-text.ts'

interface StatsFlags extends ServerFlags {
  json?: boolean
  all?: boolean
}

export function addStats(program: Command, bind: Bind) {
  const command = program
    .command('stats')
    .summary('print totals, success rates and durations')
    .description('Print totals, success rates and durations of your runs.')
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
  const outcomes = (['ok', 'failed', 'blocked', 'cancelled', 'error', 'running'] as const)
    .filter((name) => runs[name] > 0)
    .map((name) => `${runs[name]} ${name}`)
  const rate = runs.successRate === null ? [] : [`${Math.round(runs.successRate * 100)} % succeed`]
  const { duration } = executions
  const times = duration
    ? [`average ${durationText(duration.averageMs)}`, `95 % within ${durationText(duration.p95Ms)}`]
    : []
  const head = [
    `${paint('bold', 'runs')}        ${[runs.total, ...outcomes, ...rate].join(' · ')}\n`,
    `${paint('bold', 'executions')}  ${[executions.total, ...times].join(' · ')}\n`,
  ]
  const tables = [
    ...(byLanguage.length > 0 ? [tableText(byLanguage, languageColumns, host.stdout)] : []),
    ...(errors.length > 0 ? [tableText(errors, errorColumns, host.stdout)] : []),
  ]
  return [head.join(''), ...tables].join('\n')
}

type Language = Stats['byLanguage'][number]
const time = (of: (duration: NonNullable<Language['duration']>) => number) => (row: Language) =>
  row.duration ? durationText(of(row.duration)) : ''

const languageColumns: Column<Language>[] = [
  { title: 'LANGUAGE', text: ({ language }) => language },
  { title: 'EXECUTIONS', text: ({ executions }) => String(executions), align: 'right' },
  { title: 'SUCCEEDED', text: ({ succeeded }) => String(succeeded), align: 'right' },
  { title: 'AVERAGE', text: time(({ averageMs }) => averageMs), align: 'right' },
  { title: 'MEDIAN', text: time(({ p50Ms }) => p50Ms), align: 'right' },
  { title: '95 % WITHIN', text: time(({ p95Ms }) => p95Ms), align: 'right' },
]

const errorColumns: Column<Stats['errors'][number]>[] = [
  { title: 'COUNT', text: ({ count }) => String(count), align: 'right' },
  { title: 'ERROR', text: ({ type }) => type },
]
