import type { Command } from 'commander'
import type { KeyInfo } from '../../contract/api.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'
import { type Column, tableText } from '../text/table.ts'
import { ageText, momentText } from '../text/time-text.ts'
import { visibleText } from '../text/visible-text.ts'

interface KeysFlags extends ServerFlags {
  json?: boolean
  admin?: boolean
  label?: string
}

export function addKeys(program: Command, bind: Bind) {
  const keys = program
    .command('keys')
    .summary('add, list and revoke API keys')
    .description('The keys that may use the server.')
    .helpCommand(false)
  const add = keys
    .command('add')
    .description('Make a key and print it, this once.')
    .argument('<USER>', 'whose runs the key may see; made if it is new')
    .option('--admin', 'may manage keys and see settings, metrics and the host report')
    .option('--label <text>', 'a note to recognise it by')
  bind(withServer(withJson(add)), addKey)
  const list = keys.command('list').description('List the keys, without their secret part.')
  bind(withServer(withJson(list)), listKeys)
  const revoke = keys.command('revoke').description('End a key for good.').argument('<ID>', 'id of the key')
  bind(withServer(withJson(revoke)), revokeKey)
}

/** Prints the key alone to stdout, for scripts; the advice goes to stderr. */
async function addKey({ host, args: [user = ''], flags }: Call<KeysFlags>): Promise<number> {
  const request = { user, admin: flags.admin ?? false, label: flags.label ?? '' }
  const made = await withClient({ host, flags }, (client) => client.keys.add(request))
  if (flags.json) {
    await printJson(host, made)
    return EXIT.ok
  }
  const role = made.admin ? 'admin key' : 'key'
  await say(host, `made ${made.id}, a new ${role} for ${made.user}. It is shown only this once:`)
  await host.stdout.write(`${visibleText(made.key)}\n`)
  return EXIT.ok
}

async function listKeys({ host, flags }: Call<KeysFlags>): Promise<number> {
  const list = await withClient({ host, flags }, (client) => client.keys.list())
  if (flags.json) await printJson(host, list)
  else if (list.keys.length === 0) await host.stderr.write('No keys yet. Make one with: anneal keys add USER\n')
  else await host.stdout.write(tableText(list.keys, columns(host), host.stdout))
  return EXIT.ok
}

async function revokeKey({ host, args: [id = ''], flags }: Call<KeysFlags>): Promise<number> {
  const revoked = await withClient({ host, flags }, (client) => client.keys.revoke(id))
  if (flags.json) await printJson(host, revoked)
  else await say(host, `${revoked.id} of ${revoked.user} is revoked.`)
  return EXIT.ok
}

const columns = (host: Host): Column<KeyInfo>[] => [
  { title: 'ID', text: ({ id }) => id },
  { title: 'USER', text: ({ user }) => user },
  { title: 'ROLE', text: ({ admin }) => (admin ? 'admin' : 'user') },
  { title: 'KEY', text: ({ start }) => `${start}…`, style: () => 'dim' },
  { title: 'MADE', text: ({ createdAt }) => momentText(createdAt) },
  {
    title: 'STATE',
    text: ({ revokedAt }) => (revokedAt === null ? 'valid' : `revoked ${ageText(revokedAt, host.now())}`),
    style: ({ revokedAt }) => (revokedAt === null ? 'green' : 'red'),
  },
  { title: 'LABEL', text: ({ label }) => label },
]
