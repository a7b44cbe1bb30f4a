import { type Command, Option } from 'commander'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, wholeNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { byteText } from '../text/byte-text.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'
import { tableText } from '../text/table.ts'
import { treeColumns } from '../text/tree-columns.ts'

interface FileFlags extends ServerFlags {
  json?: boolean
  depth?: number
}

/** Commands on files that stay in their volume. */
export function addVolumeFiles(volume: Command, bind: Bind) {
  const list = volume
    .command('ls')
    .description('List a directory of a volume.')
    .argument('<NAME>', 'of the volume')
    .argument('[PATH]', 'the whole volume unless told')
    .addOption(new Option('--depth <levels>', 'how many levels down').argParser(wholeNumber(1)))
  bind(withServer(withJson(list)), listFiles)
  const make = volume.command('mkdir').description('Make a directory, with those it is in.')
  bind(withServer(withJson(make.argument('<NAME>', 'of the volume').argument('<PATH>'))), makeDirectory)
  const move = volume.command('mv').description('Give a file or directory another path.')
  bind(withServer(withJson(move.argument('<NAME>', 'of the volume').argument('<FROM>').argument('<TO>'))), moveFile)
  const remove = volume.command('rm').description('Remove a file, or a directory with everything in it.')
  bind(withServer(withJson(remove.argument('<NAME>', 'of the volume').argument('<PATH>'))), removeFile)
}

async function listFiles({ host, args: [name = '', path], flags }: Call<FileFlags>): Promise<number> {
  const query = { ...(path !== undefined && { path }), ...(flags.depth !== undefined && { depth: flags.depth }) }
  const found = await withClient({ host, flags }, (client) => client.volumes.files(name, query))
  if (flags.json) await printJson(host, found)
  else if (found.files.length === 0) await host.stderr.write('Nothing is there yet.\n')
  else await host.stdout.write(tableText(found.files, treeColumns, host.stdout))
  return EXIT.ok
}

async function makeDirectory({ host, args: [name = '', path = ''], flags }: Call<FileFlags>): Promise<number> {
  const made = await withClient({ host, flags }, (client) => client.volumes.makeDirectory(name, path))
  if (flags.json) await printJson(host, made)
  else await say(host, `${made.path} is there`)
  return EXIT.ok
}

async function moveFile({ host, args: [name = '', from = '', to = ''], flags }: Call<FileFlags>): Promise<number> {
  const moved = await withClient({ host, flags }, (client) => client.volumes.move(name, { from, to }))
  if (flags.json) await printJson(host, moved)
  else await say(host, `${from} is ${moved.path} now`)
  return EXIT.ok
}

async function removeFile({ host, args: [name = '', path = ''], flags }: Call<FileFlags>): Promise<number> {
  const volume = await withClient({ host, flags }, (client) => client.volumes.removeFile(name, path))
  if (flags.json) await printJson(host, volume)
  else await say(host, `removed ${path}; ${byteText(volume.bytes)} are left in ${volume.name}`)
  return EXIT.ok
}
