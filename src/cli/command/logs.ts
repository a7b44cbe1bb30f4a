import { type Command, Option } from 'commander'
import type { LogLevel, LogLine } from '../../contract/api.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, wholeNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import type { Style } from '../text/screen.ts'
import { type Column, tableText } from '../text/table.ts'
import { momentText } from '../text/time-text.ts'

interface LogsFlags extends ServerFlags {
  json?: boolean
  csv?: boolean
  level?: LogLevel
  from?: string
  to?: string
  limit?: number
}

export function addLogs(program: Command, bind: Bind) {
  const command = program
    .command('logs')
    .summary('print what happened in your runs')
    .description('Print what happened in your runs, one line for each thing that ended.')
    .addOption(new Option('--level <level>', 'this level and above').choices(['debug', 'info', 'warn', 'error']))
    .option('--from <date>', 'from this ISO date or time on')
    .option('--to <date>', 'up to this ISO date or time')
    .addOption(new Option('--limit <n>', 'at most this many, the newest (1000)').argParser(wholeNumber(1, 100_000)))
    .addOption(new Option('--csv', 'print comma-separated values').conflicts('json'))
  bind(withServer(withJson(command)), logs)
}

async function logs({ host, flags }: Call<LogsFlags>): Promise<number> {
  const { level, from, to, limit } = flags
  const query = {
    ...(level && { level }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(limit !== undefined && { limit }),
  }
  if (flags.csv) {
    await host.stdout.write(await withClient({ host, flags }, (client) => client.logsCsv(query)))
    return EXIT.ok
  }
  const found = await withClient({ host, flags }, (client) => client.logs(query))
  if (flags.json) await printJson(host, found)
  else if (found.lines.length === 0) await host.stderr.write('No log lines match.\n')
  else await host.stdout.write(tableText(found.lines, columns, { ...host.stdout, isTerminal: NEVER_CLIPPED }))
  return EXIT.ok
}

/** A log is read for its messages: a long one may wrap, but is never cut. */
const NEVER_CLIPPED = false

const styles: Record<LogLevel, Style> = { debug: 'dim', info: 'cyan', warn: 'yellow', error: 'red' }

const columns: Column<LogLine>[] = [
  { title: 'TIME', text: ({ at }) => momentText(at, 'second'), style: () => 'dim' },
  { title: 'LEVEL', text: ({ level }) => level, style: ({ level }) => styles[level] },
  { title: 'RUN', text: ({ runId }) => runId, style: () => 'dim' },
  { title: 'MESSAGE', text: ({ message }) => message },
]
