import { EngineError } from '../../contract/errors.ts'
import { createJsonMeter, type JsonExcess } from '../../contract/json-meter.ts'
import { type ShownValue, shownValue } from '../../contract/run.ts'
import { SUPPORT } from '../../language/language.ts'
import { giveWay } from '../../sandbox/give-way.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'

const PATH = `${SUPPORT}/shown`
/** Most bytes of all values of one execution, and most values. */
const MOST_BYTES = 33_554_432
const MOST_VALUES = 200
/** Lists, objects and their members in one value: parsing more takes over a tenth of a second. */
const MOST_INSIDE = 262_144
const MEASURED_BYTES = 131_072

/**
 * Reads the values that a program has shown. The file is the program's own: it may hold anything, and lines that are no
 * value are passed over.
 */
export async function readShown(sandbox: Sandbox): Promise<ShownValue[]> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of sandbox.files.readStream(PATH, { start: 0, end: MOST_BYTES, noLinks: true }))
      chunks.push(chunk)
  } catch (error) {
    // Nothing was shown, or the sandbox has ended with its program.
    if (!(error instanceof EngineError)) throw error
  }
  const all = Buffer.concat(chunks)
  const values: ShownValue[] = []
  for (const line of linesOf(all)) {
    values.push(...(await valueIn(line)))
    // A program can fill all of its room with values.
    await giveWay()
  }
  const isCut = all.length >= MOST_BYTES || values.length > MOST_VALUES
  return isCut ? [...values.slice(0, MOST_VALUES), note(MORE)] : values
}

function* linesOf(all: Buffer): Iterable<Buffer> {
  for (let from = 0, end = all.indexOf('\n'); end !== -1; from = end + 1, end = all.indexOf('\n', from)) {
    yield all.subarray(from, end)
  }
}

const MORE = `more was shown than is kept: ${MOST_VALUES} values, ${MOST_BYTES} bytes`
const note = (text: string): ShownValue => ({ isResult: false, data: { 'text/plain': `[${text}]` }, metadata: {} })

async function valueIn(line: Buffer): Promise<ShownValue[]> {
  const excess = await excessOf(line)
  if (excess) return [note(`a value was left out: it has more than ${excess.limit} ${excess.what}`)]
  const text = line.toString()
  // Reading and parsing 32 MB take half of a turn each.
  await giveWay()
  try {
    const { success, data } = shownValue.safeParse(JSON.parse(text))
    return success ? [data] : []
  } catch {
    return []
  }
}

/** Parsing cannot be interrupted, so a value that would hold the thread for long is found before. */
async function excessOf(line: Buffer): Promise<JsonExcess | undefined> {
  const measure = createJsonMeter(MOST_INSIDE)
  for (let at = 0; at < line.length; at += MEASURED_BYTES) {
    const excess = measure(line.subarray(at, at + MEASURED_BYTES))
    if (excess) return excess
    await giveWay()
  }
  return undefined
}
