import type { RunRequest } from '../contract/run.ts'

/** A longer request is not kept: its run cannot be replayed. */
const MOST_CHARACTERS = 65_536

/** The request as `run.start` tells it, for a replay; undefined when it is too long. Its end is told to nobody once more. */
export function keptRequest(asked: RunRequest): RunRequest | undefined {
  const request = asCame(asked)
  const { text = '', code = '', input = '', error = '', programs = [], files = {} } = request
  // Looked at first: a request of many megabytes is not written as JSON only to be measured.
  const texts = [text, code, input, error, ...programs.map((program) => program.code), ...Object.values(files)]
  const length = texts.reduce((sum, part) => sum + (typeof part === 'string' ? part : part.base64).length, 0)
  if (length > MOST_CHARACTERS || JSON.stringify(request).length > MOST_CHARACTERS) return undefined
  return request
}

/** In a session the hosts are those of the session: no request names them. */
function asCame({ webhook: _, background: __, ...request }: RunRequest): RunRequest {
  if (request.session === undefined || !request.options) return request
  const { network: ___, ...options } = request.options
  return { ...request, options }
}
