import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { IdRange, SubIds } from './sub-ids.ts'
import type { Helper, HelperOptions, SystemUsers } from './system-users.ts'

/** In a helper's namespace 0 is the user of this server; the users of systems follow. */
const FIRST = 1
/**
 * The shell is in its namespace when it says so, and waits until that has users. The program that takes its place gets all
 * rights over them, as root's programs do. When the server is gone meanwhile, there is no line to read.
 */
const BEGIN = 'echo && read -r _ && exec "$@" </dev/null >/dev/null'

/** The users of systems for a server that is not root: those that /etc/subuid gives to its user. */
export function mappedUsers(ids: SubIds): SystemUsers {
  const start = (command: readonly string[], { env }: HelperOptions): Helper => {
    const process = spawn('/usr/bin/unshare', ['--user', '--', '/bin/sh', '-c', BEGIN, 'sh', ...command], {
      env,
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    })
    process.stdin?.on('error', () => {})
    const begun = map(process, ids).catch((error) => {
      process.kill('SIGKILL')
      throw error
    })
    begun.catch(() => {})
    return { process, begun }
  }
  /** Runs a program of the host to its end. */
  const run = async (...command: string[]): Promise<void> => {
    const { process, begun } = start(command, { env: {} })
    const complaint = process.stderr ? text(process.stderr) : Promise.resolve('')
    const closed = once(process, 'close')
    closed.catch(() => {})
    await begun
    await closed
    if (process.exitCode !== 0) throw new Error((await complaint).trim() || `${command[0]} failed`)
  }
  return {
    first: FIRST,
    changesOwners: false,
    described: `${ids.users.map(({ first, count }) => `${first} to ${first + count - 1}`).join(', ')} of /etc/subuid`,
    start,
    give: (directory) => run('/bin/chown', `${FIRST}:${FIRST}`, directory),
    remove: (path) => run('/bin/rm', '-rf', '--', path),
  }
}

async function map(child: ChildProcess, { users, groups }: SubIds): Promise<void> {
  const { pid, stdin, stdout } = child
  if (pid === undefined || !stdin || !stdout) throw new Error('unshare could not be started')
  await Promise.race([
    once(stdout, 'data'),
    once(child, 'close').then(() => {
      throw new Error('no user namespace can be made here')
    }),
  ])
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  await promisify(execFile)('/usr/bin/newuidmap', [String(pid), ...mapOf(uid, users)])
  await promisify(execFile)('/usr/bin/newgidmap', [String(pid), ...mapOf(gid, groups)])
  stdin.end('\n')
}

/** Triples of newuidmap: the first number inside, the first outside, and how many. */
function mapOf(own: number, ranges: readonly IdRange[]): string[] {
  let inside = FIRST
  const words = ['0', String(own), '1']
  for (const { first, count } of ranges) {
    words.push(String(inside), String(first), String(count))
    inside += count
  }
  return words
}
