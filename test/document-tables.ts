import { existsSync, readFileSync } from 'node:fs'
import type { EventLoopLine } from '../bench/watch-event-loop.ts'
import { listSettings } from '../src/config/list-settings.ts'
import { loadConfig } from '../src/config/load-config.ts'
import type { BenchReport, BenchSection, BenchSectionId } from '../src/contract/bench.ts'
import { errors } from '../src/contract/errors.ts'
import { languages } from '../src/language/languages.ts'
import { strategies } from '../src/pipeline/correct/strategies.ts'
import { allPatterns } from '../src/pipeline/diagnose/patterns/all-patterns.ts'
import { guards } from '../src/pipeline/guard/guards.ts'
import { rulesOf } from '../src/pipeline/guard/rule-list.ts'

/** Tables of the documents that are made from the code: `npm run docs` writes them, and a test compares them. */
export const documentTables = [
  { path: 'docs/reference/configuration.md', heading: 'Every setting', rows: settingRows },
  { path: 'docs/reference/errors.md', heading: 'Every code', rows: errorRows },
  { path: 'docs/reference/benchmarks.md', heading: 'The machine', rows: machineRows },
  { path: 'docs/reference/benchmarks.md', heading: 'Times', rows: timeRows },
  { path: 'docs/reference/benchmarks.md', heading: 'State', rows: stateRows },
  { path: 'docs/reference/benchmarks.md', heading: 'Throughput', rows: throughputRows },
  { path: 'docs/reference/benchmarks.md', heading: 'Memory', rows: memoryRows },
  { path: 'docs/reference/benchmarks.md', heading: 'Work in a live sandbox', rows: liveSandboxRows },
  { path: 'docs/reference/benchmarks.md', heading: 'Through the SDK of E2B', rows: e2bRows },
  { path: 'docs/reference/benchmarks.md', heading: 'The main thread under attack', rows: eventLoopRows },
  { path: 'docs/reference/benchmarks.md', heading: 'Plans and the graph', rows: aimRows },
  { path: 'docs/reference/benchmarks.md', heading: 'Starting', rows: leanRows },
  { path: 'docs/guide/languages.md', heading: 'Every language', rows: languageRows },
  { path: 'docs/reference/strategies.md', heading: 'Every strategy', rows: strategyRows },
  { path: 'docs/reference/guard-rules.md', heading: 'Every rule', rows: ruleRows },
  { path: 'docs/reference/repair-bench.md', heading: 'Bold', rows: repairRows },
  { path: 'docs/reference/repair-bench.md', heading: 'What learning brings', rows: replayRows },
  { path: 'docs/reference/guard-bench.md', heading: 'Results', rows: guardRows },
  { path: 'docs/reference/failure-patterns.md', heading: 'Every pattern', rows: patternRows },
]

const row = (...cells: unknown[]) => `| ${cells.join(' | ')} |`
const code = (text: unknown) => `\`${text}\``

function settingRows(): string[] {
  const loaded = loadConfig({ env: {}, userHome: '~', readFile: () => undefined })
  const shown = (value: unknown) => (value === '' || (Array.isArray(value) && value.length === 0) ? '–' : code(value))
  return listSettings(loaded).settings.map(({ name, variable, value, allowed, help }) =>
    row(code(name), code(variable), shown(value), allowed, help),
  )
}

/** The messages with the names of their details in place of values. */
function errorRows(): string[] {
  const lists = new Set<PropertyKey>(['problems', 'known'])
  const details = new Proxy(
    {},
    {
      get: (_, name) => (name === 'meant' ? undefined : lists.has(name) ? [`{${String(name)}}`] : `{${String(name)}}`),
    },
  )
  return Object.entries(errors).map(([name, { status, retry, say }]) => {
    const texts = (say as (details: object) => [string, string])(details)
    return row(code(name), status, retry ? 'yes' : 'no', ...texts.map((text) => text.replace(/\s+/g, ' ')))
  })
}

