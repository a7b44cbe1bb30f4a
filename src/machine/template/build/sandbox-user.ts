import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { BuildFailure } from './build-failure.ts'

/** The home of a user in the sandbox; undefined when there is no such user. */
export async function homeOf(sandbox: Sandbox, user: string): Promise<string | undefined> {
  const table = Buffer.from(await sandbox.files.as('root').read('/etc/passwd')).toString()
  const line = table.split('\n').find((each) => each.startsWith(`${user}:`))
  return line?.split(':')[5]
}

export async function assertUser(sandbox: Sandbox, user: string): Promise<string> {
  const home = await homeOf(sandbox, user)
  if (home === undefined) throw new BuildFailure(`unauthenticated: invalid username: '${user}'`)
  return home
}
