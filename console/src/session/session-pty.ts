import type { TerminalEvent } from 'anneal-contract/terminal.ts'
import { createSseParser } from 'anneal-sdk/sse.ts'
import { call, open } from '../api/api.ts'
import { bytesOf, inOrder, type Pty, type PtyWish, type Size } from '../terminal/pty.ts'

/** Starts a shell with a terminal in a session. */
export async function openSessionPty(id: string, { size, signal, onOutput }: PtyWish): Promise<Pty> {
  const at = `/v1/sessions/${id}/terminal`
  const body = ({ cols, rows }: Size) => ({ columns: cols, rows })
  const response = await open(at, { body: body(size), headers: { accept: 'text/event-stream' }, signal })
  const read = async () => {
    const parser = createSseParser()
    const reader = response.body?.getReader()
    let isSaved = false
    while (reader) {
      const { done, value } = await reader.read()
      if (done) break
      for (const { data } of parser.push(value)) {
        const { output, ended } = JSON.parse(data) as TerminalEvent
        if (output !== undefined) onOutput(bytesOf(output))
        if (ended) isSaved = true
      }
    }
    if (!isSaved) throw new Error('The terminal broke off: what was changed in it may not be saved.')
  }
  return {
    write: inOrder((text) => call(`${at}/input`, { body: { text } })),
    resize: (to) => call(`${at}/input`, { body: { size: body(to) } }),
    ended: read(),
  }
}
