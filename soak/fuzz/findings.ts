import type { WatchLine } from './watch-line.ts'

export interface Finding {
  /** Place and fault, without details that differ from one time to the next. */
  key: string
  times: number
  /** Requests under way; with `--seed` and `--only`, the first of these can be made again. */
  requests: number[]
  example: string
}

export interface UnderWay {
  number: number
  name: string
  fromMs: number
  /** Undefined while the request goes on. */
  toMs?: number
}

const MOST_NUMBERS = 10
const KEPT = 400
/** Requests that ended this shortly before the stall may have caused it. */
const BEFORE_MS = 200

/** Gathers faults, each once, with the requests that were under way. */
export function createFindings(onNew: (text: string) => void = () => {}) {
  const found = new Map<string, Finding>()
  const recent: UnderWay[] = []
  const add = ({ key, requests, example }: Omit<Finding, 'times'>) => {
    const known = found.get(key) ?? { key, times: 0, requests: [], example }
    if (known.times === 0) onNew(`${key} | ${example}`)
    found.set(key, {
      ...known,
      times: known.times + 1,
      requests: [...known.requests, ...requests].slice(0, MOST_NUMBERS),
    })
  }
  return {
    add,
    all: () => [...found.values()],
    begin(number: number, name: string): UnderWay {
      const one: UnderWay = { number, name, fromMs: Date.now() }
      recent.push(one)
      if (recent.length > KEPT) recent.shift()
      return one
    },
    addStall(stall: Extract<WatchLine, { kind: 'stall' }>, stacks: Extract<WatchLine, { kind: 'stack' }>[]) {
      const frames = stacks.at(-1)?.frames ?? []
      const during = recent.filter(
        ({ fromMs, toMs }) => fromMs <= stall.toMs && (toMs ?? Number.POSITIVE_INFINITY) >= stall.fromMs - BEFORE_MS,
      )
      const place =
        frames.find((frame) => frame.includes(' src/') && !frame.startsWith('at work')) ??
        frames[0] ??
        during.at(-1)?.name ??
        'nobody'
      const names = during.map(({ number, name }) => `#${number} ${name}`).join('; ')
      add({
        key: `stall in ${place.replace(/ \d+%$/, '')}`,
        requests: during.map(({ number }) => number),
        example: `${Math.round(stall.cpuMs)} ms of processor time, ${Math.round(stall.systemMs)} in the kernel, in ${stall.toMs - stall.fromMs} ms | ${frames.join(' < ') || 'no stack'} | under way: ${names}`,
      })
    },
  }
}
export type Findings = ReturnType<typeof createFindings>
