import { StringDecoder } from 'node:string_decoder'
import type { BuildLogEntry, BuildLogLevel } from '../template.ts'

export interface BuildLog {
  readonly entries: readonly BuildLogEntry[]
  add(level: BuildLogLevel, message: string, step?: string): void
  /** Takes the output of a program, in any pieces, as entries of whole lines; `end` gives the last one. */
  lines(prefix: string, step: string): { write(bytes: Uint8Array): void; end(): void }
}

const MOST_ENTRIES = 10_000
const MOST_CHARACTERS = 4000

/** The bounded log of a build: of endless output only the beginning is kept. */
export function createBuildLog(clock: () => number): BuildLog {
  const entries: BuildLogEntry[] = []
  const push = (level: BuildLogLevel, message: string, step?: string) =>
    entries.push({
      atMs: clock(),
      level,
      message: message.slice(0, MOST_CHARACTERS),
      ...(step !== undefined && { step }),
    })

  function addOutput(message: string, step: string) {
    if (entries.length < MOST_ENTRIES) push('info', message, step)
    if (entries.length === MOST_ENTRIES) push('warn', 'There is more output; it is not kept.', step)
  }

  return {
    entries,
    add: push,
    lines(prefix, step) {
      const decoder = new StringDecoder('utf8')
      let rest = ''
      return {
        write(bytes) {
          const parts = decoder.write(Buffer.from(bytes)).split('\n')
          for (const part of parts.slice(0, -1)) {
            addOutput(prefix + (rest + part).trimEnd(), step)
            rest = ''
          }
          // A line without end is kept up to a bound, which bounds the memory too.
          rest = (rest + (parts.at(-1) ?? '')).slice(0, MOST_CHARACTERS)
        },
        end() {
          const line = rest + decoder.end()
          if (line) addOutput(prefix + line.trimEnd(), step)
        },
      }
    },
  }
}
