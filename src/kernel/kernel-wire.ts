import type { Process, ProcessEnd } from '../sandbox/process.ts'
import type { KernelEnd } from './kernel.ts'
import { type KernelMessage, parseKernelMessage } from './kernel-event.ts'
import { createLineReader } from './line-reader.ts'

/** No kernel of ours writes a longer line: a bundle is cut down long before. */
const MOST_LINE_BYTES = 33_554_432
const LAST_WORDS = 4000
/** Whoever keeps the marks answers much sooner. */
const ASK_AGAIN_MS = 250
/** What can be asked of an interpreter that has fallen. */
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

/** Requests to the program in the box and what it says to each, one request at a time. */
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
    // Said for a request that is over, or by user code that found the descriptor.
    if (message.id !== current?.id) return
    if (message.type !== 'done') return current.listener(message)
    const { answer, op } = current
    current = undefined
    // What was told of a fallen interpreter has no count.
    if (op === 'goBack' && message.status === 'ok') fallen = undefined
    if (!fallen) executionCount = message.executionCount
    answer.resolve(message)
  }
  const fall = ({ exitCode, signal, lastWords: said }: Died) => {
    fallen = { exitCode, signal, lastWords: said.trim() }
    // It was sent before this was known, and is answered by those who keep the marks.
    if (current && ABOUT_MARKS.has(current.op)) return askAgain(current)
    const interrupted = current
    current = undefined
    interrupted?.answer.reject(new KernelDeath(fallen))
  }
  /** The interpreter may have taken the request with it; if so, nobody will answer it. */
  const askAgain = ({ id, line }: Asked) => {
    setTimeout(() => {
      if (current?.id === id) process.write(line).catch(() => {})
    }, ASK_AGAIN_MS).unref()
  }
  const lines = createLineReader(MOST_LINE_BYTES, (line) => {
    const message = parseKernelMessage(line)
    return message && onMessage(message)
  })
  const die = (end: ProcessEnd) => {
    death = new KernelDeath({ ...end, lastWords: lastWords.trim() })
    ready.reject(death)
    // First: whoever gets the answer must not find it alive.
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
    /** How the interpreter ended, while one of its marks can still be gone back to. */
    get fallen() {
      return fallen
    },
    /** Of the last request that was answered. */
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
      // A write can only fail because the interpreter has ended, which is told by its end.
      process.write(line).catch(() => {})
      return answer.promise
    },
  }
}
