import { FitAddon } from '@xterm/addon-fit'
import { Terminal as Screen } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { useEffect, useRef, useState } from 'react'
import type { Failure } from '../api/api.ts'
import { asFailure } from '../api/use-load.ts'
import { FailureNote } from '../part/state.tsx'
import type { Pty, PtyWish } from './pty.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="console-nonce"]')?.content ?? ''

const create = document.createElement.bind(document)

/** The screen writes its styles into the page without asking for a nonce, which the policy of the page wants: each gets it here. */
function giveNonce(): void {
  document.createElement = ((tag: string, options?: ElementCreationOptions) => {
    const made = create(tag, options)
    if (tag === 'style') made.setAttribute('nonce', nonce)
    return made
  }) as typeof document.createElement
}

/** The screen of one shell, which starts with it and ends with it. */
export function Terminal({ start }: { start(wish: PtyWish): Promise<Pty> }) {
  const place = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<Failure>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one shell, however often its page is drawn.
  useEffect(() => {
    const leaving = new AbortController()
    giveNonce()
    const screen = new Screen({
      ...{ fontSize: 13, fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace' },
      theme: { background: '#14110f', foreground: '#f0ebe4', cursor: '#e8935a' },
    })
    const fit = new FitAddon()
    screen.loadAddon(fit)
    screen.open(place.current as HTMLElement)
    fit.fit()
    // Tab belongs to the shell: without a key that leads out, nobody could leave by keyboard.
    screen.attachCustomKeyEventHandler(({ key, shiftKey }) => !(key === 'Tab' && shiftKey))
    screen.focus()
    const { cols, rows } = screen
    start({ size: { cols, rows }, signal: leaving.signal, onOutput: (bytes) => screen.write(bytes) })
      .then((pty) => {
        screen.onData((text) => void pty.write(text).catch((error) => setFailure(asFailure(error))))
        screen.onResize((size) => void pty.resize(size).catch(() => undefined))
        return pty.ended
      })
      .then(() => screen.write('\r\n[ended]\r\n'))
      .catch((error) => !leaving.signal.aborted && setFailure(asFailure(error)))
    const seen = new ResizeObserver(() => fit.fit())
    if (place.current) seen.observe(place.current)
    return () => {
      leaving.abort()
      seen.disconnect()
      screen.dispose()
    }
  }, [])
  return (
    <section aria-label="Terminal" className="stack">
      {failure && <FailureNote failure={failure} />}
      <div ref={place} className="terminal" />
    </section>
  )
}
