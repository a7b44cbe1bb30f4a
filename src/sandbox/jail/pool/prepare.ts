import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { createAgentFiles } from '../../agent/agent-files.ts'
import type { Link } from '../../agent/link.ts'
import type { WarmKind } from '../../warm-kind.ts'
import type { EmptySandbox } from '../jail-sandbox.ts'

type Files = ReadonlyMap<string, Uint8Array>

const BASH_SCRIPT = new URL('../zygote/wait/wait.sh', import.meta.url)
/** File of the script that holds Bash until it has been read. */
const BASH_PLACE = '/tmp/.anneal-wait.sh'
const REHEARSAL = '/tmp/.anneal-rehearsal'
const LOOK_AGAIN_MS = 3
/** Bound for the start of Node under heavy load. */
const WAIT_AT_MOST_MS = 10_000

/**
 * Starts an interpreter in a waiting sandbox; the only files left there are those that the language needs, which are given
 * back.
 */
export async function prepare({ link, id }: EmptySandbox, wait: WarmKind['wait']): Promise<Files> {
  if (!wait) return new Map()
  const { command, fileName, by, takesArguments, reservedMb } = wait
  const files = createAgentFiles(link, () => new Error(`sandbox ${id} has ended`))
  const laid = (await wait.files?.()) ?? new Map()
  for (const [path, content] of laid) await files.write(path, content)
  const request = { op: 'prepare', command, takesArguments, reservedMb }
  if (by === 'file') await waitAtFile(link, { ...request, file: fileName })
  else if (by === 'bash') {
    await files.write(BASH_PLACE, await readFile(BASH_SCRIPT))
    await link.call({ ...request, waits: command, env: { BASH_ENV: BASH_PLACE } })
    await files.remove(BASH_PLACE)
  }
  // Pages that the agent writes after the fork are copied first; this rehearsal does that before a caller waits for it.
  await files.write(REHEARSAL, '')
  await files.remove(REHEARSAL)
  return laid
}

/** Asks until the interpreter waits; it cannot say so itself, since it does not know. */
async function waitAtFile(link: Link, request: { op: string } & Record<string, unknown>): Promise<void> {
  await link.call(request)
  for (let waitedMs = 0; waitedMs < WAIT_AT_MOST_MS; waitedMs += LOOK_AGAIN_MS) {
    if ((await link.call({ op: 'is_waiting' })).isWaiting) return
    await delay(LOOK_AGAIN_MS)
  }
  throw new Error(`${request.command} did not come to read its program`)
}
