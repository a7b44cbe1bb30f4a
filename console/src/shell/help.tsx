import { useEffect, useRef } from 'react'
import { PAGE_LIST } from './pages.ts'

const KEYS: [string, string][] = [
  ['Ctrl Enter', 'run'],
  ['Esc', 'cancel, or close what is open'],
  ['Esc Tab', 'leave the editor, where Tab indents'],
  ['Ctrl K', 'search everything'],
  ['j / k', 'next, previous row'],
  ['[ / ]', 'previous, next attempt'],
  ['d', 'compare attempts'],
  ['/', 'search in the output'],
  ['?', 'this help'],
]

export function Help({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} onClose={onClose} aria-label="Keys">
      <div className="inside stack">
        <h2>Keys</h2>
        <dl className="facts">
          {[...KEYS, ...PAGE_LIST.map(({ key, word }) => [`g ${key}`, `go to ${word}`] as [string, string])].map(
            ([keys, what]) => (
              <div key={keys} style={{ display: 'contents' }}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ),
          )}
        </dl>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </div>
    </dialog>
  )
}
