import { createJsonMeter, type JsonExcess } from '../contract/json-meter.ts'
import { giveWay } from './give-way.ts'

/** Lists, objects and their members in one document: parsing more takes over a tenth of a second. */
const MOST_INSIDE = 262_144
const MEASURED_BYTES = 131_072

/**
 * Parses JSON that a program wrote, with the thread given to others in between; undefined for text that is none. Parsing itself cannot
 * be interrupted, so a document that would hold the thread for long is found before.
 */
export async function parseInTurns(json: Buffer): Promise<{ value: unknown } | { excess: JsonExcess } | undefined> {
  const excess = await excessOf(json)
  if (excess) return { excess }
  const text = json.toString()
  // Reading and parsing 32 MB take half of a turn each.
  await giveWay()
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

async function excessOf(json: Buffer): Promise<JsonExcess | undefined> {
  const measure = createJsonMeter(MOST_INSIDE)
  for (let at = 0; at < json.length; at += MEASURED_BYTES) {
    const excess = measure(json.subarray(at, at + MEASURED_BYTES))
    if (excess) return excess
    await giveWay()
  }
  return undefined
}
