import { setImmediate as nextTurn } from 'node:timers/promises'
import { EngineError } from '../../contract/errors.ts'
import { halfCharacterIn } from '../../contract/half-character.ts'
import { createJsonMeter } from '../../contract/json-meter.ts'

/** Measured in one turn, in a few milliseconds. */
const MEASURED_BYTES = 131_072
/** Measured, parsed and checked in one turn, in a few milliseconds; for more bytes each step has its own turn. */
const ONE_TURN_BYTES = 32_768
/** An escape is the only way for half of a character to come through UTF-8. */
const MAY_BE_HALF = /\\u[dD][89a-fA-F]/

/**
 * Parses JSON of a caller, for every door. The JSON is measured first, since parsing cannot be interrupted; a large
 * value is handed over in a turn of its own.
 */
export async function parseJson(bytes: Uint8Array): Promise<unknown> {
  const breath = () => (bytes.length > ONE_TURN_BYTES ? nextTurn() : undefined)
  const measure = createJsonMeter()
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at < bytes.length; at += MEASURED_BYTES) {
    if (at > 0) await nextTurn()
    const excess = measure(source.subarray(at, at + MEASURED_BYTES))
    if (excess) throw new EngineError('BODY_TOO_COMPLEX', excess)
  }
  await breath()
  const text = decoded(bytes)
  await breath()
  const value = parsed(text)
  await breath()
  const problem = MAY_BE_HALF.test(text) ? halfCharacterIn(value, 'body') : undefined
  if (problem) throw new EngineError('INVALID_REQUEST', { problems: [problem] })
  await breath()
  return value
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new EngineError('INVALID_JSON', { reason: reasonOf(error) })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new EngineError('INVALID_JSON', { reason: reasonOf(error) })
  }
}

/** V8 quotes the text around the mistake; it is left out, since the body may hold secrets. */
function reasonOf(error: unknown): string {
  const message = (error as Error).message
  return message.replace(/(?:^|, )(?:\.\.\.)?"[\s\S]*$/, '').replace(/\.$/, '') || 'it is something else'
}
