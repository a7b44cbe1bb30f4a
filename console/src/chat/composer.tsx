import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Icon } from '../part/icon.tsx'

/** The field for the next question; Enter sends it, Shift and Enter begin a line. */
export function Composer(props: {
  isAnswering: boolean
  onSend(text: string): void
  onStop(): Promise<unknown>
  children: ReactNode
}) {
  const { isAnswering, onSend, onStop, children } = props
  const [text, setText] = useState('')
  const send = () => {
    if (isAnswering || text.trim() === '') return
    onSend(text)
    setText('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form className="composer panel" onSubmit={submit}>
      <textarea
        aria-label="Your message"
        placeholder="Ask for a program, or paste an answer with code in it"
        rows={Math.min(10, Math.max(2, text.split('\n').length))}
        value={text}
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <div className="row apart">
        <span className="row">{children}</span>
        {isAnswering ? (
          <button type="button" onClick={() => void onStop()}>
            <Icon name="cancelled" /> Stop
          </button>
        ) : (
          <button type="submit" className="main" disabled={text.trim() === ''}>
            Send <kbd>⏎</kbd>
          </button>
        )}
      </div>
    </form>
  )
}
