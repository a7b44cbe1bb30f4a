import type { JsonExcess } from '../contract/json-meter.ts'
import type { Process, ProcessEnd } from '../sandbox/process.ts'
import type { KernelEnd } from './kernel.ts'
import { type KernelMessage, parseKernelMessage } from './kernel-event.ts'
import { createLineReader } from './line-reader.ts'

/** The longest line of our kernels: a bundle is cut down long before. */
const MOST_LINE_BYTES = 33_554_432
const LAST_WORDS = 4000
/** Pause before a request is repeated; the keeper of the marks answers much sooner. */
const ASK_AGAIN_MS = 250
/** Requests that a fallen interpreter still takes. */
const ABOUT_MARKS = new Set(['goBack', 'forget'])

export type Done = Extract<KernelMessage, { type: 'done' }>
type Ready = Extract<KernelMessage, { type: 'ready' }>
type Died = Extract<KernelMessage, { type: 'died' }>
type Listener = (message: KernelMessage) => void | Promise<void>
export type KernelRequest = { op: string } & Record<string, unknown>

/** The interpreter ended while an answer was expected. */
export class KernelDeath extends Error {
  readonly end: KernelEnd

  constructor(end: KernelEnd) {
    super('the interpreter has ended')
    this.name = 'KernelDeath'
    this.end = end
  }
}

interface Asked {
  id: number
  op: string
  line: Uint8Array
  listener: Listener
  answer: PromiseWithResolvers<Done>
}

export type KernelWire = ReturnType<typeof openKernelWire>

/** Sends requests to the program in the sandbox and passes on its messages to each, one request at a time. */
export function openKernelWire(process: Process) {
  const ready = Promise.withResolvers<Ready>()
  const ended = Promise.withResolvers<KernelEnd>()
  let current: Asked | undefined
  let death: KernelDeath | undefined
  let fallen: KernelEnd | undefined
  let lastWords = ''
  let lastId = 0
  let executionCount = 0
  ready.promise.catch(() => {})

  const onMessage = (message: KernelMessage): void | Promise<void> => {
    if (message.type === 'ready') return ready.resolve(message)
    if (message.type === 'died') return fall(message)
    // A message for a finished request, or from user code that found the descriptor.
    if (message.id !== current?.id) return
    if (message.type !== 'done') return current.listener(message)
    const { answer, op } = current
    current = undefined
    // Messages about a fallen interpreter carry no count.
    if (op === 'goBack' && message.status === 'ok') fallen = undefined
    if (!fallen) executionCount = message.executionCount
    answer.resolve(message)
  }
  const fall = ({ exitCode, signal, lastWords: said }: Died) => {
    fallen = { exitCode, signal, lastWords: said.trim() }
    // The request was sent before the fall, and the keeper of the marks answers it.
    if (current && ABOUT_MARKS.has(current.op)) return askAgain(current)
    const interrupted = current
    current = undefined
    interrupted?.answer.reject(new KernelDeath(fallen))
  }
  /** Repeats a request that the interpreter may have taken with it: then it has no answer. */
  const askAgain = ({ id, line }: Asked) => {
    setTimeout(() => {
      if (current?.id === id) process.write(line).catch(() => {})
    }, ASK_AGAIN_MS).unref()
  }
  const onParsed = (parsed: KernelMessage | JsonExcess | undefined): void | Promise<void> => {
    if (!parsed) return
    if ('type' in parsed) return onMessage(parsed)
    const text = `[a message of the interpreter was left out: it has more than ${parsed.limit} ${parsed.what}]\n`
    return current?.listener({ id: current.id, type: 'stderr', text })
  }
  const lines = createLineReader(MOST_LINE_BYTES, (line) => {
    const parsed = parseKernelMessage(line)
    return parsed instanceof Promise ? parsed.then(onParsed) : onParsed(parsed)
  })
  const die = (end: ProcessEnd) => {
    death = new KernelDeath({ ...end, lastWords: lastWords.trim() })
    ready.reject(death)
    // The end comes first: the caller that gets the rejection must not find the interpreter alive.
    ended.resolve(death.end)
    current?.answer.reject(death)
    current = undefined
  }
  process.onOutput(({ stream, bytes }) => {
    if (stream === 'stdout') return lines.write(bytes)
    lastWords = (lastWords + Buffer.from(bytes).toString()).slice(-LAST_WORDS)
  })
  void process.exited.then((end) => lines.settled().then(() => die(end)))

  return {
    ready: ready.promise,
    ended: ended.promise,
    get isBusy() {
      return current !== undefined
    },
    /** The interpreter's end, while one of its marks can still be restored. */
    get fallen() {
      return fallen
    },
    /** Count of the last answered request. */
    get executionCount() {
      return executionCount
    },
    /** Resolves with the `done` of this request, after its listener has taken everything else; rejects with KernelDeath. */
    ask(request: KernelRequest, listener: Listener): Promise<Done> {
      if (death) return Promise.reject(death)
      if (fallen && !ABOUT_MARKS.has(request.op)) return Promise.reject(new KernelDeath(fallen))
      if (current) throw new Error('a kernel takes one request at a time')
      const id = ++lastId
      const answer = Promise.withResolvers<Done>()
      const line = Buffer.from(`${JSON.stringify({ id, ...request })}\n`)
      current = { id, op: request.op, line, listener, answer }
      // A write can only fail because the interpreter has ended, which its end reports.
      process.write(line).catch(() => {})
      return answer.promise
    },
  }
}
