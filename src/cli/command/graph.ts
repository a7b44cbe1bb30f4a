import { type Command, Option } from 'commander'
import { type GraphFormat, type GraphQuery, graphFormat, graphWalk, type ReplayResult } from '../../contract/graph.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, positiveNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { graphText } from '../text/graph-text.ts'
import { printJson } from '../text/print-json.ts'
import { createPaint } from '../text/screen.ts'
import { visibleText } from '../text/visible-text.ts'
import { UsageError } from '../usage-error.ts'

interface GraphFlags extends ServerFlags {
  json?: boolean
  format?: GraphFormat | 'text'
  walk?: GraphQuery['walk']
  depth?: number
  limit?: number
  from?: string
  to?: string
  replay?: boolean
  outside?: boolean
}

export function addGraph(program: Command, bind: Bind) {
  const command = program
    .command('graph')
    .summary('show what led to a thing, and what came of it')
    .description('Show who did what, caused by what, with which result: around SUBJECT, or of everything.')
    .argument('[SUBJECT]', 'KIND:ID, such as run:run… or file:session:ses…/data.csv; everything unless it is told')
    .addOption(new Option('--format <format>', 'text unless it is told').choices(['text', ...graphFormat.options]))
    .addOption(new Option('--walk <way>', 'around unless it is told').choices(graphWalk.options))
    .addOption(new Option('--depth <n>', 'most steps away from the subject').argParser(positiveNumber))
    .addOption(new Option('--limit <n>', 'most nodes').argParser(positiveNumber))
    .option('--from <time>', 'only what happened since then, such as 2026-11-18T04:00')
    .option('--to <time>', 'only what happened before')
    .option('--replay', 'do the causes of the run or action again, and compare')
    .option('--outside', 'with --replay: also what may reach hosts or volumes')
  bind(withServer(withJson(command)), graph).addHelpText('after', NOTES)
}

const NOTES = `
Examples:
  anneal graph run:ID --walk failure        what led to the failure of a run
  anneal graph file:session:ID/data.csv --walk effects
  anneal graph session:ID --format mermaid > graph.mmd
  anneal graph run:ID --replay              run it again from the same state, and compare`

async function graph({ host, args: [subject], flags }: Call<GraphFlags>): Promise<number> {
  if (subject !== undefined && !/^[a-z]+:./.test(subject)) {
    throw new UsageError(`"${subject}" names no thing.`, 'Name it as KIND:ID, such as run:run… or session:ses….')
  }
  if (flags.replay) return replay(host, subject, flags)
  const { walk, depth, limit, from, to } = flags
  const query = {
    ...(subject !== undefined && { subject }),
    ...(walk && { walk }),
    ...(depth !== undefined && { depth }),
    ...(limit !== undefined && { limit }),
    ...(from !== undefined && { from: timeOf(from) }),
    ...(to !== undefined && { to: timeOf(to) }),
  }
  const { format = 'text' } = flags
  return withClient({ host, flags }, async (client) => {
    if (format !== 'text' && format !== 'json') await host.stdout.write(await client.graph.draw({ ...query, format }))
    else {
      const found = await client.graph.get(query)
      if (format === 'json' || flags.json) await printJson(host, found)
      else await host.stdout.write(graphText(found, host.stdout))
    }
    return EXIT.ok
  })
}

function timeOf(text: string): number {
  const at = /^\d{12,}$/.test(text) ? Number(text) : Date.parse(text)
  if (Number.isNaN(at)) throw new UsageError(`"${text}" is no time.`, 'Write it as 2026-11-18T04:00.')
  return at
}

async function replay(host: Host, subject: string | undefined, flags: GraphFlags): Promise<number> {
  if (subject === undefined)
    throw new UsageError('There is nothing to replay.', 'Name it: "anneal graph run:ID --replay".')
  const request = { subject, ...(flags.outside && { outside: true }) }
  const result = await withClient({ host, flags }, (client) => client.graph.replay(request))
  if (flags.json) await printJson(host, result)
  else await host.stdout.write(replayText(result, host))
  return result.equal ? EXIT.ok : EXIT.failed
}

function replayText({ equal, from, steps }: ReplayResult, host: Host): string {
  const paint = createPaint(host.stdout)
  const title = equal ? paint('green', '✔ equal') : paint('red', '✖ different')
  const lines = steps.flatMap((step) => [
    `${step.equal ? paint('green', '=') : paint('red', '≠')} ${step.was} → ${step.is}`,
    ...step.differences.map(({ place, was, is }) =>
      visibleText(`    ${place}: ${was ?? 'nothing'} → ${is ?? 'nothing'}`),
    ),
  ])
  return `${title} · from ${from}, ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}\n${lines.join('\n')}\n`
}
