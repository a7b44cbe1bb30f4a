import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const INSTALLED = '/usr/lib/postgresql'
const START_TIMEOUT_MS = 30_000

export interface PostgresServer {
  /** Makes an empty database and gives its URL. */
  createDatabase(): Promise<string>
  /** Removes everything. */
  stop(): Promise<void>
}

let shared: Promise<PostgresServer> | undefined

/**
 * Makes an empty database and gives its URL. All files of a process share one PostgreSQL, which goes when the process does: making the
 * files of one takes longer than most tests that need it.
 */
export async function emptyDatabase(): Promise<string> {
  shared ??= startPostgres()
  return (await shared).createDatabase()
}

/** A real PostgreSQL from Debian's package, on a free port, gone with its data when the test stops it or dies. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = await findPrograms()
  const user = await unprivilegedUser()
  const directory = await mkdtemp(join(tmpdir(), 'anneal-postgres-'))
  if (user) await chown(directory, user.uid, user.gid)
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(directory, 'password')
  await writeFile(passwordFile, password, { mode: 0o644 })

  const data = join(directory, 'data')
  const init = ['-D', data, '-U', 'anneal', '--pwfile', passwordFile, '-A', 'scram-sha-256', '-E', 'UTF8', '--no-sync']
  await run(join(programs, 'initdb'), [...init, '--locale=C.UTF-8'], { ...user, cwd: directory })
  const port = await freePort()
  const supervisor = supervise({ program: join(programs, 'postgres'), directory, port, user })
  const url = (database: string) => `postgres://anneal:${password}@127.0.0.1:${port}/${database}`
  await untilReady(url('postgres'), directory).catch(async (error) => {
    await supervisor.stop()
    throw error
  })

  let databases = 0
  return {
    async createDatabase() {
      const name = `test_${++databases}`
      await query(url('postgres'), `create database ${name}`)
      return url(name)
    },
    stop: supervisor.stop,
  }
}

/** Ends the server and removes its data when its input closes, which the kernel does if the test is killed. */
const SUPERVISE = 'directory=$1; shift; "$@" & cat >/dev/null; kill -QUIT $!; wait $!; cd /; rm -rf "$directory"'

function supervise(options: { program: string; directory: string; port: number; user: User | undefined }) {
  const { program, directory, port, user } = options
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: directory,
    fsync: 'off',
    max_connections: 50,
    dynamic_shared_memory_type: 'mmap',
    logging_collector: 'on',
    log_directory: directory,
    log_filename: 'server.log',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn('sh', ['-c', SUPERVISE, 'sh', directory, program, '-D', join(directory, 'data'), ...flags], {
    ...user,
    cwd: directory,
    // A process group of its own: Ctrl-C goes to the tests, which then close the input.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = once(child, 'exit')
  child.unref()
  ;(child.stdin as Socket).unref()
  return {
    async stop() {
      // A process with nothing else to do would end here, before the server has.
      child.ref()
      child.stdin.end()
      await ended
    },
  }
}

async function findPrograms(): Promise<string> {
  const versions = await readdir(INSTALLED).catch(() => [])
  const newest = versions
    .map(Number)
    .filter(Boolean)
    .sort((a, b) => b - a)[0]
  if (newest === undefined) {
    throw new Error('PostgreSQL is not installed. Run: sudo apt-get install -y postgresql')
  }
  return join(INSTALLED, String(newest), 'bin')
}

interface User {
  uid: number
  gid: number
}

/** The user of PostgreSQL, which refuses to run as root. */
async function unprivilegedUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const found = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (!found) throw new Error('There is neither a user "postgres" nor "nobody" to run PostgreSQL as.')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

async function untilReady(url: string, directory: string) {
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS; waitedMs += 50) {
    try {
      return await query(url, 'select 1')
    } catch {
      await wait(50)
    }
  }
  const log = await readFile(join(directory, 'server.log'), 'utf8').catch(() => 'it left no log')
  throw new Error(`PostgreSQL did not start:\n${log}`)
}

async function query(url: string, text: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
