import { type Command, InvalidArgumentError, Option } from 'commander'
import type { KeyInfo } from '../../contract/api.ts'
import { type KeyScope, keyScope } from '../../contract/key-scope.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'
import { type Column, tableText } from '../text/table.ts'
import { ageText, momentText } from '../text/time-text.ts'
import { visibleText } from '../text/visible-text.ts'
import { UsageError } from '../usage-error.ts'

interface KeysFlags extends ServerFlags {
  json?: boolean
  admin?: boolean
  scope?: KeyScope
  expires?: number
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
    .alias('create')
    .description('Make a key and print it, this once.')
    .argument('<USER>', 'whose runs the key may see; made if it is new')
    .addOption(new Option('--scope <scope>', 'the rights of the key; user unless it is told').choices(keyScope.options))
    .option('--admin', 'short for --scope admin: may manage keys and see settings, metrics and the host report')
    .option('--expires <time>', 'ends the key by itself after this time, such as 12h or 30d', secondsOf)
    .option('--label <text>', 'a note to recognise it by')
  bind(withServer(withJson(add)), addKey)
  const list = keys.command('list').description('List the keys, without their secret part.')
  bind(withServer(withJson(list)), listKeys)
  const revoke = keys.command('revoke').description('End a key for good.').argument('<ID>', 'id of the key')
  bind(withServer(withJson(revoke)), revokeKey)
}

/** Prints the key alone to stdout, for scripts; the advice goes to stderr. */
async function addKey({ host, args: [user = ''], flags }: Call<KeysFlags>): Promise<number> {
  const { admin, scope = admin ? 'admin' : 'user', label = '', expires: ttlS } = flags
  if (admin && scope !== 'admin')
    throw new UsageError(`--admin and --scope ${scope} exclude each other.`, 'Leave one of them out.')
  const request = { user, label, scope, ...(ttlS && { ttlS }) }
  const made = await withClient({ host, flags }, (client) => client.keys.add(request))
  if (flags.json) {
    await printJson(host, made)
    return EXIT.ok
  }
  const role = made.scope === 'user' ? 'key' : `${made.scope} key`
  const until = made.expiresAt === null ? '' : `, valid until ${momentText(made.expiresAt)}`
  await say(host, `made ${made.id}, a new ${role} for ${made.user}${until}. It is shown only this once:`)
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
  { title: 'SCOPE', text: ({ scope }) => scope },
  { title: 'KEY', text: ({ start }) => `${start}…`, style: () => 'dim' },
  { title: 'MADE', text: ({ createdAt }) => momentText(createdAt) },
  { title: 'EXPIRES', text: ({ expiresAt }) => (expiresAt === null ? 'never' : momentText(expiresAt)) },
  {
    title: 'STATE',
    text: (key) => stateOf(key, host.now()),
    style: (key) => (stateOf(key, host.now()) === 'valid' ? 'green' : 'red'),
  },
  { title: 'LABEL', text: ({ label }) => label },
]

function stateOf({ revokedAt, expiresAt }: KeyInfo, now: number): string {
  if (revokedAt !== null) return `revoked ${ageText(revokedAt, now)}`
  return expiresAt !== null && expiresAt <= now ? `expired ${ageText(expiresAt, now)}` : 'valid'
}

const UNIT_S = { s: 1, m: 60, h: 3600, d: 86_400 }

/** "90s", "30m", "12h", "30d" in seconds. */
function secondsOf(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,6})([smhd])$/.exec(text) ?? []
  if (count !== undefined) return Number(count) * UNIT_S[unit as keyof typeof UNIT_S]
  throw new InvalidArgumentError('It must be a number and a unit: 90s, 30m, 12h or 30d.')
}
