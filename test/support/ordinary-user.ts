import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheDirectory } from '../../src/sandbox/host/cache.ts'
import { reachableNode } from '../../src/sandbox/host/node-binary.ts'
import { asAccount } from '../../src/sandbox/jail/account.fixture.ts'

const REPOSITORY = new URL('../../', import.meta.url).pathname
const GIVEN_USERS = 65_536
/** Users that are given to ordinary users of tests; far from real ones, and from those that other tests and other checkouts give. */
const FIRST_SUB_ID = 2_000_000_000 + (process.pid % 32_768) * GIVEN_USERS
/** Users of their own for each file of a worker, so that no test sees the ending processes of another. */
const FIRST_UID = 1_500_000_000
const USERS_OF_A_PROCESS = 100
let usersMade = 0

export interface UserOptions {
  hasSubIds: boolean
  env?: Record<string, string>
  /** Begins in control groups of its own, as `deploy/cgroup/in-own-groups.sh` makes them. */
  hasGroups?: boolean
}

/** An ordinary user with an account of its own, for tests that are root, and a way to run our commands as that user. */
export async function makeOrdinaryUser({ hasSubIds, env = {}, hasGroups = false }: UserOptions) {
  usersMade += 1
  const uid = FIRST_UID + process.pid * USERS_OF_A_PROCESS + usersMade
  const directory = await mkdtemp(join(tmpdir(), 'anneal-user-'))
  await chmod(directory, 0o755)
  const [home, program, tmp] = ['home', 'program', 'tmp'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [home, program, tmp]) await mkdir(path, { mode: 0o755 })
  for (const path of [home, tmp]) await chown(path, uid, uid)
  const node = await reachableNode(process.execPath, await cacheDirectory(true))
  const name = `anneal-${uid}`
  const account = { uid, name, home, firstSubId: hasSubIds ? FIRST_SUB_ID : undefined }
  const become = hasGroups && { become: `sh ${program}/deploy/cgroup/in-own-groups.sh ${name}` }
  const shown = [{ source: REPOSITORY, target: program }]
  const prefix = await asAccount({ ...account, shown, ...become }, directory)
  const start = (...words: string[]) => {
    const [command = '', ...rest] = [...prefix, node, join(program, 'bin/anneal.js'), ...words]
    return spawn(command, rest, {
      cwd: '/',
      env: { HOME: home, TMPDIR: tmp, PATH: '/usr/bin:/bin', ANNEAL_WARM_SANDBOXES: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
  const isGiven = (owner: number) => owner >= FIRST_SUB_ID && owner < FIRST_SUB_ID + GIVEN_USERS
  return {
    ...{ uid, name, home, tmp, start },
    /** Whether a process or a file belongs to this user, or to one that it was given. */
    owns: (owner: number) => owner === uid || isGiven(owner),
    isGiven,
    async remove() {
      await rm(directory, { recursive: true, force: true })
      await rm(`/var/tmp/anneal-${uid}`, { recursive: true, force: true })
    },
  }
}

export type OrdinaryUser = Awaited<ReturnType<typeof makeOrdinaryUser>>

/** A server that an ordinary user has started. */
export async function serveAs(user: OrdinaryUser) {
  const child = user.start('serve', '--port', '0')
  let greeting = ''
  let complaint = ''
  child.stderr.on('data', (bytes: Buffer) => {
    complaint += bytes.toString()
  })
  const exited = once(child, 'exit')
  const greeted = new Promise<void>((resolve) => {
    child.stdout.on('data', (bytes: Buffer) => {
      greeting += bytes.toString()
      if (greeting.includes('Stop with Ctrl-C.')) resolve()
    })
  })
  await Promise.race([
    greeted,
    exited.then(() => {
      throw new Error(`the server ended: ${complaint}`)
    }),
  ])
  const url = /http:\/\/\S+/.exec(greeting)?.[0] ?? ''
  const apiKey = /shown this once: {2}(\S+)/.exec(greeting)?.[1] ?? ''
  return {
    ...{ url, greeting, complaint: () => complaint },
    options: { apiUrl: url, sandboxUrl: url, apiKey, requestTimeoutMs: 60_000 },
    /** Stops the server and waits for its end; gives the exit code. */
    async stop(): Promise<number | null> {
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
  }
}

/** The user that a process runs as; undefined when it has ended. */
export async function userOf(pid: string): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const found = /^Uid:\s+(\d+)/m.exec(status)?.[1]
  return found === undefined || awaitsInit(status) ? undefined : Number(found)
}

/** An ended process whose parent has ended too: it holds nothing, and some hosts' init takes seconds to collect it. */
const awaitsInit = (status: string) => /^State:\s+Z/m.test(status) && /^PPid:\s+1$/m.test(status)
