import type { ServerResponse } from 'node:http'
import { constants, Http2ServerResponse } from 'node:http2'

/** Ends an answer so that its reader sees that it is not whole: no last chunk, no end of the stream. */
export function cutOff(response: ServerResponse): void {
  const http2: unknown = response
  if (http2 instanceof Http2ServerResponse) http2.stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  else response.destroy()
}
