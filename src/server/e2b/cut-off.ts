import type { ServerResponse } from 'node:http'
import { constants, Http2ServerResponse } from 'node:http2'

/** Ends an answer visibly incomplete: without the last chunk or the end of the stream. */
export function cutOff(response: ServerResponse): void {
  const http2: unknown = response
  if (http2 instanceof Http2ServerResponse) http2.stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  else response.destroy()
}
