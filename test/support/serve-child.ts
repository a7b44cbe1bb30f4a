import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { makeKey } from '../../src/engine.ts'
import { COMPILED } from './compiled.ts'
import { type Call, requestInit } from './engine.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/anneal.js', import.meta.url))

/** Sandboxes that wait, and programs that were read ahead, as in a server of a user. */
export const READY = { ANNEAL_WARM_SANDBOXES: '2' }

export interface Served {
  child: ChildProcess
  url: string
  port: number
  /** An admin key of the user "local", given by configuration. */
  key: string
  call(path: string, call?: Call): Promise<Response>
  ended: Promise<Ended>
  /** Resident memory of the server alone, in bytes. */
  memory(): Promise<number>
}

export interface Ended {
  exitCode: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface ServeOptions {
  home: string
  env?: Record<string, string>
  flags?: string[]
  nodeFlags?: string[]
}

/**
 * Runs `anneal serve` as a process of its own, on a free port; kills it when `use` is done. It keeps nothing ready unless a test wants
 * that (`READY`): most servers here run a program or none, and filling the pools takes longer than all the rest of the start.
 */
export async function serving<T>(options: ServeOptions, use: (served: Served) => Promise<T>): Promise<T> {
  const key = makeKey((count) => crypto.getRandomValues(new Uint8Array(count)))
  const env = { ANNEAL_API_KEY: key, ANNEAL_RATE_PER_SECOND: '100000', ANNEAL_WARM_SANDBOXES: '0', ...options.env }
  const { child, ended, started } = startServe({ ...options, env, flags: ['--port', '0', ...(options.flags ?? [])] })
  try {
    const url = await Promise.race([
      started,
      ended.then(({ stderr }) => Promise.reject(new Error(`no start: ${stderr}`))),
    ])
    return await use({
      child,
      url,
      port: Number(new URL(url).port),
      key,
      call: (path, call = {}) => fetch(`${url}${path}`, requestInit(key, call)),
      ended,
      memory: () => residentBytes(child.pid ?? 0),
    })
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

/** Starts the command with an environment of its own, and only PATH from ours. */
export function startServe({ home, env = {}, flags = [], nodeFlags = [] }: ServeOptions) {
  const child = spawn(process.execPath, [...nodeFlags, PROGRAM, 'serve', ...flags], {
    env: { PATH: process.env.PATH ?? '', HOME: home, ANNEAL_HOME: home, NO_COLOR: '1', ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  const started = Promise.withResolvers<string>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
    const url = /listens on (https?:\S+)/.exec(output.stdout)?.[1]
    if (url && output.stdout.includes('Ctrl-C')) started.resolve(url)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  const ended = once(child, 'close').then(([exitCode, signal]): Ended => ({ exitCode, signal, ...output }))
  return { child, started: started.promise, ended }
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}
