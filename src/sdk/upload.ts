import type { CallOptions } from './client-options.ts'
import type { Call } from './transport.ts'

/** The kinds of content that can be sent. */
export type Content = NonNullable<Call['content']>

/** The size of a stream, where it is given, reveals a stream that breaks off. */
export type UploadOptions = CallOptions & { size?: number }

/** The time that a server allows for an upload. */
const UPLOAD_MS = 120_000

/** A call that sends bytes in place of a JSON body. */
export function upload(
  call: Pick<Call, 'method' | 'path' | 'query'> & { content: Content },
  options: UploadOptions = {},
): Call {
  const { signal, size } = options
  return {
    ...call,
    workMs: UPLOAD_MS,
    signal,
    ...(size !== undefined && { headers: { 'content-length': String(size) } }),
  }
}
