import type { Command } from 'commander'
import type { EraseResult } from '../../contract/retention.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { countText } from '../text/count-text.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'
import { visibleText } from '../text/visible-text.ts'
import { UsageError } from '../usage-error.ts'

interface EraseFlags extends ServerFlags {
  json?: boolean
  yes?: boolean
}

export function addUsers(program: Command, bind: Bind) {
  const users = program
    .command('users')
    .summary('delete everything of a user')
    .description('The users of the server. A user comes with the first key: anneal keys add USER.')
    .helpCommand(false)
  const erase = users
    .command('erase')
    .description('Delete everything of a user and revoke their keys, for good. Needs an admin key.')
    .argument('<USER>', 'as their keys name them')
    .option('-y, --yes', 'do not ask; needed where nobody can be asked')
    .addHelpText('after', NOTES)
  bind(withServer(withJson(erase)), eraseUser)
}

const NOTES = `
Runs and sandboxes that go on are ended first. Runs, sessions, checkpoints, volumes, templates, secrets and commands
are deleted. It stays known that keys were revoked and things were deleted. Backups are not touched.`

async function eraseUser({ host, args: [user = ''], flags }: Call<EraseFlags>): Promise<number> {
  if (!flags.yes && !(await isConfirmed(host, user))) {
    await host.stderr.write('Nothing was deleted.\n')
    return EXIT.failed
  }
  const erased = await withClient({ host, flags }, (client) => client.users.erase(user))
  if (flags.json) await printJson(host, erased)
  else await say(host, erasedText(user, erased))
  return EXIT.ok
}

/** The name has to be typed again: a slip of the finger deletes nobody. */
async function isConfirmed(host: Host, user: string): Promise<boolean> {
  if (!host.stdin.isTTY || !host.stdout.isTerminal) {
    throw new UsageError(`Everything of ${visibleText(user)} would be deleted, and nobody can be asked.`, 'Give --yes.')
  }
  await host.stderr.write(`Everything of ${visibleText(user)} will be deleted, for good.\n`)
  const lines = await host.openTerminal({ history: [], onLine: () => {} })
  try {
    return (await lines.read('Type the name of the user to go on: ')) === user
  } finally {
    lines.close()
  }
}

function erasedText(user: string, { keys, more: _, ...deleted }: EraseResult): string {
  const counts = Object.entries(deleted).filter(([, count]) => count > 0)
  const list = counts.map(([names, count]) => countText(count, names.replace(/(?<=x)es$|s$/, '')))
  const all = list.length === 0 ? 'there was nothing to delete' : `deleted ${list.join(', ')}`
  return `${user}: ${all}; revoked ${countText(keys, 'key')}`
}
