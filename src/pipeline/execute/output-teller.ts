import type { OutputChunk } from '../../sandbox/sandbox.ts'
import { shownText } from './exact-text.ts'
import { createTextStream } from './text-stream.ts'

type Stream = OutputChunk['stream']

/** Long enough to join the prints of a loop, short enough that a person sees them at once. */
const JOIN_MS = 15
const JOIN_CHARACTERS = 32_768
/** A word may well end like a secret begins: so few characters wait this long for the rest. A longer match waits to the end. */
const DOUBTFUL_CHARACTERS = 3
const DOUBTFUL_MS = 1000

/** Hides secrets in text that comes in pieces, and so holds back a possible beginning of one. */
export interface PieceMask {
  write(text: string): string
  held(): string
  release(): string
}

const NO_MASK: PieceMask = { write: (text) => text, held: () => '', release: () => '' }

/** Part of one stream; with its bytes, if the text does not represent them. */
export interface OutputPiece {
  stream: Stream
  text: string
  base64?: string
}

/**
 * Emits output as few, ordered pieces: a program that prints a byte a thousand times makes a handful of events, and text of
 * one stream is emitted before later text of the other.
 */
export function createOutputTeller(tell: (piece: OutputPiece) => void, newMask = () => NO_MASK) {
  const streams = { stdout: createTextStream(), stderr: createTextStream() }
  const masks = { stdout: newMask(), stderr: newMask() }
  const doubts: Partial<Record<Stream, NodeJS.Timeout>> = {}
  let held: { stream: Stream; text: string } | undefined
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (held?.text) tell(pieceOf(held))
    held = undefined
  }
  const hold = (stream: Stream, text: string) => {
    if (text === '') return
    if (held && held.stream !== stream) flush()
    held = { stream, text: (held?.text ?? '') + text }
    if (held.text.length >= JOIN_CHARACTERS) flush()
    else timer ??= setTimeout(flush, JOIN_MS)
  }
  const holdMasked = (stream: Stream, text: string) => {
    clearTimeout(doubts[stream])
    const mask = masks[stream]
    hold(stream, mask.write(text))
    const doubtful = mask.held().length
    if (doubtful > 0 && doubtful <= DOUBTFUL_CHARACTERS) {
      doubts[stream] = setTimeout(() => hold(stream, mask.release()), DOUBTFUL_MS)
    }
  }
  const finish = (stream: Stream) => {
    holdMasked(stream, streams[stream].end())
    clearTimeout(doubts[stream])
    hold(stream, masks[stream].release())
  }
  return {
    write: ({ stream, bytes }: OutputChunk) => holdMasked(stream, streams[stream].write(bytes)),
    /** Emits the rest; returns whether bytes had to be replaced. */
    end(): { invalidUtf8: boolean } {
      finish('stdout')
      finish('stderr')
      flush()
      return { invalidUtf8: streams.stdout.replacedInvalidBytes || streams.stderr.replacedInvalidBytes }
    },
  }
}

function pieceOf({ stream, text: exact }: { stream: Stream; text: string }): OutputPiece {
  const { text, bytes } = shownText(exact)
  return { stream, text, ...(bytes && { base64: bytes.toString('base64') }) }
}
