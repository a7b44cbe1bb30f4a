import type { Command } from 'commander'
import type { DetectedBlock, DetectResult } from '../../contract/detect.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { readText } from '../read-file.ts'
import { clipTo } from '../text/display-width.ts'
import { printJson } from '../text/print-json.ts'
import { type Column, tableText } from '../text/table.ts'
import { UsageError } from '../usage-error.ts'

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
  else await tellBlocks(host, result)
  return EXIT.ok
}

/** Blocks are numbered as the reasons name them; code inside of sentences is only counted. */
async function tellBlocks(host: Host, { blocks, leftOut = 0 }: DetectResult): Promise<void> {
  const rows = blocks.filter(({ kind }) => kind !== 'inline').map((block, index) => ({ ...block, number: index + 1 }))
  const inline = blocks.length - rows.length
  if (rows.length > 0) await host.stdout.write(tableText(rows, columns, host.stdout))
  else await host.stderr.write('No code found.\n')
  if (inline > 0) await host.stderr.write(`${inline} more inside of sentences; --json tells them.\n`)
  if (leftOut > 0) await host.stderr.write(`${leftOut} more blocks were left out: the text has too many.\n`)
}

const columns: Column<DetectedBlock & { number: number }>[] = [
  { title: 'BLOCK', text: ({ number }) => String(number), align: 'right' },
  { title: 'LINE', text: ({ line }) => String(line), align: 'right' },
  { title: 'LANGUAGE', text: ({ language }) => language ?? 'unknown' },
  { title: 'SURE', text: ({ confidence }) => `${Math.round(confidence * 100)} %`, align: 'right' },
  {
    title: 'RUNS',
    text: ({ executable }) => (executable ? 'yes' : 'no'),
    style: ({ executable }) => (executable ? 'green' : 'yellow'),
  },
  { title: 'LINES', text: ({ code }) => String(code.replace(/\n$/, '').split('\n').length), align: 'right' },
  { title: 'BEGINS WITH', text: ({ code }) => clipTo(firstLine(code), CODE_WIDTH) },
  { title: 'WHY', text: ({ reason }) => reason },
]

const CODE_WIDTH = 28

const firstLine = (code: string): string => (code.split('\n').find((line) => line.trim() !== '') ?? '').trim()
