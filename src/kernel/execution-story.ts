import type { EndedBy } from '../contract/limits.ts'
import { roundMs } from '../contract/round-ms.ts'
import type { ProcessEnd } from '../sandbox/process.ts'
import type { Execution, Shown } from './kernel.ts'
import type { ExecutionStatus, KernelError, KernelEvent, KernelMessage } from './kernel-event.ts'

export interface StoryEnd {
  status: ExecutionStatus
  executionCount: number
  endedBy: EndedBy
  stateLost: boolean
  /** The exit code that the code asked for. */
  exitCode?: number | undefined
  /** The end of the interpreter, where it died. */
  died?: ProcessEnd
}

export type ExecutionStory = ReturnType<typeof createExecutionStory>

/** Folds a kernel's messages into one `Execution`, and cuts it at `outputBytes`. */
export function createExecutionStory(outputBytes: number, keepsOutput = true) {
  const startedAt = performance.now()
  const text = { stdout: '', stderr: '' }
  const shown: Shown[] = []
  let error: KernelError | undefined
  let room = outputBytes
  let errorBytes = 0

  const takeText = (type: 'stdout' | 'stderr', said: string): KernelEvent | undefined => {
    const fitting = cutAt(said, room)
    room -= Buffer.byteLength(said)
    if (fitting === '') return undefined
    if (keepsOutput) text[type] += fitting
    return { type, text: fitting }
  }
  const takeData = (message: Extract<KernelMessage, { type: 'display' | 'result' }>): KernelEvent | undefined => {
    const { id: _, ...event } = message
    room -= bytesOf(event.data) + bytesOf(event.metadata)
    if (room < 0) return undefined
    if (keepsOutput) shown.push({ isResult: event.type === 'result', data: event.data, metadata: event.metadata })
    return event
  }
  /** Cuts an error to the room that is left: it counts as output, since a program would print it. */
  const fitting = (said: KernelError): KernelError => {
    const traceback = said.traceback.flatMap((line) => {
      const left = room - errorBytes
      errorBytes += Buffer.byteLength(line) + 1
      return left > 0 ? [cutAt(line, left)] : []
    })
    return { ...said, value: cutAt(said.value, outputBytes), traceback }
  }
  const eventOf = (message: KernelMessage): KernelEvent | undefined => {
    if (message.type === 'stdout' || message.type === 'stderr') return takeText(message.type, message.text)
    if (message.type === 'display' || message.type === 'result') return takeData(message)
    // One error ends an execution: the code itself would have written any further ones.
    if (message.type !== 'error' || error) return undefined
    const { id: _, type, ...said } = message
    error = fitting(said)
    return { type, ...error }
  }
  return {
    /** The event to report; `isFull` once the messages exceed the room. */
    take(message: KernelMessage): { event: KernelEvent | undefined; isFull: boolean } {
      const event = eventOf(message)
      return { event, isFull: room < 0 }
    },
    /** Whether the error was longer than its room; an exit prints nothing. */
    isOverfull: ({ exitCode }: { exitCode?: number | undefined }): boolean =>
      exitCode === undefined && room - errorBytes < 0,
    /** Replaces earlier errors by the death of the interpreter. */
    die(death: KernelError) {
      error = death
    },
    end({ status, executionCount, endedBy, stateLost, exitCode: asked, died }: StoryEnd): Execution {
      const durationMs = roundMs(performance.now() - startedAt)
      const told = { ...text, shown, ...(error && { error }) }
      const hasExited = asked !== undefined
      const exit = died ?? { exitCode: hasExited ? asked & EIGHT_BITS : STATUS_CODES[status], signal: null }
      return { status, endedBy, executionCount, ...told, ...exit, hasExited, stateLost, durationMs }
    },
  }
}

/** Bits of an exit code that the system keeps. */
const EIGHT_BITS = 255
const STATUS_CODES = { ok: 0, error: 1, interrupted: null } as const

/** Cuts a text to this many bytes of UTF-8, and never within a character. */
function cutAt(said: string, room: number): string {
  if (room <= 0) return ''
  if (said.length * 3 <= room) return said
  const bytes = Buffer.from(said)
  if (bytes.length <= room) return said
  let end = room
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString('utf8', 0, end)
}

const bytesOf = (data: Record<string, unknown>): number => Buffer.byteLength(JSON.stringify(data))
