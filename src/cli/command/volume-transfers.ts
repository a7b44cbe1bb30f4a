import { basename } from 'node:path'
import type { Command } from 'commander'
import type { ServerFlags } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { byteText } from '../text/byte-text.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'
import { bringFile } from '../transfer/bring-file.ts'
import { putFile } from '../transfer/put-file.ts'
import { sendFile } from '../transfer/send-file.ts'

interface TransferFlags extends ServerFlags {
  json?: boolean
  path?: string
}

/** Commands that move files into volumes and out of them, with a progress bar. */
export function addVolumeTransfers(volume: Command, bind: Bind) {
  const put = volume
    .command('put')
    .description('Save a file in a volume.')
    .argument('<NAME>', 'of the volume')
    .argument('<FILE>', '- for standard input')
    .argument('[PATH]', 'what it is called there; as here unless told')
  bind(withServer(withJson(put)), saveFile)
  const get = volume
    .command('get')
    .description('Bring a file out of a volume.')
    .argument('<NAME>', 'of the volume')
    .argument('<PATH>')
    .argument('[FILE]', 'what it is called here; as there unless told; - prints it')
  bind(withServer(withJson(get)), getFile)
  const exported = volume
    .command('export')
    .description('Bring out a volume, or a directory of it, as tar.')
    .argument('<NAME>', 'of the volume')
    .argument('[FILE]', 'NAME.tar unless told; - prints it')
    .option('--path <directory>', 'the whole volume unless told')
  bind(withServer(withJson(exported)), exportFiles)
  const imported = volume
    .command('import')
    .description('Lay an archive (tar, tar.gz, tar.zst) into a volume: everything in it or nothing.')
    .argument('<NAME>', 'of the volume')
    .argument('<FILE>', '- for standard input')
    .option('--path <directory>', 'where it is laid; the top of the volume unless told')
  bind(withServer(withJson(imported)), importFiles)
}

async function saveFile({ host, args: [name = '', file = '', told], flags }: Call<TransferFlags>): Promise<number> {
  const put = { host, flags, file, told, usage: 'anneal volume put NAME - PATH', where: `, in ${name}` }
  return putFile(put, (client, { path, content, call }) => client.volumes.save(name, { path, content }, call))
}

async function importFiles({ host, args: [name = '', file = ''], flags }: Call<TransferFlags>): Promise<number> {
  const volume = await sendFile(
    { host, flags, file, what: `laying ${file} into ${name}` },
    (client, { content, call }) =>
      client.volumes.import(name, { content, ...(flags.path !== undefined && { path: flags.path }) }, call),
  )
  if (flags.json) await printJson(host, volume)
  else await say(host, `${name} has ${volume.files} files and directories now, ${byteText(volume.bytes)}`)
  return EXIT.ok
}

async function getFile({ host, args: [name = '', path = '', told], flags }: Call<TransferFlags>): Promise<number> {
  const file = told ?? basename(path)
  return bringFile({ host, flags, file, what: `bringing ${path}` }, (client) => client.volumes.open(name, { path }))
}

async function exportFiles({
  host,
  args: [name = '', file = `${name}.tar`],
  flags,
}: Call<TransferFlags>): Promise<number> {
  const query = { ...(flags.path !== undefined && { path: flags.path }) }
  return bringFile({ host, flags, file, what: `bringing ${name}` }, (client) => client.volumes.export(name, query))
}
