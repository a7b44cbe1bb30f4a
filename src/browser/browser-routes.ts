import { z } from 'zod'
import { browserFrame, browserInfo, browserList } from '../contract/browser.ts'
import { sessionId } from '../contract/id.ts'
import { answers, type PartRoute, partRoute } from '../contract/part-route.ts'
import type { BrowsersApi } from './browsers-api.ts'

const params = z.object({ sessionId })
const closed = z.object({ closed: z.boolean().describe('False when none was open') })

/** The browser of a session; everything else about it is an action. */
export function browserRoutes(browsers: BrowsersApi): PartRoute[] {
  return [
    partRoute(
      {
        method: 'GET',
        path: '/v1/browsers',
        tag: 'Browser',
        operation: 'listBrowsers',
        summary: 'The open browsers of your sessions, with their tabs',
        answers: answers(browserList, 'As they are now'),
      },
      async ({ caller }) => ({ browsers: await browsers.list(caller.userId) }),
    ),
    partRoute(
      {
        method: 'GET',
        path: '/v1/sessions/{sessionId}/browser',
        tag: 'Browser',
        operation: 'getBrowser',
        summary: 'The browser of a session: whether it is open, its tabs, and what is kept of it',
        params,
        errors: ['SESSION_NOT_FOUND'],
        answers: answers(browserInfo, 'As it is now'),
      },
      ({ params: { sessionId: id }, caller }) => browsers.info(id, caller.userId),
    ),
    partRoute(
      {
        method: 'DELETE',
        path: '/v1/sessions/{sessionId}/browser',
        tag: 'Browser',
        operation: 'closeBrowser',
        summary: 'End the browser of a session; cookies and storage are kept',
        params,
        errors: ['SESSION_NOT_FOUND'],
        answers: answers(closed, 'Whether one was open'),
      },
      async ({ params: { sessionId: id }, caller }) => ({ closed: await browsers.end(id, caller.userId) }),
    ),
    partRoute(
      {
        method: 'GET',
        path: '/v1/sessions/{sessionId}/browser/live',
        tag: 'Browser',
        operation: 'watchBrowser',
        summary: 'Pictures of the active page as it changes, as server-sent events',
        params,
        errors: ['SESSION_NOT_FOUND', 'BROWSER_NOT_OPEN'],
        answers: [
          { status: 200, description: 'One frame in each event', content: { 'text/event-stream': browserFrame } },
        ],
      },
      async ({ params: { sessionId: id }, caller, request }) => {
        const gone = new AbortController()
        const signal = AbortSignal.any([request.signal, gone.signal])
        return streamOf(await browsers.live(id, caller.userId, signal), () => gone.abort())
      },
    ),
  ]
}

/** Frames are pulled one by one, so that a slow reader gets only new ones. */
function streamOf(frames: AsyncIterable<unknown>, onLeave: () => void): Response {
  const iterator = frames[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`))
    },
    async cancel() {
      onLeave()
      await iterator.return?.()
    },
  })
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(body, { headers: { ...headers, 'x-accel-buffering': 'no' } })
}
