import type { ServerResponse } from 'node:http'

const known = new WeakMap<ServerResponse, (() => void)[]>()

/** Runs work when an answer is over, whole or not. One listener serves all work: Node warns of more than ten. */
export function whenClosed(response: ServerResponse, work: () => void): void {
  const works = known.get(response)
  if (works) return void works.push(work)
  const all = [work]
  known.set(response, all)
  response.once('close', () => {
    known.delete(response)
    for (const each of all) each()
  })
}
