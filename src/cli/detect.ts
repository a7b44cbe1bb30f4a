import type { Command } from 'commander'
import type { DetectedBlock } from '../contract/run.ts'
import { type ServerFlags, withClient } from './connect.ts'
import { type Bind, withJson, withServer } from './declare.ts'
import { EXIT } from './exit-code.ts'
import type { Call } from './host.ts'
import { printJson } from './print-json.ts'
import { readText } from './read-file.ts'
import { type Column, tableText } from './table.ts'
import { UsageError } from './usage-error.ts'

interface DetectFlags extends ServerFlags {
  json?: boolean
}

export function addDetect(program: Command, bind: Bind) {
  const command = program
    .command('detect')
    .summary('list the code found in an answer')
    .description('List the blocks of code in FILE, or in what is piped in, without running them.')
    .argument('[FILE]', 'the answer; - is standard input')
  bind(withServer(withJson(command)), detect)
}

async function detect({ host, args: [file], flags }: Call<DetectFlags>): Promise<number> {
  if (file === undefined && host.stdin.isTTY) {
    throw new UsageError(
      'There is nothing to read: no FILE is named and nothing is piped in.',
      'Try "anneal detect FILE".',
    )
  }
  const text = await readText(file ?? '-', host)
  const result = await withClient({ host, flags }, (client) => client.detect({ text }))
  if (flags.json) await printJson(host, result)
  else if (result.blocks.length === 0) await host.stderr.write('No code found.\n')
  else await host.stdout.write(tableText(result.blocks, columns, host.stdout))
  return EXIT.ok
}

const columns: Column<DetectedBlock>[] = [
  { title: 'LINE', text: ({ line }) => String(line), align: 'right' },
  { title: 'LANGUAGE', text: ({ language }) => language ?? 'unknown' },
  { title: 'SURE', text: ({ confidence }) => `${Math.round(confidence * 100)} %`, align: 'right' },
  {
    title: 'RUNS',
    text: ({ executable }) => (executable ? 'yes' : 'no'),
    style: ({ executable }) => (executable ? 'green' : 'yellow'),
  },
  { title: 'LINES', text: ({ code }) => String(code.replace(/\n$/, '').split('\n').length), align: 'right' },
  { title: 'WHY', text: ({ reason }) => reason },
]
