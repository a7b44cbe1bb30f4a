import type { Command } from 'commander'
import type { ServerFlags } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { byteText } from '../text/byte-text.ts'
import { countText } from '../text/count-text.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'
import { bringFile } from '../transfer/bring-file.ts'
import { sendFile } from '../transfer/send-file.ts'

interface TransferFlags extends ServerFlags {
  json?: boolean
}

/** Commands that move checkpoints as files, to keep them or to continue elsewhere. */
export function addCheckpointTransfers(checkpoint: Command, bind: Bind) {
  const exported = checkpoint
    .command('export')
    .description('Bring out a checkpoint as one file.')
    .argument('<ID>', 'of the checkpoint')
    .argument('[FILE]', 'ID.tar.zst unless told; - prints it')
  bind(withServer(withJson(exported)), exportCheckpoint)
  const imported = checkpoint
    .command('import')
    .description('Make a new session of what was exported, and print its id.')
    .argument('<FILE>', '- for standard input')
  bind(withServer(withJson(imported)), importCheckpoint)
}

async function exportCheckpoint({
  host,
  args: [id = '', file = `${id}.tar.zst`],
  flags,
}: Call<TransferFlags>): Promise<number> {
  return bringFile({ host, flags, file, what: `bringing ${id}` }, (client) => client.checkpoints.export(id))
}

async function importCheckpoint({ host, args: [file = ''], flags }: Call<TransferFlags>): Promise<number> {
  const made = await sendFile({ host, flags, file, what: `bringing in ${file}` }, (client, { content, call }) =>
    client.checkpoints.import(content, call),
  )
  if (flags.json) {
    await printJson(host, made)
    return EXIT.ok
  }
  await say(
    host,
    `made ${made.id}, ${countText(made.files, 'file')}, ${byteText(made.bytes)}, and a session that begins as it`,
  )
  await host.stdout.write(`${made.sessionId}\n`)
  return EXIT.ok
}
