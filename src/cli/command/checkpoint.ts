import type { Command } from 'commander'
import { Option } from 'commander'
import type { CheckpointInfo } from '../../contract/checkpoint.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, wholeNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { byteText } from '../text/byte-text.ts'
import { checkpointText, diffText } from '../text/checkpoint-text.ts'
import { countText } from '../text/count-text.ts'
import { printJson } from '../text/print-json.ts'
import { type Column, tableText } from '../text/table.ts'
import { ageText } from '../text/time-text.ts'
import { addCheckpointMoves } from './checkpoint-moves.ts'
import { addCheckpointTransfers } from './checkpoint-transfers.ts'

interface LookFlags extends ServerFlags {
  json?: boolean
  session?: string
  conversation?: string
  limit?: number
}

const MOST_ROWS = 1000

export function addCheckpoint(program: Command, bind: Bind) {
  const checkpoint = program
    .command('checkpoint')
    .summary('states of sessions to go back to')
    .description('Checkpoints: everything in a session at one moment, to go back to or to go on from.')
    .helpCommand(false)
    .addHelpText('after', NOTES)
  addCheckpointMoves(checkpoint, bind)
  const list = checkpoint
    .command('list')
    .description('List your checkpoints, the newest first.')
    .option('--session <id>', 'only those of one session')
    .option('--conversation <text>', 'only those of one conversation')
    .addOption(new Option('--limit <n>', 'rows at most').argParser(wholeNumber(1, MOST_ROWS)))
  bind(withServer(withJson(list)), listCheckpoints)
  const show = checkpoint.command('show').description('Show what a checkpoint holds.').argument('<ID>')
  bind(withServer(withJson(show)), showCheckpoint)
  const diff = checkpoint
    .command('diff')
    .description('What changed from one checkpoint to another: variables and files.')
    .argument('<FROM>', 'id of a checkpoint')
    .argument('<TO>', 'id of a checkpoint')
  bind(withServer(withJson(diff)), showDiff)
  addCheckpointTransfers(checkpoint, bind)
  const stats = checkpoint.command('stats').description('How many checkpoints you have and what they take.')
  bind(withServer(withJson(stats)), showStats)
}

const NOTES = `
Examples:
  anneal checkpoint create SESSION --label "before cleaning"
  anneal checkpoint list --session SESSION
  anneal checkpoint restore ID              the session is as it was then
  anneal checkpoint branch ID               a new session that begins as it
  anneal checkpoint export ID keep.tar.zst`

async function listCheckpoints({ host, flags }: Call<LookFlags>): Promise<number> {
  const { session, conversation, limit } = flags
  const query = {
    ...(session !== undefined && { session }),
    ...(conversation !== undefined && { conversation }),
    ...(limit !== undefined && { limit }),
  }
  const list = await withClient({ host, flags }, (client) => client.checkpoints.list(query))
  if (flags.json) await printJson(host, list)
  else if (list.checkpoints.length === 0)
    await host.stderr.write('No checkpoints here. Make one with: anneal checkpoint create SESSION\n')
  else await host.stdout.write(tableText(list.checkpoints, checkpointColumns(host), host.stdout))
  return EXIT.ok
}

async function showCheckpoint({ host, args: [id = ''], flags }: Call<LookFlags>): Promise<number> {
  const details = await withClient({ host, flags }, (client) => client.checkpoints.show(id))
  if (flags.json) await printJson(host, details)
  else await host.stdout.write(checkpointText(details, host))
  return EXIT.ok
}

async function showDiff({ host, args: [from = '', to = ''], flags }: Call<LookFlags>): Promise<number> {
  const diff = await withClient({ host, flags }, (client) => client.checkpoints.diff({ from, to }))
  if (flags.json) await printJson(host, diff)
  else if (diff.files.length + diff.variables.length === 0) await host.stderr.write('They are the same.\n')
  else await host.stdout.write(diffText(diff, host.stdout))
  return EXIT.ok
}

async function showStats({ host, flags }: Call<LookFlags>): Promise<number> {
  const stats = await withClient({ host, flags }, (client) => client.checkpoints.stats())
  if (flags.json) {
    await printJson(host, stats)
    return EXIT.ok
  }
  const { checkpoints, conversations, bytes, storedBytes, byKind, oldestAt } = stats
  const parts = [
    `${countText(checkpoints, 'checkpoint')} in ${countText(conversations, 'conversation')}`,
    `${byteText(bytes)}, ${byteText(storedBytes)} stored`,
    ...Object.entries(byKind).map(([kind, count]) => `${count} ${kind}`),
    ...(oldestAt === null ? [] : [`the oldest ${ageText(oldestAt, host.now())}`]),
  ]
  await host.stdout.write(`${parts.join(' · ')}\n`)
  return EXIT.ok
}

export const checkpointColumns = (host: Host): Column<CheckpointInfo>[] => [
  { title: 'CHECKPOINT', text: ({ id }) => id },
  { title: 'KIND', text: ({ kind }) => kind, style: ({ kind }) => (kind === 'explicit' ? undefined : 'dim') },
  { title: 'MADE', text: ({ createdAt }) => ageText(createdAt, host.now()) },
  { title: 'AFTER', text: ({ executions }) => String(executions), align: 'right' },
  { title: 'FILES', text: ({ files }) => String(files), align: 'right' },
  { title: 'SIZE', text: ({ bytes }) => byteText(bytes), align: 'right' },
  { title: 'LANGUAGES', text: ({ languages }) => languages.join(', ') },
  { title: 'LABEL', text: ({ label }) => label ?? '' },
]
