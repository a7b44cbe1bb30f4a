import type { IncomingMessage, ServerResponse } from 'node:http'
import { gatewayPage } from './gateway-page.ts'
import type { GatewayProblem } from './gateway-problem.ts'

/** Explains why nothing answers behind a name: in JSON for programs, as a page for people. */
export function answerProblem(request: IncomingMessage, response: ServerResponse, problem: GatewayProblem): void {
  const { status, message, machineId, port } = problem
  const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
  const body = isPage
    ? gatewayPage(problem)
    : JSON.stringify({
        ...(machineId !== undefined && { sandboxId: machineId }),
        ...(port !== undefined && { port }),
        ...{ message, code: status },
      })
  response.writeHead(status, {
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(isPage && { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *" }),
    // The end of such a request is unknown too, so the connection closes.
    ...(status === 400 && request.httpVersionMajor < 2 && { connection: 'close' }),
    ...((status === 429 || status === 503) && { 'retry-after': '1' }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
