import { API_KEY, createFakeServer } from '../sdk/fake-server.fixture.ts'
import type { Host, StopSignal } from './host.ts'
import { PipeClosed, type Screen } from './text/screen.ts'

export interface FakeHostOptions {
  /** The piped input; without it stdin is a terminal. */
  stdin?: string | Uint8Array
  /** The outputs that are terminals; none by default. */
  terminal?: { stdout?: boolean; stderr?: boolean }
  colours?: boolean
  columns?: number
  rows?: number
  env?: Record<string, string>
  settings?: { server: string; apiKey: string }
  server?: Pick<ReturnType<typeof createFakeServer>, 'fetch'>
  /** The number of writes after which the reader of stdout leaves. */
  readerLeavesAfter?: number
  openLocal?: Host['openLocal']
}

/** Seven seconds after the sample runs were started. */
export const NOW = Date.UTC(2026, 10, 15, 5, 30, 7)

/** A host that tests can see and control: output, clock, signals. */
export function createFakeHost(options: FakeHostOptions = {}) {
  const seen = { stdout: '', stderr: '', terminal: '', exits: [] as number[], closed: 0, now: NOW }
  const ticks = new Set<() => void>()
  const listeners = new Set<(signal: StopSignal) => void>()
  let writes = 0

  const screen = (name: 'stdout' | 'stderr'): Screen => ({
    isTerminal: options.terminal?.[name] ?? false,
    hasColours: options.colours ?? false,
    columns: options.columns ?? 80,
    rows: options.rows ?? 24,
    write: async (written) => {
      const text = typeof written === 'string' ? written : Buffer.from(written).toString()
      if (name === 'stdout' && writes++ >= (options.readerLeavesAfter ?? Number.POSITIVE_INFINITY))
        throw new PipeClosed()
      seen[name] += text
      if (options.terminal?.[name]) seen.terminal += text
    },
  })

  const host: Host = {
    stdin: inputOf(options.stdin),
    stdout: screen('stdout'),
    stderr: screen('stderr'),
    env: options.env ?? {},
    now: () => seen.now,
    every: (_, tick) => {
      ticks.add(tick)
      return () => ticks.delete(tick)
    },
    onStop: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    exit: (code) => seen.exits.push(code),
    fetch: (options.server ?? createFakeServer()).fetch,
    readSettings: async () => ({ server: '', apiKey: '', home: '', ...options.settings }),
    openTerminal: async () => {
      throw new Error('nobody types here')
    },
    openLocal:
      options.openLocal ??
      (async () => ({
        fetch: (options.server ?? createFakeServer()).fetch,
        apiKey: API_KEY,
        close: async () => void seen.closed++,
      })),
  }
  const each = <T>(set: Set<(value: T) => void>, value: T) => {
    for (const call of set) call(value)
  }
  return {
    host,
    seen,
    tick: () => each(ticks as Set<(value: undefined) => void>, undefined),
    ticking: () => ticks.size,
    stop: (signal: StopSignal) => each(listeners, signal),
  }
}

function inputOf(input: string | Uint8Array | undefined): Host['stdin'] {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input
  const read = async function* () {
    if (bytes) yield bytes
  }
  return Object.assign(read(), { isTTY: input === undefined })
}

/**
 * The text that a terminal shows after these bytes: handles line ends, carriage returns and "erase to the end of the
 * line".
 */
export function shownBy(written: string): string {
  const lines = ['']
  let column = 0
  for (const [piece] of written.matchAll(/\u001b\[[0-9;]*[A-Za-z]|[\s\S]/g)) {
    const line = lines.pop() ?? ''
    if (piece === '\n') {
      lines.push(line, '')
      column = 0
    } else if (piece === '\r') {
      lines.push(line)
      column = 0
    } else if (piece === '\u001b[K') {
      lines.push(line.slice(0, column))
    } else if (piece.startsWith('\u001b')) {
      lines.push(line)
    } else {
      lines.push(line.slice(0, column).padEnd(column) + piece + line.slice(column + 1))
      column++
    }
  }
  return lines.join('\n')
}
