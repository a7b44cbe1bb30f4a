import { type Command, Option } from 'commander'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, wholeNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'
import { tableText } from '../text/table.ts'
import { treeColumns } from '../text/tree-columns.ts'
import { bringFile } from '../transfer/bring-file.ts'
import { putFile } from '../transfer/put-file.ts'

interface FileFlags extends ServerFlags {
  json?: boolean
  depth?: number
}

const MOST_LEVELS = 100

/** Commands on the workspace of a session. */
export function addSessionFiles(session: Command, bind: Bind) {
  const list = session
    .command('files')
    .description('List the files of a session.')
    .argument('<ID>', 'of the session')
    .argument('[PATH]', 'a directory; the whole workspace unless told')
    .addOption(new Option('--depth <levels>', 'how many levels down').argParser(wholeNumber(1, MOST_LEVELS)))
  bind(withServer(withJson(list)), listFiles)
  const put = session
    .command('put')
    .description('Save a file in a session.')
    .argument('<ID>', 'of the session')
    .argument('<FILE>', '- for standard input')
    .argument('[PATH]', 'what it is called there; as here unless told')
  bind(withServer(withJson(put)), saveFile)
  const read = session
    .command('read')
    .description('Print a file of a session, or bring it here.')
    .argument('<ID>', 'of the session')
    .argument('<PATH>')
    .argument('[FILE]', 'what it is called here; printed unless told')
  bind(withServer(withJson(read)), readFile)
  const remove = session
    .command('rm')
    .description('Remove a file, or a directory with everything in it.')
    .argument('<ID>', 'of the session')
    .argument('<PATH>')
  bind(withServer(withJson(remove)), removeFile)
}

async function listFiles({ host, args: [id = '', path], flags }: Call<FileFlags>): Promise<number> {
  const query = { ...(path !== undefined && { path }), ...(flags.depth !== undefined && { depth: flags.depth }) }
  const found = await withClient({ host, flags }, (client) => client.sessions.files.list(id, query))
  if (flags.json) await printJson(host, found)
  else if (found.files.length === 0) await host.stderr.write('Nothing is there yet.\n')
  else await host.stdout.write(tableText(found.files, treeColumns, host.stdout))
  return EXIT.ok
}

async function saveFile({ host, args: [id = '', file = '', told], flags }: Call<FileFlags>): Promise<number> {
  const put = { host, flags, file, told, usage: 'anneal session put ID - PATH', where: '' }
  return putFile(put, (client, { path, content, call }) => client.sessions.files.save(id, { path, content }, call))
}

async function readFile({ host, args: [id = '', path = '', file = '-'], flags }: Call<FileFlags>): Promise<number> {
  return bringFile({ host, flags, file, what: `bringing ${path}` }, (client) => client.sessions.files.open(id, path))
}

async function removeFile({ host, args: [id = '', path = ''], flags }: Call<FileFlags>): Promise<number> {
  const { removed } = await withClient({ host, flags }, (client) => client.sessions.files.remove(id, path))
  if (flags.json) await printJson(host, { removed })
  else await say(host, `removed ${removed}`)
  return EXIT.ok
}
