import type { Command } from 'commander'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { byteText } from '../text/byte-text.ts'
import { countText } from '../text/count-text.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'
import { createPaint } from '../text/screen.ts'
import { lostLines } from '../text/state-lines.ts'

interface MoveFlags extends ServerFlags {
  json?: boolean
  label?: string
  conversation?: string
}

/** Commands that make checkpoints, restore them and branch from them. */
export function addCheckpointMoves(checkpoint: Command, bind: Bind) {
  const create = checkpoint
    .command('create')
    .description('Hold on to everything in a session as it is now, and print the id.')
    .argument('<SESSION>', 'id of the session')
    .option('--label <text>', 'a note to recognise it by')
  bind(withServer(withJson(create)), createCheckpoint)
  const restore = checkpoint
    .command('restore')
    .description('Make the session what it was at a checkpoint.')
    .argument('<ID>', 'of the checkpoint, or of a session: its latest')
  bind(withServer(withJson(restore)), restoreCheckpoint)
  const branch = checkpoint
    .command('branch')
    .description('Make a new session that begins as a checkpoint, and print its id.')
    .argument('<ID>', 'of the checkpoint')
    .option('--conversation <text>', 'that of the checkpoint unless told')
  bind(withServer(withJson(branch)), branchCheckpoint)
  const remove = checkpoint
    .command('remove')
    .description('Remove a checkpoint, and what only it needed.')
    .argument('<ID>', 'of the checkpoint')
  bind(withServer(withJson(remove)), removeCheckpoint)
}

async function createCheckpoint({ host, args: [session = ''], flags }: Call<MoveFlags>): Promise<number> {
  const request = { ...(flags.label !== undefined && { label: flags.label }) }
  const made = await withClient({ host, flags }, (client) => client.checkpoints.create(session, request))
  if (flags.json) {
    await printJson(host, made)
    return EXIT.ok
  }
  await say(
    host,
    `made a checkpoint: ${countText(made.files, 'file')}, ${byteText(made.bytes)}, after ${countText(made.executions, 'execution')}`,
  )
  const lost = lostLines(made.lost, { paint: createPaint(host.stderr), width: host.stderr.columns })
  if (lost.length > 0) await host.stderr.write(`${lost.join('\n')}\n`)
  await host.stdout.write(`${made.id}\n`)
  return EXIT.ok
}

async function restoreCheckpoint({ host, args: [id = ''], flags }: Call<MoveFlags>): Promise<number> {
  const session = await withClient({ host, flags }, (client) =>
    id.startsWith('ses') ? client.sessions.restore(id) : client.checkpoints.restore(id),
  )
  if (flags.json) await printJson(host, session)
  else await say(host, `${session.id} is as it was then`)
  return EXIT.ok
}

async function branchCheckpoint({ host, args: [id = ''], flags }: Call<MoveFlags>): Promise<number> {
  const request = { ...(flags.conversation !== undefined && { conversation: flags.conversation }) }
  const session = await withClient({ host, flags }, (client) => client.checkpoints.branch(id, request))
  if (flags.json) {
    await printJson(host, session)
    return EXIT.ok
  }
  await say(host, `made a session that begins as ${id}`)
  await host.stdout.write(`${session.id}\n`)
  return EXIT.ok
}

async function removeCheckpoint({ host, args: [id = ''], flags }: Call<MoveFlags>): Promise<number> {
  const removed = await withClient({ host, flags }, (client) => client.checkpoints.remove(id))
  if (flags.json) await printJson(host, removed)
  else await say(host, `removed ${removed.id}${removed.label === null ? '' : `, "${removed.label}"`}`)
  return EXIT.ok
}
