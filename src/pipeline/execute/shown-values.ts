import { EngineError } from '../../contract/errors.ts'
import { type ShownValue, shownValue } from '../../contract/run.ts'
import { SUPPORT } from '../../language/language.ts'
import { giveWay } from '../../sandbox/give-way.ts'
import { parseInTurns } from '../../sandbox/parse-in-turns.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'

const PATH = `${SUPPORT}/shown`
/** Most bytes of all values of one execution, and most values. */
const MOST_BYTES = 33_554_432
const MOST_VALUES = 200

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
  const parsed = await parseInTurns(line)
  if (!parsed) return []
  if ('excess' in parsed) {
    const { limit, what } = parsed.excess
    return [note(`a value was left out: it has more than ${limit} ${what}`)]
  }
  const { success, data } = shownValue.safeParse(parsed.value)
  return success ? [data] : []
}
