import { setImmediate as nextTurn } from 'node:timers/promises'

/** Written down at once, in a millisecond or so. */
const AT_ONCE = 1000

/** `{ name: items }` as JSON. A list may have a hundred thousand items: it is written down a few at a time, as it is taken. */
export function jsonList(name: string, items: readonly unknown[]): Response {
  if (items.length <= AT_ONCE) return Response.json({ [name]: items })
  const body = ReadableStream.from(partsOf(name, items)).pipeThrough(new TextEncoderStream())
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

async function* partsOf(name: string, items: readonly unknown[]): AsyncGenerator<string> {
  yield `{${JSON.stringify(name)}:[`
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const part = items.slice(at, at + AT_ONCE).map((item) => JSON.stringify(item))
    yield `${at > 0 ? ',' : ''}${part.join()}`
    await nextTurn()
  }
  yield ']}'
}
