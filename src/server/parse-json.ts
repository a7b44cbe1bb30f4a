import { setImmediate as nextTurn } from 'node:timers/promises'
import { EngineError } from '../contract/errors.ts'
import { halfCharacterIn } from '../contract/half-character.ts'
import { createJsonMeter } from './json-meter.ts'

/** Measured at once, in a millisecond or two. */
const MEASURED_BYTES = 524_288
/** As an escape, the only way half of a character comes through UTF-8. */
const MAY_BE_HALF = /\\u[dD][89a-fA-F]/

/** What a caller sent as JSON, whichever door it came by. Measured first, since what is parsed is parsed in one go. */
export async function parseJson(bytes: Uint8Array): Promise<unknown> {
  const measure = createJsonMeter()
  for (let at = 0; at < bytes.length; at += MEASURED_BYTES) {
    if (at > 0) await nextTurn()
    const excess = measure(bytes.subarray(at, at + MEASURED_BYTES))
    if (excess) throw new EngineError('BODY_TOO_COMPLEX', excess)
  }
  const { text, value } = parsed(bytes)
  const problem = MAY_BE_HALF.test(text) ? halfCharacterIn(value, 'body') : undefined
  if (problem) throw new EngineError('INVALID_REQUEST', { problems: [problem] })
  return value
}

function parsed(bytes: Uint8Array): { text: string; value: unknown } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch (error) {
    throw new EngineError('INVALID_JSON', { reason: reasonOf(error) })
  }
}

/** V8 quotes the text around the mistake; it is left out, since the body may hold secrets. */
function reasonOf(error: unknown): string {
  const message = (error as Error).message
  return message.replace(/(?:^|, )(?:\.\.\.)?"[\s\S]*$/, '').replace(/\.$/, '') || 'it is something else'
}
