import { EngineError } from '../../../contract/errors.ts'
import type { LiveMachine } from '../../../engine.ts'
import { ConnectError, isUnknownUser } from './connect/connect-error.ts'

/** A user of a machine, and the start of their relative paths. */
export interface MachineUser {
  name: string
  home: string
}

const homes = new WeakMap<LiveMachine['sandbox'], Map<string, string>>()

/**
 * The user named in an `Authorization: Basic` header, whose password is ignored; without one, the machine's default
 * user.
 */
export async function userOf(machine: LiveMachine, authorization: string | undefined): Promise<MachineUser> {
  const name = authorization === undefined ? '' : nameIn(authorization)
  if (name === undefined) throw new ConnectError('unauthenticated', 'the user is not told by Basic authorization')
  return userNamed(machine, name)
}

/** The machine's default user for an empty name. */
export async function userNamed({ sandbox, defaultUser }: LiveMachine, named: string): Promise<MachineUser> {
  const name = named === '' ? defaultUser : named
  const known = homes.get(sandbox) ?? new Map<string, string>()
  homes.set(sandbox, known)
  const home = known.get(name) ?? (await homeIn(sandbox, name))
  known.set(name, home)
  return { name, home }
}

/** Only the machine itself knows its users. */
async function homeIn(sandbox: LiveMachine['sandbox'], name: string): Promise<string> {
  try {
    return (await sandbox.files.as(name).stat('.')).path
  } catch (error) {
    // A user without a home is still a user.
    if (error instanceof EngineError && error.code === 'PATH_NOT_FOUND') return '/'
    if (!isUnknownUser(error)) throw error
    throw new ConnectError('unauthenticated', `invalid username: '${name}'`, { cause: error })
  }
}

function nameIn(authorization: string): string | undefined {
  const [scheme = '', encoded = ''] = authorization.split(' ', 2)
  if (scheme.toLowerCase() !== 'basic') return undefined
  return Buffer.from(encoded, 'base64').toString().split(':', 1)[0]
}
