import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Pty, PtyWish } from './pty.ts'

const Terminal = lazy(() => import('./terminal.tsx').then((module) => ({ default: module.Terminal })))

/** A terminal that somebody opens: its shell starts with a press, never by passing by. */
export function OpenTerminal(props: { place: string; start(wish: PtyWish): Promise<Pty>; children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="stack">
      {isOpen ? (
        <Suspense fallback={<p className="quiet-text">Loading …</p>}>
          <Terminal key={props.place} start={props.start} />
        </Suspense>
      ) : (
        <div>
          <button type="button" onClick={() => setOpen(true)}>
            Open a terminal
          </button>
        </div>
      )}
      <p className="quiet-text small">Shift-Tab leads out of the terminal by keyboard. {props.children}</p>
    </div>
  )
}
