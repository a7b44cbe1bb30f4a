import { readFile, readlink } from 'node:fs/promises'
import { errorCode } from './control-file.ts'

/** Names this server among all that live or lived on the host: its pid, its start time, and the pid namespace of that pid. */
export async function ownServerId(): Promise<string> {
  const life = await lifeOf(process.pid)
  return `${process.pid}.${life?.startTicks}.${await pidNamespace()}`
}

export const groupName = (serverId: string, sandboxId: string): string => {
  if (!/^[\w-]+$/.test(sandboxId)) throw new RangeError(`"${sandboxId}" cannot name a control group`)
  return `${serverId}-${sandboxId}`
}

/** True only when the server is certainly dead: one in another pid namespace cannot be seen from here, so it may live. */
export async function isOfDeadServer(name: string): Promise<boolean> {
  const [, pid, startTicks, namespace] = /^(\d+)\.(\d+)\.(\d+)-[\w-]+$/.exec(name) ?? []
  if (!pid || namespace !== (await pidNamespace())) return false
  const life = await lifeOf(Number(pid))
  return life === undefined || life.startTicks !== startTicks || life.state === 'Z'
}

/** Undefined when there is no such process; a failed read (no descriptors left) must not pass for a death. */
async function lifeOf(pid: number): Promise<Life | undefined> {
  try {
    return parseStat(await readFile(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errorCode(error))) return undefined
    throw error
  }
}

interface Life {
  state: string
  startTicks: string
}

/** Reads the fields behind the program's name, which stands in brackets and may hold brackets and spaces. */
export function parseStat(text: string): Life {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', startTicks: fields[19] ?? '' }
}

const pidNamespace = async (): Promise<string> => /\d+/.exec(await readlink('/proc/self/ns/pid'))?.[0] ?? '0'
