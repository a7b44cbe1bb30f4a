import type { BrowserFrame } from 'anneal-contract/browser.ts'
import { createSseParser } from 'anneal-sdk/sse.ts'
import { useEffect, useState } from 'react'
import { open } from '../api/api.ts'

export interface LiveView {
  frame: BrowserFrame | undefined
  isOver: boolean
}

/** Pictures of the active page as they come, while the browser is open. */
export function useLive(session: string, isOpen: boolean): LiveView {
  const [view, setView] = useState<LiveView>({ frame: undefined, isOver: false })
  useEffect(() => {
    if (!isOpen) return
    const leaving = new AbortController()
    setView({ frame: undefined, isOver: false })
    readFrames(session, leaving.signal, (frame) => setView({ frame, isOver: false }))
      .catch(() => undefined)
      .finally(() => !leaving.signal.aborted && setView(({ frame }) => ({ frame, isOver: true })))
    return () => leaving.abort()
  }, [session, isOpen])
  return view
}

async function readFrames(session: string, signal: AbortSignal, take: (frame: BrowserFrame) => void): Promise<void> {
  const headers = { accept: 'text/event-stream' }
  const response = await open(`/v1/sessions/${session}/browser/live`, { headers, signal })
  const parser = createSseParser()
  const reader = response.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return
    const [last] = parser.push(value).slice(-1)
    if (last) take(JSON.parse(last.data) as BrowserFrame)
  }
}
