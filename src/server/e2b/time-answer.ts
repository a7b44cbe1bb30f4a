import type { ServerResponse } from 'node:http'
import { whenClosed } from '../http/when-closed.ts'

export interface TimedAnswer {
  status: number
  seconds: number
}

/** Reports once when an answer begins, or is given up before: its later duration says nothing about the server. */
export function timeAnswer(response: ServerResponse, tell: (answer: TimedAnswer) => void): void {
  const startedAt = performance.now()
  const { writeHead } = response
  let isTold = false
  const began = () => {
    if (isTold) return
    isTold = true
    tell({ status: response.statusCode, seconds: (performance.now() - startedAt) / 1000 })
  }
  // Every answer begins with this call, also where only Node makes it, in HTTP/1 and HTTP/2.
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    writeHead.apply(response, head)
    began()
    return response
  }) as typeof writeHead
  whenClosed(response, began)
}
