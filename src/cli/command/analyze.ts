import { basename } from 'node:path'
import type { Command } from 'commander'
import type { Analysis, FunctionMetrics } from '../../contract/analysis.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { readText } from '../read-file.ts'
import { findingLines } from '../text/finding-lines.ts'
import { printJson } from '../text/print-json.ts'
import { createPaint, type Paint } from '../text/screen.ts'
import { type Column, tableText } from '../text/table.ts'
import { visibleText } from '../text/visible-text.ts'
import { UsageError } from '../usage-error.ts'

interface AnalyzeFlags extends ServerFlags {
  language?: string
  json?: boolean
}

export function addAnalyze(program: Command, bind: Bind) {
  const command = program
    .command('analyze')
    .summary('tell complexity, style and slow spots of a program')
    .description(
      'Read FILE, or what is piped in, without running it: measures of each function, and what could be better.',
    )
    .argument('[FILE]', 'the program; - is standard input')
    .option('-l, --language <name>', 'language of the program; otherwise the ending of FILE tells it')
  bind(withServer(withJson(command)), analyze)
}

async function analyze({ host, args: [file], flags }: Call<AnalyzeFlags>): Promise<number> {
  if (file === undefined && host.stdin.isTTY) {
    throw new UsageError(
      'There is nothing to read: no FILE is named and nothing is piped in.',
      'Try "anneal analyze FILE".',
    )
  }
  const path = file ?? '-'
  const code = await readText(path, host)
  const { language } = flags
  const request = {
    code,
    ...(path !== '-' && { fileName: basename(path) }),
    ...(language !== undefined && { language }),
  }
  const analysis = await withClient({ host, flags }, (client) => client.analyze(request))
  if (flags.json) await printJson(host, analysis)
  else await tell(analysis, code, host)
  return EXIT.ok
}

async function tell(analysis: Analysis, code: string, host: Host): Promise<void> {
  const { stdout } = host
  const paint = createPaint(stdout)
  const { functions, findings } = analysis
  if (functions.length > 0) await stdout.write(`${tableText(functions, columns, stdout)}\n`)
  const found = findings.flatMap((finding) => findingLines(finding, { code, paint, width: stdout.columns }))
  await stdout.write([...found, ...summaryLines(analysis, paint)].map((line) => `${line}\n`).join(''))
}

function summaryLines(
  { lines, language, cyclomatic, cognitive, maintainability, ...rest }: Analysis,
  paint: Paint,
): string[] {
  const { findings, imports, estimate, partial } = rest
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`
  const needs = (['network', 'files', 'processes'] as const).filter((name) => estimate[name])
  const packages = imports
    .filter(({ kind }) => kind === 'package')
    .map((each) => (each.package && each.package !== each.name ? `${each.name} (${each.package})` : each.name))
  const told = (label: string, text: string) => `  ${paint('dim', label.padEnd(10))}${visibleText(text)}`
  return [
    `${paint('bold', language)} · ${lines.code} lines of code · cyclomatic ${cyclomatic} · cognitive ${cognitive} · maintainability ${Math.round(maintainability)} · ${count}`,
    told('time', estimate.time),
    told('memory', estimate.memory),
    ...(needs.length > 0 ? [told('uses', needs.join(', '))] : []),
    ...(packages.length > 0 ? [told('packages', [...new Set(packages)].join(', '))] : []),
    ...estimate.reasons.map((reason) => told('', reason)),
    ...(partial
      ? [paint('dim', '  Parts of the program could not be read: it has errors of syntax, or nests too deep.')]
      : []),
  ]
}

const HARD = { cyclomatic: 10, cognitive: 15, nesting: 4 }
const styled = (value: number, most: number) => (value > most ? ('yellow' as const) : undefined)

const columns: Column<FunctionMetrics>[] = [
  { title: 'FUNCTION', text: ({ name }) => name },
  { title: 'LINE', text: ({ line }) => String(line), align: 'right' },
  { title: 'LINES', text: ({ lines }) => String(lines), align: 'right' },
  {
    title: 'CYCLOMATIC',
    text: ({ cyclomatic }) => String(cyclomatic),
    style: ({ cyclomatic }) => styled(cyclomatic, HARD.cyclomatic),
    align: 'right',
  },
  {
    title: 'COGNITIVE',
    text: ({ cognitive }) => String(cognitive),
    style: ({ cognitive }) => styled(cognitive, HARD.cognitive),
    align: 'right',
  },
  {
    title: 'NESTING',
    text: ({ nesting }) => String(nesting),
    style: ({ nesting }) => styled(nesting, HARD.nesting),
    align: 'right',
  },
  { title: 'PARAMETERS', text: ({ parameters }) => String(parameters), align: 'right' },
  { title: 'MAINTAINABILITY', text: ({ maintainability }) => String(Math.round(maintainability)), align: 'right' },
]
