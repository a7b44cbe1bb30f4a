import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { EngineError } from '../../../contract/errors.ts'
import { parsed } from '../../../contract/parsed.ts'
import { parseJson } from '../../http/parse-json.ts'
import { mapOf } from '../map-of.ts'

export const executeRequest = z.object({
  code: z.string(),
  context_id: z.string().nullish(),
  language: z.string().nullish(),
  env_vars: mapOf({ name: z.string(), value: z.string(), mostEntries: 1000 }).nullish(),
})
export type ExecuteRequest = z.infer<typeof executeRequest>

export const contextRequest = z.object({ language: z.string().nullish(), cwd: z.string().nullish() })

/** Code of a caller, perhaps with data in it; more data belongs into a file. */
export const MOST_CODE_BYTES = 33_554_432
/** Bodies with names and paths. */
export const MOST_CONTEXT_BYTES = 65_536

/** Throws INVALID_REQUEST for a body of another shape, or a longer one. */
export async function readRequest<T>(request: IncomingMessage, shape: z.ZodType<T>, mostBytes: number): Promise<T> {
  return parsed(shape, await jsonOf(await bytesOf(request, mostBytes)), 'body')
}

async function bytesOf(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    // Reads to the end in any case: a caller who is still sending does not listen yet.
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length
      if (size <= mostBytes) parts.push(part)
    }
  } catch (error) {
    // A caller who leaves while sending is no bug of ours.
    throw unfit('it ended too early', error)
  }
  if (size > mostBytes) throw unfit(`more than ${mostBytes} bytes`)
  return Buffer.concat(parts)
}

function unfit(problem: string, cause?: unknown): EngineError {
  return new EngineError('INVALID_REQUEST', { problems: [`body: ${problem}`] }, { cause })
}

const jsonOf = (bytes: Buffer): Promise<unknown> =>
  parseJson(bytes).catch((error) => {
    if (error instanceof EngineError && error.code === 'INVALID_JSON') return undefined
    throw error
  })
