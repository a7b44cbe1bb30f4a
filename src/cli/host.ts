import type { Lines } from './shell/lines.ts'
import type { TerminalOptions } from './shell/terminal-lines.ts'
import { openScreen, type Screen } from './text/screen.ts'

/** A server inside this process: reached by its own `fetch`, ended by `close`. */
export interface Local {
  fetch: typeof fetch
  apiKey: string
  close(): Promise<void>
}

export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** Every outside effect of commands, so that tests can replace it. */
export interface Host {
  stdin: AsyncIterable<Uint8Array> & { isTTY?: boolean }
  stdout: Screen
  stderr: Screen
  env: Record<string, string | undefined>
  now(): number
  /** Calls `tick` repeatedly until the returned function is called. */
  every(intervalMs: number, tick: () => void): () => void
  /** Calls the listener on Ctrl-C and similar signals until the returned function is called. */
  onStop(listener: (signal: StopSignal) => void): () => void
  /** Ends the process at once, whatever goes on. */
  exit(code: number): void
  fetch: typeof fetch
  /** The configured server, key and home; empty where the configuration has none. */
  readSettings(): Promise<{ server: string; apiKey: string; home: string }>
  /** Opens the keyboard, line by line. */
  openTerminal(options: TerminalOptions): Promise<Lines>
  openLocal(flags: Record<string, string>): Promise<Local>
}

/** The arguments and options that a command is called with. */
export interface Call<Flags> {
  host: Host
  args: string[]
  flags: Flags
}

/** A command; the number is the exit code. */
export type Behaviour<Flags> = (call: Call<Flags>) => Promise<number>

export function processHost(): Host {
  return {
    stdin: process.stdin,
    stdout: openScreen(process.stdout, { env: process.env, mayVanish: false }),
    stderr: openScreen(process.stderr, { env: process.env, mayVanish: true }),
    env: process.env,
    now: Date.now,
    every: (intervalMs, tick) => {
      const timer = setInterval(tick, intervalMs).unref()
      return () => clearInterval(timer)
    },
    onStop: (listener) => {
      const signals: StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
      for (const signal of signals) process.on(signal, listener)
      return () => {
        for (const signal of signals) process.off(signal, listener)
      }
    },
    exit: (code) => process.exit(code),
    fetch: globalThis.fetch,
    readSettings: async () => (await import('./read-config.ts')).readConfig({}).config,
    openTerminal: async (options) => {
      const { openTerminalLines } = await import('./shell/terminal-lines.ts')
      return openTerminalLines({ input: process.stdin, output: process.stdout }, options)
    },
    openLocal: async (flags) => (await import('./local.ts')).openLocal(flags),
  }
}
