import type { EventOf } from './event.ts'
import type { Attempt } from './run.ts'

type Delta = Pick<EventOf<'output.delta'>, 'stream' | 'text' | 'base64'>

/** Text that is already encoded, and up to two bytes that wait: base64 takes three at a time. */
interface Written {
  whole: string
  rest: Uint8Array
}

const written = new WeakMap<Attempt, Partial<Record<Delta['stream'], Written>>>()

/** Adds output to an attempt; also as bytes, from the first output on that text cannot express. */
export function addOutput(attempt: Attempt, { stream, text, base64 }: Delta): void {
  const field = `${stream}Base64` as const
  if (base64 !== undefined || attempt[field] !== undefined) {
    const streams = written.get(attempt) ?? {}
    written.set(attempt, streams)
    const before = streams[stream] ?? append({ whole: '', rest: new Uint8Array() }, bytesSoFar(attempt, stream))
    const after = append(before, base64 === undefined ? encoder.encode(text) : decoded(base64))
    streams[stream] = after
    attempt[field] = after.whole + encoded(after.rest)
  }
  attempt[stream] += text
}

const encoder = new TextEncoder()

function bytesSoFar(attempt: Attempt, stream: Delta['stream']): Uint8Array {
  const exact = attempt[`${stream}Base64`]
  return exact === undefined ? encoder.encode(attempt[stream]) : decoded(exact)
}

function append({ whole, rest }: Written, bytes: Uint8Array): Written {
  const all = new Uint8Array(rest.length + bytes.length)
  all.set(rest)
  all.set(bytes, rest.length)
  const end = all.length - (all.length % 3)
  return { whole: whole + encoded(all.subarray(0, end)), rest: all.subarray(end) }
}

/** The number of arguments that one call may have, and a multiple of three. */
const AT_ONCE = 3 * 4096

function encoded(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    // A spread would walk the text by an iterator, which takes five times as long.
    text += btoa(Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + AT_ONCE)))
  }
  return text
}

/** In a loop: a function called for each letter takes twenty times as long. */
function decoded(base64: string): Uint8Array {
  const letters = atob(base64)
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at)
  return bytes
}
