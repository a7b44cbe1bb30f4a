import type { CallOptions } from './client-options.ts'
import type { Call } from './transport.ts'

/** What can be sent. */
export type Content = NonNullable<Call['content']>

/** Of a stream the size may be told, so that one that breaks off is noticed. */
export type UploadOptions = CallOptions & { size?: number }

/** How long a server lets an upload take. */
const UPLOAD_MS = 120_000

/** A call that sends bytes in the place of a body. */
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
