import type { OutputChunk } from '../../sandbox/sandbox.ts'
import { createTextStream } from './text-stream.ts'

type Stream = OutputChunk['stream']

/** Long enough to join what a loop of prints writes, short enough that a person sees it at once. */
const JOIN_MS = 15
const JOIN_CHARACTERS = 32_768

/**
 * Tells output as few, ordered pieces: a program that prints a byte a thousand times makes a handful of events,
 * and text of one stream is told before later text of the other.
 */
export function createOutputTeller(tell: (stream: Stream, text: string) => void) {
  const streams = { stdout: createTextStream(), stderr: createTextStream() }
  let held: { stream: Stream; text: string } | undefined
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (held?.text) tell(held.stream, held.text)
    held = undefined
  }
  const hold = (stream: Stream, text: string) => {
    if (text === '') return
    if (held && held.stream !== stream) flush()
    held = { stream, text: (held?.text ?? '') + text }
    if (held.text.length >= JOIN_CHARACTERS) flush()
    else timer ??= setTimeout(flush, JOIN_MS)
  }
  return {
    write: ({ stream, bytes }: OutputChunk) => hold(stream, streams[stream].write(bytes)),
    /** Tells what is left; answers whether bytes had to be replaced. */
    end(): { invalidUtf8: boolean } {
      hold('stdout', streams.stdout.end())
      hold('stderr', streams.stderr.end())
      flush()
      return { invalidUtf8: streams.stdout.replacedInvalidBytes || streams.stderr.replacedInvalidBytes }
    },
  }
}