const resultOf = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../bench/results/${name}.json`, import.meta.url), 'utf8')) as T

interface Aimed {
  machine: { cpu: string; loadAtStart: number }
  aims: { aim: string; met: boolean; value: number }[]
}

function aimRows(): string[] {
  return ['plan', 'graph'].flatMap((name) => {
    const { machine, aims } = resultOf<Aimed>(name)
    return aims.map(({ aim, met, value }) =>
      row(aim, figure(value), met ? 'met' : 'missed', machine.cpu, machine.loadAtStart),
    )
  })
}

type Section = Pick<BenchSection, 'title' | 'rows'>

const sectionsOf = (...ids: BenchSectionId[]): Section[] =>
  resultOf<BenchReport>('bench').sections.filter(({ id }) => ids.includes(id))

const figure = (value: number | null | undefined) => (value ?? Number.NaN).toFixed(2)

function machineRows(): string[] {
  const { machine, rounds } = resultOf<BenchReport>('bench')
  const { cpu, cores, memoryGb, kernel, node, sandbox, limitsBy, loadAtStart, date } = machine
  return [
    row('Measured', date),
    row('Processor', `${cores} cores of ${cpu}, ${memoryGb} GB`),
    row('System', `Linux ${kernel}, Node ${node}`),
    row('Sandbox', `${sandbox}, limits by ${limitsBy}`),
    row('Load before it began', loadAtStart),
    row('Rounds', rounds),
  ]
}

function languageRows(): string[] {
  return languages.map(({ id, aliases, extensions, requires, package: name, packages }) => {
    const needs = packages?.names.map((one) => `npm: ${code(one)}`).join(', ')
    return row(
      code(id),
      aliases.join(', '),
      extensions.join(', '),
      needs ?? (requires === null ? '–' : `apt: ${code(name)}`),
    )
  })
}

function patternRows(): string[] {
  return allPatterns.map(({ id, types, category, severity, recoverable, explain }) => {
    const errors = types?.map(code).join(' ') ?? 'any'
    return row(code(id), errors, category, severity, recoverable ? 'yes' : 'no', explain.replaceAll('|', '\\|'))
  })
}

function strategyRows(): string[] {
  return strategies.map(({ id, languages: ids, answers, prior, title, bold }) =>
    row(
      code(id),
      ids.join(', '),
      answers.map(code).join(' '),
      `${Math.round(100 * prior)} %`,
      title.replaceAll('|', '\\|'),
      bold ?? '',
    ),
  )
}

function ruleRows(): string[] {
  return rulesOf(guards).map(({ id, severity, family, cwe, title }) =>
    row(code(id), severity, family, cwe.join(', '), title.replaceAll('|', '\\|')),
  )
}

interface GuardRow {
  name: string
  programs: number
  raised: number
  share: number
  critical: number
}

function guardRows(): string[] {
  const result =
    resultOf<Record<'found' | 'foundByHalf' | 'raisedOrdinary' | 'raisedOrdinaryByHalf' | 'raisedOnHost', GuardRow[]>>(
      'guard',
    )
  const rows = (what: string, list: GuardRow[]) =>
    list.map(({ name, programs, raised, share, critical }) =>
      row(`${what}, ${name}`, programs, raised, `${(100 * share).toFixed(1)} %`, critical),
    )
  const halves = (list: GuardRow[]) =>
    list.filter(({ name }) => name !== 'all').map((one) => ({ ...one, name: `half ${one.name}` }))
  return [
    ...rows('dangerous', [...result.found, ...halves(result.foundByHalf)]),
    ...rows('ordinary', [...result.raisedOrdinary, ...halves(result.raisedOrdinaryByHalf)]),
    ...rows('of the host', result.raisedOnHost),
  ]
}

interface RepairTotal {
  name: string
  cases: number
  repaired: number
  wrong: number
  unrepaired: number
  engineP50Ms: number | null
  engineP95Ms: number | null
}

function repairRows(): string[] {
  const whole = (ms: number | null) => ms?.toFixed(0) ?? '–'
  return resultOf<{ totals: RepairTotal[] }>('repair-bold').totals.map(
    ({ name, cases, repaired, wrong, unrepaired, engineP50Ms, engineP95Ms }) =>
      row(
        ...[name, cases, repaired, wrong, unrepaired],
        `${((100 * repaired) / cases).toFixed(1)} %`,
        `${((100 * wrong) / cases).toFixed(1)} %`,
        ...[engineP50Ms, engineP95Ms].map(whole),
      ),
  )
}

interface ReplayOrder {
  order: string
  cases: number
  repaired: number
  wrong: number
  meanPlace: number
  firstShare: number
}

function replayRows(): string[] {
  return resultOf<{ orders: ReplayOrder[] }>('repair-replay').orders.map(
    ({ order, cases, repaired, wrong, meanPlace, firstShare }) =>
      row(order, cases, repaired, wrong, meanPlace.toFixed(3), `${(100 * firstShare).toFixed(1)} %`),
  )
}

const rowsOf = (sections: Section[]): string[] =>
  sections.flatMap(({ title, rows }) =>
    rows.map(({ way, n, min, p50, p95, ratio }) =>
      row(title, way.replaceAll('|', '\\|'), ...[min, p50, p95, ratio].map(figure), n),
    ),
  )

function timeRows(): string[] {
  return rowsOf(sectionsOf('start', 'run', 'gate', 'cell', 'burst'))
}

function stateRows(): string[] {
  return rowsOf(sectionsOf('state'))
}

function throughputRows(): string[] {
  return sectionsOf('throughput')
    .flatMap(({ rows }) => rows)
    .map(({ inFlight, way, perSecond, cpuMs, p50, p95, ratio }) =>
      row(inFlight, way, perSecond?.toFixed(1), ...[cpuMs, p50, p95, ratio].map(figure)),
    )
}

function memoryRows(): string[] {
  return sectionsOf('memory')
    .flatMap(({ rows }) => rows)
    .map(({ way, n, min, p50, p95 }) => row(way, ...[min, p50, p95].map(figure), n))
}

const isMeasured = (name: string) => existsSync(new URL(`../bench/results/${name}.json`, import.meta.url))

/** The rows of a table; empty before its first measurement. */
function leanRows(): string[] {
  return isMeasured('lean')
    ? rowsOf(resultOf<{ sections: Section[] }>('lean').sections).map((line) => line.replaceAll('NaN', '–'))
    : []
}

function e2bRows(): string[] {
  return isMeasured('e2b') ? rowsOf(resultOf<{ sections: Section[] }>('e2b').sections) : []
}

/** The rows of a table; empty before its first measurement. */
function eventLoopRows(): string[] {
  if (!isMeasured('event-loop')) return []
  const { rows } = resultOf<{ rows: ({ way: string } & EventLoopLine)[] }>('event-loop')
  return rows.map(({ way, delay, turn }) =>
    row(way, ...[delay.p50, delay.p99, delay.max, turn.p50, turn.p99, turn.max].map(figure), delay.n),
  )
}

function liveSandboxRows(): string[] {
  return rowsOf(resultOf<{ sections: Section[] }>('sandbox').sections)
}
